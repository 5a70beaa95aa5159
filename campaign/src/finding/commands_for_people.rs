//! Command lines of the program etude, for people to paste.
//!
//! This is the one place in the libraries that knows the program's commands and options. Whoever
//! renames one of them changes it here; a test of the program reads the help texts' own examples.

use std::fmt::Display;
use std::time::Duration;

use outlet::{in_quotes, quoted};

use crate::source::lineage::FUNCTIONS;
use crate::source::making::{Making, MakingOptions, StepRange};
use crate::source::widen::Widening;

/// The command that says what the solvers here support: `etude solvers doctor`.
pub const DOCTOR: &str = "etude solvers doctor";

/// Advice where a campaign's place cannot be used: `give --campaign another name`.
pub const ANOTHER_NAME: &str = "give --campaign another name";

/// Returns the command that prints a formula: `etude show Core 42 --vars 5`.
///
/// `origin` holds the words that lead to the theory or grammar, ready for a shell.
pub fn show(origin: &str, index: &str, widening: Widening) -> String {
    let variables = widening.variables.map(|number| format!(" --vars {number}"));
    let asserts = widening.asserts.map(|number| format!(" --asserts {number}"));
    let options: String = variables.into_iter().chain(asserts).collect();
    format!("etude show {origin} {index}{options}")
}

/// Returns the command that prints a mutant and how it was made:
/// `etude mutate Strings 1041 --by weaken --number 3 --explain`.
///
/// A seed is the words that lead to its theory or grammar, its index, and how that is widened. Fusion
/// functions that do not come with the program are those of the finding's folder.
pub fn mutate(
    (origin, index, widening): (&str, String, Widening),
    making: &Making,
    number: u64,
) -> String {
    let variables = widening.variables.map(|number| format!(" --vars {number}"));
    let asserts = widening.asserts.map(|number| format!(" --asserts {number}"));
    let steps = match making.steps() {
        _ if making.is_all() => Some(" --all".to_owned()),
        steps if steps == StepRange::default() => None,
        steps => Some(format!(" --steps {steps}")),
    };
    let MakingOptions { is_incremental, witnesses, functions, generations } = making.options();
    let incremental = is_incremental.then(|| " --incremental".to_owned());
    let witnesses = witnesses.map(|number| format!(" --witnesses {number}"));
    let functions = functions.as_ref().map(|_| format!(" --fusion-functions {FUNCTIONS}"));
    let generations = generations.map(|number| format!(" --generations {number}"));
    let options = [variables, asserts, steps, incremental, witnesses, functions, generations];
    let options: String = options.into_iter().flatten().collect();
    let names = making.names();
    format!("etude mutate {origin} {index} --by {names}{options} --number {number} --explain")
}

/// Returns the command that searches for a small model: `etude search formula.smt2`.
pub fn search(file: &str) -> String {
    format!("etude search {file}")
}

/// Returns the command that asks solvers about a file: `etude solve formula.smt2 --solver z3@4.8.7`.
pub fn solve(file: &str, solvers: &[String]) -> String {
    format!("etude solve {file} --solver {}", solvers.join(" --solver "))
}

/// Returns the pipe that puts one formula to one solver:
/// `etude show Core 42 | etude solve - --solver './build/z3' --timeout 100ms`.
pub fn show_and_solve(
    theory: &str,
    index: impl Display,
    solver: &str,
    timeout: Duration,
) -> String {
    let (solver, timeout) = (in_quotes(solver), timeout.as_millis());
    format!("etude show {theory} {index} | etude solve - --solver {solver} --timeout {timeout}ms")
}

/// Returns the command that asks a finding's solvers again: `etude replay FOLDER`.
pub fn replay(folder: impl Display) -> String {
    format!("etude replay {folder}")
}

/// The releases that a bisection goes through, as options of `etude bisect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BisectOver {
    /// All that can be fetched: `--versions all`.
    Releases,
    /// Builds that the reader has: `--solver './old;./new'`.
    Builds,
}

/// Returns the command that finds out since when a bug is there:
/// `etude bisect FOLDER --versions all`.
pub fn bisect(folder: &str, candidates: BisectOver) -> String {
    let which = match candidates {
        BisectOver::Releases => "--versions all",
        BisectOver::Builds => "--solver './old;./new'",
    };
    format!("etude bisect {} {which}", quoted(folder))
}

/// Returns the command that lists answers of a campaign:
/// `etude verdicts nightly --theory Ints --slower 1s`.
///
/// `campaign` and `options` are ready for a shell; options begin with a space, or there are none.
pub fn verdicts(campaign: impl Display, options: &str) -> String {
    format!("etude verdicts {campaign}{options}")
}

/// Returns options of `etude verdicts` that choose a theory and a solver:
/// ` --theory Ints --solver z3-4.8.7`.
pub fn of_theory_and_solver(theory: &str, solver: &str) -> String {
    format!(" --theory {} --solver {}", quoted(theory), quoted(solver))
}
