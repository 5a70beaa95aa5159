//! `--variants`: a solver under other options is a solver of its own.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::lab::{ALL_TRUE, Lab, code, text};

/// Says that all formulas but the one that a living solver is greeted with have no model.
const LIE: &str = "case \"$f\" in *'(assert a)'*) echo sat; echo '((define-fun a () Bool true))';; \
                   *) echo unsat;; esac";

/// A z3 that knows one option, and what it does with it and without.
fn z3(lab: &Lab, with_simplex: &str, otherwise: &str) -> String {
    let body = format!(
        "case \"$*\" in\n\
         --version) echo 'Z3 version 9.9.9'; exit;;\n\
         *-in*) f=$(cat);;\n\
         *) for last; do :; done; f=$(cat \"$last\");;\n\
         esac\n\
         case \"$*\" in\n\
         *smt.arith.solver=2*) {with_simplex};;\n\
         *smt.*|*sat.*|*tactic.*|*auto_config*|*combined*) \
         echo '(error \"unknown parameter\")'; exit 1;;\n\
         *) {otherwise};;\n\
         esac"
    );
    lab.program("z3", &body)
}

/// A hunt for one formula of Core that has a model.
fn few(z3: &str) -> [&str; 9] {
    ["--theory", "Core", "--from", "5", "--count", "1", "--fresh", "--solver", z3]
}

/// Returns whom each finding of a campaign accuses, and what it says beside the answers.
fn told(lab: &Lab, campaign: &str) -> Vec<(String, Vec<String>)> {
    let findings = lab.dossiers(campaign).into_iter().map(|dossier| dossier.finding);
    findings.map(|it| (it.accused.to_string(), it.evidence.remarks)).collect()
}

/// Returns the same of the only finding of a campaign.
fn told_once(lab: &Lab, campaign: &str) -> (String, Vec<String>) {
    let [told] = <[_; 1]>::try_from(told(lab, campaign)).unwrap();
    told
}

#[test]
fn a_wrong_answer_under_other_options_is_told_beside_the_default() {
    let lab = Lab::new();
    let z3 = z3(&lab, LIE, ALL_TRUE);
    let output = lab.run(&[&few(&z3)[..], &["--variants", "all"]].concat());
    assert_eq!(code(&output), 10, "{}", text(&output));
    assert!(text(&output).contains("does not know the options of: "), "{}", text(&output));
    let (accused, remarks) = told_once(&lab, "etude-hunt");
    assert_eq!(accused, "z3-9.9.9[simplex]");
    let remark = "only with smt.arith.solver=2: z3-9.9.9 says sat".to_owned();
    assert!(remarks.contains(&remark), "{remarks:?}");

    // It is told also where the default was asked in an earlier run.
    let first = lab.run(&[&few(&z3)[..], &["--campaign", "twice"]].concat());
    assert_eq!(code(&first), 0, "{}", text(&first));
    let second = [&few(&z3)[..], &["--campaign", "twice", "--variants", "simplex"]].concat();
    assert_eq!(code(&lab.run(&second)), 10);
    let (accused, remarks) = told_once(&lab, "twice");
    assert_eq!(accused, "z3-9.9.9[simplex]");
    assert!(remarks.contains(&remark), "{remarks:?}");
}

#[test]
fn a_wrong_answer_that_the_default_gives_too_is_told_as_that() {
    let lab = Lab::new();
    let z3 = z3(&lab, LIE, LIE);
    let output = lab.run(&[&few(&z3)[..], &["--variants", "simplex"]].concat());
    assert_eq!(code(&output), 10, "{}", text(&output));
    // Each is a solver of its own, and the variant's finding says that it is not its options.
    let [of_default, of_variant] = <[_; 2]>::try_from(told(&lab, "etude-hunt")).unwrap();
    assert_eq!(of_default, ("z3-9.9.9".to_owned(), Vec::new()));
    let remark = "z3-9.9.9 does the same without smt.arith.solver=2".to_owned();
    assert_eq!(of_variant, ("z3-9.9.9[simplex]".to_owned(), vec![remark]));
}

#[test]
fn a_default_that_does_not_answer_has_nothing_in_its_favour() {
    let lab = Lab::new();
    let z3 = z3(&lab, LIE, "case \"$f\" in *'(assert a)'*) echo sat;; *) echo unknown;; esac");
    let output = lab.run(&[&few(&z3)[..], &["--variants", "simplex"]].concat());
    assert_eq!(code(&output), 10, "{}", text(&output));
    let (accused, remarks) = told_once(&lab, "etude-hunt");
    assert_eq!(accused, "z3-9.9.9[simplex]");
    let remark = "not known whether without smt.arith.solver=2 too: z3-9.9.9 says unknown";
    assert!(remarks.iter().any(|it| it == remark), "{remarks:?}");
}

#[test]
fn an_engine_that_lacks_a_theory_is_no_finding() {
    let lab = Lab::new();
    let z3 = z3(&lab, "case \"$f\" in *'(assert a)'*) echo sat;; *) echo unknown;; esac", ALL_TRUE);
    let output = lab.run(&[&few(&z3)[..], &["--variants", "simplex"]].concat());
    assert_eq!(code(&output), 0, "{}", text(&output));
    assert!(
        text(&output).contains("left open by z3-9.9.9[simplex]: 1 unknown"),
        "{}",
        text(&output)
    );
    assert!(lab.dossiers("etude-hunt").is_empty());
}

#[test]
fn what_a_solver_refuses_is_told_once_for_all_its_variants() {
    let lab = Lab::new();
    let refuse = "case \"$f\" in *'(assert a)'*) echo sat;; \
                  *) echo '(error \"no such operator\")'; exit 1;; esac";
    let z3 = z3(&lab, refuse, refuse);
    let output = lab.run(&[&few(&z3)[..], &["--variants", "simplex"]].concat());
    let said = text(&output);
    assert_eq!(said.matches("no such operator").count(), 1, "{said}");
    assert!(said.contains("z3-9.9.9 and 1 variant of it gave no answer to 1 of 1"), "{said}");
    assert!(said.contains("left open by z3-9.9.9 and 1 variant of it: 1 refused\n"), "{said}");
    assert!(lab.dossiers("etude-hunt").is_empty());
}

#[test]
fn names_of_variants_are_checked() {
    let lab = Lab::new();
    let z3 = z3(&lab, LIE, ALL_TRUE);
    let output = lab.run(&[&few(&z3)[..], &["--variants=simplx"]].concat());
    assert_eq!(code(&output), 2, "{}", text(&output));
    assert!(text(&output).contains("did you mean `simplex`?"), "{}", text(&output));
    let other = lab.solver("other", "echo unsat");
    let output = lab.run(&[&few(&other)[..], &["--variants", "all"]].concat());
    assert_eq!(code(&output), 2, "{}", text(&output));
    assert!(text(&output).contains("none of the solvers has variants"), "{}", text(&output));
}
