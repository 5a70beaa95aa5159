//! Judgements of answers that are made up here.

mod known;

use super::*;
use crate::seat::setting::Manner;
use solvers::{Answer, Check, Checked, Limits, Solver, Verdict};

fn answer(verdict: Verdict, model: &str) -> Answer {
    let check = match verdict {
        Verdict::Unsat => Check::Unsat,
        Verdict::Sat | Verdict::InvalidModel(_) => Check::Sat,
        _ => Check::Unknown,
    };
    let model = (!model.is_empty()).then(|| model.to_owned());
    Answer {
        verdict,
        checks: vec![Checked { check, model, values: Vec::new() }],
        time: Duration::from_millis(1),
        cpu: None,
        memory: None,
        stdout: String::new(),
        stderr: String::new(),
        status: None,
        in_session: None,
        adapted: Vec::new(),
    }
}

fn setting(line: &str) -> Setting {
    let solver = Solver::parse(line).unwrap();
    Setting::new(solver, Limits::default(), Manner::Fresh).unwrap()
}

/// Returns what solvers say, each in a process of its own.
fn said(answers: &[Answer]) -> PerSeat<Option<Reply>> {
    let reply = |answer: &Answer| Some(Reply::alone(answer.clone(), Limits::default().wall));
    answers.iter().map(reply).collect()
}

/// The kinds of suspicions, and the places of those who are accused.
fn kinds(judgement: &Judgement) -> Vec<(Kind, Vec<usize>)> {
    let places = |it: &Suspicion| it.accused.iter().map(|seat| seat.place()).collect();
    judgement.suspicions.iter().map(|it| (it.kind, places(it))).collect()
}

fn faults(formula: &str, solver: &str, answers: &[Answer]) -> Vec<(Kind, Vec<usize>)> {
    let settings = answers.iter().map(|_| setting(solver)).collect();
    kinds(&Judge::default().judge(formula, &settings, &said(answers)))
}

const SQUARE: &str = "(declare-const a Int)(assert (= (* a a) 4))(check-sat)";
const DIVISION: &str = "(declare-const a Int)(assert (= 1 (div a 0)))(check-sat)";
const TANGENT: &str = "(declare-const a Real)(assert (> 0.0 (tan a)))(check-sat)";
const NEVER: &str = "(declare-const a Bool)(assert (and a (not a)))(check-sat)";

#[test]
fn models_prove_and_disprove() {
    let right = || answer(Verdict::Sat, "((define-fun a () Int 2))");
    let wrong = || answer(Verdict::Sat, "((define-fun a () Int 3))");
    let unsat = || answer(Verdict::Unsat, "");
    let judge = |answers: &[Answer]| faults(SQUARE, "mine", answers);
    assert_eq!(judge(&[right()]), []);
    assert_eq!(judge(&[wrong()]), [(Kind::InvalidModel, vec![0])]);
    // With and without somebody who says sat.
    assert_eq!(judge(&[unsat(), right()]), [(Kind::RefutationUnsoundness, vec![0])]);
    assert_eq!(judge(&[unsat()]), [(Kind::RefutationUnsoundness, vec![0])]);
    let sat = || answer(Verdict::Sat, "((define-fun a () Bool true))");
    let judge = |answers: &[Answer]| faults(NEVER, "mine", answers);
    assert_eq!(judge(&[sat(), unsat()]), [(Kind::SolutionUnsoundness, vec![0])]);
}

#[test]
fn what_the_standard_does_not_say_blames_nobody() {
    let silent = || answer(Verdict::Sat, "((define-fun a () Int 2))");
    let model = "((define-fun a () Int 2) (define-fun div0 ((x Int)) Int 1))";
    let chosen = || answer(Verdict::Sat, model);
    let unsat = || answer(Verdict::Unsat, "");
    assert_eq!(faults(DIVISION, "mine", &[silent()]), []);
    assert_eq!(faults(DIVISION, "mine", &[chosen()]), []);
    let disagreement = [(Kind::Disagreement, vec![0, 1])];
    assert_eq!(faults(DIVISION, "mine", &[silent(), unsat()]), disagreement);
    assert_eq!(faults(DIVISION, "mine", &[chosen(), unsat()]), disagreement);
    // An operator that the standard lacks, and an option that changes what formulas mean.
    let zero = || answer(Verdict::Sat, "((define-fun a () Real 0.0))");
    assert_eq!(faults(TANGENT, "mine", &[zero()]), [(Kind::Disagreement, vec![0])]);
    let wrong = || answer(Verdict::Sat, "((define-fun a () Int 3))");
    assert_eq!(faults(SQUARE, "z3 hi_div0=false", &[wrong()]), []);
}

