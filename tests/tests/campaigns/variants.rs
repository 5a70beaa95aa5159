//! `--variants`: a solver under other options is a solver of its own.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::lab::{ALL_TRUE, Lab, code, text};

/// A z3 that knows one option, under which it is wrong.
fn lying_simplex(lab: &Lab) -> String {
    let body = format!(
        "case \"$*\" in\n\
         --version) echo 'Z3 version 9.9.9'; exit;;\n\
         *-in*) f=$(cat);;\n\
         *) for last; do :; done; f=$(cat \"$last\");;\n\
         esac\n\
         case \"$*\" in\n\
         *smt.arith.solver=2*) case \"$f\" in *'(assert a)'*) echo sat; echo '((define-fun a () \
         Bool true))';; *) echo unsat;; esac;;\n\
         *smt.*|*sat.*|*tactic.*|*auto_config*) echo '(error \"unknown parameter\")'; exit 1;;\n\
         *) {ALL_TRUE};;\n\
         esac"
    );
    lab.program("z3", &body)
}

#[test]
fn a_wrong_answer_under_other_options_is_told_beside_the_default() {
    let lab = Lab::new();
    let z3 = lying_simplex(&lab);
    let few = ["--theory", "Core", "--from", "5", "--count", "1", "--fresh", "--solver", &z3];
    let output = lab.run(&[&few[..], &["--variants", "all"]].concat());
    assert_eq!(code(&output), 10, "{}", text(&output));
    assert!(text(&output).contains("does not know the options of: "), "{}", text(&output));
    let dossiers = lab.dossiers("etude-hunt");
    assert_eq!(dossiers.len(), 1, "{}", text(&output));
    let finding = &dossiers[0].finding;
    assert!(finding.accused.is_only("z3-9.9.9[simplex]"), "{finding:?}");
    let remark = "only with smt.arith.solver=2: z3-9.9.9 says sat";
    assert!(finding.evidence.remarks.iter().any(|it| it == remark), "{finding:?}");
}

#[test]
fn names_of_variants_are_checked() {
    let lab = Lab::new();
    let z3 = lying_simplex(&lab);
    let few = ["--theory", "Core", "--count", "1", "--fresh", "--solver", &z3];
    let output = lab.run(&[&few[..], &["--variants=simplx"]].concat());
    assert_eq!(code(&output), 2, "{}", text(&output));
    assert!(text(&output).contains("did you mean `simplex`?"), "{}", text(&output));
    let other = lab.solver("other", "echo unsat");
    let few = ["--theory", "Core", "--count", "1", "--solver", &other, "--variants", "all"];
    let output = lab.run(&few);
    assert_eq!(code(&output), 2, "{}", text(&output));
    assert!(text(&output).contains("none of the solvers has variants"), "{}", text(&output));
}
