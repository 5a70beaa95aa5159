//! Details of a judgement besides true, false and open: which assertion, and what it rests on.

use smtlib::{
    Basis, Dialect, Evaluator, Limits, Model, ModelCheck, Op, Reason, Script, Statement, Truth,
    Value,
};

fn judge(script: &mut Script, text: &str) -> ModelCheck {
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
    // Nothing hangs on `b`.
    assert_eq!(judgement.completed, []);
}

/// A value that the model describes by a `witness` is asked for, and an answer that is a value is
/// heeded.
#[test]
fn described_values_are_asked_for() {
    let mut script = parse(
        "(declare-const a String) (declare-const b Int) (assert (= (str.at a 0) \"c\")) \
         (assert (= b 1)) (check-sat)",
    );
    let witness = "(witness ((s String)) (! (= (str.len s) 70000) :qid w0))";
    let model = format!("((define-fun a () String {witness}) (define-fun b () Int 1))");
    let judgement = judge_said(&mut script, 0, &model, &[]);
    assert!(
        matches!(&judgement.truth, Truth::Open(_, why) if matches!(*why.0, Reason::Witness(_)))
    );
    let question = judgement.question(&script.terms).expect("a question");
    assert_eq!(question, "(get-value (a))");
    let described = format!("((a {witness}))");
    let judgement = judge_said(&mut script, 0, &model, &[(&question, &described)]);
    assert!(matches!(judgement.truth, Truth::Open(..)));
    assert_eq!(judgement.question(&script.terms), None);
    for (answer, expected) in [("((a \"cd\"))", true), ("((a \"dc\"))", false)] {
        let judgement = judge_said(&mut script, 0, &model, &[(&question, answer)]);
        assert_eq!(judgement.truth == Truth::True, expected, "{answer}");
        assert_eq!(matches!(judgement.truth, Truth::False(_)), !expected, "{answer}");
    }
}

/// Judges query `number` of a script by a model and the answers to what was asked beyond it.
fn judge_said(
    script: &mut Script,
    number: usize,
    model: &str,
    said: &[(&str, &str)],
) -> ModelCheck {
    let query = script.queries().swap_remove(number);
    let statement = Statement { model, values: said, dialect: Dialect::Standard };
    script.judge_query(&query, statement, Limits::default()).expect("a model of the script")
}

#[test]
fn names_are_those_of_the_query() {
    let six = "((define-fun w () Int 6))";
    for script in [
        "(push 1)(declare-const w Int)(assert (> w 5))(check-sat)(pop 1)",
        "(declare-const w Int)(assert (> w 5))(check-sat)(reset)",
        "(declare-const w Int)(assert (> w 5))(check-sat)(reset-assertions)",
        "(push 1)(declare-const w Int)(assert (> w 5))(check-sat)(pop 1)(declare-const w Bool)",
    ] {
        let mut script = parse(script);
        assert_eq!(judge(&mut script, six).truth, Truth::True);
        let five = judge(&mut script, "((define-fun w () Int 5))");
        assert!(matches!(five.truth, Truth::False(_)), "{five:?}");
    }
    // The same name is another constant, of another sort, in another check.
    let mut script = parse(
        "(push 1)(declare-const w Int)(assert (> w 5))(check-sat)(pop 1)\
         (push 1)(declare-const w Bool)(assert w)(check-sat)(pop 1)",
    );
    assert_eq!(judge_said(&mut script, 0, six, &[]).truth, Truth::True);
    let yes = "((define-fun w () Bool true))";
    assert_eq!(judge_said(&mut script, 1, yes, &[]).truth, Truth::True);
    let no = judge_said(&mut script, 1, "((define-fun w () Bool false))", &[]);
    assert!(matches!(no.truth, Truth::False(_)), "{no:?}");
}

#[test]
fn what_a_solver_does_not_say_is_open() {
    let mut script = parse(
        "(declare-const a Int)(declare-const b Int)(declare-fun f (Int) Int)\
         (assert (= a 1))(assert (> (f a) (+ b 1)))(check-sat)",
    );
    let silent = judge(&mut script, "((define-fun a () Int 1))");
    assert!(matches!(&silent.truth, Truth::Open(_, why) if matches!(*why.0, Reason::NoValue(_))));
    let shown = silent.truth.display(&script.terms).to_string();
    assert!(shown.starts_with("open: the model is incomplete: "), "{shown}");
    assert_eq!(silent.question(&script.terms).as_deref(), Some("(get-value ((f 1) b))"));
    let mut truth = |reply: &str| {
        let said = [("(get-value ((f 1) b))", reply)];
        judge_said(&mut script, 0, "((define-fun a () Int 1))", &said).truth
    };
    assert_eq!(truth("(((f 1) 3) (b 1))"), Truth::True);
    assert!(matches!(truth("(((f 1) 3) (b 2))"), Truth::False(_)));
    // An answer that says nothing leaves it open, and what was asked once is not asked again.
    assert!(matches!(truth("(((f 1) (f 1)) (b b))"), Truth::Open(..)));
    assert!(matches!(truth("(error \"no model\")"), Truth::Open(..)));
    let said = [("(get-value ((f 1) b))", "(((f 1) (f 1)) (b b))")];
    let again = judge_said(&mut script, 0, "((define-fun a () Int 1))", &said);
    assert_eq!(again.question(&script.terms), None);
    // A value of ours that makes all true is a proof as good as any.
    let mut script = parse("(declare-const a Int)(declare-const b Int)(assert (>= a b))");
    let judgement = judge(&mut script, "((define-fun a () Int 1))");
    assert_eq!((judgement.truth, judgement.completed.len()), (Truth::True, 1));
    // And whatever a symbol is, it cannot save what is false without it.
    let mut script = parse("(declare-const a Int)(declare-const b Int)(assert (> a 3))");
    let judgement = judge(&mut script, "((define-fun a () Int 1))");
    assert!(matches!(judgement.truth, Truth::False(_)));
}

