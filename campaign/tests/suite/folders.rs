//! Findings become folders that hold what a developer needs, and come back as they were.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support;

use std::fs;

use campaign::{Dossier, EVIDENCE, FORMULA, FolderError, Kind, REPORT, folder_name};
use support::{ABOVE_TWO, CRASHES, SAYS_THREE, SAYS_UNSAT, SAYS_ZERO, fake, finding};
use tempfile::tempdir;

/// Each kind that small solvers can be guilty of: the formula, the solvers, what the report says.
type Case = (&'static str, &'static [&'static str], Kind, &'static [&'static str]);

const CASES: &[Case] = &[
    (
        ABOVE_TWO,
        &[SAYS_UNSAT],
        Kind::RefutationUnsoundness,
        &[
            "# one answers unsat to a satisfiable formula (>)",
            "(define-fun a () Int 3)",
            "true  (> a 2)\n  3  a\n",
            "| one | ? | unsat |",
            "one formula.smt2",
            "etude show Ints 1234",
            "etude replay one-refutation-unsoundness-Ints-1234",
        ],
    ),
    (
        ABOVE_TWO,
        &[SAYS_ZERO, SAYS_THREE],
        Kind::InvalidModel,
        &[
            "# one gives an invalid model (>)",
            "(define-fun a () Int 0)",
            "false  (> a 2)\n  0  a\n",
            "| two | ? | sat |",
            "(assert (> a 2))\n(check-sat)\n(get-model)\n",
        ],
    ),
    (
        "(declare-const a Bool)\n(assert (and a (not a)))\n(check-sat)\n",
        &["echo sat", SAYS_UNSAT],
        Kind::SolutionUnsoundness,
        &["# one answers sat to an unsatisfiable formula (and, not)", "## There is no model"],
    ),
    (ABOVE_TWO, &[CRASHES], Kind::Crash, &["# one crashes: SIGSEGV (>)", "| crash: SIGSEGV |"]),
    (
        "(declare-const a Real)\n(assert (= (tan a) 1.0))\n(check-sat)\n",
        &["echo sat", SAYS_UNSAT],
        Kind::Disagreement,
        &[
            "# one and two disagree: sat and unsat (=, tan)",
            "one answers `sat`, and two answers `unsat`: they cannot both be right.",
            "operators that the SMT-LIB standard does not have: `tan`",
        ],
    ),
    (
        ABOVE_TWO,
        &["echo unknown", SAYS_THREE],
        Kind::Incompleteness,
        &["# one answers unknown to a small formula (>)", "and two answers `sat`."],
    ),
];

#[test]
fn a_folder_says_what_is_wrong_and_comes_back() {
    for (formula, bodies, kind, parts) in CASES {
        let folder = tempdir().unwrap();
        let names = ["one", "two"].into_iter().zip(*bodies);
        let solvers: Vec<_> = names.map(|(name, body)| fake(folder.path(), name, body)).collect();
        let finding = finding(formula, &solvers);
        assert_eq!(finding.kind, *kind, "{finding:?}");
        let dossier = Dossier {
            further: 2,
            examples: vec!["Ints 1300".parse().unwrap()],
            known: Some("see the tracker".to_owned()),
            ..Dossier::new(finding)
        };
        let written = dossier.write(&folder.path().join("deep/findings")).unwrap();
        assert_eq!(Dossier::read(&written).unwrap(), dossier);

        let report = fs::read_to_string(written.join(REPORT)).unwrap();
        for part in parts.iter().chain(&[
            "2 further formulas show the same bug, as far as can be told: Ints 1300, …",
            "This bug is known already: see the tracker",
        ]) {
            assert!(report.contains(part), "{part} is not in\n{report}");
        }
        // The report is for others, who do not have this machine's folders.
        assert!(!report.contains(folder.path().to_str().unwrap()), "{report}");

        // What the file asks is what was found: the accused says the same of it.
        let script = fs::read_to_string(written.join(FORMULA)).unwrap();
        let formula_first = script.lines().find(|line| !line.starts_with(';')).unwrap();
        assert_eq!(formula_first, "(set-option :produce-models true)");
        let asks_model = !matches!(kind, Kind::RefutationUnsoundness | Kind::Incompleteness);
        assert_eq!(script.contains("(get-model)"), asks_model, "{script}");
        assert!(script.contains(formula.trim_end_matches("(check-sat)\n")), "{script}");
    }
}

#[test]
fn writing_again_replaces_the_files_and_leaves_others_alone() {
    let folder = tempdir().unwrap();
    let mut dossier = Dossier::new(finding(ABOVE_TWO, &[fake(folder.path(), "one", SAYS_UNSAT)]));
    let findings = folder.path().join("findings");
    let written = dossier.write(&findings).unwrap();
    fs::write(written.join("notes.txt"), "mine").unwrap();
    dossier.further = 7;
    assert_eq!(dossier.write(&findings).unwrap(), written);
    assert_eq!(Dossier::read(&written).unwrap().further, 7);
    assert_eq!(fs::read_to_string(written.join("notes.txt")).unwrap(), "mine");
    let entries: Vec<_> = fs::read_dir(&findings).unwrap().collect();
    assert_eq!(entries.len(), 1, "nothing else stays: {entries:?}");
}

#[test]
fn what_cannot_be_read_is_said_clearly() {
    let folder = tempdir().unwrap();
    let dossier = Dossier::new(finding(ABOVE_TWO, &[fake(folder.path(), "one", SAYS_UNSAT)]));
    let written = dossier.write(folder.path()).unwrap();
    let evidence = fs::read_to_string(written.join(EVIDENCE)).unwrap();
    let error = |text: &str| {
        fs::write(written.join(EVIDENCE), text).unwrap();
        Dossier::read(&written).unwrap_err()
    };
    let newer = evidence.replace("\"format\": 1", "\"format\": 2");
    assert!(matches!(error(&newer), FolderError::Newer { format: 2, .. }));
    for (text, part) in [
        ("{", "EOF"),
        ("{}", "does not say its format"),
        (&*evidence.replace("\"kind\"", "\"kinds\""), "missing field `kind`"),
        (&*evidence.replace("refutation-unsoundness", "sloth"), "unknown variant `sloth`"),
    ] {
        let error = error(text);
        assert!(matches!(error, FolderError::Damaged { .. }), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }
    fs::remove_file(written.join(EVIDENCE)).unwrap();
    assert!(matches!(Dossier::read(&written).unwrap_err(), FolderError::Read { .. }));
    fs::write(folder.path().join("file"), "").unwrap();
    let error = dossier.write(&folder.path().join("file")).unwrap_err();
    assert!(matches!(error, FolderError::Write { .. }), "{error}");
}

#[test]
fn folders_have_names_that_any_file_system_takes() {
    let folder = tempdir().unwrap();
    let mut finding = finding(ABOVE_TWO, &[fake(folder.path(), "one", SAYS_UNSAT)]);
    let mut name = |solver: &str, index: &str| {
        finding.accused = solver.parse().unwrap();
        finding.formula.place = campaign::Place::Index(index.parse().unwrap());
        folder_name(&finding)
    };
    assert_eq!(name("z3-4.8.7", "12"), "z3-4.8.7-refutation-unsoundness-Ints-12");
    assert!(name("z3 and cvc5", "12").starts_with("z3+cvc5-"));
    let odd = name("../a b/z3#2", "12");
    assert!(odd.chars().all(|c| c.is_ascii_alphanumeric() || "._-+".contains(c)), "{odd}");
    assert!(!odd.starts_with('.') && odd != name("../a_b/z3#2", "12"));
    let (huge, other) = (name("z3", &"7".repeat(1700)), name("z3", &"7".repeat(1701)));
    assert!(huge.contains("-777777777777-1700digits-") && huge.len() < 100, "{huge}");
    assert_ne!(huge, other);
    assert!(name(&"x".repeat(5000), "1").len() < 150);
}
