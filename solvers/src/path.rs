//! The folders of the PATH into the solvers that stand there.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;

use thiserror::Error;

use crate::invocation::Invocation;
use crate::program::{Introduction, Program, ask_release};
use crate::run::is_runnable;
use crate::solver::Solver;
use crate::version::Release;

/// The solvers that are looked for: name, program, and how it is asked for its version.
const SOLVERS: [(&str, &str, &str); 11] = [
    ("bitwuzla", "bitwuzla", "--version"),
    ("boolector", "boolector", "--version"),
    ("cvc4", "cvc4", "--version"),
    ("cvc5", "cvc5", "--version"),
    ("dreal", "dreal", "--version"),
    ("mathsat", "mathsat", "-version"),
    ("opensmt", "opensmt", "--version"),
    ("smtinterpol", "smtinterpol", "-version"),
    ("stp", "stp", "--version"),
    ("yices", "yices-smt2", "--version"),
    ("z3", "z3", "--version"),
];

/// A file on the PATH that is called like a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnPath {
    /// The solver's name, such as `yices`.
    pub name: &'static str,
    /// The file, such as `/usr/bin/yices-smt2`.
    pub path: PathBuf,
    /// The program; if it does not say its version, what it did instead.
    pub program: Result<Program, Silence>,
}

/// A file that is called like a solver and does not say its version.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Silence {
    /// The system does not run it.
    #[error("cannot be started: {reason}")]
    NotStarted {
        /// The words of the system.
        reason: String,
    },
    /// It does something else: ends with an error, prints too much, or goes on for ever.
    #[error("`{question}` {reason}")]
    NoVersion {
        /// The command that asks for the version, such as `z3 --version`.
        question: String,
        /// The thing that it does, such as ``printed no version but `hello` ``.
        reason: String,
    },
}

/// The solvers on `path` (the value of the variable `PATH`), by name: for each name the first
/// file that a shell would run. Runs each to ask for its version.
pub fn on_path(path: &OsStr) -> Vec<OnPath> {
    let folders: Vec<PathBuf> =
        env::split_paths(path).filter(|folder| folder.is_absolute()).collect();
    let find = |file: &str| {
        let file = format!("{file}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(|folder| folder.join(&file)).find(|path| is_runnable(path))
    };
    let found = |&(name, file, question): &(&'static str, &str, &str)| {
        let path = find(file)?;
        let command = vec![path.clone().into_os_string()];
        let program = match ask_release(&command, question) {
            Introduction::Release(release) => {
                let command = Invocation::Program(command);
                Ok(Program { name: name.to_owned(), release, path: path.clone(), command })
            }
            Introduction::NotStarted(error) => {
                Err(Silence::NotStarted { reason: error.to_string() })
            }
            Introduction::Other(reason) => {
                Err(Silence::NoVersion { question: format!("{file} {question}"), reason })
            }
        };
        Some(OnPath { name, path, program })
    };
    SOLVERS.iter().filter_map(found).collect()
}

/// The word that asks a solver of a known family for its version: `--version`.
pub(crate) fn question_of(solver: &Solver) -> Option<&'static str> {
    let family = solver.family.name();
    SOLVERS.iter().find(|(name, ..)| *name == family).map(|(_, _, question)| *question)
}

/// The version that a solver of a known family says it has.
pub fn said_version(solver: &Solver) -> Option<Release> {
    match ask_release(&solver.command.words(), question_of(solver)?) {
        Introduction::Release(release) => Some(release),
        Introduction::NotStarted(_) | Introduction::Other(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_ascend_so_that_lists_are_sorted() {
        assert!(SOLVERS.is_sorted());
    }
}
