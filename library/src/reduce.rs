//! A script that shows something wrong into a small one.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use campaign::{NoPatient, Patient, ReduceError, Reduced, Watch};
use solvers::{Limits, Solver, StartError};
use thiserror::Error;

use crate::judge::{AskError, settings_of};

/// Result of making a script smaller. `examples/reduce.rs` prints one.
#[derive(Debug)]
pub enum Smaller {
    /// A script that shows the same, and what that is, in words.
    Script(Box<Reduced>, String),
    /// There is nothing to keep.
    Nothing(NoPatient),
}

/// Reason why a script could not be made smaller. A script with `(assert` alone cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReducingError {
    /// A solver cannot be asked.
    #[error(transparent)]
    Solver(#[from] AskError),
    /// It cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The script cannot be taken apart.
    #[error(transparent)]
    Reduce(#[from] ReduceError),
}

/// Makes a script as small as it gets, as long as the solvers show the same fault: the worst that
/// the judge finds in their answers.
///
/// ```no_run
/// use etude_core::prelude::*;
///
/// let script = std::fs::read_to_string("bug.smt2")?;
/// match reduce(&script, &[Solver::named("z3@4.8.7")?], &Limits::default())? {
///     Smaller::Script(reduced, symptom) => println!("; {symptom}\n{}", reduced.text),
///     Smaller::Nothing(_) => println!("nothing is wrong with it"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reduce(script: &str, solvers: &[Solver], limits: &Limits) -> Result<Smaller, ReducingError> {
    let patient = match Patient::examine(script, &settings_of(solvers, limits)?, None)? {
        Ok(patient) => patient,
        Err(nothing) => return Ok(Smaller::Nothing(nothing)),
    };
    let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut watch = Watch { halt: &|| false, tell: &mut |_| {} };
    let reduced = campaign::reduce(&patient, cores, &mut watch)?;
    Ok(Smaller::Script(Box::new(reduced), patient.symptom.to_string()))
}
