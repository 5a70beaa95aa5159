//! A script into mutants with known answers.

use campaign::{Corpus, Making, MakingError, Mutants, SeedAnswers, StepRange, Unfit};
use generated::{THEORIES, Theory};
use mutation::{Technique, Tools};
use thiserror::Error;

/// Reason why there are no mutants of a script. `weakn` is no technique.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MutantsError {
    /// The script cannot be a seed.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// There is no such way of making mutants.
    #[error(transparent)]
    Making(#[from] MakingError),
}

/// Returns mutants of a script by number, as many as are asked for, made by these techniques. The
/// script's answer must be one that the small search finds; each mutant's answer is known by it.
///
/// ```
/// use etude_core::prelude::*;
///
/// let seed = "(declare-const x Int)\n(assert (< 2 x 4))\n(check-sat)\n";
/// let mutants = mutants_of(seed, &[Technique::Weaken], StepRange::default(), 10)?;
/// for mutant in mutants.questions(0..10) {
///     assert!(mutant.known.at(0).is_some());
///     println!("{}", mutant.text);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mutants_of(
    script: &str,
    techniques: &[Technique],
    steps: StepRange,
    count: u64,
) -> Result<Mutants, MutantsError> {
    let corpus = Corpus::of_text("script", "script.smt2", script.to_owned())?;
    let making = Making::new(techniques.to_vec(), steps)?;
    let grammars = THEORIES.iter().map(Theory::space).collect();
    let tools = Tools { grammars, ..Tools::default() };
    Ok(Mutants::new(corpus.source(None), &making, count, SeedAnswers::default(), &tools))
}
