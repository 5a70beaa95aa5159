//! Fusion functions and the values that they are held against.

use mutation::fusion::{FusionFunction, Refusal, Verdict, check, read_fusion_functions};

#[test]
fn every_shipped_function_can_be_taken_back() {
    for function in FusionFunction::shipped().iter() {
        let checked = check(function);
        match &checked.verdict {
            Verdict::Inverts => assert!(!function.is_guarded(), "{function}"),
            Verdict::InvertsWhen(_) => {
                // The guard is needed: without it, there is a counterexample.
                let line = function.to_string();
                let (bare, _) = line.split_once("| when").unwrap();
                let bare = check(&FusionFunction::parse(bare).unwrap());
                assert!(matches!(bare.verdict, Verdict::Fails(_)), "{function}");
            }
            other => panic!("{function}\n{other:?}"),
        }
        let is_finite = function.to_string().contains(": Bool");
        assert!(is_finite || checked.assignments >= 10_000, "{function}\n{checked:?}");
        assert_eq!(checked.open, 0, "{function}");
    }
}

#[test]
fn names_are_given_once() {
    let functions = FusionFunction::shipped();
    let mut names: Vec<&str> = functions.iter().map(|function| &**function.name()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(count >= 13 + 20, "{count}");
}

#[test]
fn what_cannot_be_taken_back_has_a_counterexample() {
    for line in [
        "wrong | x y z: Int | z = (* x y) | x = (div z y) | y = (div z x)",
        "wrong | x y z: Int | z = (+ x y) | x = (- z y) | y = (- x z)",
        "wrong | x y z: Int, a b: nonzero | z = (+ (* a x) (* b y)) | x = (div (- z (* b y)) b) | y = (div (- z (* a x)) b)",
        "wrong | x y z: (_ BitVec n), a: any | z = (bvmul a (bvadd x y)) | x = (bvsub (bvudiv z a) y) | y = (bvsub (bvudiv z a) x)",
        "wrong | x y z: String | z = (str.++ x y) | x = (str.replace z y \"\") | y = (str.substr z (str.len x) (str.len y))",
        "wrong | x y z: Bool | z = (and x y) | x = (=> y z) | y = (=> x z)",
        "wrong | x y z: Real | z = (/ x y) | x = (* z y) | y = (/ x z)",
    ] {
        let checked = check(&FusionFunction::parse(line).unwrap());
        assert!(matches!(checked.verdict, Verdict::Fails(_)), "{line}\n{checked:?}");
    }
}

#[test]
fn lines_that_are_no_functions_are_refused_with_what_is_wanted() {
    for (line, wanted) in [
        ("int-add", "a line is"),
        ("a | x y: Int | z = x | x = z | y = z", "the sorts of x, y and z are wanted"),
        ("a | x y z: Int, c: some | z = x | x = z | y = z", "no kind of constant"),
        ("a | x y z: Char | z = x | x = z | y = z", "no sort that is fused"),
        ("a | x y z: Int | z = (plus x y) | x = z | y = z", "`plus` is no operator"),
        ("a | x y z: Int | y = x | x = z | y = z", "`z = …` is wanted"),
        ("a | x y z: Int | z = x | x = z | y = z | if (= x y)", "`when …` is wanted"),
    ] {
        let error = FusionFunction::parse(line).unwrap_err().to_string();
        assert!(error.contains(wanted), "{line}\n{error}");
    }
    let unfit = "a | x y z: Int | z = (str.++ x y) | x = z | y = z";
    assert_eq!(check(&FusionFunction::parse(unfit).unwrap()).verdict, Verdict::Unfit);
}

/// The notation of `YinYang`'s files, with what they are known to hold.
const FILE: &str = r#"; Int
;
#begin
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
(assert (= z (* x y)))
(assert (= x (div z y)))
(assert (= y (div z x)))
#end

#begin
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const c Real)
(assert (= z (+ (+ x y) c)))
(assert (= x (- (- z y) c)))
(assert (= y (- (- z x) c)))
#end

; A parenthesis is in the wrong place.
#begin
(declare-const x Real)
(declare-const y Real)
(declare-const z Real)
(declare-const c Real)
(assert (= z (+ x c) y))
(assert (= x (- (- z c) y)))
(assert (= y (- (- z c) x)))
#end

#begin
(declare-const x (_ BitVec 8))
(declare-const y (_ BitVec 8))
(declare-const z (_ BitVec 8))
(assert (= z (bvand x y)))
(assert (= x (bvor z y)))
(assert (= y (bvor z x)))
#end

#begin
(declare-const x String)
(declare-const y String)
(declare-const z String)
(declare-const c String)
(assert (= z (str.++ x c y)))
(assert (= x (str.substr z 0 (str.len x))))
(assert (= y (str.replace (str.replace z x "") c "")))
#end
"#;

#[test]
fn the_other_tools_file_is_read_as_it_is() {
    let file = read_fusion_functions(FILE);
    let taken: Vec<(usize, bool, bool)> = file
        .taken
        .iter()
        .map(|it| (it.line, it.guarded.is_some(), it.function.is_guarded()))
        .collect();
    assert_eq!(taken, [(3, true, true), (12, false, false), (42, false, false)]);
    let refused: Vec<String> = file.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused[0],
        "line 23: `(= z (+ x c) y)` says that all of its sides are equal; \
         is `(= z (+ x c y))` meant?"
    );
    assert!(matches!(file.refused[1].why, Refusal::Fails(_)), "{refused:?}");
    assert!(refused[1].starts_with("line 33: it cannot be taken back for x = "), "{refused:?}");
    assert_eq!(refused.len(), 2);
}

#[test]
fn what_is_no_entry_is_told_by_its_line() {
    let file =
        read_fusion_functions("hello\n#begin\n(declare-const x Int)\n(push 1)\n#end\n#begin\n");
    let refused: Vec<String> = file.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused,
        [
            "line 1: `hello` stands outside of `#begin` and `#end`",
            "line 2: `(push 1)` has no meaning here",
            "line 6: `#end` is missing",
        ]
    );
    assert!(file.taken.is_empty());
}
