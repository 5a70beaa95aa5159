//! Libraries into programs: `etude host cvc5 FOLDER …` behaves like the program cvc5.
//!
//! Some wheels hold a solver's libraries and no program. A host loads them in a process of its
//! own (a solver that crashes takes its process with it), reads an SMT-LIB script command by
//! command, and prints what the solver's program would print, each answer as soon as its command
//! was read. cvc5 is called by its C interface, from release 1.2.0 on; older releases, and
//! bitwuzla, have a Python module only, for which the process becomes `python3`.

mod cvc5;
mod library;
mod options;
mod python;
mod script;
mod seeding;

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use crate::run::MARK;

/// The word by which a program is told to be a host.
pub(crate) const HOST: &str = "host";

/// Exit code of a host that cannot be one.
const FAILED: u8 = 2;

/// Whether this program called [`become_one`].
static IS_HOST: AtomicBool = AtomicBool::new(false);

/// A solver that can be hosted. `cvc5` is one: its wheel holds a library and no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hosted {
    /// Bitwuzla, by its Python module.
    Bitwuzla,
    /// cvc5, by its C interface or its Python module.
    Cvc5,
}

impl Hosted {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Bitwuzla => "bitwuzla",
            Self::Cvc5 => "cvc5",
        }
    }
}

impl fmt::Display for Hosted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no solver that can be hosted. `etude host z3` names one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no host for `{text}`: there are bitwuzla and cvc5")]
pub struct HostedError {
    text: String,
}

impl FromStr for Hosted {
    type Err = HostedError;

    fn from_str(text: &str) -> Result<Self, HostedError> {
        [Self::Bitwuzla, Self::Cvc5]
            .into_iter()
            .find(|hosted| hosted.name() == text)
            .ok_or_else(|| HostedError { text: text.to_owned() })
    }
}

/// Runs the solver in `folder`, where a wheel was unpacked, with `arguments` as its program
/// would be run: options, and a script's file or `-`. The answer is the exit code.
///
/// Call it in the main thread of a process that does nothing else: the solver may end the
/// process, and the main thread has the stack that the solver's own program would have.
pub fn run(solver: Hosted, folder: &Path, arguments: &[OsString]) -> Result<u8, HostError> {
    match solver {
        Hosted::Bitwuzla => python::run(solver, folder, arguments),
        Hosted::Cvc5 => match library::Library::load(folder) {
            Ok(library) => cvc5::run(&library, arguments),
            // Releases without the C interface.
            Err(_) if folder.join("cvc5/__init__.py").is_file() && !library::is_modern(folder) => {
                python::run(solver, folder, arguments)
            }
            Err(error) => Err(error),
        },
    }
}

/// Returns true if a command line asks this program to be a host: `etude host cvc5 FOLDER …`.
pub fn is_asked(line: &[OsString]) -> bool {
    line.get(1).is_some_and(|word| word == HOST)
}

/// Does what a command line asks for that [`is_asked`] is true of. The answer is the exit code.
///
/// See [`run`] for where it may be called.
pub fn serve(line: &[OsString]) -> Result<u8, HostError> {
    let [_, _, solver, folder, arguments @ ..] = line else { return Err(HostError::Unnamed) };
    run(solver.to_string_lossy().parse()?, Path::new(folder), arguments)
}

/// Makes the program that calls this a host for solvers that come as libraries, such as cvc5, as
/// `etude` is one. Call it first in `main`:
///
/// ```no_run
/// solvers::host::become_one();
/// // What the program is for comes after it.
/// ```
///
/// An [`Installer`](crate::Installer) then starts this program itself as the host. In a process that
/// was started so, it does not return.
pub fn become_one() {
    let line: Vec<OsString> = env::args_os().collect();
    if is_asked(&line) && is_supervised() {
        process::exit(match serve(&line) {
            Ok(code) => code.into(),
            Err(error) => {
                let _ = writeln!(io::stderr(), "error: {error}");
                i32::from(FAILED)
            }
        });
    }
    IS_HOST.store(true, Ordering::Relaxed);
}

/// Returns true if this program called [`become_one`].
pub(crate) fn is_one() -> bool {
    IS_HOST.load(Ordering::Relaxed)
}

/// Whether a session or a run of ours started this process, and will end it.
pub fn is_supervised() -> bool {
    env::var_os(MARK).is_some()
}

/// The words that make a host go on after an error, and say nothing but answers, so that it
/// answers script after script.
pub(crate) const SESSION_WORDS: [&str; 2] = ["--interactive", "-q"];

/// Reason why a solver could not be hosted. A folder without `libcvc5` is one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HostError {
    /// The command line does not say which solver, or where it is.
    #[error("name a solver and the folder of its libraries: host cvc5 FOLDER")]
    Unnamed,
    /// There is no host for that solver.
    #[error(transparent)]
    Unknown(#[from] HostedError),
    /// The folder does not hold the library.
    #[error("{} holds no library `libcvc5parser`: install cvc5 again", folder.display())]
    NoLibrary {
        /// The folder.
        folder: PathBuf,
    },
    /// The library cannot be loaded.
    #[error("the library {} cannot be used: {reason}", path.display())]
    Unusable {
        /// The library.
        path: PathBuf,
        /// Words of the system.
        reason: String,
    },
    /// Python cannot be started.
    #[error("`python3`, by which {name} is hosted, cannot be started: {reason}; install Python 3")]
    NoPython {
        /// The solver's name.
        name: &'static str,
        /// Words of the system.
        reason: io::Error,
    },
    /// The script cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The script.
        path: PathBuf,
        /// Words of the system.
        reason: io::Error,
    },
    /// Nobody reads the answers.
    #[error("cannot write to standard output")]
    Unwritable(#[source] io::Error),
}