#[test]
fn open_parts_are_asked_for_at_their_values() {
    let mut script = parse(
        "(declare-const x Int)(declare-const y Int)(declare-const r Real)\
         (declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)\
         (assert (= (div x 0) (+ y 2)))(assert (> (/ r 0.0) 3.0))(assert (= (hd l) 7))\
         (assert (forall ((b Bool)) (= (mod (ite b 1 2) 0) 5)))",
    );
    let model = "((define-fun x () Int 5) (define-fun y () Int (+ (- 2) (div 5 0)))\
                  (define-fun r () Real (- 1.5)) (define-fun l () L nil))";
    let question = judge(&mut script, model).question(&script.terms).unwrap();
    assert_eq!(
        question,
        "(get-value ((div 5 0) (div x 0) (/ (- (/ 3.0 2.0)) 0.0) (/ r 0.0) (hd nil) (hd l) \
         (mod 2 0) (mod 1 0)))",
    );
    let mut truth = |div: [i32; 2], rest: &str| {
        let reply = format!("(((div 5 0) {}) ((div x 0) {}) {rest})", div[0], div[1]);
        let judgement = judge_said(&mut script, 0, model, &[(&question, &reply)]);
        (judgement.truth, judgement.basis.choice.is_some())
    };
    let rest = "(q 4.0) (q 4.0) (q 7) (q 7) (q 5) (q 5)";
    assert_eq!(truth([9, 9], rest), (Truth::True, true));
    assert!(matches!(truth([9, 8], rest).0, Truth::Contradicted(_)));
    let wrong = "(q 4.0) (q 4.0) (q 8) (q 8) (q 5) (q 5)";
    assert!(matches!(truth([9, 9], wrong).0, Truth::False(_)));
    let silent = "(q 4.0) (q 4.0) (q 7) (q 7) (q 5) (q (mod 1 0))";
    assert!(matches!(truth([9, 9], silent).0, Truth::Open(..)));
}

#[test]
fn the_same_function_of_the_same_arguments_has_the_same_value() {
    let list = "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const x Int)";
    for (assertion, expected) in [
        ("(= (tl nil) (tl (tl (cons 1 nil))))", true),
        ("(= (cons 1 (tl nil)) (cons x (tl (tl (cons x nil)))))", true),
        ("(distinct (div x 0) (div (+ x 0) 0))", false),
        ("(distinct 3 (div x 0) 4 (div (+ x 0) 0))", false),
        ("(= (+ 1 (mod x 0)) (+ 1 (mod (* 1 x) 0)))", true),
        ("(<= (div x 0) (div (+ x 0) 0))", true),
        ("(> (div x 0) (div (+ x 0) 0))", false),
        ("(= (ite (= x 1) (div x 0) 3) (div 1 0))", true),
        ("(forall ((b Bool)) (= (div x 0) (div (ite b x x) 0)))", true),
    ] {
        let mut script = parse(&format!("{list}(assert {assertion})"));
        let judgement = judge(&mut script, "((define-fun x () Int 1))");
        assert_eq!(judgement.truth == Truth::True, expected, "{assertion}: {judgement:?}");
        assert_eq!(matches!(judgement.truth, Truth::False(_)), !expected, "{assertion}");
        assert!(judgement.basis.is_standard(), "{assertion}");
    }
    for open in ["(= (div x 0) (div 2 0))", "(distinct (div x 0) (mod x 0))", "(= (hd nil) x)"] {
        let mut script = parse(&format!("{list}(assert {open})"));
        let judgement = judge(&mut script, "((define-fun x () Int 1))");
        assert!(matches!(judgement.truth, Truth::Open(..)), "{open}: {judgement:?}");
    }
}

#[test]
fn reading_and_judging_have_a_budget() {
    let mut script = parse("(declare-const a Int)(assert (> a 0))(assert (> (+ a a) 0))");
    let limits = Limits { model_bytes: 30, ..Limits::default() };
    let mut judge = |text: &str, limits| script.judge(text, Dialect::Standard, limits);
    assert!(judge("((define-fun a () Int 1))", limits).is_ok());
    let error = judge("((define-fun a () Int 1000000000))", limits).unwrap_err();
    assert_eq!(error.message, "the model has 34 bytes; at most 30 are read");
    let limits = Limits { all_steps: 2, ..Limits::default() };
    let judgement = judge("((define-fun a () Int 1))", limits).unwrap();
    assert!(matches!(judgement.truth, Truth::Open(_, why) if *why.0 == Reason::TooMuch));
}

#[test]
fn quantifiers_in_quantifiers_are_decided_by_few_instances_where_many_take_too_long() {
    let inner = "(exists ((y (_ BitVec 16))) (and (= x #xfff0) (= y #x7fff)))";
    let mut script = parse(&format!("(assert (exists ((x (_ BitVec 16))) {inner}))"));
    let assertion = script.queries()[0].assertions[0];
    let patient = Evaluator::new(&script.terms).eval(&Model::default(), assertion);
    assert_eq!(*patient.unwrap_err().0, Reason::TooMuch, "an easy formula tests nothing");
    assert_eq!(judge(&mut script, "()").truth, Truth::True);
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
