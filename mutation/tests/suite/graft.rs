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
pub fn judge(text: &str, witness: &str) {
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
        println!("{}: {made} of 400 made, {} distinct", theory.name(), distinct.len());
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

/// Section II-B of the paper: `y` gives way to `(y - 1.0) / x` where it is compared with 0.
#[test]
fn the_paper_s_mutant_comes_out_of_its_seed() {
    let text = "(declare-const x Real)(declare-const y Real)
        (assert (and (<= 0.0 y) (= x (+ 2.0 y))))(check-sat)";
    let mut script = Script::parse(text).unwrap();
    let model = "((define-fun x () Real 3.0) (define-fun y () Real 1.0))";
    let model = Model::parse(&mut script, model, Dialect::Standard).unwrap();
    let seed = Seed::with_model("II-B", &script, 0, model).unwrap();
    let wanted = "(assert (and (<= 0.0 (/ (- y 1.0) x)) (= x (+ 2.0 y))))";
    let recipe = recipe(1);
    let found = (0..4_000_000)
        .find(|&n| recipe.mutant(&seed, &Alone, n).is_some_and(|m| m.text().contains(wanted)));
    println!("{found:?}");
}
