//! The start of a solver: a program of its own, or libraries that a host loads.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use crate::host::{HOST, Hosted};

/// The words that start a solver, before its options and a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// A program, with the arguments that belong to it: `java -jar smtinterpol.jar`.
    Program(Vec<OsString>),
    /// Libraries that etude turns into a program: `etude host cvc5 FOLDER`.
    Hosted {
        /// The program etude.
        host: PathBuf,
        /// The solver.
        solver: Hosted,
        /// The folder of its libraries.
        folder: PathBuf,
    },
}

impl Invocation {
    /// Returns the words as the system wants them.
    pub fn words(&self) -> Vec<OsString> {
        match self {
            Self::Program(words) => words.clone(),
            Self::Hosted { host, solver, folder } => {
                vec![host.into(), HOST.into(), solver.name().into(), folder.into()]
            }
        }
    }

    /// Returns the file or name of the program that the system runs; `None` if there is no word.
    pub fn program(&self) -> Option<&OsStr> {
        match self {
            Self::Program(words) => words.first().map(OsString::as_os_str),
            Self::Hosted { host, .. } => Some(host.as_os_str()),
        }
    }
}

/// Reads words that were written down: `Invocation::from(it.words()) == it`, unless a program
/// called with `host`, a solver's name and one more word is no etude.
impl From<Vec<OsString>> for Invocation {
    fn from(words: Vec<OsString>) -> Self {
        match words.as_slice() {
            [host, word, solver, folder] if word == HOST => {
                match solver.to_str().and_then(|name| name.parse().ok()) {
                    Some(solver) => {
                        Self::Hosted { host: host.into(), solver, folder: folder.into() }
                    }
                    None => Self::Program(words),
                }
            }
            _ => Self::Program(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_down_is_read_back() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        for (line, is_hosted) in [
            ("z3", false),
            ("java -jar a.jar", false),
            ("/bin/etude host cvc5 /c/cvc5-1.2.0", true),
            ("/bin/etude host z3 /c/z3", false),
            ("/bin/etude host cvc5", false),
        ] {
            let found = Invocation::from(words(line));
            assert_eq!(matches!(found, Invocation::Hosted { .. }), is_hosted, "{line}");
            assert_eq!(found.words(), words(line), "{line}");
        }
    }
}
