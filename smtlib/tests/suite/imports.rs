//! Scripts into another one that has other sorts under the same numbers: they say the same there.

use smtlib::{Dialect, Evaluator, Import, Model, Script, Value};

/// A script whose sorts are none of those that are taken over.
const OTHER: &str = "(declare-sort U 0)(declare-const a (Array U (_ BitVec 3)))
    (declare-const b (Array U (_ BitVec 4)))(declare-const c (Array U (_ BitVec 5)))(check-sat)";

/// Takes a script over with its model, which makes all assertions true there as well.
fn check(text: &str, model: &str) {
    let mut into = Script::parse(OTHER).unwrap_or_else(|error| panic!("{error}"));
    let mut from = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let model = Model::parse(&mut from, model, Dialect::default())
        .unwrap_or_else(|error| panic!("{error}\n{model}"));
    let query = from.queries().remove(0);
    let mut import = Import::new(&mut into.terms, &from.terms);
    let assertions: Vec<_> = query.assertions.iter().map(|&term| import.term(term)).collect();
    let mut taken = Model::default();
    import.model(&model, &query.functions, &mut taken);
    for (&there, &here) in query.assertions.iter().zip(&assertions) {
        assert_eq!(into.terms.text(here), from.terms.text(there));
        let value = Evaluator::new(&into.terms).eval(&taken, here);
        assert_eq!(value, Ok(Value::Bool(true)), "{text}");
    }
}

#[test]
fn sequences_come_with_their_sorts() {
    check(
        "(declare-const s (Seq (_ BitVec 8)))
        (assert (= s (seq.++ (seq.unit #x01) (as seq.empty (Seq (_ BitVec 8))))))(check-sat)",
        "((define-fun s () (Seq (_ BitVec 8)) (seq.unit #x01)))",
    );
    check(
        "(declare-const s (Seq (Seq (Array Int Bool))))
        (assert (= (seq.nth s 0) (as seq.empty (Seq (Array Int Bool)))))(check-sat)",
        "((define-fun s () (Seq (Seq (Array Int Bool)))
            (seq.unit (as seq.empty (Seq (Array Int Bool))))))",
    );
}

#[test]
fn datatypes_arrays_and_abstract_elements_do_too() {
    check(
        "(declare-sort V 0)
        (declare-datatypes ((T 0)) (((leaf) (node (parts (Seq T)) (name V)))))
        (declare-const t (Array Int T))(declare-const v V)
        (assert (= (name (select t 3)) v))
        (assert (= (seq.len (parts (select t 3))) 1))(check-sat)",
        "((declare-fun V!val!0 () V) (define-fun v () V V!val!0)
          (define-fun t () (Array Int T)
            ((as const (Array Int T)) (node (seq.unit leaf) V!val!0))))",
    );
}
