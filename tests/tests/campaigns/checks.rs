//! Hunts over scripts of several checks, and with models that leave something open: each check is
//! judged in its own names, and what a solver did not say is not held against it.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;

use campaign::{Kind, Outcome};

use crate::lab::{Lab, code, text};

/// Hunts over one script, which is all that a grammar derives, with one solver that runs `body`.
/// Returns the exit code, the outcome, and the lab with its findings.
fn hunt(script: &str, body: &str) -> (i32, Outcome, Lab) {
    let lab = Lab::new();
    fs::write(lab.path("One.g4"), format!("grammar One;\nstart : '{script}' ;\n")).unwrap();
    let solver = lab.solver("mine", body);
    let output = lab.run(&["--grammar", "One.g4", "--count", "1", "--solver", &solver]);
    let records = lab.records("etude-hunt");
    let outcomes: Vec<Outcome> = records.values().flatten().map(|(_, outcome)| *outcome).collect();
    let [outcome] = outcomes[..] else { panic!("{}", text(&output)) };
    (code(&output), outcome, lab)
}

/// Prints `sat`, and a model if one is asked for.
fn sat(model: &str) -> String {
    format!("echo sat\ncase $f in *get-model*) echo '{model}';; esac\n")
}

#[test]
fn names_of_an_inner_level_are_those_of_its_check() {
    let six = sat("((define-fun w () Int 6))");
    for script in [
        "(push 1)(declare-const w Int)(assert (> w 5))(check-sat)(pop 1)",
        "(declare-const w Int)(assert (> w 5))(check-sat)(reset)",
        "(declare-const w Int)(assert (> w 5))(check-sat)(reset-assertions)",
    ] {
        let (code, outcome, _lab) = hunt(script, &six);
        assert_eq!((code, outcome), (0, Outcome::SatTrue), "{script}");
    }
}

#[test]
fn a_lie_is_found_at_the_check_it_belongs_to() {
    let script = "(push 1)(declare-const w Int)(assert (> w 5))(check-sat)(pop 1)\
                  (declare-const w Bool)(assert w)(check-sat)(check-sat)";
    let six = sat("((define-fun w () Int 6))");
    let (yes, no) = (sat("((define-fun w () Bool true))"), sat("((define-fun w () Bool false))"));
    // It is also asked one question, to see whether it is alive.
    let three = |first: &str, second: &str, third: &str| {
        let all = format!("{first}{second}{third}exit 0\n");
        format!("if echo \"$f\" | grep -q 'Bool'; then\n{all}fi\necho sat\n")
    };
    let (honest, outcome, _lab) = hunt(script, &three(&six, &yes, &yes));
    assert_eq!((honest, outcome), (0, Outcome::SatTrue));
    let (lie, outcome, lab) = hunt(script, &three(&six, &no, &yes));
    assert_eq!((lie, outcome), (10, Outcome::SatFalse));
    let [dossier] = &lab.dossiers("etude-hunt")[..] else { panic!("one finding") };
    assert_eq!(dossier.finding.kind, Kind::InvalidModel);
    assert_eq!(dossier.finding.evidence.check, Some(2));
    // It holds when it is replayed.
    let mut folders = fs::read_dir(lab.path("etude-hunt/findings")).unwrap();
    let folder = folders.next().unwrap().unwrap().path();
    let replay = lab.etude(&["replay"]).arg(folder).output().unwrap();
    assert_eq!(code(&replay), 10, "{}", text(&replay));
}

/// Gives a model that says nothing of `(div 2 0)`, and `reply` where that is asked for.
fn open(reply: &str) -> String {
    format!(
        "echo sat\necho '((define-fun a () Int 2))'\ncase $f in *get-value*) echo '{reply}';; esac"
    )
}

#[test]
fn open_parts_are_asked_for() {
    let script = "(declare-const a Int)(assert (= (div a 0) 7))(check-sat)";
    let (fine, outcome, _lab) = hunt(script, &open("(((div 2 0) 7) ((div a 0) 7))"));
    assert_eq!((fine, outcome), (0, Outcome::SatChosen));
    let (silent, outcome, _lab) = hunt(script, &open("(error \"what?\")"));
    assert_eq!((silent, outcome), (0, Outcome::SatOpen));
    // Another value than the formula needs, and two values of one application.
    for reply in ["(((div 2 0) 6) ((div a 0) 6))", "(((div 2 0) 7) ((div a 0) 6))"] {
        let (wrong, outcome, lab) = hunt(script, &open(reply));
        assert_eq!((wrong, outcome), (10, Outcome::SatFalse), "{reply}");
        let [dossier] = &lab.dossiers("etude-hunt")[..] else { panic!("one finding") };
        assert_eq!(dossier.finding.kind, Kind::InvalidModel);
        let [accused] = &dossier.finding.accused_replies()[..] else { panic!("one accused") };
        assert_eq!(accused.values[0].reply, reply);
    }
}

#[test]
fn a_symbol_that_is_left_out_blames_nobody() {
    let script = "(declare-const w Int)(assert (> w 5))(check-sat)";
    let (silent, outcome, _lab) = hunt(script, "echo sat\necho '()'");
    assert_eq!((silent, outcome), (0, Outcome::SatOpen));
    let said = |value: &str| {
        format!("echo sat\necho '()'\ncase $f in *get-value*) echo '((w {value}))';; esac")
    };
    let (fine, outcome, _lab) = hunt(script, &said("6"));
    assert_eq!((fine, outcome), (0, Outcome::SatTrue));
    let (wrong, outcome, _lab) = hunt(script, &said("5"));
    assert_eq!((wrong, outcome), (10, Outcome::SatFalse));
}

#[test]
fn a_long_model_is_not_kept_whole() {
    let script = "(declare-const w Int)(assert (> w 5))(check-sat)";
    let long = "echo sat\nprintf '((define-fun w () Int 5)'\nhead -c 100000 /dev/zero | tr '\\0' ' '\necho ')'";
    let (wrong, outcome, lab) = hunt(script, long);
    assert_eq!((wrong, outcome), (10, Outcome::SatFalse));
    let [dossier] = &lab.dossiers("etude-hunt")[..] else { panic!("one finding") };
    let [accused] = &dossier.finding.accused_replies()[..] else { panic!("one accused") };
    let cut = accused.cut.as_ref().expect("only the beginning is kept");
    assert_eq!((cut.bytes > 100_000, cut.sha256.len()), (true, 64));
    assert!(accused.model.as_ref().unwrap().len() < 10_000);
}

#[test]
fn of_several_models_the_worst_is_shown() {
    let script = "(declare-const w Int)(assert (> w 5))(check-sat)(assert (< w 9))(check-sat)";
    let model = |value: u32| sat(&format!("((define-fun w () Int {value}))"));
    for (second, word) in [(6, "true"), (9, "false")] {
        let lab = Lab::new();
        fs::write(lab.path("two.smt2"), script).unwrap();
        let body = format!("{}{}", model(6), model(second));
        let solver = lab.solver("mine", &body);
        let output = lab.etude(&["solve", "two.smt2", "--solver", &solver]).output().unwrap();
        let said = text(&output);
        let row = said.lines().find(|line| line.starts_with("mine")).unwrap();
        assert!(row.trim_end().ends_with(word), "{said}");
    }
}
