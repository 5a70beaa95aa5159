//! Texts that are no models are refused where they are wrong; elements that may not exist prove
//! nothing.

use smtlib::{Dialect, Limits, Model, Script, Truth};

fn parse(script: &str, text: &str) -> Result<(), String> {
    let mut script = Script::parse(script).expect("a script");
    Model::parse(&mut script, text, Dialect::Standard).map(drop).map_err(|error| error.to_string())
}

/// Evaluates the only assertion; `None` if open.
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

#[test]
fn constructors_need_no_sort_where_the_definition_tells_it() {
    let script = "(declare-datatypes ((L 1) (E 2)) ((par (X) ((nil) (cons (head X) (tail (L X))))) \
                  (par (X Y) ((left (l X)) (right (r Y)))))) \
                  (declare-const a (L Int)) (declare-const b (L (L Int))) \
                  (declare-const c (E Bool (L Int))) (declare-const d (Array (L Int) (L Bool))) \
                  (declare-fun f ((L Int)) (E Int Int)) \
                  (assert (and (= a (as nil (L Int))) (= b (cons a (as nil (L (L Int))))) \
                  (= c ((as right (E Bool (L Int))) (cons 1 a))) \
                  (= (f a) ((as left (E Int Int)) 5)) (= (f (cons 1 a)) ((as right (E Int Int)) 5)) \
                  (= (select d a) (cons true (as nil (L Bool))))))";
    let check = |text: &str, expected| assert_eq!(truth(script, text), expected, "{text}");
    let rest = "(define-fun c () (E Bool (L Int)) (right (cons 1 nil))) (define-fun d () \
                (Array (L Int) (L Bool)) (store ((as const (Array (L Int) (L Bool))) nil) nil \
                (cons true nil)))";
    let model = |b: &str, f: &str| {
        format!(
            "((define-fun a () (L Int) nil) (define-fun b () (L (L Int)) {b}) \
             (define-fun f ((x (L Int))) (E Int Int) {f}) {rest})"
        )
    };
    check(&model("(cons nil nil)", "(ite (= x nil) (left 5) (right 5))"), Some(true));
    check(&model("(cons nil nil)", "(ite (= nil x) (left 5) (right 5))"), Some(true));
    check(
        &model("(cons nil nil)", "(let ((y 5)) (ite (distinct nil x) (right y) (left y)))"),
        Some(true),
    );
    check(&model("nil", "(ite (= x nil) (left 5) (right 5))"), Some(false));
    check(&model("(cons (cons 1 nil) nil)", "(ite (= x nil) (left 5) (right 5))"), Some(false));
}

#[test]
fn names_are_told_apart_by_the_wanted_sort() {
    // Constructors of two datatypes.
    let script = "(declare-datatypes ((A 0) (B 0)) (((mk (a A1)) (none)) ((mk (b Bool)) (none))))";
    assert!(Script::parse(script).is_err());
    let script = "(declare-datatypes ((A 0) (B 0)) (((mk (get Int)) (none)) ((mk (get Bool)) (none)))) \
                  (declare-const x A) (declare-const y B) (declare-const z B) \
                  (assert (and (= x (mk 3)) (= (get y) (= (get x) 3)) ((_ is mk) y) \
                  (= z (as none B)) ((_ is none) z)))";
    let check = |text: &str, expected| assert_eq!(truth(script, text), expected, "{text}");
    let model = |z: &str| {
        format!(
            "((define-fun x () A (mk 3)) (define-fun y () B (mk true)) (define-fun z () B {z}))"
        )
    };
    check(&model("none"), Some(true));
    check(&model("(as none B)"), Some(true));
    check(&model("(mk false)"), Some(false));
    let mixed = parse(script, &model("(mk 3)")).expect_err("of sort A");
    assert!(mixed.contains("this is of sort A, not B"), "{mixed}");
    // What is read can be written and read again.
    let script = Script::parse(script).expect("a script");
    let again = Script::parse(&script.to_string()).expect("what was written");
    assert_eq!(script.to_string(), again.to_string());
    for twice in [
        "(declare-datatypes ((A 0)) (((a) (a))))",
        "(declare-datatypes ((A 0)) (((a (b Int)) (b))))",
        "(declare-const a Int) (declare-datatypes ((A 0)) (((a))))",
        "(declare-datatypes ((A 0)) (((a)))) (declare-const a Int)",
        "(declare-datatypes ((A 0) (B 0)) (((a)) ((a)))) (assert (= a a))",
    ] {
        assert!(Script::parse(twice).is_err(), "{twice}");
    }
}

