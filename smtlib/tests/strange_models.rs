//! Texts that are no models are refused where they are wrong; elements that may not exist prove
//! nothing.

use smtlib::{Dialect, Limits, Model, Script, Truth};

fn parse(script: &str, text: &str) -> Result<(), String> {
    let mut script = Script::parse(script).expect("a script");
    Model::parse(&mut script, text, Dialect::Standard).map(drop).map_err(|error| error.to_string())
}

/// What the only assertion is, `None` if open.
fn truth(script: &str, text: &str) -> Option<bool> {
    let mut script = Script::parse(script).expect("a script");
    let judgement = script
        .judge(text, Dialect::Standard, Limits::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    match judgement.truth {
        Truth::True => Some(true),
        Truth::False(_) | Truth::Contradicted(_) => Some(false),
        Truth::Open(..) => None,
    }
}

#[test]
fn what_is_no_model_is_refused() {
    let script = "(declare-const a Int) (declare-const r Real) (declare-fun f (Int) Int) \
                  (declare-const b (Array Int Int)) (assert true)";
    let check = |text: &str, expected: &str| {
        let found = parse(script, text).expect_err(text);
        assert!(found.starts_with(expected), "{text}\n{found}");
    };
    check("(", "1:1: ");
    check("(\n (define-fun a () Int))", "2:2: a definition is");
    check("((define-fun a () Int 1.5))", "1:23: this is of sort Real, not Int");
    check("((define-fun a () Int k!0))", "1:23: there is no `k!0` here");
    check("((define-fun f ((x Bool)) Int 0))", "1:16: `f` takes other arguments");
    check("((define-fun a ((x Int)) Int 0))", "1:16: `a` takes other arguments");
    check("(error \"no\nmodel\")", "1:1: the solver says");
    check("((a 1 2))", "1:2: this is no part of a model");
    check("(= b @fun_1)", "1:6: the model does not say what this is");
    check("(= f @fun_1)", "1:6: the model does not say what this is");
    check("(= b @fun_1) (function @fun_1 (nonsense))", "1:31: this is no row");
    check("(= b @fun_1) (function @fun_1 (type (Array Int Int)) (= (@fun_1 1) 2))", "1:6: ");
    check("(= r 1.414214)", "1:6: 1.414214 is only an approximation");
    check("(= r -1.5)", "1:6: -1.5 is only an approximation");
    check("((r (_ real_algebraic_number <1*x^2 + (-2), (3, 4)>)))", "1:30: this root");
    check("((r (_ real_algebraic_number <nonsense>)))", "1:30: a polynomial");
    check("((r (_ real_algebraic_number <1*x", "1:30: ");
    check("((define-fun b () (Array Int Int) (_ as-array k!9)))", "1:47: a function of the model");
}

#[test]
fn deep_texts_do_not_overflow() {
    let deep = format!("((define-fun a () Int {}1{}))", "(- ".repeat(100_000), ")".repeat(100_000));
    let script = "(declare-const a Int) (assert (= a 1))";
    assert_eq!(truth(script, &deep), Some(true));
}

#[test]
fn elements_that_may_not_exist_prove_nothing() {
    let one = "(declare-sort T 0) (declare-const c T) (assert (forall ((x T)) (= x c)))";
    assert_eq!(truth(one, "((define-fun c () T (as @T_0 T)))"), None);
    let listed = "(\n; cardinality of T is 1\n; rep: (as @T_0 T)\n(define-fun c () T (as @T_0 T)))";
    assert_eq!(truth(one, listed), Some(true));
    let other = "(declare-sort T 0) (declare-const c T) (assert (exists ((x T)) (distinct x c)))";
    assert_eq!(truth(other, "((define-fun c () T (as @T_0 T)))"), None);
    assert_eq!(truth(other, listed), Some(false));
    // Another element that the model names is there, whether it lists them or not.
    let two = "((define-fun c () T (as @a T)) (define-fun d () T (as @b T)))";
    let script = "(declare-sort T 0) (declare-const c T) (declare-const d T) ";
    let check = |assertion: &str, expected| {
        assert_eq!(truth(&format!("{script}(assert {assertion})"), two), expected, "{assertion}");
    };
    check("(exists ((x T)) (distinct x c))", Some(true));
    check("(forall ((x T)) (= x c))", Some(false));
    check("(forall ((x T)) (or (= x c) (= x d)))", None);
}

#[test]
fn arrays_over_unknown_sorts_may_be_equal() {
    // With one index only, both arrays are the same.
    let script = "(declare-sort T 0) (declare-const c T) (declare-const i Int) (assert (distinct \
                  (store ((as const (Array T Int)) 0) c i) (store ((as const (Array T Int)) 1) c i)))";
    assert_eq!(truth(script, "((define-fun c () T (as @a T)) (define-fun i () Int 2))"), None);
    // The same for an index sort that is made of a declared one.
    let script = "(declare-sort T 0) (declare-datatypes ((P 0)) (((p (q T))))) (declare-const c T) \
                  (assert (distinct (store ((as const (Array P Int)) 0) (p c) 2) \
                  (store ((as const (Array P Int)) 1) (p c) 2)))";
    assert_eq!(truth(script, "((define-fun c () T (as @a T)))"), None);
}

#[test]
fn choices_are_for_one_division_of_many() {
    let script = "(declare-const z Int) (assert (= (div 7 z 2) 5))";
    let check = |script: &str, text: &str, expected| assert_eq!(truth(script, text), expected);
    check(script, "((define-fun z () Int 0) (define-fun div0 ((x Int)) Int 11))", Some(true));
    check(
        script,
        "((define-fun z () Int 0) (define-fun div0 ((x Int) (y Int)) Int 5))",
        Some(false),
    );
    check(script, "((define-fun z () Int 0))", None);
    let script = "(declare-const z Real) (assert (= (/ 8.0 2.0 z 3.0) 2.0))";
    let choice = "((define-fun z () Real 0.0) (define-fun /0 ((x Real) (y Real)) Real \
                  (ite (= x 4.0) 6.0 1.0)))";
    check(script, choice, Some(true));
    // A choice for another format says nothing.
    let script = "(assert (= (fp.min (_ +zero 5 11) (_ -zero 5 11)) (_ +zero 5 11)))";
    let other = "((define-fun fp.min_unspecified ((x Float32) (y Float32)) Float32 x))";
    let same = "((define-fun fp.min_unspecified ((x Float16) (y Float16)) Float16 x))";
    check(script, other, None);
    check(script, same, Some(true));
}

#[test]
fn arrays_by_functions() {
    let script = "(declare-const a (Array Int Int)) (declare-fun g (Int) Int) \
                  (assert (= a (store ((as const (Array Int Int)) 0) 3 4)))";
    let check = |text: &str, expected| assert_eq!(truth(script, text), expected, "{text}");
    check(
        "((define-fun a () (Array Int Int) (_ as-array k!0)) \
            (define-fun k!0 ((x!0 Int)) Int (f!2 (k!1 x!0))) \
            (define-fun f!2 ((x!0 Int)) Int (ite (= x!0 7) 4 0)) \
            (define-fun k!1 ((x!0 Int)) Int (ite (= x!0 3) 7 1)))",
        Some(true),
    );
    check(
        "((define-fun a () (Array Int Int) (_ as-array g)) \
            (define-fun g ((x!0 Int)) Int (ite (= x!0 3) 4 0)))",
        Some(true),
    );
    check(
        "((define-fun a () (Array Int Int) (_ as-array g)) \
            (define-fun g ((x!0 Int)) Int (ite (= x!0 3) 4 1)))",
        Some(false),
    );
    check("((define-fun a ((x!0 Int)) Int (ite (= 3 x!0) 4 0)))", Some(true));
    check("((define-fun a () (Array Int Int) (lambda ((x Int)) (ite (< x 3) 4 0))))", None);
    // Two parameters that are compared with each other are more than a comparison.
    check(
        "((define-fun a () (Array Int Int) (lambda ((x Int)) (h x 3))) \
            (define-fun h ((x Int) (y Int)) Int (ite (= x y) 4 0)))",
        None,
    );
}
