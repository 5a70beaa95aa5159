//! Places in terms: what stands there, what replaces it, and what a change there does to the whole.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::HashMap;

use proptest::prelude::*;
use rustc_hash::FxHashMap;
use smtlib::{Evaluator, Fun, Model, Op, Polarity, Position, Script, Sort, Term, Value};

const NAMES: [&str; 3] = ["a", "b", "c"];

/// The text of a formula over three Bools, chosen by numbers.
fn formula() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(&NAMES[..]).prop_map(str::to_owned),
        any::<bool>().prop_map(|value| value.to_string()),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let operator = prop::sample::select(vec!["and", "or", "=>", "xor", "=", "distinct"]);
        prop_oneof![
            inner.clone().prop_map(|a| format!("(not {a})")),
            (operator, inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| format!("({op} {a} {b})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("(ite {a} {b} {c})")),
            inner.clone().prop_map(|a| format!("(! {a} :note)")),
            (inner.clone(), inner)
                .prop_map(|(a, b)| format!("(exists ((x Bool)) (or (and x {a}) {b}))")),
        ]
    })
}

fn read(formula: &str) -> (Script, Term) {
    let declared = "(declare-const a Bool) (declare-const b Bool) (declare-const c Bool)";
    let script = Script::parse(&format!("{declared}(assert {formula})")).unwrap();
    let term = script.queries()[0].assertions[0];
    (script, term)
}

/// The value under each of the eight assignments.
fn table(script: &Script, term: Term) -> Vec<bool> {
    let funs: Vec<Fun> = script.terms.functions().map(|(fun, _)| fun).collect();
    let mut evaluator = Evaluator::new(&script.terms);
    (0..8)
        .map(|bits: u32| {
            let mut model = Model::default();
            for (place, &fun) in funs.iter().enumerate() {
                model.set_value(fun, Value::Bool(bits >> place & 1 == 1));
            }
            evaluator.eval(&model, term).unwrap().as_bool().unwrap()
        })
        .collect()
}

proptest! {
    #[test]
    fn what_replaces_a_subterm_stands_there(text in formula()) {
        let (mut script, root) = read(&text);
        let places: Vec<(Position, Term)> = script.terms.positions(root).collect();
        prop_assert_eq!(script.terms.at(root, &Position::root()), Some(root));
        for (position, term) in places {
            prop_assert_eq!(script.terms.at(root, &position), Some(term));
            prop_assert_eq!(script.terms.replace_at(root, &position, term), Ok(root));
            let other = script.terms.bool(true);
            let replaced = script.terms.replace_at(root, &position, other).unwrap();
            prop_assert_eq!(script.terms.at(replaced, &position), Some(other));
        }
        let nowhere = Position(vec![9]);
        prop_assert_eq!(script.terms.at(root, &nowhere), None);
        let other = script.terms.bool(true);
        prop_assert!(script.terms.replace_at(root, &nowhere, other).is_err());
    }

    /// A formula under a weaker subterm at a positive place is weaker, at a negative one stronger.
    #[test]
    fn polarity_says_what_a_weaker_subterm_does(text in formula()) {
        let (mut script, root) = read(&text);
        let before = table(&script, root);
        for (position, _) in script.terms.positions(root).collect::<Vec<_>>() {
            for weaker in [true, false] {
                let constant = script.terms.bool(weaker);
                let changed = script.terms.replace_at(root, &position, constant).unwrap();
                let after = table(&script, changed);
                // `true` is weaker than whatever stood there, `false` stronger.
                let grows = match script.terms.polarity(root, &position).unwrap() {
                    Polarity::Positive => weaker,
                    Polarity::Negative => !weaker,
                    Polarity::Mixed => continue,
                };
                for (&before, &after) in before.iter().zip(&after) {
                    let (low, high) = if grows { (before, after) } else { (after, before) };
                    prop_assert!(low <= high);
                }
            }
        }
    }

    /// Replacing a constant by a value is evaluating with that value.
    #[test]
    fn substitution_agrees_with_evaluation(text in formula(), value in any::<bool>()) {
        let (mut script, root) = read(&text);
        let a = script.terms.functions().next().unwrap().0;
        let constant = script.terms.call(a, &[][..], None).unwrap();
        let to = script.terms.bool(value);
        let map: FxHashMap<Term, Term> = [(constant, to)].into_iter().collect();
        let replaced = script.terms.substitute(root, &map).unwrap();
        let (before, after) = (table(&script, root), table(&script, replaced));
        for bits in 0..8 {
            prop_assert_eq!(after[bits], before[bits & !1 | usize::from(value)]);
        }
    }
}

#[test]
fn a_substitution_that_would_bind_a_variable_is_refused() {
    let (mut script, root) = read("(and a (exists ((x Bool)) (= x b)))");
    let x = script.terms.get_local("x", Sort::BOOL);
    let x = script.terms.variable(x);
    let funs: HashMap<String, Fun> =
        script.terms.functions().map(|(fun, function)| (function.name.to_string(), fun)).collect();
    for (name, fits) in [("a", true), ("b", false)] {
        let constant = script.terms.call(funs[name], &[][..], None).unwrap();
        let map: FxHashMap<Term, Term> = [(constant, x)].into_iter().collect();
        assert_eq!(script.terms.substitute(root, &map).is_ok(), fits, "{name}");
    }
    assert_eq!(script.terms.free_locals(root), []);
    let Some(body) = script.terms.at(root, &Position(vec![1, 0])) else { panic!("the body") };
    assert_eq!(script.terms.free_locals(body).len(), 1);
}

#[test]
fn sorts_are_checked_where_something_is_replaced() {
    let (mut script, root) = read("(and a b)");
    let place = Position(vec![0]);
    let bits = script.terms.op(Op::StrLen, &[][..]);
    assert_eq!(bits.unwrap_err().to_string(), "`str.len` takes 1 argument, not 0");
    let not = script.terms.op(Op::ReAll, &[][..]).unwrap();
    let error = script.terms.replace_at(root, &place, not).unwrap_err();
    assert_eq!(error.to_string(), "a term of sort RegLan cannot stand where Bool is wanted");
    assert_eq!(place.child(2).to_string(), "0.2");
    assert_eq!(Position::root().to_string(), ".");
}
