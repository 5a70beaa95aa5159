//! `etude hunt --seeds`: the scripts of a folder as a person puts them to solvers, small ones of the
//! shell and real ones, and what is told of files wherever a campaign is looked at.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;

use crate::lab::{ALL_TRUE, Lab, UNSAT, code, text};
use etude_tests::{etude, not_asked, project};
use solvers::{InstallError, Installer, PINNED_CVC5, PINNED_Z3, Package, cache_dir};

/// A corpus of four scripts, and four files that are none.
fn furnish(lab: &Lab) {
    let write = |name: &str, text: &[u8]| {
        let path = lab.path("seeds").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("sat/a.smt2", b"(declare-const a Bool)\n(assert a)\n(check-sat)\n");
    write("unsat/a.smt2", b"(declare-const a Bool)\n(assert (and a (not a)))\n(check-sat)\n");
    write("unsat/wrong.smt2", b"(set-info :status sat)\n(check-sat)\n");
    write("later.smt2", b"(declare-const a Later)\n(check-sat)\n");
    write("latin.smt2", b"(echo \"\xe9\")(check-sat)\n");
    write("binary.smt2", b"\0");
    write("long.smt2", "(check-sat)\n".repeat(10_000).as_bytes());
    write("silent.smt2", b"(assert true)\n");
}

#[test]
fn a_folder_of_scripts_is_asked_and_gone_on_with() {
    let lab = Lab::new();
    furnish(&lab);
    let (model, unsat) = (lab.solver("model", ALL_TRUE), lab.solver("unsat", UNSAT));
    let solvers = ["--solver", &model, "--solver", &unsat];
    let output = lab.run(&[&["--seeds", "seeds", "--reduce", "0s"], &solvers[..]].concat());
    let said = text(&output);
    assert_eq!(code(&output), 10, "{said}");
    for line in [
        "warning: left out: seeds/binary.smt2: is no text: byte 0 is NUL",
        "warning: left out: seeds/latin.smt2: is no text: byte 7 is not UTF-8",
        "warning: left out: seeds/long.smt2: has 120000 bytes, more than 100000",
        "warning: left out: seeds/silent.smt2: asks nothing: it has no (check-sat)",
        "warning: unsat/wrong.smt2 lies in unsat/ and says (set-info :status sat): neither is believed",
        "all 4 scripts of seeds: ",
        "etude cannot read 1 script, so no model of them is evaluated: 1 × there is no sort `Later` here",
        "unsat  refutation-unsoundness  seeds/unsat/wrong.smt2  2 formulas",
        "model  solution-unsoundness  seeds/unsat/a.smt2",
        "model and unsat  disagreement  seeds/later.smt2",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }

    // The campaign's name is enough to go on.
    let before = lab.records("etude-hunt");
    let again = lab.run(&[]);
    assert_eq!((code(&again), lab.records("etude-hunt")), (10, before), "{}", text(&again));
    assert!(text(&again).contains("all 4 scripts of seeds"), "{}", text(&again));
    assert!(!text(&again).contains("has changed"), "{}", text(&again));

    // What is there is told from the database alone.
    let seeds = fs::read(lab.path("seeds/sat/a.smt2")).unwrap();
    fs::remove_dir_all(lab.path("seeds")).unwrap();
    let said = |words: &[&str]| {
        let output = lab.etude(words).output().unwrap();
        (code(&output), text(&output))
    };
    let (_, verdicts) = said(&["verdicts", "etude-hunt", "--solver", "unsat"]);
    assert!(verdicts.contains("seeds\tsat/a.smt2\tunsat\tunsat\t"), "{verdicts}");
    let (_, verdicts) = said(&["verdicts", "etude-hunt", "--json"]);
    assert!(verdicts.contains(r#""file":"sat/a.smt2""#), "{verdicts}");
    for (form, name) in [
        ("html", "seeds unsat/wrong.smt2 · 2 formulas"),
        ("md", "The file unsat/wrong.smt2 of seeds"),
        ("json", r#""file": "unsat/wrong.smt2""#),
        ("junit", "seeds-unsat_wrong.smt2-"),
        ("sarif", r#""file": "unsat/wrong.smt2""#),
        ("csv", "\"4 files, by name\""),
    ] {
        let (code, page) = said(&["report", "etude-hunt", "--format", form]);
        assert!(code == 0 && page.contains(name), "{form}: {page}");
    }
    let folders = fs::read_dir(lab.path("etude-hunt/findings")).unwrap();
    let folder = folders.map(|it| it.unwrap().path()).find(|it| is_of(it, "refutation")).unwrap();
    let (code, replayed) = said(&["replay", folder.to_str().unwrap()]);
    assert_eq!(code, 10, "a finding's folder holds the formula: {replayed}");
    let (code, known) = said(&["merge", "all", "etude-hunt"]);
    assert_eq!(code, 0, "{known}");
    assert_eq!(lab.records("all"), lab.records("etude-hunt"));

    // Another corpus of that name is asked as it is now, and that is told.
    fs::create_dir_all(lab.path("seeds/sat")).unwrap();
    fs::write(lab.path("seeds/sat/a.smt2"), seeds).unwrap();
    let output = lab.run(&[]);
    let told = "warning: seeds has changed since this campaign asked it (0 files new, 3 gone)";
    assert!(text(&output).contains(told), "{}", text(&output));
    assert!(text(&output).contains("all 1 script of seeds"), "{}", text(&output));
}

fn is_of(folder: &Path, kind: &str) -> bool {
    folder.to_string_lossy().contains(kind)
}

#[test]
fn scripts_and_formulas_go_together() {
    let lab = Lab::new();
    furnish(&lab);
    let unsat = lab.solver("unsat", "echo unknown");
    let line =
        format!("--seeds seeds/sat seeds/later.smt2 --theory Core --count 5 --solver {unsat}");
    let output = lab.run(&line.split(' ').collect::<Vec<_>>());
    let said = text(&output);
    assert_eq!(code(&output), 0, "{said}");
    assert!(said.contains("all 2 scripts of seeds: "), "{said}");
    assert!(said.contains("formulas of Core"), "{said}");
    let (names, _): (Vec<_>, Vec<_>) = lab.records("etude-hunt").into_keys().unzip();
    assert_eq!(names, ["Core", "seeds"]);
}

/// Whether these solvers are there or can be fetched; where nothing can, a person is told.
fn are_there(packages: &[&str]) -> bool {
    let installer = Installer::new(cache_dir().unwrap()).with_host(etude());
    for name in packages {
        let package: Package = name.parse().unwrap();
        match installer.install(&package) {
            Ok(_) => {}
            Err(error @ (InstallError::Offline { .. } | InstallError::NoWheel { .. })) => {
                not_asked(name, &error.to_string());
                return false;
            }
            Err(error) => panic!("{name}: {error}"),
        }
    }
    true
}

/// The bugs that are kept here are scripts; those of a release are found among them.
#[test]
fn an_old_release_is_convicted_of_what_is_known_of_it() {
    if !are_there(&["z3@4.8.7", "cvc5@1.4.2"]) {
        return;
    }
    let lab = Lab::new();
    let bugs = project().join("tests/bugs");
    let solvers = ["--solver", "z3@4.8.7", "--solver", "cvc5@1.4.2"];
    let output = lab.run(&[&["--seeds", bugs.to_str().unwrap()], &solvers[..]].concat());
    let said = text(&output);
    assert_eq!(code(&output), 10, "{said}");
    for dossier in lab.dossiers("etude-hunt") {
        let finding = &dossier.finding;
        let is_wrong = finding.kind.is_wrong_answer();
        assert!(!is_wrong || finding.accused.is_only("z3-4.8.7"), "{said}");
    }
    for operator in ["  str.<\n", "  str.<=\n", " str.suffixof\n"] {
        assert!(said.contains(operator), "{operator}: {said}");
    }
}

/// Output that scripts ask for besides, and text that only looks like an answer, makes nobody
/// wrong.
#[test]
fn what_scripts_print_and_forget_alarms_nobody() {
    let (z3, cvc5) = (format!("z3@{PINNED_Z3}"), format!("cvc5@{PINNED_CVC5}"));
    if !are_there(&[&z3, &cvc5]) {
        return;
    }
    let lab = Lab::new();
    fs::create_dir(lab.path("odd")).unwrap();
    let scripts = [
        ("echo", "(echo \"sat\")\n(assert false)\n(check-sat)\n"),
        ("exit", "(declare-const a Int)(assert (> a 2))(check-sat)(exit)(assert false)(check-sat)"),
        ("label", "(set-info :status unsat)(declare-const a Bool)(assert a)(check-sat)"),
        (
            "labels",
            "(set-info :status unsat)(declare-const a Bool)(check-sat)(assert a)(check-sat)",
        ),
        (
            "pop",
            "(set-option :produce-unsat-cores true)(declare-const a Int)(push 1)\
             (assert (! (> a 2) :named x))(check-sat)(get-value (a))(pop 1)(push 1)\
             (assert (! (< a a) :named y))(check-sat)(get-unsat-core)(pop 1)",
        ),
        (
            "refused",
            "(declare-const a Bool)(push 1)(assert (no-such-thing a))(check-sat)(pop 1)\
             (assert (not a))(check-sat)(get-unsat-core)(get-model)(check-sat)",
        ),
        ("negated", "(set-option :global-negate true)(assert true)(check-sat)"),
        (
            "reset",
            "(declare-const a Bool)(assert (and a (not a)))(check-sat)(reset)\
             (declare-const a Int)(assert (= (* a a) 49))(check-sat-assuming ((> a 0)))(get-model)",
        ),
    ];
    for (name, text) in scripts {
        fs::write(lab.path("odd").join(format!("{name}.smt2")), text).unwrap();
    }
    let output = lab.run(&["--seeds", "odd", "--solver", &z3, "--solver", &cvc5]);
    let said = text(&output);
    assert_eq!(code(&output), 0, "{said}");
    assert!(said.contains("all 8 scripts of odd"), "{said}");
    assert!(
        said.contains("1 × `(set-option :global-negate true)` changes what it means"),
        "{said}"
    );
    let label = "warning: label.smt2 of odd is declared unsat by :status, and has a model that was \
                 checked";
    assert!(said.contains(label), "{said}");
}
