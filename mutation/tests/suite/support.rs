//! Seeds to try things on, and the check that every mutant must pass.

use std::sync::Arc;

use generated::{Index, Layout, THEORIES};
use mutation::{Decision, Ground, Mutant, Mutator, Recipe, Seed, Seeds};
use smtlib::{Budget, Dialect, Limits, Script, Truth};

/// A recipe of one step by one technique.
pub fn alone(mutator: impl Mutator + 'static) -> Recipe {
    Recipe { mutators: vec![Arc::new(mutator)], steps: 1..=1, seed: 0 }
}

/// The seed of a script with one check that the small search answers.
pub fn seed(text: &str) -> Seed {
    let script = Script::parse(text).unwrap();
    Seed::by_search("a test", &script, 0, &Budget::default()).unwrap()
}

/// Seeds of every theory: every `stride`-th formula of the first `count` strides that the search
/// answers.
pub fn seeds_of_theories(count: u64, stride: u64) -> Vec<Seed> {
    let budget = Budget { evaluations: 2_000, ..Budget::default() };
    let mut seeds = Vec::new();
    for theory in THEORIES {
        for number in 0..count {
            let index = number * stride;
            let text = theory.space().text(&Index::from(index), Layout::Smtlib).unwrap();
            let script = Script::parse(&text).unwrap();
            let name = format!("{} {index}", theory.name());
            seeds.extend(Seed::by_search(&name, &script, 0, &budget));
        }
    }
    seeds
}

/// Reads a mutant's text again and judges it under its printed witness; an `unsat` is searched for a
/// model.
pub fn check(mutant: &Mutant) {
    let text = mutant.text();
    let mut script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let known = mutant.known();
    match (known.answer(), known.ground()) {
        (Decision::Sat, Ground::Witness(model)) => {
            let judged = script.judge(model, Dialect::Standard, Limits::default()).unwrap();
            assert!(judged.basis.is_standard(), "{text}\n{model}");
            assert_eq!(judged.truth, Truth::True, "{}\n{text}\n{model}", mutant.lineage());
        }
        (Decision::Unsat, Ground::Derived { .. }) => {
            let budget = Budget { evaluations: 300, ..Budget::default() };
            let found = smtlib::search(&script.terms, &script.queries()[0], &budget);
            assert_ne!(found.name(), "sat", "{}\n{text}", mutant.lineage());
        }
        other => panic!("{other:?}\n{text}"),
    }
}

/// Mutant `number` of a seed, which is this script up to the order of declarations and of
/// assertions. If it is not, the message says which number is.
pub fn numbered(
    recipe: &Recipe,
    seed: &Seed,
    others: &dyn Seeds,
    number: u64,
    text: &str,
) -> Mutant {
    let expected = commands(text);
    let is_it = |mutant: &Mutant| commands(&mutant.text()) == expected;
    let mutants = |number| recipe.mutant(seed, others, number);
    mutants(number).filter(is_it).unwrap_or_else(|| {
        let found = (0..400_000).find(|&number| mutants(number).as_ref().is_some_and(is_it));
        panic!("the number of this mutant is {found:?}, not {number}:\n{text}")
    })
}

/// The commands of a script, each printed, sorted.
fn commands(text: &str) -> Vec<String> {
    let script = Script::parse(text).unwrap();
    let text = script.terms.text_of_commands(script.commands());
    let text = text.replace("(declare-fun ", "(declare-const ").replace(" () ", " ");
    let mut commands: Vec<String> = text.lines().map(str::to_owned).collect();
    commands.sort();
    commands
}
