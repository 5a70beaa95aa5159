//! A real z3: sessions of every mode say what fresh processes say.
//!
//! Uses the ordinary cache, so that only a machine's first run downloads it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::num::NonZeroUsize;
use std::time::Duration;

use solvers::{
    Answer, Check, Input, InstallError, Installer, Limits, Mode, ModelQuestion, PINNED_Z3, Renewal,
    Session, SessionPool, Solver, Verdict, Want, cache_dir,
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

/// Other output of a script is not taken for the model.
#[test]
fn a_model_is_the_whole_model() {
    let Some(z3) = z3() else { return };
    let start = "(declare-const a Int)(declare-const b Int)(assert (< a b 7))(check-sat)";
    let mut session = Session::new(z3.clone(), limits()).with_want(Want::Model);
    for asked in ["(get-value (a))", "(get-value (a))(get-model)", "(get-user-tactics)"] {
        let script = format!("{start}{asked}");
        let fresh = z3.solve_for(&script, &limits(), Want::Model).unwrap();
        let session = session.solve(&script).unwrap();
        for answer in [fresh, session] {
            let model = answer.model().unwrap_or_default();
            assert!(model.contains("define-fun a") && model.contains("define-fun b"), "{answer:?}");
        }
    }
}

/// Scripts with words that z3 does not know, and how many of these it must not get.
const FOREIGN: [(&str, &str, usize); 8] = [
    ("(set-option :incremental true)(declare-const a Bool)(assert a)(check-sat)", "sat", 1),
    (
        "(set-option :fmf-bound true)\n(set-option :nl-ext full)(assert false)(check-sat)",
        "unsat",
        2,
    ),
    ("(set-option :bv-solver \"prop\")(check-sat)(get-difficulty)", "sat", 2),
    ("(declare-pool p Int ())(assert true)(get-learned-literals)(check-sat)", "sat", 2),
    ("(declare-const a Bool)(check-sat)(block-model :values)", "sat", 1),
    // What z3 knows, and what nobody does.
    ("(set-option :smt.arith.solver 2)(check-sat-using (then simplify smt))", "sat", 0),
    ("(set-option :pp.decimal true)(declare-const a Int)(simplify (+ a 1))(check-sat)", "sat", 0),
    ("(set-option :nobody-knows-this true)(check-sat)", "rejected", 0),
];

#[test]
fn what_only_others_know_is_left_out_and_told() {
    let Some(z3) = z3() else { return };
    let mut session = Session::new(z3.clone(), limits()).with_want(Want::Model);
    for (script, expected, foreign) in FOREIGN.iter().chain(&FOREIGN) {
        let fresh = z3.solve_for(script, &limits(), Want::Model).unwrap();
        let session = session.solve(script).unwrap();
        for answer in [fresh, session] {
            assert_eq!(answer.verdict.kind(), *expected, "{script}: {answer:?}");
            assert_eq!(answer.adapted.len(), *foreign, "{script}: {answer:?}");
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
        for answer in [
            session.solve(sat).unwrap(),
            fresh,
            z3.confirm(sat, &limits(), &mut |_| Vec::new()).unwrap(),
        ] {
            assert_eq!(answer.verdict, Verdict::Sat);
            assert!(answer.model().unwrap().contains("42"), "{answer:?}");
        }
        let unsat = "(assert false)\n(check-sat)";
        for answer in
            [session.solve(unsat).unwrap(), z3.solve_for(unsat, &limits(), Want::Model).unwrap()]
        {
            assert_eq!((answer.verdict.clone(), answer.model()), (Verdict::Unsat, None));
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
    let pool = SessionPool::new(NonZeroUsize::new(3).unwrap(), make);
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
        let checks: Vec<Check> = answer.unwrap().checks.iter().map(|it| it.check).collect();
        assert_eq!(checks, [expected], "{asked}");
    }
}

#[test]
fn a_pool_that_is_dropped_does_not_finish_what_it_began() {
    let Some(z3) = z3() else { return };
    let limits = Limits::of_time(Duration::from_millis(500));
    let pool = SessionPool::new(NonZeroUsize::MIN, || Session::new(z3.clone(), limits));
    let start = std::time::Instant::now();
    // Sixteen are sent ahead, and each would take its whole time.
    let first = pool.solve_all(std::iter::repeat(pigeons(14))).next().unwrap();
    assert_eq!(first.1.unwrap().verdict, Verdict::Timeout);
    drop(pool);
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

/// Asks for the values of terms, once.
fn asking(command: &'static str) -> impl FnMut(&Answer) -> Vec<ModelQuestion> {
    let mut is_asked = false;
    move |answer| {
        let check = answer.checks.len() - 1;
        let question = ModelQuestion { check, command: command.to_owned() };
        if std::mem::replace(&mut is_asked, true) { Vec::new() } else { vec![question] }
    }
}

#[test]
fn what_a_model_leaves_open_is_asked_in_the_same_process() {
    let Some(z3) = z3() else { return };
    let script = "(declare-const a Int)(assert (= (div a 0) 7))(check-sat)";
    let question = "(get-value ((div a 0)))";
    let mut session = Session::new(z3.clone(), limits()).with_want(Want::Model);
    for _ in 0..2 {
        for answer in [
            session.solve_asking(script, &mut asking(question)).unwrap(),
            z3.solve_asking(script, &limits(), &mut asking(question)).unwrap(),
            z3.confirm(script, &limits(), &mut asking(question)).unwrap(),
        ] {
            let [checked] = &answer.checks[..] else { panic!("{answer:?}") };
            let [exchange] = &checked.values[..] else { panic!("{answer:?}") };
            assert_eq!(exchange.question, question);
            assert_eq!(exchange.reply.trim(), "(((div a 0) 7))");
        }
        // What is no term is refused, and the answer stays what it was.
        let wrong = "(get-value ((div b 0)))";
        for answer in [
            session.solve_asking(script, &mut asking(wrong)).unwrap(),
            z3.solve_asking(script, &limits(), &mut asking(wrong)).unwrap(),
        ] {
            assert_eq!(answer.verdict, Verdict::Sat);
            assert!(answer.model().is_some());
        }
    }
}

#[test]
fn every_check_has_its_own_model() {
    let Some(z3) = z3() else { return };
    let script = "(push 1)(declare-const w Int)(assert (= w 6))(check-sat)(pop 1)\
                  (assert false)(check-sat)(reset)(declare-const w Bool)(assert w)(check-sat)";
    let mut session = Session::new(z3.clone(), limits()).with_want(Want::Model);
    for answer in [
        session.solve(script).unwrap(),
        z3.solve_asking(script, &limits(), &mut |_| Vec::new()).unwrap(),
    ] {
        let [first, second, third] = &answer.checks[..] else { panic!("{answer:?}") };
        assert!(first.model.as_ref().unwrap().contains('6'), "{answer:?}");
        assert_eq!((second.check, &second.model), (Check::Unsat, &None));
        assert!(third.model.as_ref().unwrap().contains("true"), "{answer:?}");
    }
}

/// A process that is told its limit gives up by itself and takes the next script; on a machine so
/// busy that it cannot, it is stopped, which does not happen every time.
#[test]
fn a_late_answer_leaves_the_process_alive() {
    const HARD: &str = "(declare-const a Int)(declare-const b Int)(declare-const c Int)
        (assert (= (+ (* a a a) (* b b b) (* c c c)) 114))(check-sat)";
    let Some(z3) = z3() else { return };
    let limits = Limits::of_time(Duration::from_millis(200));
    let mut session = Session::new(z3, limits).with_want(Want::Model);
    let survives = |session: &mut Session| {
        let late = session.solve(HARD).unwrap();
        assert_eq!(late.verdict, Verdict::Timeout, "{late:?}");
        let next = session.solve("(declare-const a Int)(assert (> a 3))(check-sat)").unwrap();
        assert_eq!(next.verdict, Verdict::Sat, "{next:?}");
        late.status.is_none()
    };
    assert!((0..5).any(|_| survives(&mut session)), "each late process was stopped");
}
