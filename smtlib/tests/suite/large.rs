//! Long texts take time that grows with their length: what compared all pairs took minutes here.

use std::fmt::Write as _;

use smtlib::Script;

/// The processor time of this thread so far, where the system tells it.
fn processor_seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = spent.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// `count` pieces, one after the other.
fn list(count: usize, piece: impl Fn(usize) -> String) -> String {
    let mut list = String::new();
    for number in 0..count {
        let _ = write!(list, " {}", piece(number));
    }
    list
}

fn check(what: &str, text: &str) {
    let before = processor_seconds();
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{what}: {error}"));
    let printed = script.to_string();
    let spent = processor_seconds() - before;
    assert!(spent < 5.0, "{what}: {} bytes took {spent} s", text.len());
    // A sort may be longer than the definitions that name it, up to a point.
    assert!(printed.len() < 2 * text.len() + 5_000, "{what}: {} bytes", printed.len());
}

#[test]
fn long_lists_are_read_in_time() {
    const MANY: usize = 100_000;
    let constructors = list(MANY, |k| format!("(c{k})"));
    let cases = list(MANY, |k| format!("(c{k} {})", k % 2 == 0));
    check(
        "cases",
        &format!(
            "(declare-datatype E ({constructors}))(declare-const e E)(assert (match e ({cases})))"
        ),
    );
    let names = list(MANY, |k| format!("(x{k} {k})"));
    check("names of a `let`", &format!("(assert (let ({names}) (= x1 x2)))"));
    let variables = list(MANY, |k| format!("(x{k} Int)"));
    check("variables", &format!("(assert (forall ({variables}) (= x1 x2)))"));
    let sorts = list(MANY, |k| format!("(D{k} 0)"));
    let chain = list(MANY, |k| match k + 1 {
        MANY => format!("((c{k}))"),
        next => format!("((c{k} (f{k} D{next})))"),
    });
    check("datatypes", &format!("(declare-datatypes ({sorts}) ({chain}))"));
    let fields = list(MANY, |k| format!("(f{k} Int)"));
    let updates = list(MANY, |k| format!("(assert (= s ((_ update f{k}) s 1)))"));
    check("updates", &format!("(declare-datatype S ((c {fields})))(declare-const s S){updates}"));
    let parts = list(MANY, |k| format!("(str.to_re \"{k}\")"));
    check("alternatives", &format!("(assert (str.in_re \"a\" (re.union {parts})))"));
}

#[test]
fn long_numbers_are_read_in_time() {
    for digits in ["7", "5", "2", "390625", "0"] {
        let digits = digits.repeat(200_000 / digits.len());
        check("a decimal", &format!("(assert (> 3.{digits}1 0.0 0.{digits}))"));
        check("a numeral", &format!("(assert (> 1{digits} 0))"));
    }
}

/// `(define-sort B () (Array A A))`, again and again.
fn doubled(times: usize) -> String {
    let mut text = "(define-sort A0 () Int)".to_owned();
    for k in 1..=times {
        let _ = write!(text, "(define-sort A{k} () (Array A{} A{}))", k - 1, k - 1);
    }
    text
}

#[test]
fn a_sort_is_as_cheap_as_it_is_shared() {
    let sorts = doubled(39);
    let uses = "(declare-const x A39)(declare-fun f (A38 A39) A37)\
                (assert (= (f (select x a) x) (select ((as const A38) b) b)))";
    let constants = "(declare-const a A38)(declare-const b A37)";
    check("doubled sorts", &format!("{sorts}{constants}{uses}(check-sat)"));
    // Where a name is popped, the next one that is known is written.
    check("popped sorts", &format!("(push){sorts}{constants}{uses}(pop){sorts}{constants}{uses}"));
    let error = Script::parse(&format!("{sorts}(declare-const x A39)(assert (= x 1))"));
    let message = error.map(drop).map_err(|error| error.message);
    assert_eq!(message, Err("argument 2 of `=` is of sort Int, not A39".to_owned()));
}

/// Datatypes over such sorts, with parameters.
#[test]
fn instances_are_as_cheap_as_they_are_shared() {
    let sorts = doubled(39);
    let text = format!(
        "{sorts}(declare-datatypes ((L 1)) ((par (X) ((nil) (cons (head (Array X X)) (tail (L X)))))))\
         (declare-const x (L A39))(assert (= x (cons (head x) (tail x)) (as nil (L A39))))"
    );
    check("instances", &text);
    let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let query = &script.queries()[0];
    let found = smtlib::search(&script.terms, query, &smtlib::Budget::default());
    assert_ne!(found.name(), "unsat");
}
