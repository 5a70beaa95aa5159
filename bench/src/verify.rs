//! Whether what all techniques make is true as it is read back.

use std::sync::Arc;

use anyhow::{Context, Result};
use mutation::{Answer, Mutant, Recipe, Seed};
use smtlib::{Dialect, Limits, Script, Truth};

use crate::mutation::float;
use crate::page::Form;
use crate::spaces::spaces;
use crate::table::{Figure, Goal, Table};
use crate::techniques::{Only, Partners, recipe};

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
pub(crate) fn run(count: u64, only: &Only) -> Result<()> {
    let mut table = Table::new(Form::Columns, "", "");
    let spaces = spaces()?;
    let theories = only.theories(&spaces)?;
    let each = count.div_ceil(theories.len() as u64);
    for technique in only.techniques() {
        let recipe = recipe(technique, &spaces);
        let mut all = Tally::default();
        for (theory, partners) in &theories {
            let tally = read_back(&recipe, &partners.all, partners, each)?;
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
    /// Numbers without a mutant, for each with one, that make it useless to go on.
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
