//! Scripts into seeds.

use mutation::{Decision, Ground, NoSeed, Seed};
use smtlib::{Budget, Dialect, Model, Script};

fn seed(text: &str, check: usize) -> Result<Seed, NoSeed> {
    let script = Script::parse(text).unwrap();
    Seed::by_search("a test", &script, check, &Budget::default())
}

#[test]
fn each_check_is_a_seed_with_its_own_names() {
    let text = "(set-logic QF_LIA)(declare-const a Int)(push 1)(declare-const b Int)
        (assert (> b a))(check-sat)(pop 1)(declare-const b Bool)(assert (and b (not b)))(check-sat)";
    let first = seed(text, 0).unwrap();
    assert_eq!(first.answer(), Decision::Sat);
    assert_eq!(
        first.text(),
        "(set-logic QF_LIA)\n(declare-const a Int)\n(declare-const b Int)\n(assert (> b a))\n(check-sat)\n"
    );
    let second = seed(text, 1).unwrap();
    assert_eq!(second.answer(), Decision::Unsat);
    assert!(matches!(second.ground(), Some(Ground::Exhausted { .. })));
    assert!(second.text().contains("(declare-const b Bool)"), "{}", second.text());
    assert!(!second.text().contains("(declare-const b Int)"), "{}", second.text());
    assert!(matches!(seed(text, 2), Err(NoSeed::NoCheck(2))));
}

#[test]
fn definitions_and_annotations_are_put_in_their_place() {
    let text = "(declare-const a Int)(define-fun f ((x Int)) Bool (and (> x 0) (< x 9)))
        (define-fun g ((x Int)) Bool (or (f x) (f (+ x 1))))
        (assert (! (not (g a)) :named top))(check-sat)";
    let seed = seed(text, 0).unwrap();
    let expected = "(declare-const a Int)
(assert (not (or (and (> a 0) (< a 9)) (and (> (+ a 1) 0) (< (+ a 1) 9)))))
(check-sat)
";
    assert_eq!(seed.text(), expected);
}

#[test]
fn recursive_definitions_stay_and_prove_nothing() {
    let text = "(declare-const a Int)(define-fun-rec f ((x Int)) Int (ite (< x 1) 0 (f (- x 1))))
        (assert (= (f a) 0))(check-sat)";
    assert!(matches!(seed(text, 0), Err(NoSeed::NoAnswer { .. })));
    let script = Script::parse(text).unwrap();
    let declared = Seed::declared_unsat("a test", &script, 0, ":status").unwrap();
    assert!(declared.text().contains("(define-fun-rec f"), "{}", declared.text());
}

#[test]
fn a_model_that_is_false_or_chosen_makes_no_seed() {
    let text = "(declare-const a Int)(assert (= (div 7 a) 3))(check-sat)";
    let with = |model: &str| {
        let mut script = Script::parse(text).unwrap();
        let model = Model::parse(&mut script, model, Dialect::Standard).unwrap();
        Seed::with_model("a test", &script, 0, model).map(|seed| seed.answer())
    };
    assert_eq!(with("((define-fun a () Int 2))"), Ok(Decision::Sat));
    assert_eq!(with("((define-fun a () Int 7))"), Err(NoSeed::NotTrue("false")));
    let chosen = "((define-fun a () Int 0) (define-fun div0 ((x Int)) Int 3))";
    assert_eq!(with(chosen), Err(NoSeed::NotTrue("open")));
}
