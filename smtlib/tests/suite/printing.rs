//! Printed text is read back as the same, however large it is, and shared terms stay short.
#![allow(clippy::unwrap_used, reason = "a test")]

use smtlib::Script;

/// The script as it is printed, after what was read from that was printed again.
fn printed(text: &str) -> String {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let printed = script.to_string();
    let again = Script::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert!(again.to_string() == printed, "printing what was printed changes it");
    assert_eq!(again.commands().len(), script.commands().len());
    printed
}

/// `(let ((x1 (op x0 x0))) … inside)` with `times` names, each twice the one before it.
fn doubled(name: &str, op: &str, times: usize, inside: &str) -> String {
    let lets: Vec<String> = (1..=times)
        .map(|k| format!("(let (({name}{k} ({op} {name}{} {name}{})))", k - 1, k - 1))
        .collect();
    let lets = lets.concat();
    format!("{lets}{inside}{}", ")".repeat(times))
}

/// A name outside of a binder may be used inside of it.
#[test]
fn names_reach_into_binders() {
    let binders = [
        ("(exists ((y Int)) ", ")"),
        ("(forall ((y Int) (z Bool)) (! ", " :pattern ((p y))))"),
        ("(= (lambda ((y Int)) ", ") (lambda ((z Int)) true))"),
        ("(match d (((c y) ", ") (n true)))"),
    ];
    for (open, close) in binders {
        for inner in [0, 20] {
            let body = doubled("y", "and", inner, &format!("(or y{inner} x20)"));
            let body = format!("(let ((y0 (or x20 x3 (p y)))) {body})");
            let inside = format!("(and x20 {open}{body}{close})");
            let text = format!(
                "(declare-datatype D ((c (f Int)) (n))) (declare-const d D) \
                 (declare-fun p (Int) Bool) (declare-const a Int) \
                 (assert (let ((x0 (p a))) {})) (check-sat)",
                doubled("x", "and", 20, &inside)
            );
            let printed = printed(&text);
            assert!(printed.len() < 5_000, "{open}: {} bytes", printed.len());
        }
    }
}

/// A pattern may hold what is shared, too.
#[test]
fn patterns_share() {
    let pattern = doubled("x", "+", 40, "(q x40)");
    let text = format!(
        "(declare-fun q (Int) Bool) \
         (assert (forall ((x0 Int)) {}))",
        doubled("x", "+", 40, "(! (q x40) :pattern ((q x40)))")
    );
    assert!(printed(&text).len() < 5_000);
    let text = format!(
        "(declare-fun q (Int) Bool) (assert (forall ((x0 Int)) (! (q x0) :pattern ({pattern}))))"
    );
    assert!(printed(&text).len() < 5_000);
}

/// No number of digits is too long to be padded with zeros.
#[test]
fn long_literals_are_printed() {
    for literal in [
        "((_ zero_extend 70000) #b1)".to_owned(),
        format!("#b0{}", "01".repeat(40_000)),
        format!("#b000{}", "01".repeat(40_000)),
        format!("#x0{}", "0f".repeat(40_000)),
    ] {
        printed(&format!("(assert (= {literal} {literal}))"));
    }
    let small = format!("0.{}1", "0".repeat(70_000));
    let text = printed(&format!("(assert (< {small} 1.0))"));
    assert!(text.contains(&small));
    let mut script = Script::parse("(declare-const b (_ BitVec 80001))").unwrap();
    let zeros = format!("((define-fun b () (_ BitVec 80001) #b{}))", "0".repeat(80_001));
    let model = smtlib::Model::parse(&mut script, &zeros, smtlib::Dialect::Standard).unwrap();
    let text = model.text(&script.terms, &script.queries()[0].functions);
    assert!(text.contains(&"0".repeat(80_001)));
}