#[test]
fn elements_are_known_by_their_names() {
    let script = "(declare-sort U 0) (declare-const a U) (declare-const b U) (declare-fun f (U) U) \
                  (assert (and (distinct a b) (= (f a) b)))";
    let check = |text: &str, expected| assert_eq!(truth(script, text), expected, "{text}");
    // Answers to `get-value` declare no elements.
    check("((a U!val!0) (b U!val!1) ((f a) U!val!1))", Some(true));
    check("((a U!val!0) (b U!val!0) ((f a) U!val!0))", Some(false));
    check("((a @U_0) (b (as @U_1 U)) ((f a) @U_1))", Some(true));
    check(
        "((define-fun a () U U!val!0) (define-fun b () U |U!val!1|) \
         (define-fun f ((x U)) U (ite (= U!val!0 x) U!val!1 U!val!0)))",
        Some(true),
    );
    let unknown = parse(script, "((define-fun a () U zero))").expect_err("no element");
    assert!(unknown.contains("there is no `zero` here"), "{unknown}");
}

#[test]
fn definitions_come_in_many_forms() {
    let script = "(declare-const a Int) (declare-const || Int) (declare-fun f (Int) Int) \
                  (declare-fun g (Int) Bool) (assert (and (= a || 3) (= (f 1) 2) (g 2)))";
    let check = |text: &str, expected| assert_eq!(truth(script, text), expected, "{text}");
    let rest = "(define-fun f ((x Int)) Int (+ x 1))";
    let even = "(define-fun g ((x Int)) Bool (= (mod x 2) 0))";
    check(
        &format!("(model (define-fun a () Int 3) (define-fun  () Int 3) {rest} {even})"),
        Some(true),
    );
    check(&format!("((define-const a Int 3) (define-const || Int 3) {rest} {even})"), Some(true));
    check(&format!("((define-fun a () Int 3) (define-fun  () Int 4) {rest} {even})"), Some(false));
    check(
        &format!(
            "; a comment (\n(define-fun a () Int ; here )\n 3)\n(define-fun || () Int 3)\n{even} \
             (define-funs-rec ((f ((x Int)) Int) (aux ((x Int)) Int)) ((aux x) (+ x 1)))"
        ),
        Some(true),
    );
    check(
        &format!(
            "((define-fun a () Int 3) (define-fun || () Int 3) {even} (define-fun-rec f ((x Int)) Int 2))"
        ),
        Some(true),
    );
}

/// `tests/witnesses.txt`: the file says what stands in a line.
#[test]
fn descriptions_are_values_where_only_one_fits() {
    let lines = include_str!("witnesses.txt").lines();
    let lines: Vec<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with(';')).collect();
    assert!(!lines.is_empty(), "no lines");
    for line in lines {
        let parts: Vec<&str> = line.split(" | ").collect();
        let &[sort, value, assertion, expected] = parts.as_slice() else { panic!("{line}") };
        let script = format!("(declare-const a {sort}) (assert {assertion})");
        let found = |model: &str| match truth(&script, model) {
            Some(true) => "true",
            Some(false) => "false",
            None => "open",
        };
        assert_eq!(found(&format!("((define-fun a () {sort} {value}))")), expected, "{line}");
        // The same as an answer to `get-value`.
        assert_eq!(found(&format!("((a {value}))")), expected, "{line}");
    }
}

#[test]
fn witnesses_are_equal_only_by_their_names() {
    let script = "(declare-const p Bool) (assert p)";
    let witness =
        |name: &str| format!("(witness ((s String)) (! (= (str.len s) 70000) :qid {name}))");
    let equal = |a: &str, b: &str| truth(script, &format!("((define-fun p () Bool (= {a} {b})))"));
    assert_eq!(equal(&witness("w0"), &witness("w0")), Some(true));
    assert_eq!(equal(&witness("w0"), &witness("w1")), None);
    let nameless = "(witness ((s String)) (= (str.len s) 70000))";
    assert_eq!(equal(nameless, nameless), None);
}

#[test]
fn an_approximation_accuses_nobody() {
    let script = "(declare-const x Real) (declare-const y Real) (assert (= (* x x) 2.0)) \
                  (assert (= y 1.0))";
    let model = |y: &str| {
        format!(
            "(model (approximation (and (>= x (/ 741455 524288)) (>= (* (- 1.0) x) (- (/ 1482917 \
             1048576))))) (define-fun x () Real (/ 741455 524288)) (define-fun y () Real {y}))"
        )
    };
    assert_eq!(truth(script, &model("1.0")), None);
    // What is not approximate is judged all the same.
    assert_eq!(truth(script, &model("2.0")), Some(false));
}
