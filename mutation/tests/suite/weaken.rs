//! Weakening: rules at work on the theories' smallest formulas.

use std::sync::Arc;

use generated::THEORIES;
use mutation::{Alone, Decision, Mutant, Recipe, RuleSet, Seed, Weaken};
use smtlib::{Budget, Dialect, Limits, Script, Truth};

/// The seeds among the first formulas of a theory.
fn seeds(theory: &generated::Theory, count: usize) -> Vec<Seed> {
    let mut stream = theory.space().stream(&generated::Index::default(), generated::Layout::Spaced);
    let mut seeds = Vec::new();
    for index in 0..count {
        let Some(text) = stream.next_text() else { break };
        let script = Script::parse(text).unwrap();
        let name = format!("{} {index}", theory.name());
        seeds.extend(Seed::by_search(&name, &script, 0, &Budget::default()).ok());
    }
    seeds
}

/// Reads a mutant's text and its witness's back, and judges it as any script with a model.
fn assert_true(mutant: &Mutant) {
    let text = mutant.text();
    let mut script = Script::parse(&text).unwrap_or_else(|why| panic!("{why} in {text}"));
    if mutant.answer() == Decision::Sat {
        let witness = mutant.specimen().witness_text().unwrap();
        let check = script.judge(&witness, Dialect::Standard, Limits::default()).unwrap();
        let shown = check.truth.display(&script.terms).to_string();
        let lineage = mutant.lineage();
        assert_eq!(check.truth, Truth::True, "{shown}: {lineage}\n{text}\n{witness}");
        assert!(check.basis.is_standard(), "{lineage}\n{text}\n{witness}");
    }
}

#[test]
fn mutants_of_the_smallest_formulas_are_true_under_their_witness() {
    let weaken = Arc::new(Weaken::new(RuleSet::shipped()));
    for most in [1, 8] {
        let recipe = Recipe { mutators: vec![weaken.clone()], steps: 1..=most, seed: 0 };
        for theory in THEORIES {
            for seed in seeds(theory, 150) {
                for number in 0..4 {
                    if let Some(mutant) = recipe.mutant(&seed, &Alone, number) {
                        assert_true(&mutant);
                    }
                }
            }
        }
    }
}
