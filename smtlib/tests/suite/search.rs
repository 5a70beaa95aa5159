//! The small search: files with their expected answers, and a brute force as its oracle.

use std::path::Path;

use smtlib::{Budget, Evaluator, Found, Model, Query, Script, Terms, Value, search};

/// Is the model one of all assertions, by an evaluator that the search did not use, and does it
/// give every declared function an interpretation?
fn check_model(terms: &Terms, query: &Query, model: &Model) {
    for &assertion in &query.assertions {
        let outcome = Evaluator::new(terms).eval(model, assertion);
        assert_eq!(outcome, Ok(Value::Bool(true)));
    }
    for &fun in &query.functions {
        let function = terms.function(fun);
        if matches!(function.kind, smtlib::FunctionKind::Declared) {
            assert!(model.get(fun).is_some(), "`{}` has no value", function.name);
        }
    }
}

/// The answer to the script's only query.
fn answer(text: &str) -> &'static str {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let query = &script.queries()[0];
    let found = search(&script.terms, query, &Budget::default());
    if let Found::Sat(model) = &found {
        check_model(&script.terms, query, model);
    }
    found.name()
}

/// The processor time of this thread so far, where the system tells it.
fn processor_seconds() -> f64 {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = spent.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

#[test]
fn files_have_the_answers_they_expect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search");
    let mut wrong = Vec::new();
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of the files") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let first = text.lines().next().unwrap_or_default();
        let expected = first.strip_prefix("; ").unwrap_or("no expected answer in the first line");
        let before = processor_seconds();
        let found = answer(&text);
        let spent = processor_seconds() - before;
        files += 1;
        // About 50 milliseconds are promised; what counted no work took minutes.
        if spent > 3.0 {
            wrong.push(format!("{}: {spent} s of processor time", path.display()));
        }
        if found != expected {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            wrong.push(format!("{name}: {found}, not {expected}"));
        }
    }
    assert!(files > 0, "no files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A small generator of numbers, so that a seed makes a formula.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[usize::try_from(self.below(of.len() as u64)).unwrap_or(0)]
    }

    fn bits(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 2 } else { 6 }) {
            0 => self.pick(&["x", "y"]).to_owned(),
            1 => self.pick(&["#b000", "#b001", "#b101", "#b111"]).to_owned(),
            2 => {
                let op = self.pick(&["bvnot", "bvneg", "(_ rotate_left 1)"]);
                format!("({op} {})", self.bits(depth - 1))
            }
            3 => {
                let (c, a) = (self.bool(depth - 1), self.bits(depth - 1));
                format!("(ite {c} {a} {})", self.bits(depth - 1))
            }
            _ => {
                let op = self.pick(&[
                    "bvadd", "bvmul", "bvudiv", "bvurem", "bvsdiv", "bvshl", "bvlshr", "bvand",
                    "bvxor",
                ]);
                let a = self.bits(depth - 1);
                format!("({op} {a} {})", self.bits(depth - 1))
            }
        }
    }

    fn bool(&mut self, depth: u32) -> String {
        match self.below(if depth == 0 { 1 } else { 6 }) {
            0 => self.pick(&["p", "q", "true", "p", "q"]).to_owned(),
            1 => format!("(not {})", self.bool(depth - 1)),
            2 => {
                let op = self.pick(&["and", "or", "=>", "xor", "="]);
                let a = self.bool(depth - 1);
                format!("({op} {a} {})", self.bool(depth - 1))
            }
            3 => {
                // What the standard leaves open.
                let op = self.pick(&["div", "mod"]);
                let (a, b) = (self.bits(depth - 1), self.bits(depth - 1));
                let c = self.below(3);
                format!("(= {c} ({op} (ubv_to_int {a}) (ubv_to_int {b})))")
            }
            _ => {
                let op = self.pick(&["=", "bvult", "bvsle", "distinct", "bvsgt"]);
                let a = self.bits(depth - 1);
                format!("({op} {a} {})", self.bits(depth - 1))
            }
        }
    }
}

/// All assignments in nested loops, each with an evaluator of its own.
fn brute_force(script: &Script, query: &Query) -> &'static str {
    let terms = &script.terms;
    let [x, y, p, q] = ["x", "y", "p", "q"].map(|name| {
        let found = query.functions.iter().find(|&&fun| &*terms.function(fun).name == name);
        *found.expect("it is declared")
    });
    let mut open = false;
    for bits in 0..8 {
        for more in 0..8 {
            for one in [false, true] {
                for two in [false, true] {
                    let mut model = Model::default();
                    model.set_value(x, Value::BitVec(smtlib::BitVec::new(3, bits)));
                    model.set_value(y, Value::BitVec(smtlib::BitVec::new(3, more)));
                    model.set_value(p, Value::Bool(one));
                    model.set_value(q, Value::Bool(two));
                    let outcomes: Vec<_> = query
                        .assertions
                        .iter()
                        .map(|&term| Evaluator::new(terms).eval(&model, term))
                        .collect();
                    if outcomes.iter().all(|outcome| *outcome == Ok(Value::Bool(true))) {
                        return "sat";
                    }
                    open |= !outcomes.contains(&Ok(Value::Bool(false)));
                }
            }
        }
    }
    if open { "unknown" } else { "unsat" }
}

#[test]
fn answers_are_those_of_brute_force() {
    let mut counts = [0; 3];
    for seed in 0..600 {
        let mut random = Random(seed);
        let mut text = String::from(
            "(declare-const x (_ BitVec 3))(declare-const p Bool)\
             (declare-const y (_ BitVec 3))(declare-const q Bool)",
        );
        for _ in 0..=seed % 4 {
            let assertion = random.bool(1 + u32::try_from(seed % 5).unwrap_or(0));
            text.extend(["(assert ", assertion.as_str(), ")"]);
        }
        let script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let expected = brute_force(&script, &script.queries()[0]);
        assert_eq!(answer(&text), expected, "{text}");
        counts
            [["sat", "unsat", "unknown"].iter().position(|&name| name == expected).unwrap_or(0)] +=
            1;
    }
    // The formulas are of all kinds.
    assert!(counts.iter().all(|&count| count >= 5), "{counts:?}");
}

#[test]
fn every_small_budget_gives_no_wrong_answer() {
    let text = "(declare-const x (_ BitVec 4))(declare-const y (_ BitVec 4))\
                (assert (distinct (bvadd x y) (bvadd y x)))";
    let script = Script::parse(text).expect("a script");
    let query = &script.queries()[0];
    for evaluations in 0..300 {
        let budget = Budget { evaluations, ..Budget::default() };
        match search(&script.terms, query, &budget) {
            Found::Unsat { assignments } => assert!(assignments > 256, "{assignments}"),
            Found::Unknown { tried } => assert!(tried <= evaluations.max(1)),
            Found::Sat(_) => panic!("there is no such assignment"),
        }
    }
}

#[test]
fn steps_bound_the_work() {
    let text = "(declare-const x Int)(assert (forall ((y Int) (z Int)) (< (+ y z) (* x x x))))";
    let script = Script::parse(text).expect("a script");
    let budget = Budget { all_steps: 10_000, ..Budget::default() };
    match search(&script.terms, &script.queries()[0], &budget) {
        Found::Unknown { tried } => assert!(tried < 10_000, "{tried}"),
        found => panic!("{}", found.name()),
    }
}
