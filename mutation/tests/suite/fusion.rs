//! Fusion functions and the values that they are held against.

use mutation::RuleSet;
use mutation::fusion::{FusionFunction, Refusal, Verdict, check, read_fusion_functions};
use smtlib::{Budget, Script, search};

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
    let (functions, rules) = (FusionFunction::shipped(), RuleSet::shipped());
    let mut names: Vec<&str> = functions.iter().map(|function| &**function.name()).collect();
    // `etude rules show` finds both by their names.
    names.extend(rules.rules().iter().map(|rule| &**rule.name()));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(functions.len() >= 13 + 20, "{}", functions.len());
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
    let file = read_fusion_functions("own", FILE);
    let taken: Vec<(usize, bool, bool)> = file
        .taken
        .iter()
        .map(|it| (it.line, it.guarded.is_some(), it.function.is_guarded()))
        .collect();
    assert_eq!(taken, [(3, true, true), (12, false, false), (42, false, false)]);
    let refused: Vec<String> = file.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused[0],
        "line 28: `(= z (+ x c) y)` says that all of its sides are equal; \
         is `(= z (+ x c y))` meant?"
    );
    assert!(matches!(file.refused[1].why, Refusal::Fails(_)), "{refused:?}");
    assert!(refused[1].starts_with("line 33: it cannot be taken back for x = "), "{refused:?}");
    assert_eq!(refused.len(), 2);
}

#[test]
fn what_is_no_entry_is_told_by_its_line() {
    let file = read_fusion_functions(
        "own",
        "hello\n#begin\n(declare-const x Int)\n(push 1)\n#end\n#begin\n",
    );
    let refused: Vec<String> = file.refused.iter().map(ToString::to_string).collect();
    assert_eq!(
        refused,
        [
            "line 1: `hello` stands outside of `#begin` and `#end`",
            "line 4: `(push 1)` has no meaning here",
            "line 6: `#end` is missing",
        ]
    );
    assert!(file.taken.is_empty());
}

#[test]
fn a_table_of_ones_own_is_read_like_those_that_come_with_the_program() {
    let text = "; mine\n\nminus | x y z: Int | z = (- x y) | x = (+ z y) | y = (- x z)\n\
        product | x y z: Int | z = (* x y) | x = (div z y) | y = (div z x)\n\
        minus | x y z: Int | z = (+ x y) | x = (- z y) | y = (- z x)\n\
        plus | x y z: Int | z = (+ x y) | x = z - y | y = (- z x)\n";
    let file = read_fusion_functions("own", text);
    let refused: Vec<String> = file.refused.iter().map(ToString::to_string).collect();
    assert_eq!(refused.len(), 3, "{refused:?}");
    assert!(refused[0].starts_with("line 4: it cannot be taken back for x = "), "{refused:?}");
    assert_eq!(refused[1], "line 5: line 3 has a function `minus` too: rename one");
    assert_eq!(refused[2], "line 6: one term is wanted instead of `z - y`");
    let table = file.table().unwrap();
    assert_eq!(table.functions().len(), 1);
    // All that can be tried is there, also what is refuted.
    let names: Vec<String> = file.functions().iter().map(|it| it.name().to_string()).collect();
    assert_eq!(names, ["minus", "product"]);
    // What is written of a table is the table.
    let again = read_fusion_functions("other", &table.text()).table().unwrap();
    assert_eq!(again.digest(), table.digest());
    assert_eq!(table.digest().len(), 8);
}

#[test]
fn the_other_tools_file_becomes_a_table_with_the_guards_that_it_lacks() {
    let table = read_fusion_functions("own", FILE).table().unwrap();
    let text = table.text();
    assert!(text.contains("| when (distinct x 0) (distinct y 0)"), "{text}");
    let again = read_fusion_functions("own", &text);
    assert!(again.refused.is_empty());
    assert_eq!(again.table().unwrap().digest(), table.digest());
}

#[test]
fn no_assignment_refutes_what_solvers_are_asked() {
    let budget = Budget { evaluations: 400, ..Budget::default() };
    for function in FusionFunction::shipped().iter() {
        let questions = function.questions();
        assert!(!questions.is_empty(), "{function}");
        for question in questions {
            let script = Script::parse(&question.script).unwrap();
            let found = search(&script.terms, &script.queries()[0], &budget);
            assert_ne!(found.name(), "sat", "{function}\n{}", question.script);
        }
    }
    // One that cannot be taken back is refuted.
    let line = "wrong | x y z: Int, c: any | z = (+ x y c) | x = (- z y c) | y = (- x z c)";
    for question in FusionFunction::parse(line).unwrap().questions() {
        let script = Script::parse(&question.script).unwrap();
        let found = search(&script.terms, &script.queries()[0], &Budget::default());
        assert_eq!(found.name(), "sat", "{}", question.script);
    }
}
