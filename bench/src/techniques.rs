//! The speed of fusing and recombining, and whether what all techniques make is true as it is read
//! back.
//!
//! Seeds are those of `mutation`, and a seed's partners are those of its theory. A rate counts mutants
//! that were made, checked under their witness and printed, a second of processor time.

use std::sync::Arc;

use anyhow::{Context, Result};
use mutation::{
    Answer, Decision, Draw, Fuse, Mutant, Mutator, Recipe, Recombine, RuleSet, Seed, Seeds,
    Technique, Weaken,
};
use smtlib::{Dialect, Limits, Script, Truth};

use crate::mutation::{FORMULAS, LONGEST, MUTANTS, float, processor_time, seeds};
use crate::page::Form;
use crate::spaces::spaces;
use crate::table::{Figure, Goal, Table};

/// The seeds of a theory, to draw from.
struct Partners {
    sat: Vec<Arc<Seed>>,
    unsat: Vec<Arc<Seed>>,
}

impl Partners {
    fn of(seeds: &[Arc<Seed>]) -> Self {
        let (sat, unsat) = seeds.iter().cloned().partition(|seed| seed.answer() == Decision::Sat);
        Self { sat, unsat }
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

fn mutator(technique: Technique) -> Arc<dyn Mutator> {
    match technique {
        Technique::Fuse => Arc::new(Fuse::default()),
        Technique::Recombine => Arc::new(Recombine::default()),
        _ => Arc::new(Weaken::new(RuleSet::shipped())),
    }
}

fn all_seeds(theory: &str, space: &feat_runtime::Space) -> Result<Vec<Arc<Seed>>> {
    Ok(seeds(theory, space, FORMULAS)?.into_iter().map(Arc::new).collect())
}

/// Subject of the table.
const ABOUT: &str = "Mutants of small seeds by fusing and recombining: made, checked under their witness and printed, per second and core.";

/// Measures fusing and recombining, theory by theory; it must run in release mode.
pub(crate) fn run(form: Form) -> Result<()> {
    let mut table = Table::new(form, "techniques", ABOUT);
    for (theory, space) in spaces()? {
        let seeds = all_seeds(&theory, &space)?;
        let partners = Partners::of(&seeds);
        for technique in [Technique::Fuse, Technique::Recombine] {
            let recipe = Recipe { mutators: vec![mutator(technique)], steps: 1..=1, seed: 0 };
            let (mut made, mut bytes, mut text) = (0_u64, 0_u64, String::new());
            let begin = processor_time();
            for seed in &seeds {
                for number in 0..MUTANTS {
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
                goal: Goal::AtLeast(50_000.0),
            });
        }
    }
    table.finish()
}

/// Counts of mutants as they were read back.
#[derive(Default)]
struct Tally {
    sat: u64,
    unsat: u64,
    /// Those that the evaluator cannot decide.
    open: u64,
    wrong: u64,
    /// Numbers without a mutant.
    none: u64,
    /// Of those, numbers whose seed has no constant that could be fused.
    closed: u64,
}

/// Makes this many mutants of each technique over all theories, reads every one's text and its
/// witness's back, and judges it as any script with a model.
pub(crate) fn verify(count: u64) -> Result<()> {
    let mut table = Table::new(Form::Columns, "", "");
    let spaces = spaces()?;
    let each = count.div_ceil(spaces.len() as u64);
    for technique in [Technique::Weaken, Technique::Fuse, Technique::Recombine] {
        let most = if technique == Technique::Weaken { LONGEST } else { 1 };
        let recipe = Recipe { mutators: vec![mutator(technique)], steps: 1..=most, seed: 0 };
        let mut all = Tally::default();
        for (theory, space) in &spaces {
            let seeds = all_seeds(theory, space)?;
            let partners = Partners::of(&seeds);
            let tally = read_back(&recipe, &seeds, &partners, each)?;
            let made = tally.sat + tally.unsat + tally.open + tally.wrong;
            let (sat, unsat, none, closed) = (tally.sat, tally.unsat, tally.none, tally.closed);
            table.figure(
                &format!("{theory}: {technique}, {sat} sat, {unsat} unsat, of {}", made + none),
                float(made),
                "",
            );
            if none > 0 {
                let what = format!("{theory}: {technique}, numbers without a mutant");
                table.figure(&what, float(none), "");
                let what = format!("{theory}: {technique}, of seeds without a constant");
                table.figure(&what, float(closed), "");
            }
            all.sat += tally.sat;
            all.unsat += tally.unsat;
            all.open += tally.open;
            all.wrong += tally.wrong;
        }
        let made = all.sat + all.unsat + all.open + all.wrong;
        let what = format!("{technique}: mutants that were read back");
        table.add(Figure {
            what,
            measured: float(made),
            unit: "",
            yardstick: None,
            goal: Goal::AtLeast(float(count)),
        });
        table.at_most(format!("{technique}: sat, and open as read back"), float(all.open), "", 0.0);
        table.at_most(format!("{technique}: sat, and false"), float(all.wrong), "", 0.0);
    }
    table.finish()
}

/// Reads back this many mutants, number after number of each seed in turn.
fn read_back(
    recipe: &Recipe,
    seeds: &[Arc<Seed>],
    partners: &Partners,
    wanted: u64,
) -> Result<Tally> {
    /// A technique with this many numbers without a mutant for each one that has one has next to
    /// none.
    const PATIENCE: u64 = 20;
    let mut tally = Tally::default();
    let (mut made, mut number) = (0, 0);
    while made < wanted && number < wanted * PATIENCE {
        let seed = &seeds[usize::try_from(number)? % seeds.len()];
        let mutant = recipe.mutant(seed, partners, number / seeds.len() as u64);
        number += 1;
        let Some(mutant) = mutant else {
            tally.none += 1;
            tally.closed += u64::from(seed.specimen().declared().is_empty());
            continue;
        };
        made += 1;
        judge(&mutant, &mut tally)?;
    }
    Ok(tally)
}

fn judge(mutant: &Mutant, tally: &mut Tally) -> Result<()> {
    let text = mutant.text();
    let mut script = Script::parse(&text).with_context(|| text.clone())?;
    let Answer::Sat(_) = mutant.specimen().answer() else {
        tally.unsat += 1;
        return Ok(());
    };
    let witness = mutant.specimen().witness_text().context("it is sat")?;
    let check = script.judge(&witness, Dialect::Standard, Limits::default())?;
    match check.truth {
        Truth::True if check.basis.is_standard() => tally.sat += 1,
        Truth::True | Truth::Open(..) => tally.open += 1,
        Truth::False(_) | Truth::Contradicted(_) => tally.wrong += 1,
    }
    Ok(())
}
