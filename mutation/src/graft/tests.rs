//! The sets of values, held against trying the values one by one.

use generated::{Layout, THEORIES};
use smtlib::{
    Arguments, Budget, Candidates, Dialect, Evaluator, Limits, Model, Script, Term, Terms, Value,
    domain,
};

use super::allowed::Allowed;
use super::places::Places;
use crate::seed::Seed;

/// Result of trying the values of all places of a formula.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    /// Values of the sets, each of which kept the formula true.
    kept: u64,
    /// Values outside of the sets that would have kept it true.
    missed: u64,
    /// Values outside of the sets that made it false.
    false_ones: u64,
}

/// Tries values at every place of every assertion: what a set holds must keep the formula true.
fn try_all(terms: &Terms, model: &Model, assertions: &[Term]) -> Tried {
    let mut tried = Tried::default();
    for &assertion in assertions {
        let places = Places::of(terms, model, &Limits::default(), assertion);
        for (number, place) in places.all().iter().enumerate() {
            let sort = terms.sort(place.term);
            let (mut terms, mut model) = (terms.clone(), model.clone());
            let fun = terms.declare("new", &[], sort);
            let new = terms.call(fun, Arguments::new(), None).unwrap();
            let changed = terms.replace_at(assertion, &places.position(number), new).unwrap();
            let mut evaluator = Evaluator::new(&terms);
            if place.allowed == Allowed::Any {
                let outcome = evaluator.eval(&model, changed);
                assert_eq!(outcome, Ok(Value::Bool(true)), "{}", terms.text(changed));
            }
            let mut values = domain::values(&terms, sort, 64).unwrap_or_else(|| {
                Candidates::of_terms(&terms, assertions).values(&terms, sort, 48)
            });
            values.extend(place.allowed.edges(sort == smtlib::Sort::INT));
            for value in values {
                let is_in = place.allowed.contains(&value);
                model.set_value(fun, value.clone());
                let outcome = evaluator.eval(&model, changed);
                let is_true =
                    outcome == Ok(Value::Bool(true)) && evaluator.take_basis().is_standard();
                assert!(
                    is_true || !is_in,
                    "{} is {outcome:?} of {} among {}",
                    terms.text(changed),
                    value.display(&terms),
                    place.allowed,
                );
                match (is_in, is_true) {
                    (true, _) => tried.kept += 1,
                    (false, true) => tried.missed += 1,
                    (false, false) => tried.false_ones += 1,
                }
            }
        }
    }
    tried
}

fn try_script(text: &str) -> Option<Tried> {
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let seed = Seed::by_search("a test", &script, 0, &Budget::default()).ok()?;
    let specimen = seed.specimen();
    Some(try_all(&specimen.terms, specimen.witness()?, &specimen.assertions))
}

#[test]
fn what_a_set_holds_keeps_the_formulas_of_all_theories_true() {
    for theory in THEORIES {
        let mut sum = Tried::default();
        for from in [0_u64, 5_000, 3_000_000] {
            let mut stream = theory.space().stream(&from.into(), Layout::Smtlib);
            for tried in (0..40).filter_map(|_| try_script(stream.next_text().unwrap())) {
                sum.kept += tried.kept;
                sum.missed += tried.missed;
                sum.false_ones += tried.false_ones;
            }
        }
        // Below a quantifier no place has a set: what is there means many values at once.
        let least = if theory.name() == "Quantifiers" { 100 } else { 500 };
        assert!(sum.kept > least, "{}: {sum:?}", theory.name());
    }
}

/// The scripts beside this file: each says what is rarely met among enumerated formulas.
#[test]
fn what_a_set_holds_keeps_the_formulas_of_this_folder_true() {
    let mut count = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/places")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        // Each formula is a seed of its own; the declarations are shared.
        let (declarations, formulas): (Vec<&str>, Vec<&str>) = text
            .lines()
            .filter(|line| !line.starts_with(';'))
            .partition(|line| !line.starts_with("(assert"));
        for formula in formulas {
            let script = format!("{}{formula}", declarations.join("\n"));
            let tried = try_script(&script).unwrap_or_else(|| panic!("no model of {script}"));
            assert!(tried.kept > 0, "{formula}: {tried:?}");
            count += 1;
        }
    }
    assert!(count > 40);
}

/// The example of section II-B of the paper: its seed, its witness, and its table of constraints.
#[test]
fn the_paper_s_example_has_the_paper_s_sets() {
    let mut script = Script::parse(
        "(declare-const x Real)(declare-const y Real)
         (assert (and (<= 0.0 y) (= x (+ 2.0 y))))(check-sat)",
    )
    .unwrap();
    let model = "((define-fun x () Real 3.0) (define-fun y () Real 1.0))";
    let model = Model::parse(&mut script, model, Dialect::Standard).unwrap();
    let assertion = script.queries()[0].assertions[0];
    let places = Places::of(&script.terms, &model, &Limits::default(), assertion);
    let table: Vec<String> = (places.all().iter().enumerate())
        .map(|(number, place)| {
            let text = script.terms.text(place.term);
            format!("{} {text}: {}", places.position(number), place.allowed)
        })
        .collect();
    let expected = [
        ". (and (<= 0.0 y) (= x (+ 2.0 y))): true",
        "0 (<= 0.0 y): true",
        "1 (= x (+ 2.0 y)): true",
        "0.0 0.0: (-oo, 1]",
        "0.1 y: [0, oo)",
        "1.0 x: 3.0",
        "1.1 (+ 2.0 y): 3.0",
        "1.1.0 2.0: 2.0",
        "1.1.1 y: 1.0",
    ];
    assert_eq!(table, expected);
}
