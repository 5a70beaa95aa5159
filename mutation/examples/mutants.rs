//! Mutants of small seeds of every theory, counted and timed: `cargo run -p mutation --example
//! mutants -- recombine 200000` makes so many, prints each, reads it again and judges it under its
//! printed witness.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use generated::{Index, Layout, THEORIES};
use mutation::{Alone, Ground, Mutator, Recipe, Recombine, Seed};
use smtlib::{Budget, Dialect, Limits, Script, Truth};

/// Mutants of one seed.
const PER_SEED: u64 = 30;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let count: u64 = arguments.get(2).map_or(10_000, |word| word.parse().unwrap());
    let mutator: Arc<dyn Mutator> = match arguments.get(1).map(String::as_str) {
        Some("recombine") => Arc::new(Recombine::default()),
        other => panic!("{other:?} is no technique that is measured here"),
    };
    let recipe = Recipe { mutators: vec![mutator], steps: 1..=1, seed: 0 };
    for theory in THEORIES {
        let seeds = seeds(theory, count / PER_SEED / THEORIES.len() as u64 + 1);
        let mut tally = Tally::default();
        for seed in &seeds {
            for number in 0..PER_SEED {
                tally.add(&recipe, seed, number);
            }
        }
        let per_second = f64::from(tally.made) / tally.making.as_secs_f64();
        println!(
            "{}: {} seeds, {} mutants ({} unsat), {} numbers lost, {per_second:.0}/s, {} bytes each, \
             {} witnesses true",
            theory.name(),
            seeds.len(),
            tally.made,
            tally.unsat,
            tally.lost,
            tally.bytes / tally.made.max(1) as usize,
            tally.witnessed,
        );
    }
}

#[derive(Default)]
struct Tally {
    made: u32,
    unsat: u32,
    lost: u32,
    witnessed: u32,
    bytes: usize,
    making: Duration,
}

impl Tally {
    fn add(&mut self, recipe: &Recipe, seed: &Seed, number: u64) {
        let start = Instant::now();
        let mutant = recipe.mutant(seed, &Alone, number);
        let text = mutant.as_ref().map(mutation::Mutant::text);
        self.making += start.elapsed();
        let (Some(mutant), Some(text)) = (mutant, text) else {
            self.lost += 1;
            return;
        };
        self.made += 1;
        self.bytes += text.len();
        let known = mutant.known();
        let Ground::Witness(model) = known.ground() else {
            self.unsat += 1;
            return;
        };
        let mut script = Script::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let judged = script.judge(model, Dialect::Standard, Limits::default()).unwrap();
        assert!(judged.truth == Truth::True && judged.basis.is_standard(), "{text}\n{model}");
        self.witnessed += 1;
    }
}

/// The first formulas of a theory, a prime number apart, that the search answers.
fn seeds(theory: &generated::Theory, count: u64) -> Vec<Seed> {
    let budget = Budget { evaluations: 2_000, ..Budget::default() };
    let made = (0..).filter_map(|number: u64| {
        let index = number * 131;
        let text = theory.space().text(&Index::from(index), Layout::Smtlib)?;
        let script = Script::parse(&text).ok()?;
        Seed::by_search(&format!("{} {index}", theory.name()), &script, 0, &budget).ok()
    });
    made.take(usize::try_from(count).unwrap()).collect()
}
