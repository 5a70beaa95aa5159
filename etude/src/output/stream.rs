//! Standard output: for people with other people's words made harmless, for programs as it is.

use std::io::{self, StdoutLock, Write};

use outlet::{Pieces, harmless};
use thiserror::Error;

/// Something that cannot be written: the disk is full, the place is protected, …
#[derive(Debug, Error)]
#[error("cannot write {to}")]
pub(crate) struct Unwritten {
    /// A file's name, or `to standard output`.
    to: String,
    source: io::Error,
}

impl Unwritten {
    pub fn new(to: impl Into<String>, source: io::Error) -> Self {
        Self { to: to.into(), source }
    }

    /// Whether an error of a stream is one of these.
    pub fn is_in(error: &io::Error) -> bool {
        error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()).is_some()
    }

    /// The same as an error of a stream, which keeps its kind. What says already where it was to go
    /// stays as it is.
    pub fn io(to: &str, source: io::Error) -> io::Error {
        if Self::is_in(&source) {
            source
        } else {
            io::Error::new(source.kind(), Self::new(to, source))
        }
    }
}

/// Standard output as the bytes are: formulas, JSON, files for other programs.
pub(crate) fn exact_stdout() -> io::Result<ExactStdout> {
    Pieces::of_standard_output().map(ExactStdout).map_err(unwritten)
}

/// Standard output for people, or for programs where JSON is asked for.
pub(crate) fn stdout(is_json: bool) -> Stdout {
    Stdout { out: io::stdout().lock(), is_json, held: Vec::new() }
}

/// Standard output that says so if it cannot be written.
pub(crate) struct ExactStdout(Pieces);

/// Standard output, a line at a time; what is left at the end is written when it is dropped.
pub(crate) struct Stdout {
    out: StdoutLock<'static>,
    is_json: bool,
    /// The beginning of a line, which may end inside a character.
    held: Vec<u8>,
}

fn unwritten(error: io::Error) -> io::Error {
    Unwritten::io("to standard output", error)
}

impl Write for ExactStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(unwritten)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(unwritten)
    }
}

impl Stdout {
    fn show(&mut self, end: usize) -> io::Result<()> {
        let lines: Vec<u8> = self.held.drain(..end).collect();
        self.out.write_all(harmless(&String::from_utf8_lossy(&lines)).as_bytes())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_json {
            return self.out.write(bytes).map_err(unwritten);
        }
        self.held.extend_from_slice(bytes);
        if let Some(end) = self.held.iter().rposition(|&byte| byte == b'\n') {
            self.show(end + 1).map_err(unwritten)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.show(self.held.len()).and_then(|()| self.out.flush()).map_err(unwritten)
    }
}

impl Drop for Stdout {
    fn drop(&mut self) {
        // Whoever wants to know of errors flushes.
        let _ = self.flush();
    }
}
