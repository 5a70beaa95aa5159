//! Techniques and seeds of the command line into mutants as a campaign takes them.

use std::sync::Arc;

use anyhow::{Result, bail};
use campaign::{Making, Mutants, SeedAnswers, StepRange, Stretch};
use mutation::{Technique, mutator};

use crate::cli::{MutationArguments, TechniqueWord};

/// Seeds of each theory, times the mutants of each, come to about as many formulas as a hunt asks.
const USUAL_MUTANTS: u64 = 2000;

/// Returns how mutants are made.
pub(crate) fn making(words: &[TechniqueWord], steps: StepRange) -> Result<Making> {
    let mut techniques = Vec::new();
    for word in words {
        match word {
            TechniqueWord::One(technique) => techniques.push(*technique),
            TechniqueWord::All => {
                techniques.extend(Technique::ALL.into_iter().filter(|it| mutator(*it).is_some()));
            }
        }
    }
    if techniques.is_empty() {
        bail!("say by which technique: --by weaken");
    }
    Ok(Making::new(techniques, steps)?)
}

/// Returns the number of seeds of each theory, if nobody says how many.
pub(crate) fn usual_seeds(arguments: &MutationArguments) -> u64 {
    (USUAL_MUTANTS / arguments.per_seed).max(1)
}

/// Returns the mutants of seeds.
pub(crate) fn mutated(stretch: Stretch, arguments: &MutationArguments) -> Result<Stretch> {
    let making = making(&arguments.mutate, arguments.steps)?;
    let per_seed = arguments.per_seed;
    let Stretch { source, numbers } = stretch;
    let mutants = Mutants::new(source, &making, per_seed, SeedAnswers::default())?;
    let numbers = numbers.start.saturating_mul(per_seed)..numbers.end.saturating_mul(per_seed);
    Ok(Stretch::new(Arc::new(mutants), numbers))
}