#[test]
fn each_answer_is_held_against_its_reference_alone() {
    let silent = || answer(Verdict::Sat, "((define-fun a () Int 2))");
    let unsat = || answer(Verdict::Unsat, "");
    let late = || Answer { time: Duration::from_secs(2), ..answer(Verdict::Timeout, "") };
    let answers = [silent(), unsat(), unsat(), late(), silent()];
    let settings = answers.iter().map(|_| setting("mine")).collect();
    // The first is the reference of all others but the last, and has the third as its own.
    let references = [Some(2), Some(0), Some(0), Some(0), None];
    let references = references.map(|place| place.map(SeatId::new));
    let opponents = Opponents::References(references.into_iter().collect());
    let faults = |attention| {
        let replies = Replies { settings: &settings, opponents: &opponents, said: &said(&answers) };
        let mut subject = Subject::new(DIVISION, KnownAnswers::default());
        kinds(&Judge { attention, ..Judge::default() }.judge_subject(&mut subject, replies))
    };
    let disputes = [(Kind::Disagreement, vec![0, 1]), (Kind::Disagreement, vec![0, 2])];
    assert_eq!(faults(Attention::Wrong), disputes);
    let all = faults(Attention::Everything);
    assert_eq!(all[0], (Kind::Performance, vec![3]));
    assert_eq!(all[1..], disputes);
}

/// An answer to several checks, each with a model or none.
fn answers(checks: &[(Check, &str)]) -> Answer {
    let checked = |(check, model): &(Check, &str)| Checked {
        check: *check,
        model: (!model.is_empty()).then(|| (*model).to_owned()),
        values: Vec::new(),
    };
    let last = match checks.last().map(|(check, _)| check) {
        Some(Check::Sat) => Verdict::Sat,
        Some(Check::Unsat) => Verdict::Unsat,
        _ => Verdict::Unknown(String::new()),
    };
    Answer { checks: checks.iter().map(checked).collect(), ..answer(last, "") }
}

#[test]
fn every_check_is_judged_by_itself() {
    let script = "(push 1)(declare-const w Int)(assert (> w 5))(check-sat)(pop 1)\
                  (declare-const w Bool)(assert w)(check-sat)";
    let (six, five) = ("((define-fun w () Int 6))", "((define-fun w () Int 5))");
    let (yes, no) = ("((define-fun w () Bool true))", "((define-fun w () Bool false))");
    let judge = |first: (Check, &str), second: (Check, &str)| {
        let answer = answers(&[first, second]);
        let settings = vec![setting("mine")].into();
        let judgement = Judge::default().judge(script, &settings, &said(&[answer]));
        let faults = judgement.suspicions.iter().map(|it| (it.kind, it.check)).collect();
        let first = SeatId::new(0);
        let evaluation =
            judgement.evaluations[first].as_ref().map(ToString::to_string).unwrap_or_default();
        (faults, judgement.outcomes[first], evaluation)
    };
    let nothing: Vec<(Kind, usize)> = Vec::new();
    let all = |first: &str, second: &str| format!("check 1: {first}; check 2: {second}");
    assert_eq!(
        judge((Check::Sat, six), (Check::Sat, yes)),
        (nothing, Some(Outcome::SatTrue), all("true", "true"))
    );
    assert_eq!(
        judge((Check::Sat, five), (Check::Sat, yes)),
        (vec![(Kind::InvalidModel, 0)], Some(Outcome::SatFalse), all("false", "true"))
    );
    assert_eq!(
        judge((Check::Sat, six), (Check::Sat, no)),
        (vec![(Kind::InvalidModel, 1)], Some(Outcome::SatFalse), all("true", "false"))
    );
    let (faults, outcome, _) = judge((Check::Unsat, ""), (Check::Sat, yes));
    assert_eq!(faults, [(Kind::RefutationUnsoundness, 0)]);
    // Not all of the script is proven.
    assert_eq!(outcome, Some(Outcome::SatOpen));
}

#[test]
fn a_recursive_definition_proves_nothing_against_others() {
    let script = "(define-fun-rec f ((x Int)) Int (ite (= x 0) 0 (+ 1 (f x))))\
                  (assert (= (f 0) 0))(check-sat)";
    let sat = answer(Verdict::Sat, "()");
    let unsat = answer(Verdict::Unsat, "");
    assert_eq!(faults(script, "mine", &[sat, unsat]), [(Kind::Disagreement, vec![0, 1])]);
}

#[test]
fn a_solver_that_doubts_itself_is_checked() {
    let doubt = |model: &str| answer(Verdict::InvalidModel(String::new()), model);
    let judge = |formula: &str, model: &str| faults(formula, "mine", &[doubt(model)]);
    assert_eq!(judge(SQUARE, "((define-fun a () Int 2))"), [(Kind::Crash, vec![0])]);
    assert_eq!(judge(SQUARE, "((define-fun a () Int 3))"), [(Kind::InvalidModel, vec![0])]);
    assert_eq!(judge(SQUARE, ""), [(Kind::InvalidModel, vec![0])]);
    assert_eq!(judge(DIVISION, "((define-fun a () Int 2))"), []);
}
