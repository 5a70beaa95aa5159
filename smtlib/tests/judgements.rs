//! What a judgement says besides true, false and open: which assertion, and what it rests on.

use smtlib::{
    Basis, Dialect, Evaluator, Judgement, Limits, Model, Op, Reason, Script, Truth, Value,
};

fn judge(script: &mut Script, text: &str) -> Judgement {
    script
        .judge(text, Dialect::Standard, Limits::default())
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn parse(script: &str) -> Script {
    Script::parse(script).unwrap_or_else(|error| panic!("{error}\n{script}"))
}

#[test]
fn the_first_assertion_of_its_kind_is_named() {
    let mut script = parse(
        "(declare-const a Int) (declare-const z Int) (assert (> a 0)) (assert (= (div a z) 1)) \
         (assert (= (mod a z) 1)) (assert (< a 9)) (assert (< a 8)) (check-sat)",
    );
    let assertions = script.queries().swap_remove(0).assertions;
    // One script is judged under many models.
    for (a, z, expected) in [
        (3, 2, Truth::True),
        (0, 2, Truth::False(assertions[0])),
        (9, 7, Truth::False(assertions[2])),
        // One that is false decides, though one before it is open.
        (8, 0, Truth::False(assertions[4])),
    ] {
        let text = format!("((define-fun a () Int {a}) (define-fun z () Int {z}))");
        let judgement = judge(&mut script, &text);
        assert_eq!(judgement.truth, expected, "{text}");
        assert!(judgement.basis.is_standard(), "{text}");
        assert_eq!(judgement.completed, []);
    }
    let judgement = judge(&mut script, "((define-fun a () Int 3) (define-fun z () Int 0))");
    let Truth::Open(assertion, why) = &judgement.truth else { panic!("{judgement:?}") };
    assert_eq!(*assertion, assertions[1]);
    assert!(matches!(*why.0, Reason::Unspecified(Op::IntDiv, _)));
    let shown = judgement.truth.display(&script.terms).to_string();
    assert!(shown.starts_with("open: the standard leaves open what `div` is"), "{shown}");
}

#[test]
fn the_last_query_is_judged() {
    let mut script = parse(
        "(declare-const a Bool) (push) (assert a) (check-sat) (pop) (declare-const b Bool) \
         (check-sat-assuming ((not a)))",
    );
    let judgement = judge(&mut script, "((define-fun a () Bool false))");
    assert_eq!(judgement.truth, Truth::True);
    let names: Vec<&str> =
        judgement.completed.iter().map(|&fun| &*script.terms.function(fun).name).collect();
    assert_eq!(names, ["b"]);
}

#[test]
fn what_it_rests_on_is_known() {
    let basis = |script: &str, text: &str| -> (Truth, Basis) {
        let judgement = judge(&mut parse(script), text);
        (judgement.truth, judgement.basis)
    };
    let zero = "((define-fun z () Int 0) (define-fun div0 ((x Int)) Int 5))";
    let choice = |(truth, basis): (Truth, Basis)| {
        let op = basis.choice.map(|reason| match reason {
            Reason::Unspecified(op, _) => op.to_string(),
            reason => format!("{reason:?}"),
        });
        (truth == Truth::True, op)
    };
    let declared = "(declare-const z Int) ";
    let check = |assertions: &str, expected: (bool, Option<&str>)| {
        let found = choice(basis(&format!("{declared}{assertions}"), zero));
        assert_eq!(found, (expected.0, expected.1.map(str::to_owned)), "{assertions}");
    };
    check("(assert (= (div 7 z) 5))", (true, Some("div")));
    check("(assert (= (div 7 z 2) 2))", (true, Some("div")));
    check("(assert (= (div 7 z) 6))", (false, Some("div")));
    check("(assert (or (= z 0) (= (div 7 z) 6)))", (true, None));
    // The false assertion needs no choice, whatever the one before it does.
    check("(assert (= (div 7 z) 5)) (assert (= z 1))", (false, None));
    check("(assert (= (div 7 z) 5)) (assert (= z 0))", (true, Some("div")));

    let extension = |script: &str| basis(script, "()").1.extension;
    assert_eq!(extension("(assert (= (str.rev \"ab\") \"ba\"))"), Some(Op::StrRev));
    assert_eq!(extension("(assert (= (str.++ \"a\" \"b\") \"ab\"))"), None);
    assert_eq!(extension("(assert (or true (= (str.rev \"ab\") \"ab\")))"), None);
    assert_eq!(
        extension("(define-fun f () String (str.rev \"ab\")) (assert (= f \"ba\"))"),
        Some(Op::StrRev)
    );

    // Nothing fits this definition, so that there is no model, though the assertion is true.
    let none = "(define-fun-rec f ((x Int)) Int (ite (= x 0) 0 (+ 1 (f x)))) (assert (= (f 0) 0))";
    let (truth, found) = basis(none, "()");
    assert_eq!(truth, Truth::True);
    assert!(found.recursion.is_some() && !found.is_standard());
}

#[test]
fn what_a_selector_gives_may_be_chosen() {
    let script = parse(
        "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L))))) (assert (= (head nil) 3))",
    );
    let mut functions = script.terms.functions();
    let (head, _) = functions.find(|(_, function)| &*function.name == "head").expect("declared");
    let mut model = Model::default();
    model.set_value(head, Value::Int(3.into()));
    let mut evaluator = Evaluator::new(&script.terms);
    let assertion = script.queries()[0].assertions[0];
    assert_eq!(evaluator.eval(&model, assertion), Ok(Value::Bool(true)));
    assert_eq!(evaluator.take_basis().choice, Some(Reason::Unselected(head)));
    assert!(evaluator.take_basis().is_standard());
}

#[test]
fn what_is_no_model_is_an_error() {
    let mut script = parse("(declare-const a Int) (assert (= a 1))");
    let error = script.judge("((define-fun a () Int", Dialect::Standard, Limits::default());
    assert_eq!((1, 2), error.map(drop).map_err(|error| (error.line, error.column)).unwrap_err());
    // The script is as it was.
    assert_eq!(judge(&mut script, "((define-fun a () Int 1))").truth, Truth::True);
}
