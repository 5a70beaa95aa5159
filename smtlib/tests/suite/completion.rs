//! A model that says nothing is completed by the smallest values there are, whatever the sorts.

use smtlib::{Interpretation, Model, Script};

/// Returns the value of `x` in a model that has none, after completion; `none` if it has no value.
fn completed(text: &str) -> String {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let functions = &script.queries()[0].functions;
    let mut model = Model::default();
    model.complete(&script.terms, functions);
    let x = functions.iter().find(|&&fun| &*script.terms.function(fun).name == "x");
    match x.and_then(|&x| model.get(x)) {
        Some(Interpretation::Value(value)) => value.display(&script.terms).to_string(),
        Some(_) => panic!("no constant: {text}"),
        None => "none".to_owned(),
    }
}

#[test]
fn the_smallest_value_is_taken() {
    for (sorts, sort, expected) in [
        ("(declare-datatype T ((node (a T) (b T) (c T)) (leaf)))", "T", "leaf"),
        (
            "(declare-datatype T ((node (a T) (b T)) (two (d Int) (e Int)) (one (f Int))))",
            "T",
            "(one 0)",
        ),
        // The first of equals.
        ("(declare-datatype T ((one (a Bool)) (two (b Int))))", "T", "(one false)"),
        ("(declare-datatype C ((red) (green)))", "C", "red"),
        (
            "(declare-datatypes ((A 0) (B 0)) \
             (((a (u B) (v B) (w B))) ((b (p A) (q A) (r A)) (e (n Int)))))",
            "A",
            "(a (e 0) (e 0) (e 0))",
        ),
        (
            "(declare-datatypes ((L 1)) ((par (X) ((cons (h X) (t (L X)) (s (L X))) (nil)))))",
            "(L (L Int))",
            "(as nil (L (L Int)))",
        ),
        // No text says `(Q (Array Int Bool))`, and a value of it is needed.
        (
            "(declare-datatypes ((P 1) (Q 1)) \
             ((par (X) ((p (f (Q (Array Int X)))))) (par (Y) ((q (g Y))))))",
            "(P Bool)",
            "((as p (P Bool)) ((as q (Q (Array Int Bool))) ((as const (Array Int Bool)) false)))",
        ),
        // An array is constant, so that its index sort needs no value; it has one element.
        (
            "(declare-datatype T ((node (a (Array T T))) (list (b T) (c T)) (leaf)))",
            "(Array Int T)",
            "((as const (Array Int T)) leaf)",
        ),
        (
            "(declare-datatype T ((node (a (Array Int T)) (b T)) (z (c U) (d Int))))\
          (declare-const u U)",
            "T",
            "(z (as @0 U) 0)",
        ),
        // No finite value has an end here.
        ("(declare-datatype T ((node (a (Array Int T)))))", "T", "none"),
        // A datatype that nests into ever larger instances, and ends.
        (
            "(declare-datatypes ((N 1)) \
             ((par (X) ((more (m (N (Array X X))) (k (N (Array Int X)))) (end)))))",
            "(N Int)",
            "(as end (N Int))",
        ),
    ] {
        let text = format!("(declare-sort U 0) {sorts} (declare-const x {sort})");
        assert_eq!(completed(&text), expected, "{sorts}");
    }
}

/// `count` datatypes, each built from the next one, which stands in `fields` fields.
fn chain(count: usize, fields: usize) -> String {
    let names: Vec<String> = (0..count).map(|k| format!("(D{k} 0)")).collect();
    let bodies: Vec<String> = (0..count)
        .map(|k| {
            if k + 1 == count {
                return format!("((c{k}))");
            }
            let fields: Vec<String> =
                (0..fields).map(|field| format!("(f{k}_{field} D{})", k + 1)).collect();
            format!("((c{k} {}))", fields.join(" "))
        })
        .collect();
    format!(
        "(declare-datatypes ({}) ({})) (declare-const x D0) (assert (= x x)) (check-sat)",
        names.join(" "),
        bodies.join(" ")
    )
}

#[test]
fn deep_and_wide_values_are_made_or_left_open() {
    let deep = completed(&chain(300, 1));
    assert!(deep.starts_with("(c0 (c1 (c2 ") && deep.ends_with(')'), "{deep}");
    assert_eq!(completed(&chain(10, 2)).matches("c9").count(), 512);
    // 2^60 parts, though one value of each sort holds them all; more than 500 levels.
    assert_eq!(completed(&chain(61, 2)), "none");
    assert_eq!(completed(&chain(2_000, 1)), "none");
}

/// The search has such values, too.
#[test]
fn the_search_finds_deep_values() {
    for (text, expected) in [
        (chain(3, 3), "sat"),
        (chain(200, 1), "sat"),
        (
            "(declare-datatype T ((node (a T) (b T) (c T)) (leaf))) (declare-const x T) \
             (assert ((_ is node) x))"
                .to_owned(),
            "sat",
        ),
    ] {
        let text = text.replace("(assert (= x x))", "(assert ((_ is c0) x))");
        let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let found = smtlib::search(&script.terms, &script.queries()[0], &smtlib::Budget::default());
        assert_eq!(found.name(), expected, "{text}");
    }
}

/// A value that shares its parts is as cheap as these, or is not made at all.
#[test]
fn doubled_values_stay_small() {
    let lets: Vec<String> =
        (1..60).map(|k| format!("(let ((x{k} (node x{} x{})))", k - 1, k - 1)).collect();
    let lets = lets.concat();
    for (inside, expected) in [("(= x20 x20)", "true"), ("((_ is leaf) x59)", "open")] {
        let text = format!(
            "(declare-datatype T ((node (a T) (b T)) (leaf))) \
             (assert (let ((x0 leaf)) {lets}{inside}{})",
            ")".repeat(60)
        );
        let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let assertion = script.queries()[0].assertions[0];
        let outcome = smtlib::Evaluator::new(&script.terms).eval(&Model::default(), assertion);
        let found = match outcome {
            Ok(value) => value.display(&script.terms).to_string(),
            Err(_) => "open".to_owned(),
        };
        assert_eq!(found, expected, "{inside}");
    }
}
