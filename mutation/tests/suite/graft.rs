//! Grafts from outside: every mutant of every theory is true under its witness.

use std::sync::Arc;

use generated::THEORIES;
use mutation::{Alone, Decision, Graft, Mutator, Recipe, Seed};
use smtlib::{Budget, Dialect, Evaluator, Model, Script, Value};

fn graft() -> Arc<dyn Mutator> {
    Arc::new(Graft::new(THEORIES.iter().map(generated::Theory::space)))
}

fn recipe(steps: u32) -> Recipe {
    Recipe { mutators: vec![graft()], steps: 1..=steps, seed: 0 }
}

/// The `sat` seeds among the formulas of a theory from a number on.
fn seeds(theory: &str, from: u64, count: usize) -> Vec<Seed> {
    let space = generated::Theory::find(theory).unwrap().space();
    let mut stream = space.stream(&from.into(), generated::Layout::Smtlib);
    let mut seeds = Vec::new();
    while seeds.len() < count {
        let script = Script::parse(stream.next_text().unwrap()).unwrap();
        let seed = Seed::by_search(theory, &script, 0, &Budget::default());
        seeds.extend(seed.ok().filter(|seed| seed.answer() == Decision::Sat));
    }
    seeds
}

/// Judges a mutant by what is printed of it: its text, and its witness.
fn judge(text: &str, witness: &str) {
    let mut script = Script::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let model = Model::parse(&mut script, witness, Dialect::Standard).unwrap();
    let mut evaluator = Evaluator::new(&script.terms);
    for assertion in &script.queries()[0].assertions {
        let outcome = evaluator.eval(&model, *assertion);
        assert_eq!(outcome, Ok(Value::Bool(true)), "{text}\n{witness}");
    }
}

#[test]
fn mutants_of_all_theories_are_true_under_their_witnesses() {
    for theory in THEORIES {
        let recipe = recipe(3);
        let (mut made, mut distinct) = (0, std::collections::BTreeSet::new());
        for seed in seeds(theory.name(), 3000, 40) {
            for number in 0..10 {
                let Some(mutant) = recipe.mutant(&seed, &Alone, number) else { continue };
                let text = mutant.text();
                judge(&text, &mutant.specimen().witness_text().unwrap());
                made += 1;
                distinct.insert(text);
            }
        }
        // Nothing is put below a quantifier, so that such seeds have few places.
        let least = if theory.name() == "Quantifiers" { 50 } else { 250 };
        assert!(distinct.len() > least, "{}: {} distinct", theory.name(), distinct.len());
        assert!(made > 380, "{}: {made} of 400 were made", theory.name());
    }
}

#[test]
fn a_mutant_depends_on_nothing_but_its_seed_and_its_number() {
    let (one, other) = (recipe(3), recipe(3));
    for theory in ["Strings", "RealInts"] {
        let seeds = seeds(theory, 2000, 5);
        let text = |recipe: &Recipe, seed, number| {
            recipe.mutant(seed, &Alone, number).map(|mutant| mutant.text())
        };
        let forth: Vec<_> =
            seeds.iter().flat_map(|seed| (0..8).map(|n| text(&one, seed, n))).collect();
        // Another one, asked in another order, whose tables are filled otherwise.
        let mut back: Vec<_> = seeds
            .iter()
            .rev()
            .flat_map(|seed| (0..8).rev().map(|n| text(&other, seed, n)))
            .collect();
        back.reverse();
        assert_eq!(forth, back);
    }
}

/// Section II-B of the paper: `y` gives way to `(y - 1.0) / x` where it is compared with 0. The
/// number is another one whenever draws change: the failing test says which.
#[test]
fn the_paper_s_mutant_comes_out_of_its_seed() {
    const NUMBER: u64 = 611_559;
    let text = "(declare-const x Real)(declare-const y Real)
        (assert (and (<= 0.0 y) (= x (+ 2.0 y))))(check-sat)";
    let mut script = Script::parse(text).unwrap();
    let model = "((define-fun x () Real 3.0) (define-fun y () Real 1.0))";
    let model = Model::parse(&mut script, model, Dialect::Standard).unwrap();
    let seed = Seed::with_model("II-B", &script, 0, model).unwrap();
    let wanted = "(assert (and (<= 0.0 (/ (- y 1.0) x)) (= x (+ 2.0 y))))";
    let recipe = recipe(1);
    let is_it = |number: &u64| {
        let mutant = recipe.mutant(&seed, &Alone, *number);
        mutant.is_some_and(|mutant| mutant.text().contains(wanted))
    };
    assert!(is_it(&NUMBER), "it is number {:?} now", (0..4_000_000).find(is_it));
}

#[test]
fn an_unsat_seed_has_no_grafts() {
    let text = "(declare-const a Bool)(assert a)(assert (not a))(check-sat)";
    let seed =
        Seed::by_search("a test", &Script::parse(text).unwrap(), 0, &Budget::default()).unwrap();
    assert_eq!(seed.answer(), Decision::Unsat);
    assert!(recipe(1).mutant(&seed, &Alone, 0).is_none());
}

/// Sorts of which no grammar has terms: the seed's own terms and tables of them do.
#[test]
fn seeds_of_sorts_without_a_grammar_have_grafts() {
    let texts = [
        "(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(declare-const b U)
         (assert (not (= (f a) b)))(assert (or (= a b) (= (f b) a)))(check-sat)",
        "(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)
         (assert (and ((_ is cons) l) (> (head l) 2)))(check-sat)",
        "(declare-const x (_ BitVec 5))(declare-const y (_ BitVec 12))
         (assert (bvult (concat x #b1010101) y))(assert (not (= y #xfff)))(check-sat)",
        "(declare-const x (_ FloatingPoint 5 11))(assert (fp.lt x (_ -zero 5 11)))(check-sat)",
    ];
    for text in texts {
        let script = Script::parse(text).unwrap();
        let seed = Seed::by_search("a test", &script, 0, &Budget::default()).unwrap();
        let recipe = recipe(2);
        let mutants = (0..50).filter_map(|number| recipe.mutant(&seed, &Alone, number));
        let mut texts = std::collections::BTreeSet::new();
        for mutant in mutants {
            judge(&mutant.text(), &mutant.specimen().witness_text().unwrap());
            texts.insert(mutant.text());
        }
        assert!(texts.len() > 25, "{} mutants of {text}", texts.len());
    }
}
