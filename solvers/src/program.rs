//! A program on disk, and the question that proves that it runs.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::version::Release;

/// How long a program may take to say its version. Slow disks take seconds for the first start
/// of a large one.
const PATIENCE: Duration = Duration::from_secs(30);

/// A solver's program, ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The solver's name, such as `z3`.
    pub name: String,
    /// What it said of itself when it was installed, such as `5.4.0`.
    pub release: Release,
    /// The file to run, or the folder of libraries for which a host is run.
    pub path: PathBuf,
    /// The words that start it; a script's file, options or `-` follow them. Never empty.
    pub command: Vec<OsString>,
}

impl Program {
    /// [`Program::command`], ready for further arguments.
    pub fn command(&self) -> Command {
        command(&self.command)
    }
}

/// What a program did when it was asked for its version.
#[derive(Debug)]
pub(crate) enum Introduction {
    /// It said which release it is.
    Release(Release),
    /// It could not be started.
    NotStarted(io::Error),
    /// It did something else.
    Other(String),
}

/// Asks the program that these words start for its version, with `question`.
pub(crate) fn ask_release(words: &[OsString], question: &str) -> Introduction {
    let mut command = command(words);
    command.arg(question).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (status, said, complaint) = match start_when_free(&mut command).and_then(listen) {
        Ok(Some(ended)) => ended,
        Ok(None) => return Introduction::Other(format!("took more than {PATIENCE:?}")),
        Err(error) => return Introduction::NotStarted(error),
    };
    if !status.success() {
        let said = if complaint.trim().is_empty() { said } else { complaint };
        return Introduction::Other(format!("ended with {status}: {}", said.trim()));
    }
    // Some print their version where others complain.
    match first_release(&said).or_else(|| first_release(&complaint)) {
        Some(release) => Introduction::Release(release),
        None => Introduction::Other(format!("printed no version but `{}`", said.trim())),
    }
}

/// Whether the system says that a file is a program for another machine:
/// `ENOEXEC`; `EBADARCH` on macOS; not found, though it is there, where it is
/// the program's loader that is missing.
pub(crate) fn is_foreign(error: &io::Error) -> bool {
    const ENOEXEC: i32 = 8;
    const EBADARCH: i32 = 86;
    matches!(error.raw_os_error(), Some(ENOEXEC | EBADARCH))
        || error.kind() == io::ErrorKind::NotFound
}

fn command(words: &[OsString]) -> Command {
    let (program, arguments) = words
        .split_first()
        .map_or((OsStr::new(""), words), |(first, rest)| (first.as_os_str(), rest));
    let mut command = Command::new(program);
    command.args(arguments);
    command
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

/// Starts `command`, and waits a moment where its file is still open for writing.
///
/// The file was just written. If another thread started a process meanwhile,
/// that process holds the file open until it has become its own program, and
/// the system refuses to run a file that is open for writing.
fn start_when_free(command: &mut Command) -> io::Result<Child> {
    for _ in 0..100 {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(20));
            }
            done => return done,
        }
    }
    command.spawn()
}

/// How a program ended and what it said; `None` if it had to be stopped.
fn listen(mut child: Child) -> io::Result<Option<(ExitStatus, String, String)>> {
    fn read(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
        thread::spawn(move || {
            let mut said = Vec::new();
            // What was said until the pipe broke is what was said.
            let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut said));
            String::from_utf8_lossy(&said).into_owned()
        })
    }
    let (said, complaint) = (read(child.stdout.take()), read(child.stderr.take()));
    let begin = Instant::now();
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None if begin.elapsed() > PATIENCE => {
                child.kill()?;
                child.wait()?;
                return Ok(None);
            }
            None => thread::sleep(Duration::from_millis(2)),
        }
    };
    let text = |thread: thread::JoinHandle<String>| thread.join().unwrap_or_default();
    Ok(Some((status, text(said), text(complaint))))
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
