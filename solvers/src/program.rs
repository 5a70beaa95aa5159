//! A program on disk, and the question that proves that it runs.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::invocation::Invocation;
use crate::limits::Limits;
use crate::run::{Child, Event, Launch, Said, Until};
use crate::verdict::{Status, Stop};
use crate::version::Release;

/// Longest time that a program may take to say its version. Slow disks take seconds for the first
/// start of a large one.
const PATIENCE: Duration = Duration::from_secs(30);

/// A solver's program, ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The solver's name, such as `z3`.
    pub name: String,
    /// Release that it named when it was installed, such as `5.4.0`.
    pub release: Release,
    /// The file to run, or the folder of libraries for which a host is run.
    pub path: PathBuf,
    /// The words that start it; a script's file, options or `-` follow them.
    pub command: Invocation,
}

impl Program {
    /// [`Program::command`], ready for further arguments.
    pub fn command(&self) -> Command {
        let words = self.command.words();
        let (program, arguments) = words.split_first().expect("an installed program has a file");
        let mut command = Command::new(program);
        command.args(arguments);
        command
    }
}

/// Response of a program that was asked for its version.
#[derive(Debug)]
pub(crate) enum Introduction {
    /// It said which release it is.
    Release(Release),
    /// It could not be started.
    NotStarted(io::Error),
    /// It did something else.
    Other(String),
}

/// Words of a program that was asked for its version, and ended well.
pub(crate) struct Announcement {
    pub out: String,
    pub err: String,
}

/// Asks the program that these words start `question`.
pub(crate) fn ask(words: &[OsString], question: &str) -> Result<Announcement, Introduction> {
    let question = OsString::from(question);
    let words: Vec<OsString> = words.iter().chain([&question]).cloned().collect();
    let limits = Limits { wall: PATIENCE, memory: None, ..Limits::default() };
    let mut child = Child::start(&Launch { words: &words, address_space: None })
        .map_err(Introduction::NotStarted)?;
    let mut said = Said::default();
    let event = child.listen(&[], Until::Exit, Instant::now(), &limits, &mut said);
    let status = child.end().status;
    child.read_rest(&limits, &mut said);
    let (out, err) = said.into_texts();
    match (event, status) {
        (Event::Stopped(Stop::Time), _) => {
            Err(Introduction::Other(format!("took more than {PATIENCE:?}")))
        }
        (Event::Stopped(_), _) => Err(Introduction::Other("printed too much".to_owned())),
        (_, Status::Exit(0)) => Ok(Announcement { out, err }),
        _ => {
            let said = if err.trim().is_empty() { out } else { err };
            Err(Introduction::Other(format!("ended with {status}: {}", said.trim())))
        }
    }
}

/// Asks the program that these words start for its version, with `question`.
pub(crate) fn ask_release(words: &[OsString], question: &str) -> Introduction {
    let Announcement { out, err } = match ask(words, question) {
        Ok(printed) => printed,
        Err(introduction) => return introduction,
    };
    // Some print their version where others complain.
    match first_release(&out).or_else(|| first_release(&err)) {
        Some(release) => Introduction::Release(release),
        None => Introduction::Other(format!("printed no version but `{}`", out.trim())),
    }
}

/// Whether the system says that a file is a program for another machine:
/// `ENOEXEC`; `EBADARCH` on macOS; not found, though it is there, where it is
/// the program's loader that is missing.
pub(crate) fn is_foreign(error: &io::Error) -> bool {
    const ENOENT: i32 = 2;
    const ENOEXEC: i32 = 8;
    const EBADARCH: i32 = 86;
    matches!(error.raw_os_error(), Some(ENOENT | ENOEXEC | EBADARCH))
}

/// The first word with a dot that is a release: `Z3 version 5.4.0 - 64 bit`, `dReal v4.21.06`,
/// `SMTInterpol 2.5-1242-g5c50fb6d`.
fn first_release(text: &str) -> Option<Release> {
    let release = |word: &str| {
        let word = word.strip_prefix('v').unwrap_or(word);
        let end = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
        // A word that goes on with letters is a name: `2.so`, `1.x`.
        let is_ended = word[end..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        is_ended.then(|| word[..end].trim_end_matches('.').parse().ok()).flatten()
    };
    text.split_whitespace().filter(|word| word.contains('.')).find_map(release)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_found_in_what_solvers_print() {
        for (text, expected) in [
            ("Z3 version 5.4.0 - 64 bit\n", Some("5.4.0")),
            ("Yices 2.6.5\nCopyright SRI International.", Some("2.6.5")),
            ("This is CVC4 version 1.8 [git tag 1.8 branch HEAD]", Some("1.8")),
            ("3.2.2", Some("3.2.2")),
            ("dReal v4.21.06.2 (commit 1234)", Some("4.21.06.2")),
            ("SMTInterpol 2.5-1242-g5c50fb6d", Some("2.5")),
            ("MathSAT5 version 5.6.10 (b9a7) (gmp 6.2.0, gcc 11.4.0)", Some("5.6.10")),
            ("This is cvc5 version 1.0.3.", Some("1.0.3")),
            ("This is 64 bits of nothing. See libgomp.so.1 or 1.x", None),
        ] {
            let expected = expected.map(|text| text.parse().unwrap());
            assert_eq!(first_release(text), expected, "{text}");
        }
    }
}
