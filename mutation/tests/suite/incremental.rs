//! Seeds into scripts of several checks.

use mutation::{Decision, Ground, Incremental, IncrementalScript, Seed};
use smtlib::{Budget, Dialect, Limits, Script, Statement, Truth, search};

use crate::support::{seed, seeds_of_theories};

fn scripts(seed: &Seed, count: u64) -> Vec<IncrementalScript> {
    let recipe = Incremental::default();
    (0..count).filter_map(|number| recipe.script(seed, number)).collect()
}

/// Reads the text again and judges each check by its own known answer; returns how many are `sat`
/// and `unsat`.
fn check(made: &IncrementalScript) -> (usize, usize) {
    let text = made.text();
    let mut script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let queries = script.queries();
    assert_eq!(queries.len(), made.checks());
    let (mut sat, mut unsat) = (0, 0);
    for (number, query) in queries.iter().enumerate() {
        let known = made.known().at(number).unwrap();
        match (known.answer(), known.ground()) {
            (Decision::Sat, Ground::Witness(model)) => {
                let statement = Statement { model, values: &[], dialect: Dialect::Standard };
                let judged = script.judge_query(query, statement, Limits::default()).unwrap();
                assert!(judged.basis.is_standard());
                assert_eq!(judged.truth, Truth::True, "check {number}\n{text}\n{model}");
                sat += 1;
            }
            (Decision::Unsat, Ground::Derived { .. }) => {
                let budget = Budget { evaluations: 200, ..Budget::default() };
                let found = search(&script.terms, query, &budget);
                assert_ne!(found.name(), "sat", "check {number}\n{text}");
                unsat += 1;
            }
            other => panic!("{other:?}\n{text}"),
        }
    }
    (sat, unsat)
}

#[test]
fn every_check_has_its_answer() {
    let (mut sat, mut unsat, mut commands) = (0, 0, String::new());
    for seed in seeds_of_theories(15, 131) {
        for made in scripts(&seed, 10) {
            let (with_model, without) = check(&made);
            sat += with_model;
            unsat += without;
            commands.push_str(made.text());
        }
    }
    assert!(sat > 1_500 && unsat > 200, "{sat} sat, {unsat} unsat");
    for command in [
        "(push 2)",
        "(pop 3)",
        "(reset-assertions)",
        "(check-sat)",
        "(check-sat-assuming (p!0 (not p!1)))",
        "(declare-const p!0 Bool)",
        "(declare-const p!0 Int)",
        "(set-option :global-declarations true)",
    ] {
        assert!(commands.contains(command), "{command} is never made");
    }
}

#[test]
fn an_unsat_seed_stands_in_some_checks() {
    let seed = seed(
        "(declare-const p Bool)(declare-const q Bool)(assert (xor p q))(assert (= p q))(check-sat)",
    );
    let scripts = scripts(&seed, 60);
    let cores = scripts.iter().flat_map(|made| {
        (0..made.checks()).filter(|&check| {
            made.known().at(check).unwrap().to_string().contains("recombine core of a test")
        })
    });
    assert!(cores.count() > 10);
    for made in &scripts {
        let script = Script::parse(made.text()).unwrap();
        for (number, query) in script.queries().iter().enumerate() {
            // A few Booleans: the search decides every check.
            let found = search(&script.terms, query, &Budget::default());
            let known = made.known().at(number).unwrap().answer().to_string();
            assert_eq!(found.name(), known, "check {number}\n{}", made.text());
        }
    }
}

#[test]
fn a_number_is_a_script() {
    let seed = seed("(declare-const a Int)(assert (> (* a a) 10))(assert (< a 7))(check-sat)");
    let recipe = Incremental { checks: 8..=8, ..Incremental::default() };
    for number in 0..20 {
        let made = recipe.script(&seed, number).unwrap();
        assert_eq!(made.checks(), 8);
        assert_eq!(recipe.script(&seed.clone(), number), Some(made));
    }
}
