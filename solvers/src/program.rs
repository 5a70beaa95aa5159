//! A program on disk, and the question that proves that it runs.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::error::InstallError;
use crate::version::Release;

/// A solver's program, ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file to run.
    pub path: PathBuf,
    /// Its name, such as `z3`.
    pub name: String,
    /// What it said of itself when it was installed, such as `5.4.0`.
    pub release: Release,
}

/// The release that the program at `path`, taken from `wheel`, says it is.
pub(crate) fn ask_release(path: &Path, name: &str, wheel: &str) -> Result<Release, InstallError> {
    let does_not_run = |reason: String| InstallError::DoesNotRun {
        name: name.to_owned(),
        wheel: wheel.to_owned(),
        reason,
    };
    let output = run_when_free(Command::new(path).arg("--version").stdin(Stdio::null())).map_err(
        |error| {
            if is_foreign(&error) {
                InstallError::WrongPlatform {
                    name: name.to_owned(),
                    wheel: wheel.to_owned(),
                    reason: error.to_string(),
                }
            } else {
                does_not_run(format!("cannot be started: {error}"))
            }
        },
    )?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(does_not_run(format!("ended with {}: {}", output.status, said.trim())));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    first_release(&said)
        .ok_or_else(|| does_not_run(format!("printed no version but `{}`", said.trim())))
}

/// The first word with a dot that is a release: `Z3 version 5.4.0 - 64 bit`.
fn first_release(text: &str) -> Option<Release> {
    text.split_whitespace().filter(|word| word.contains('.')).find_map(|word| word.parse().ok())
}

/// Runs `command`, and waits a moment where its file is still open for writing.
///
/// The file was just written. If another thread started a process meanwhile,
/// that process holds the file open until it has become its own program, and
/// the system refuses to run a file that is open for writing.
fn run_when_free(command: &mut Command) -> io::Result<std::process::Output> {
    for _ in 0..100 {
        match command.output() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                sleep(Duration::from_millis(20));
            }
            done => return done,
        }
    }
    command.output()
}

/// Whether the system says that a file is a program for another machine:
/// `ENOEXEC`; `EBADARCH` on macOS; not found, though it is there, where it is
/// the program's loader that is missing.
fn is_foreign(error: &io::Error) -> bool {
    const ENOEXEC: i32 = 8;
    const EBADARCH: i32 = 86;
    matches!(error.raw_os_error(), Some(ENOEXEC | EBADARCH))
        || error.kind() == io::ErrorKind::NotFound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_found_in_what_solvers_print() {
        for (text, expected) in [
            ("Z3 version 5.4.0 - 64 bit\n", Some("5.4.0")),
            ("Yices 2.6.5\nCopyright SRI International.", Some("2.6.5")),
            ("This is 64 bits of nothing.", None),
        ] {
            assert_eq!(first_release(text).map(|r| r.to_string()).as_deref(), expected, "{text}");
        }
    }
}
