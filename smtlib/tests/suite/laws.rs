//! Laws of the theories, for random values: what operators must have to do with each other, and
//! that a value that is printed and read again is the same.

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, RngSeed};
use smtlib::{Command, Evaluator, Model, Script, Value};

/// The same values in every run.
fn config() -> Config {
    Config {
        cases: 300,
        failure_persistence: None,
        rng_algorithm: RngAlgorithm::ChaCha,
        rng_seed: RngSeed::Fixed(7),
        ..Config::default()
    }
}

/// The values of terms, which share one script.
fn values(terms: &str) -> (Script, Vec<Value>) {
    let script = Script::parse(&format!("(get-value ({terms}))"));
    let script = script.unwrap_or_else(|error| panic!("{error}\n{terms}"));
    let Some(Command::GetValue(asked)) = script.commands().last() else {
        unreachable!("the script is one command");
    };
    let mut evaluator = Evaluator::new(&script.terms);
    let outcomes = asked.iter().map(|&term| evaluator.eval(&Model::default(), term));
    let values = outcomes.map(|it| it.unwrap_or_else(|open| panic!("{open:?}\n{terms}"))).collect();
    (script, values)
}

/// Every law must hold with the names replaced.
fn hold(laws: &[&str], names: &[(&str, &str)]) -> Result<(), TestCaseError> {
    let bindings: Vec<String> =
        names.iter().map(|(name, value)| format!("({name} {value})")).collect();
    let bindings = bindings.join(" ");
    let terms: Vec<String> = laws.iter().map(|law| format!("(let ({bindings}) {law})")).collect();
    let (_, values) = values(&terms.join("\n"));
    for (law, value) in laws.iter().zip(values) {
        prop_assert_eq!(value, Value::Bool(true), "{} with {:?}", law, names);
    }
    Ok(())
}

fn bits(width: usize) -> impl Strategy<Value = String> {
    let digits = prop_oneof![
        3 => "[01]{128}",
        1 => Just("0".repeat(128)),
        1 => Just("1".repeat(128)),
        1 => Just(format!("1{}", "0".repeat(127))),
        1 => Just(format!("0{}", "1".repeat(127))),
        1 => "0{120}[01]{8}".prop_map(|digits| digits.chars().rev().collect()),
    ];
    digits.prop_map(move |digits| format!("#b{}", &digits[..width]))
}

/// Two bit-vectors of one width.
fn pair() -> impl Strategy<Value = (usize, String, String)> {
    prop::sample::select(vec![1, 2, 5, 8, 32, 63, 64, 65, 128])
        .prop_flat_map(|width| (Just(width), bits(width), bits(width)))
}

fn int() -> impl Strategy<Value = String> {
    let digits = prop_oneof!["[0-9]", "[0-9]{1,3}", "[1-9][0-9]{17,20}", "[1-9][0-9]{38}"];
    (digits, any::<bool>()).prop_map(|(digits, negative)| {
        let digits = digits.trim_start_matches('0');
        let digits = if digits.is_empty() { "0" } else { digits };
        if negative { format!("(- {digits})") } else { digits.to_owned() }
    })
}

fn text() -> impl Strategy<Value = String> {
    "[ab01A]{0,6}".prop_map(|text| format!("\"{text}\""))
}

