//! The worth of an answer, by answers that nobody gave: what is proven, what is only said.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::time::Duration;

use campaign::{Judge, Manner, Outcome, PerSeat, Reply, Setting};
use solvers::{Answer, Check, Checked, Limits, Solver, Verdict};

const NEVER: &str = "(declare-const a Bool)(assert (and a (not a)))(check-sat)";
const ROOT: &str = "(declare-const a Int)(assert (= (* a a) 2))(check-sat)";
const SQUARE: &str = "(declare-const a Int)(assert (= (* a a) 4))(check-sat)";
const TANGENT: &str = "(declare-const a Real)(assert (= 0.0 (tan a)))(check-sat)";
const NO_TANGENT: &str =
    "(declare-const a Bool)(assert (and a (not a) (= 0.0 (tan 1.0))))(check-sat)";

fn answer(verdict: Verdict, model: Option<&str>) -> Answer {
    let check = match verdict {
        Verdict::Sat => Check::Sat,
        Verdict::Unsat => Check::Unsat,
        _ => Check::Unknown,
    };
    let model = model.map(str::to_owned);
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

/// Checks what each answer is worth, one answer for each line of a solver.
fn check(formula: &str, said: &[(&str, Answer)], expected: &[Outcome]) {
    let setting = |(line, _): &(&str, Answer)| {
        let solver = Solver::parse(line).unwrap();
        Setting::new(solver, Limits::default(), Manner::Fresh).unwrap()
    };
    let settings: PerSeat<Setting> = said.iter().map(setting).collect();
    let reply =
        |(_, answer): &(&str, Answer)| Some(Reply::alone(answer.clone(), Limits::default().wall));
    let judgement = Judge::default().judge(formula, &settings, &said.iter().map(reply).collect());
    let found: Vec<Outcome> = judgement.outcomes.into_iter().flatten().collect();
    assert_eq!(found, expected, "{formula}");
}

#[test]
fn an_unsat_is_proven_where_the_search_tried_everything() {
    use Outcome::{Timeout, Unsat, UnsatProven};
    let unsat = || answer(Verdict::Unsat, None);
    let late = || answer(Verdict::Timeout, None);
    check(NEVER, &[("z3", unsat()), ("cvc5", late())], &[UnsatProven, Timeout]);
    check(NEVER, &[("z3", unsat()), ("cvc5", unsat())], &[UnsatProven, UnsatProven]);
    // There is no end of integers to try.
    check(ROOT, &[("z3", unsat()), ("cvc5", late())], &[Unsat, Timeout]);
    // The standard does not say what this means.
    check(NO_TANGENT, &[("z3", unsat())], &[Unsat]);
    // Nobody said it: there is nowhere to keep it.
    check(NEVER, &[("z3", late())], &[Timeout]);
}

#[test]
fn a_sat_is_proven_by_the_standard_alone() {
    let two = || answer(Verdict::Sat, Some("((define-fun a () Int 2))"));
    check(SQUARE, &[("z3", two())], &[Outcome::SatTrue]);
    let zero = || answer(Verdict::Sat, Some("((define-fun a () Real 0.0))"));
    check(TANGENT, &[("z3", zero())], &[Outcome::SatChosen]);
}
