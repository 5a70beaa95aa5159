//! Mutants of small seeds of every theory, counted and timed: `cargo run -p mutation --example
//! mutants -- recombine 200000` makes so many, prints each, reads it again and judges it under its
//! printed witness.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement")]

use std::sync::Arc;
use std::time::Duration;

use generated::{Index, Layout, THEORIES};
use mutation::{Decision, Draw, Fuse, Ground, Mutant, Mutator, Recipe, Recombine, Seed, Seeds};
use smtlib::{Budget, Dialect, Limits, Script, Truth};

/// Mutants of one seed.
const PER_SEED: u64 = 30;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let count: u64 = arguments.get(2).map_or(10_000, |word| word.parse().unwrap());
    let mutator: Arc<dyn Mutator> = match arguments.get(1).map(String::as_str) {
        Some("recombine") => Arc::new(Recombine::default()),
        Some("fuse") => Arc::new(Fuse::default()),
        other => panic!("{other:?} is no technique that is measured here"),
    };
    let recipe = Recipe { mutators: vec![mutator], steps: 1..=1, seed: 0 };
    for theory in THEORIES {
        let seeds = Theory::new(theory, count / PER_SEED / THEORIES.len() as u64 + 1);
        let mut tally = Tally::default();
        for seed in &seeds.0 {
            tally.add(&recipe, seed, &seeds);
        }
        let per_second = f64::from(tally.made) / tally.making.as_secs_f64();
        println!(
            "{}: {} seeds, {} mutants ({} unsat), {} numbers lost, {per_second:.0}/s, {} bytes each, \
             {} witnesses true",
            theory.name(),
            seeds.0.len(),
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
    fn add(&mut self, recipe: &Recipe, seed: &Seed, others: &dyn Seeds) {
        let start = on_processor();
        let made: Vec<(Mutant, String)> = (0..PER_SEED)
            .filter_map(|number| {
                let mutant = recipe.mutant(seed, others, number)?;
                let text = mutant.text();
                Some((mutant, text))
            })
            .collect();
        self.making += on_processor().saturating_sub(start);
        self.lost += u32::try_from(PER_SEED).unwrap() - u32::try_from(made.len()).unwrap();
        for (mutant, text) in &made {
            self.check(mutant, text);
        }
    }

    fn check(&mut self, mutant: &Mutant, text: &str) {
        self.made += 1;
        self.bytes += text.len();
        let known = mutant.known();
        let Ground::Witness(model) = known.ground() else {
            self.unsat += 1;
            return;
        };
        let mut script = Script::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let judged = script.judge(model, Dialect::Standard, Limits::default()).unwrap();
        assert!(judged.truth == Truth::True && judged.basis.is_standard(), "{text}\n{model}");
        self.witnessed += 1;
    }
}

/// How long this thread has had a processor, so that neighbours do not count.
fn on_processor() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(text.split_whitespace().next().unwrap().parse().unwrap())
}

/// The seeds of a theory.
struct Theory(Vec<Arc<Seed>>);

impl Theory {
    /// The first formulas, a prime number apart, that the search answers.
    fn new(theory: &generated::Theory, count: u64) -> Self {
        let budget = Budget { evaluations: 2_000, ..Budget::default() };
        let made = (0..).filter_map(|number: u64| {
            let index = number * 131;
            let text = theory.space().text(&Index::from(index), Layout::Smtlib)?;
            let script = Script::parse(&text).ok()?;
            let name = format!("{} {index}", theory.name());
            Seed::by_search(&name, &script, 0, &budget).ok().map(Arc::new)
        });
        Self(made.take(usize::try_from(count).unwrap()).collect())
    }
}

impl Seeds for Theory {
    fn draw(&self, answer: Decision, draw: &mut Draw) -> Option<Arc<Seed>> {
        let tries = (0..8).filter_map(|_| draw.one_of(&self.0));
        tries.into_iter().find(|seed| seed.answer() == answer).cloned()
    }
}
