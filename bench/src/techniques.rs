//! The speed of each technique, one step a mutant.
//!
//! Seeds are those of `mutation`, and a seed's partners are those of its theory. A rate counts mutants
//! that were made, checked under their witness and printed, a second of processor time.

use std::sync::Arc;

use anyhow::{Result, bail};
use feat_runtime::Space;
use mutation::{Decision, Draw, Recipe, Seed, Seeds, Technique, Tools, mutator};

use crate::mutation::{FORMULAS, LONGEST, MUTANTS, float, processor_time, seeds};
use crate::page::Form;
use crate::spaces::spaces;
use crate::table::{Figure, Goal, Table};

/// The seeds of a theory, to draw from.
pub(crate) struct Partners {
    pub(crate) all: Vec<Arc<Seed>>,
    sat: Vec<Arc<Seed>>,
    unsat: Vec<Arc<Seed>>,
}

impl Partners {
    fn of(all: Vec<Arc<Seed>>) -> Self {
        let (sat, unsat) = all.iter().cloned().partition(|seed| seed.answer() == Decision::Sat);
        Self { all, sat, unsat }
    }
}

impl Seeds for Partners {
    fn draw(&self, answer: Decision, draw: &mut Draw) -> Option<Arc<Seed>> {
        let all = match answer {
            Decision::Sat => &self.sat,
            Decision::Unsat => &self.unsat,
        };
        draw.one_of(all).cloned()
    }
}

/// Returns how mutants of a technique are made: weakening in walks, everything else in one step, and
/// grafts with the grammars of all theories.
pub(crate) fn recipe(technique: Technique, spaces: &[(String, Space)]) -> Recipe {
    let grammars = spaces.iter().map(|(_, space)| space).collect();
    let tools = Tools { grammars, ..Tools::default() };
    let most = if technique == Technique::Weaken { LONGEST } else { 1 };
    Recipe { mutators: vec![mutator(technique, &tools)], steps: 1..=most, seed: 0 }
}

/// Subject of the table.
const ABOUT: &str = "Mutants of one step, per second and core: made, checked and printed.";

/// The theories and techniques that are measured: all, unless one is named.
#[derive(Default, clap::Args)]
pub(crate) struct Only {
    /// One theory
    #[arg(long)]
    theory: Option<String>,
    /// One technique
    #[arg(long)]
    by: Option<Technique>,
    /// Mutants of each seed, where speed is measured
    #[arg(long)]
    mutants: Option<u64>,
}

impl Only {
    /// Returns the theories, each with its seeds.
    pub(crate) fn theories(&self, spaces: &[(String, Space)]) -> Result<Vec<(String, Partners)>> {
        let is_wanted = |name: &String| self.theory.as_ref().is_none_or(|wanted| wanted == name);
        let wanted: Vec<_> = spaces.iter().filter(|(name, _)| is_wanted(name)).collect();
        if wanted.is_empty() {
            bail!("there is no such theory");
        }
        let seeded = wanted.into_iter().map(|(name, space)| {
            let seeds = seeds(name, space, FORMULAS)?.into_iter().map(Arc::new).collect();
            Ok((name.clone(), Partners::of(seeds)))
        });
        seeded.collect()
    }

    /// Returns which techniques are measured.
    pub(crate) fn techniques(&self) -> Vec<Technique> {
        self.by.map_or_else(|| Technique::ALL.to_vec(), |only| vec![only])
    }
}

/// Measures all techniques, theory by theory; it must run in release mode.
pub(crate) fn run(form: Form, only: &Only) -> Result<()> {
    let mut table = Table::new(form, "techniques", ABOUT);
    let spaces = spaces()?;
    let techniques = only.techniques().into_iter();
    let recipes = techniques.map(|it| (it, Recipe { steps: 1..=1, ..recipe(it, &spaces) }));
    let recipes: Vec<(Technique, Recipe)> = recipes.collect();
    for (theory, partners) in only.theories(&spaces)? {
        for (technique, recipe) in &recipes {
            let (mut made, mut bytes, mut text) = (0_u64, 0_u64, String::new());
            let begin = processor_time();
            for seed in &partners.all {
                for number in 0..only.mutants.unwrap_or(MUTANTS) {
                    let Some(mutant) = recipe.mutant(seed, &partners, number) else { continue };
                    text.clear();
                    mutant.specimen().write(&mut text);
                    made += 1;
                    bytes += text.len() as u64;
                }
            }
            let seconds = processor_time().saturating_sub(begin).as_secs_f64();
            let length = bytes / made.max(1);
            table.add(Figure {
                what: format!("{theory}: {technique}, {made} mutants of {length} bytes"),
                measured: float(made) / seconds,
                unit: "/s",
                yardstick: None,
                // Where nothing can be made, nothing is made slowly.
                goal: if made == 0 { Goal::None } else { Goal::AtLeast(50_000.0) },
            });
        }
    }
    table.finish()
}
