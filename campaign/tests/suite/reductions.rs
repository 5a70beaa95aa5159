//! A script with a fault becomes a small one with the same fault, judged as it was found.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::cell::Cell;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use campaign::{
    CommandTest, Ended, Manner, NoPatient, Patient, Reduced, Setting, Symptom, Watch, reduce,
    reduce_by_command, reduced_formula,
};
use solvers::{Limits, Solver};
use tempfile::tempdir;

use crate::support::{ABOVE_TWO, SAYS_THREE, SAYS_UNSAT, TIME, fake, finding};

const LARGE: &str = "(set-logic ALL)
(declare-const a Int)
(declare-const b Int)
(declare-fun f (Int) Int)
(assert (and (> a 2) (or (= (f b) 3) (< (* 3 b) 1000))))
(assert (=> (> b 4) (distinct a b (+ a b))))
(assert (= (div a 5) (mod b 7)))
(check-sat)
";

/// Says `unsat` to what holds a product, else nothing that anybody would blame it for.
const NO_PRODUCTS: &str = "if grep -q '(\\*' \"$1\"; then echo unsat; else echo unknown; fi";
/// Dies of what holds both.
const DIES: &str = "grep -q '(div' \"$1\" && grep -q '(mod' \"$1\" && kill -SEGV $$; echo unknown";
/// Dies of one thing in two places.
const TWO_PLACES: &str = "grep -q distinct \"$1\" && { echo 'ASSERTION VIOLATION' >&2
    echo 'File: a.cpp' >&2; echo 'Line: 7' >&2; exit 114; }
    grep -q '(f ' \"$1\" && { echo 'ASSERTION VIOLATION' >&2; echo 'File: b.cpp' >&2
    echo 'Line: 8' >&2; exit 114; }; echo unknown";
/// Gives up for two reasons.
const GIVES_UP: &str =
    "grep -q '=>' \"$1\" && { echo unknown; echo '(:reason-unknown \"arrows\")'; exit; }
    echo sat";

fn setting(solver: &Solver) -> Setting {
    Setting::new(solver.clone(), Limits::of_time(TIME), Manner::Fresh).unwrap()
}

fn patient(folder: &Path, body: &str) -> Patient {
    let solver = fake(folder, "faulty", body);
    Patient::examine(LARGE, &[setting(&solver)], None).unwrap().unwrap()
}

fn reduced(patient: &Patient, threads: usize) -> Reduced {
    let mut watch = Watch { halt: &|| false, tell: &mut |_| {} };
    reduce(patient, NonZeroUsize::new(threads).unwrap(), &mut watch).unwrap()
}

#[test]
fn a_wrong_unsat_keeps_a_model_that_proves_it_wrong() {
    let folder = tempdir().unwrap();
    let patient = patient(folder.path(), NO_PRODUCTS);
    assert_eq!(patient.symptom, Symptom::WrongUnsat);
    let reduced = reduced(&patient, 2);
    assert_eq!(reduced.ended, Ended::Through);
    assert!(reduced.text.contains("(*"), "{}", reduced.text);
    assert!(reduced.text.len() <= 50, "{}", reduced.text);
    let again = Patient::examine(&reduced.text, &patient.accused, reduced.witness.as_deref());
    assert_eq!(again.unwrap().unwrap().symptom, Symptom::WrongUnsat);
}

#[test]
fn a_crash_keeps_its_place() {
    let folder = tempdir().unwrap();
    let dies = patient(folder.path(), DIES);
    assert!(matches!(dies.symptom, Symptom::Same(..)), "{:?}", dies.symptom);
    let text = reduced(&dies, 2).text;
    assert!(text.contains("(div") && text.contains("(mod") && text.len() <= 50, "{text}");
    let first = patient(folder.path(), TWO_PLACES);
    let text = reduced(&first, 2).text;
    assert!(text.contains("distinct") && !text.contains("(f "), "{}: {text}", first.symptom);
}

#[test]
fn an_unknown_stays_one() {
    let folder = tempdir().unwrap();
    let gives_up = patient(folder.path(), GIVES_UP);
    assert!(matches!(gives_up.symptom, Symptom::Unknown(_)), "{:?}", gives_up.symptom);
    let text = reduced(&gives_up, 2).text;
    assert!(text.contains("=>") && text.len() <= 40, "{text}");
}

#[test]
fn a_sat_without_a_model_is_wrong_where_every_assignment_is_refuted() {
    let folder = tempdir().unwrap();
    let text =
        "(declare-const a Bool)(declare-const b Bool)(assert (and a (not a)))(assert (or a b))
        (check-sat)";
    let solver = fake(folder.path(), "faulty", "echo sat");
    let patient = Patient::examine(text, &[setting(&solver)], None).unwrap().unwrap();
    assert_eq!(patient.symptom, Symptom::WrongSat);
    assert_eq!(reduced(&patient, 2).text, "(assert false)\n(check-sat)\n");
}

