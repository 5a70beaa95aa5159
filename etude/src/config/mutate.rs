//! The arguments of `etude mutate`, checked.

mod answer;
mod seed;

use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use campaign::{Making, MakingOptions, Mutants};
use mutation::Tools;
use outlet::counted;

use seed::Seed;

use crate::cli::Mutate;
use crate::mutants::{drawn_steps, making, options, tools};
use crate::output::say;

/// More than any script that is mutated has neighbours.
const MOST_NEIGHBOURS: u64 = 1 << 24;

/// Mutants of one seed that can be made.
pub(crate) struct MutateConfig {
    /// The seed, which has an answer.
    pub seed: Seed,
    /// The mutants of its source.
    pub mutants: Mutants,
    /// The numbers of those that are asked for.
    pub numbers: Range<u64>,
    /// Whether more than one is asked for.
    pub are_several: bool,
}

impl MutateConfig {
    /// Checks what a person typed, and that the seed has an answer.
    pub fn new(arguments: &Mutate) -> Result<Self> {
        let tools = tools(&arguments.making)?;
        let asked = Asked::new(arguments, &tools)?;
        let is_all = asked.making.is_all() && asked.count.is_none() && arguments.all;
        let count = if is_all { MOST_NEIGHBOURS } else { asked.count.unwrap_or(1) };
        let per_seed = asked.first.saturating_add(count).max(1);
        let seed = Seed::new(arguments, &asked.words)?;
        let first =
            seed.number.checked_mul(per_seed).filter(|it| it.checked_add(per_seed).is_some());
        let first = first.ok_or_else(|| anyhow!("the numbers of these mutants are too large"))?;
        let answers = answer::answers(arguments, &seed)?;
        let mutants = Mutants::new(seed.source.clone(), &asked.making, per_seed, answers, &tools);
        answer::check(arguments, &seed, &mutants)?;
        let draws = draws(asked.first..per_seed, &seed, &mutants)?;
        let numbers = first + draws.start..first + draws.end;
        Ok(Self { seed, mutants, numbers, are_several: count > 1 })
    }
}

/// Returns the draws that there are, where all mutants that are one step away are counted.
fn draws(mut draws: Range<u64>, seed: &Seed, mutants: &Mutants) -> Result<Range<u64>> {
    if let Some(there) = mutants.neighbours(seed.number).ok().flatten() {
        let mutants = counted(there, "mutant");
        let verb = if there == 1 { "is" } else { "are" };
        say(|| format!("{mutants} {verb} one step away"));
        draws.end = draws.end.min(there);
        if draws.is_empty() {
            bail!("{} has {mutants} one step away, counted from 0", seed.name());
        }
    }
    Ok(draws)
}

/// Fails if a mutant was made with other fusion functions than those that are given.
fn check_functions(text: &str, making: &Making, given: &MakingOptions) -> Result<()> {
    match (&making.options().functions, &given.functions) {
        (wanted, given) if wanted == given => Ok(()),
        (Some(_), None) => bail!(
            "`{text}` was made with fusion functions of a file: add --fusion-functions FILE; a \
             finding's folder has it as functions.fusion"
        ),
        (Some(wanted), Some(given)) => bail!(
            "`{text}` was made with other fusion functions, {wanted}: those of --fusion-functions \
             are {given}"
        ),
        (None, _) => bail!(
            "`{text}` was made with the fusion functions of the program: leave out \
             --fusion-functions"
        ),
    }
}

/// The mutants that are asked for.
struct Asked {
    making: Making,
    first: u64,
    count: Option<u64>,
    /// The words for the seed.
    words: Vec<PathBuf>,
}

impl Asked {
    /// A place such as `1041/weaken/3` says what the options say otherwise.
    fn new(arguments: &Mutate, tools: &Tools<'_>) -> Result<Self> {
        let options = options(&arguments.making, tools);
        let mut words: Vec<PathBuf> =
            [&arguments.seed, &arguments.place].into_iter().flatten().map(PathBuf::from).collect();
        if let Some(last) = words.last()
            && let Some(text) = last.to_str()
            && let Some((seed, making, number)) = campaign::mutant_parts(text)
        {
            let by = !arguments.by.is_empty()
                || arguments.all
                || arguments.steps.is_some()
                || arguments.making.witnesses.is_some()
                || arguments.making.incremental
                || arguments.number != 0;
            if by {
                bail!(
                    "`{text}` says by what and which: leave out --by, --steps, --number, --witnesses \
                     and --incremental"
                );
            }
            check_functions(text, &making, &options)?;
            let seed = PathBuf::from(seed);
            words.pop();
            words.push(seed);
            return Ok(Self { making, first: number, count: arguments.count, words });
        }
        let steps = drawn_steps(arguments.all, arguments.steps)?;
        let making = making(&arguments.by, steps, options)?;
        Ok(Self { making, first: arguments.number, count: arguments.count, words })
    }
}
