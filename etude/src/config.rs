//! The arguments of the larger commands, checked: files are read, solvers
//! found, plans made, so that the command itself can only do it.

pub(crate) mod bisect;
pub(crate) mod ci;
pub(crate) mod evolve;
pub(crate) mod hunt;
pub(crate) mod mutate;
pub(crate) mod reduce;
pub(crate) mod rules;

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use campaign::Ladder;

/// Returns the number of formulas that are under way at a time: one for each core unless it is
/// said. Where the system does not tell how many cores there are, one.
fn jobs(said: Option<NonZeroUsize>) -> usize {
    let cores = || available_parallelism().unwrap_or(NonZeroUsize::MIN);
    said.unwrap_or_else(cores).get()
}

/// Returns the time limits below the longest: the usual ones unless they are said.
fn ladder(said: Option<&Ladder>, longest: Duration) -> Ladder {
    said.cloned().unwrap_or_else(|| Ladder::below(longest))
}