#[test]
fn what_the_solver_refuses_is_never_taken() {
    let folder = tempdir().unwrap();
    // It reads nothing without a function, and says so before it answers all the same.
    let refuses = "grep -q '(f ' $1 || echo '(error \"line 1 column 1: no function\")'; echo unsat";
    let patient = patient(folder.path(), refuses);
    assert_eq!(patient.symptom, Symptom::WrongUnsat);
    let reduced = reduced(&patient, 2).text;
    assert!(reduced.contains("(f ") && reduced.len() <= 70, "{reduced}");
}

/// Says of every division that its number is 3, and of what the standard leaves open that it is 0.
const DIVIDES: &str = r"grep -q '(div' $1 || { echo unknown; exit; }
    echo sat; echo '((define-fun a () Int 3))'
    sed -n 's/.*(get-value ((\([^)]*\)))).*/(((\1) 0))/p' $1";

/// Nearly every formula with a division could be reduced to one by zero, which another bug shows.
#[test]
fn a_model_that_is_wrong_by_the_standard_stays_so() {
    let folder = tempdir().unwrap();
    let divides = setting(&fake(folder.path(), "divides", DIVIDES));
    let patient =
        |text: &str| Patient::examine(text, std::slice::from_ref(&divides), None).unwrap().unwrap();
    assert_eq!(patient("(assert (= 1 (div 0 0)))(check-sat)").symptom, Symptom::WrongSat);
    let text = "(declare-const a Int)(assert (= (div a 2) 5))(assert (> a 4))(check-sat)";
    let reduced = reduced(&patient(text), 2).text;
    assert!(reduced.contains("(div") && !reduced.contains(" 0)"), "{reduced}");
}

/// The answers decide, not who is first.
#[test]
fn the_result_is_the_same_with_any_number_of_threads() {
    let folder = tempdir().unwrap();
    let patient = patient(folder.path(), DIES);
    let alone = reduced(&patient, 1);
    let many = reduced(&patient, 5);
    assert_eq!((&alone.text, alone.steps), (&many.text, many.steps));
}

#[test]
fn a_script_with_which_nothing_is_wrong_is_none_to_reduce() {
    let folder = tempdir().unwrap();
    let right = setting(&fake(folder.path(), "right", SAYS_THREE));
    let examined = Patient::examine(ABOVE_TWO, &[right], None).unwrap();
    assert!(matches!(examined, Err(NoPatient::Nothing(_))), "{examined:?}");
    let refuses = setting(&fake(folder.path(), "refuses", "echo '(error \"no\")'"));
    let examined = Patient::examine(ABOVE_TWO, &[refuses], None).unwrap();
    assert!(matches!(examined, Err(NoPatient::Open(_))), "{examined:?}");
}

#[test]
fn a_finding_is_reduced_and_written_with_its_model() {
    let folder = tempdir().unwrap();
    let solvers =
        [fake(folder.path(), "faulty", SAYS_UNSAT), fake(folder.path(), "right", SAYS_THREE)];
    let found = finding(ABOVE_TWO, &solvers);
    let patient = Patient::of_finding(&found, &[setting(&solvers[0])]).unwrap().unwrap();
    assert!(patient.witness.is_some());
    let reduced = reduced(&patient, 1);
    assert!(reduced.text.len() < ABOVE_TWO.len(), "{}", reduced.text);
    let text = reduced_formula(&found, &reduced);
    assert!(text.starts_with("; refutation-unsoundness: faulty"), "{text}");
    // A solver that was mended shows nothing any more.
    fake(folder.path(), "faulty", SAYS_THREE);
    let examined = Patient::of_finding(&found, &[setting(&solvers[0])]).unwrap();
    assert!(matches!(examined, Err(NoPatient::Nothing(_))), "{examined:?}");
}

#[test]
fn what_was_stopped_keeps_what_it_has() {
    let folder = tempdir().unwrap();
    let patient = patient(folder.path(), DIES);
    let steps = Cell::new(0);
    let mut watch =
        Watch { halt: &|| steps.get() >= 2, tell: &mut |progress| steps.set(progress.steps) };
    let reduced = reduce(&patient, NonZeroUsize::MIN, &mut watch).unwrap();
    assert_eq!(reduced.ended, Ended::Stopped);
    assert!(reduced.text.len() < LARGE.len(), "{}", reduced.text);
    let again = Patient::examine(&reduced.text, &patient.accused, None).unwrap().unwrap();
    assert_eq!(again.symptom, patient.symptom);
}

#[test]
fn a_command_judges_anything() {
    let folder = tempdir().unwrap();
    let list = folder.path().join("list");
    let line = format!("sh -c 'grep -q strange \"$1\" && echo x >> {}' sh {{}}", list.display());
    let command = CommandTest::parse(&line, Duration::from_secs(20)).unwrap();
    let text = "(display x)(assert (and (strange 3 4) (or p (q r))))\n(minimize x)\n";
    assert!(command.is_content(text).unwrap());
    assert!(!command.is_content("(assert p)").unwrap());
    let mut watch = Watch { halt: &|| false, tell: &mut |_| {} };
    let threads = NonZeroUsize::new(2).unwrap();
    let reduced = reduce_by_command(text, &command, threads, &mut watch).unwrap();
    assert_eq!(reduced.text.trim(), "(strange)");
    assert!(fs::read_to_string(list).unwrap().lines().count() as u64 > reduced.steps);
}
