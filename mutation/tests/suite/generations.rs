//! Mutants of mutants: pure functions of the seed and the number, each with a witness that holds.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread;

use generated::THEORIES;
use mutation::{Alone, Generations, Mutator, Recipe, Seed, Technique, Tools, mutator};

use crate::support::{check, seed, seeds_of_theories};

fn all() -> Vec<Arc<dyn Mutator>> {
    let grammars = THEORIES.iter().map(generated::Theory::space).collect();
    let tools = Tools { grammars, ..Tools::default() };
    Technique::ALL.into_iter().map(|technique| mutator(technique, &tools)).collect()
}

fn generations(most: u32, steps: u32) -> Generations {
    Generations::new(Recipe { mutators: all(), steps: 1..=steps, seed: 0 }, most)
}

#[test]
fn mutants_of_mutants_are_true_under_their_witness() {
    let generations = generations(3, 2);
    let mut of = BTreeMap::from([(0, 0), (1, 0), (2, 0)]);
    for seed in seeds_of_theories(6, 37) {
        for number in 0..12 {
            let Some(mutant) = generations.make(&seed, &Alone, number).mutant else { continue };
            check(&mutant);
            *of.get_mut(&mutant.generations().len()).expect("there are three") += 1;
        }
    }
    assert!(of.values().all(|count| *count > 30), "{of:?}");
}

#[test]
fn a_mutant_of_a_mutant_has_the_steps_of_both() {
    let generations = generations(3, 3);
    let seed =
        seed("(declare-const x Int)(declare-const y Int)(assert (< x (+ y 2) 9))(check-sat)");
    let mut later = 0;
    for number in 0..40 {
        let mutant = generations.make(&seed, &Alone, number).mutant.expect("there is much to do");
        let Some(last) = mutant.generations().last() else {
            assert!(mutant.steps().len() <= 3);
            continue;
        };
        let parent = generations.make(&seed, &Alone, last.number).mutant.expect("it was a seed");
        assert_eq!(generations.parent(&seed, number), Some(last.number));
        assert!(last.number < number);
        assert_eq!(parent.steps().len(), last.steps);
        assert_eq!(parent.generations().len() + 1, mutant.generations().len());
        let (one, other) = (&mutant.steps()[..last.steps], parent.steps());
        assert!(one.iter().zip(other).all(|(one, other)| one.rule == other.rule));
        assert!((1..=3).contains(&(mutant.steps().len() - last.steps)));
        // Its own first step was done to the script that its parent is.
        let as_seed = Seed::of_mutant(&parent, last.number).unwrap();
        assert_eq!(as_seed.text(), parent.text());
        let before = generations.before(&seed, &Alone, number);
        if let Some(before) = before.filter(|it| it.steps().len() == last.steps) {
            assert_eq!(before.text(), parent.text());
        }
        later += 1;
    }
    assert!(later > 15, "{later} of later generations");
}

#[test]
fn what_was_made_before_changes_nothing() {
    let seed =
        seed("(declare-const x Int)(declare-const y Int)(assert (< x (+ y 2) 9))(check-sat)");
    let text = |generations: &Generations, number| {
        let mutant = generations.make(&seed, &Alone, number).mutant;
        mutant.map(|it| (it.text(), it.lineage(), it.specimen().witness_text()))
    };
    let shared = generations(4, 2);
    let all: Vec<_> = (0..60).map(|number| text(&shared, number)).collect();
    thread::scope(|scope| {
        for part in 0..4 {
            let (all, shared) = (&all, &shared);
            scope.spawn(move || {
                let own = shared.forgetful();
                for number in (0..60).rev().filter(|number| number % 4 == part) {
                    assert_eq!(text(&own, number), all[usize::try_from(number).unwrap()]);
                    assert_eq!(text(shared, number), all[usize::try_from(number).unwrap()]);
                }
            });
        }
    });
}

#[test]
fn one_generation_is_what_mutants_always_were() {
    let recipe = Recipe { mutators: all(), steps: 1..=4, seed: 0 };
    let generations = Generations::new(recipe.clone(), 1);
    for seed in seeds_of_theories(2, 91) {
        for number in 0..5 {
            assert_eq!(generations.parent(&seed, number), None);
            let one = generations.make(&seed, &Alone, number).mutant.map(|it| it.text());
            assert_eq!(one, recipe.mutant(&seed, &Alone, number).map(|it| it.text()));
        }
    }
}
