//! A real z3: sessions of every mode say what fresh processes say.
//!
//! Uses the ordinary cache, so that only a machine's first run downloads it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::num::NonZeroUsize;
use std::time::Duration;

use solvers::{
    Check, Family, Input, InstallError, Installer, Limits, Mode, PINNED_Z3, Pool, Renewal, Session,
    Solver, Verdict, Want, cache_dir,
};

/// The pinned z3; `None` if downloads are switched off and it is not there.
fn z3() -> Option<Solver> {
    match Installer::new(cache_dir().unwrap()).z3(&PINNED_Z3) {
        Ok(program) => Some(Solver::of_program(&program)),
        Err(InstallError::Offline { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

fn limits() -> Limits {
    Limits::of_time(Duration::from_secs(10))
}

/// Scripts that get in each other's way if anything is left of one, with what
/// is to be said of each.
const SCRIPTS: [(&str, &str); 17] = [
    ("(declare-const a Bool)(assert a)(check-sat)", "sat"),
    ("(declare-const a Bool)(assert a)(assert (not a))(check-sat)", "unsat"),
    ("(declare-const a Int)(assert (> a 3))(check-sat)(exit)(check-sat)", "sat"),
    ("(declare-const a String)(assert (= a \"x)(\"))(check-sat) ; a comment", "sat"),
    ("(declare-fun a (Int) Int)(assert (distinct (a 1) (a 1)))(check-sat)", "unsat"),
    ("(set-logic QF_LIA)(declare-const b Int)(assert (< b b))(check-sat)", "unsat"),
    ("(set-logic QF_LRA)(declare-const b Real)(assert (< b 0.5))(check-sat)", "sat"),
    ("(set-option :produce-models true)(declare-const b Real)(check-sat)(get-model)", "sat"),
    ("(declare-const a Bool)(assert false)(check-sat)(get-model)", "unsat"),
    ("(assert undeclared)(check-sat)", "rejected"),
    ("(declare-const a Bool)(check-sat)(assert (and a (not a)))(check-sat)", "unsat"),
    ("(declare-const a Int)(push 1)(assert (> a a))(check-sat)(pop 1)(check-sat)", "sat"),
    ("(set-option :print-success true)(declare-const a Bool)(assert a)(check-sat)", "sat"),
    ("(set-option :smt.random_seed 7)(declare-const a Bool)(check-sat)", "sat"),
    ("(declare-datatypes ((a 0)) (((b) (c))))(declare-const d a)(check-sat)", "sat"),
    ("(declare-const a Bool", "rejected"),
    ("(declare-const a Bool)", "flawed"),
];

#[test]
fn fresh_processes_and_sessions_agree() {
    let Some(z3) = z3() else { return };
    for (script, expected) in SCRIPTS {
        for input in [Input::Stdin, Input::File] {
            let answer = z3.clone().with_input(input).solve(script, &limits()).unwrap();
            assert_eq!(answer.verdict.kind(), expected, "{script} by {input:?}: {answer:?}");
        }
    }
    for mode in [Mode::Reset, Mode::ResetAssertions, Mode::PushPop, Mode::DefaultTactic] {
        let mut session = Session::new(z3.clone(), limits()).with_mode(mode);
        // Every script comes after every other at some distance.
        for step in [1, 2, 5] {
            for turn in 0..SCRIPTS.len() {
                let (script, expected) = SCRIPTS[turn * step % SCRIPTS.len()];
                let answer = session.solve(script).unwrap();
                let said = (answer.verdict.kind(), mode);
                assert_eq!(said, (expected, mode), "{script}: {answer:?}");
            }
        }
    }
}

/// Other solvers, as far as this machine has them: what they say of a script
/// does not depend on what they were asked before.
#[test]
fn solvers_in_path_agree_with_themselves() {
    for family in Family::all() {
        let Some(path) = Solver::in_path(family) else { continue };
        let solver = Solver::new(vec![path.into()]).with_family(family);
        let mut session = Session::new(solver.clone(), limits());
        for (script, _) in SCRIPTS {
            let fresh = solver.solve(script, &limits()).unwrap().verdict;
            let answer = session.solve(script).unwrap();
            assert_eq!(answer.verdict.kind(), fresh.kind(), "{family}, {script}: {answer:?}");
        }
    }
}

#[test]
fn models_are_given_for_sat_and_nothing_else() {
    let Some(z3) = z3() else { return };
    let mut session = Session::new(z3.clone(), limits()).with_want(Want::Model);
    for _ in 0..2 {
        let sat = "(declare-const a Int)\n(assert (= a 42))\n(check-sat)\n(exit)";
        let fresh = z3.solve_for(sat, &limits(), Want::Model).unwrap();
        for answer in
            [session.solve(sat).unwrap(), fresh, z3.confirm(sat, &limits(), Want::Model).unwrap()]
        {
            assert_eq!(answer.verdict, Verdict::Sat);
            assert!(answer.model.as_ref().unwrap().contains("42"), "{answer:?}");
        }
        let unsat = "(assert false)\n(check-sat)";
        for answer in
            [session.solve(unsat).unwrap(), z3.solve_for(unsat, &limits(), Want::Model).unwrap()]
        {
            assert_eq!((answer.verdict, answer.model), (Verdict::Unsat, None));
        }
    }
}

/// Pigeons that do not fit: nothing for small times and memories.
fn pigeons(number: usize) -> String {
    let name = |pigeon, hole| format!("p{pigeon}_{hole}");
    let mut script = Vec::new();
    for pigeon in 0..=number {
        let holes: Vec<String> = (0..number).map(|hole| name(pigeon, hole)).collect();
        for hole in &holes {
            script.push(format!("(declare-const {hole} Bool)"));
        }
        script.push(format!("(assert (or {}))", holes.join(" ")));
    }
    for hole in 0..number {
        for one in 0..=number {
            for other in 0..one {
                let (one, other) = (name(one, hole), name(other, hole));
                script.push(format!("(assert (not (and {one} {other})))"));
            }
        }
    }
    script.join("\n") + "(check-sat)"
}

#[test]
fn limits_hold_and_the_next_script_does_not_notice() {
    let Some(z3) = z3() else { return };
    let limits = Limits::of_time(Duration::from_millis(700));
    let mut session = Session::new(z3.clone(), limits);
    let hard = pigeons(14);
    for answer in [session.solve(&hard).unwrap(), z3.solve(&hard, &limits).unwrap()] {
        assert_eq!(answer.verdict, Verdict::Timeout);
        // On a busy machine the end of a process takes a while; by itself it would take for ever.
        assert!(answer.time < Duration::from_secs(20), "{:?}", answer.time);
    }
    let easy = session.solve(SCRIPTS[1].0).unwrap();
    assert_eq!((easy.verdict, easy.in_session), (Verdict::Unsat, None));

    let small = Limits { memory: Some(30_000_000), ..Limits::of_time(Duration::from_secs(20)) };
    let answer = z3.solve(&pigeons(60), &small).unwrap();
    assert_eq!(answer.verdict, Verdict::OutOfMemory, "{answer:?}");
}

#[test]
fn z3_s_own_limits_are_told_apart() {
    let Some(z3) = z3() else { return };
    let hard = pigeons(14);
    let soft = z3.clone().with_options(["-t:300"]);
    let kind = soft.solve(&hard, &limits()).unwrap().verdict.kind();
    assert!(matches!(kind, "unknown" | "timeout"), "{kind}");
    let mut session = Session::new(soft, limits());
    let answer = session.solve(&hard).unwrap();
    assert_eq!(
        (answer.verdict, answer.status),
        (Verdict::Timeout, None),
        "the reason is asked for"
    );
    let hard_limit = z3.clone().with_options(["-T:1"]);
    assert_eq!(hard_limit.solve(&hard, &limits()).unwrap().verdict, Verdict::Timeout);
    let out = z3.with_options(["-memory:20"]);
    assert_eq!(out.solve(&pigeons(60), &limits()).unwrap().verdict, Verdict::OutOfMemory);
}

#[test]
fn a_pool_answers_in_order() {
    let Some(z3) = z3() else { return };
    let renewal = Renewal { scripts: 7, ..Renewal::default() };
    let make = || Session::new(z3.clone(), limits()).with_renewal(renewal);
    let pool = Pool::new(NonZeroUsize::new(3).unwrap(), make);
    let script = |number: usize| {
        let bound = if number.is_multiple_of(3) { "a" } else { "5" };
        format!(
            "(declare-const a Int)(assert (< a {bound}))(assert (= {number} {number}))(check-sat)"
        )
    };
    // The source has no end, so nothing may ask for all of it.
    let answers: Vec<_> = pool.solve_all((0..).map(script)).take(100).collect();
    for (number, (asked, answer)) in answers.into_iter().enumerate() {
        assert_eq!(asked, script(number));
        let expected = if number.is_multiple_of(3) { Check::Unsat } else { Check::Sat };
        assert_eq!(answer.unwrap().checks, [expected], "{asked}");
    }
}

#[test]
fn a_pool_that_is_dropped_does_not_finish_what_it_began() {
    let Some(z3) = z3() else { return };
    let limits = Limits::of_time(Duration::from_millis(500));
    let pool = Pool::new(NonZeroUsize::MIN, || Session::new(z3.clone(), limits));
    let start = std::time::Instant::now();
    // Sixteen are sent ahead, and each would take its whole time.
    let first = pool.solve_all(std::iter::repeat(pigeons(14))).next().unwrap();
    assert_eq!(first.1.unwrap().verdict, Verdict::Timeout);
    drop(pool);
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}