const BIT_LAWS: &[&str] = &[
    "(= (bvnot (bvand a b)) (bvor (bvnot a) (bvnot b)))",
    "(= (bvnand a b) (bvnot (bvand a b)))",
    "(= (bvnor a b) (bvand (bvnot a) (bvnot b)))",
    "(= (bvxor a b) (bvor (bvand a (bvnot b)) (bvand (bvnot a) b)))",
    "(= (bvxnor a b) (bvnot (bvxor a b)))",
    "(= (bvneg a) (bvadd (bvnot a) one))",
    "(= (bvsub a b) (bvadd a (bvneg b)))",
    "(= (bvadd (bvsub a b) b) a)",
    "(= (bvadd (bvmul b (bvudiv a b)) (bvurem a b)) a)",
    "(= (bvadd (bvmul b (bvsdiv a b)) (bvsrem a b)) a)",
    "(or (= b zero) (bvult (bvurem a b) b))",
    "(or (= (bvsrem a b) zero) (= (bvslt (bvsrem a b) zero) (bvslt a zero)))",
    "(or (= b zero) (= (bvsmod a b) zero) (= (bvslt (bvsmod a b) zero) (bvslt b zero)))",
    "(or (= b zero) (= (bvsmod a b) (bvsrem a b)) (= (bvsmod a b) (bvadd (bvsrem a b) b)))",
    "(= (bvshl a b) (bvmul a (bvshl one b)))",
    "(= (bvlshr a b) (ite (= (bvshl one b) zero) zero (bvudiv a (bvshl one b))))",
    "(= (bvashr a b) (ite (bvslt a zero) (bvnot (bvlshr (bvnot a) b)) (bvlshr a b)))",
    "(= (bvult a b) (< (ubv_to_int a) (ubv_to_int b)))",
    "(= (bvslt a b) (< (sbv_to_int a) (sbv_to_int b)))",
    "(= (bvule a b) (not (bvugt a b)) (bvuge b a) (or (bvult a b) (= a b)))",
    "(= (bvsle a b) (not (bvsgt a b)) (bvsge b a) (or (bvslt a b) (= a b)))",
    "(= (bvcomp a b) (ite (= a b) #b1 #b0))",
];

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bit_vectors((width, a, b) in pair()) {
        let (top, zero) = (width - 1, format!("#b{}", "0".repeat(width)));
        let one = format!("#b{}1", "0".repeat(top));
        let names = [("a", a.as_str()), ("b", &b), ("zero", &zero), ("one", &one)];
        hold(BIT_LAWS, &names)?;
        let wide = |extend: &str, by: usize, op: &str| format!(
            "({op} ((_ {extend} {by}) a) ((_ {extend} {by}) b))"
        );
        // The exact result, in bits enough, is not the extension of the result of the width.
        let overflow = |test: &str, extend: &str, by: usize, op: &str| format!(
            "(= ({test} a b) (distinct {} ((_ {extend} {by}) ({op} a b))))",
            wide(extend, by, op)
        );
        let laws = [
            format!("(= a ((_ extract {} {width}) (concat a b)))", 2 * width - 1),
            format!("(= b ((_ extract {top} 0) (concat a b)))"),
            "(= ((_ repeat 3) a) (concat a a a))".to_owned(),
            format!("(= ((_ rotate_right {width}) a) a ((_ rotate_left {}) a))", 2 * width),
            "(= ((_ rotate_right 3) ((_ rotate_left 3) a)) a)".to_owned(),
            format!("(= a ((_ int_to_bv {width}) (ubv_to_int a)) ((_ int_to_bv {width}) (sbv_to_int a)))"),
            "(= (sbv_to_int ((_ sign_extend 7) a)) (sbv_to_int a))".to_owned(),
            "(= (ubv_to_int ((_ zero_extend 7) a)) (ubv_to_int a))".to_owned(),
            overflow("bvuaddo", "zero_extend", 1, "bvadd"),
            overflow("bvusubo", "zero_extend", 1, "bvsub"),
            overflow("bvumulo", "zero_extend", width, "bvmul"),
            overflow("bvsaddo", "sign_extend", 1, "bvadd"),
            overflow("bvssubo", "sign_extend", 1, "bvsub"),
            overflow("bvsmulo", "sign_extend", width, "bvmul"),
            "(= (bvnego a) (and (distinct a zero) (= a (bvneg a))))".to_owned(),
            "(= (bvsdivo a b) (and (bvnego a) (= b (bvnot zero))))".to_owned(),
        ];
        hold(&laws.each_ref().map(String::as_str), &names)?;
    }

    #[test]
    fn integers(a in int(), b in int(), c in int()) {
        let names = [("a", a.as_str()), ("b", &b), ("c", &c)];
        let laws = [
            "(or (= b 0) (= a (+ (* b (div a b)) (mod a b))))",
            "(or (= b 0) (and (<= 0 (mod a b)) (< (mod a b) (abs b))))",
            "(or (= b 0) (= ((_ divisible 3) a) (= (mod a 3) 0)))",
            "(= (* a (+ b c)) (+ (* a b) (* a c)))",
            "(= (- a b c) (- a (+ b c)))",
            "(= (< a b) (not (>= a b)) (> b a))",
            "(= (to_int (to_real a)) a)",
            "(or (= b 0) (< (- b) 0) (= (to_int (/ (to_real a) (to_real b))) (ite (> b 0) (div a b) (div (- a) (- b)))))",
        ];
        hold(&laws, &names)?;
        hold(&["(= (abs a) (str.to_int (str.from_int (abs a))))"], &names)?;
    }

    #[test]
    fn arrays(i in int(), j in int(), v in int(), w in int(), (_, x, y) in pair().prop_filter("one bit", |it| it.0 == 1)) {
        let zero = "((as const (Array Int Int)) 0)";
        let few = "((as const (Array (_ BitVec 1) Int)) 0)";
        let names = [("i", i.as_str()), ("j", &j), ("v", &v), ("w", &w), ("z", zero), ("f", few), ("x", &x), ("y", &y)];
        hold(&[
            "(= (select (store z i v) i) v)",
            "(= (select (store z i v) j) (ite (= i j) v 0))",
            "(= (store (store z i v) i w) (store z i w))",
            "(or (= i j) (= (store (store z i v) j w) (store (store z j w) i v)))",
            "(= (store z i (select z i)) z)",
            "(= (= (store z i v) (store z i w)) (= v w))",
            "(= (store (store f #b0 v) #b1 v) ((as const (Array (_ BitVec 1) Int)) v))",
            "(= (= (store (store f x v) y w) (store (store f y w) x v)) (or (distinct x y) (= v w)))",
        ], &names)?;
    }

    #[test]
    fn strings(s in text(), t in text(), u in text(), i in -2_i32..9, n in -2_i32..9) {
        let written = |n: i32| if n < 0 { format!("(- {})", n.abs()) } else { n.to_string() };
        let (i, n) = (written(i), written(n));
        let names = [("s", s.as_str()), ("t", &t), ("u", &u), ("i", &i), ("n", &n)];
        hold(&[
            "(= (str.len (str.++ s t u)) (+ (str.len s) (str.len t) (str.len u)))",
            "(= (str.len (str.substr s i n)) (ite (and (<= 0 i) (< i (str.len s)) (< 0 n)) (ite (< n (- (str.len s) i)) n (- (str.len s) i)) 0))",
            "(= (str.at s i) (str.substr s i 1))",
            "(= s (str.++ (str.substr s 0 2) (str.substr s 2 (str.len s))))",
            "(= (str.prefixof s t) (= s (str.substr t 0 (str.len s))))",
            "(= (str.suffixof s (str.++ t s)) true)",
            "(= (str.contains s t) (>= (str.indexof s t 0) 0))",
            "(let ((k (str.indexof s t i))) (or (and (= k (- 1))) (and (<= i k) (= t (str.substr s k (str.len t))))))",
            "(= (str.replace s t u) (ite (str.contains s t) (let ((k (str.indexof s t 0))) (str.++ (str.substr s 0 k) u (str.substr s (+ k (str.len t)) (str.len s)))) s))",
            "(=> (not (str.contains s t)) (= (str.replace_all s t u) s (str.replace s t u)))",
            "(= (str.replace_all s t u) (str.replace_re_all s (str.to_re t) u))",
            "(= (str.replace s t u) (str.replace_re s (str.to_re t) u))",
            "(= (str.indexof s t i) (str.indexof_re s (str.to_re t) i))",
            "(= (str.contains s t) (str.in_re s (re.++ re.all (str.to_re t) re.all)))",
            "(= (str.<= s t) (or (= s t) (str.< s t)))",
            "(= (str.< s t) (not (str.<= t s)))",
            "(= (str.rev (str.++ s t)) (str.++ (str.rev t) (str.rev s)))",
            "(= (str.is_digit s) (str.in_re s (re.range \"0\" \"9\")))",
            "(distinct (str.in_re s (re.* (str.to_re t))) (str.in_re s (re.comp (re.* (str.to_re t)))))",
            "(= (str.in_re s ((_ re.loop 1 3) (str.to_re t))) (or (= s t) (= s (str.++ t t)) (= s (str.++ t t t))))",
        ], &names)?;
    }

    #[test]
    fn what_is_printed_is_read_again((width, a, b) in pair(), i in int(), j in int(), s in "[a\\\\u{}0-9é]{0,6}") {
        let float = format!("(fp #b{} #b{} #b{})", &a[2..3], &b.repeat(5).replace("#b", "")[..5], &a.repeat(10).replace("#b", "")[..10]);
        let terms = [
            a.clone(), i.clone(), format!("(/ {i} 7.0)"), format!("(/ (- {j}.0) 12.0)").replace("(- (- ", "(* 1.0 (- ").replace(").0)", ".0))"),
            format!("\"{s}\""), float, "(_ NaN 3 5)".to_owned(), "(_ -zero 11 53)".to_owned(), "RTN".to_owned(), "true".to_owned(),
            format!("(store (store ((as const (Array Int (_ BitVec {width}))) {a}) {i} {b}) {j} {a})"),
            format!("(store ((as const (Array Bool (Array String Int))) ((as const (Array String Int)) {i})) true (store ((as const (Array String Int)) {j}) \"{s}\" {i}))"),
        ];
        for term in &terms {
            let (script, first) = values(term);
            let printed = first[0].display(&script.terms).to_string();
            let (again, second) = values(&printed);
            prop_assert_eq!(second[0].display(&again.terms).to_string(), printed.clone());
            let (_, same) = values(&format!("(= {term} {printed})"));
            prop_assert_eq!(&same[0], &Value::Bool(true), "{} is printed {}", term, printed);
        }
    }
}
