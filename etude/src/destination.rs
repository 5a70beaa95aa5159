//! Destinations of bytes: standard output or a file, plain or compressed.
//!
//! If the program is told to end, what is half written is removed first.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Result;
use flate2::write::GzEncoder;
use outlet::Whole;

use crate::cli::Compression;
use crate::interrupt::Interrupt;
use crate::output::{Unwritten, exact_stdout};

/// An output that must be finished: dropped before, a file leaves no trace.
pub(crate) struct Destination {
    /// Empty once it is finished.
    encoder: Option<Encoder>,
    /// The file's name, as it was given.
    name: String,
    /// Watched where something could be left half done.
    interrupt: Option<&'static Interrupt>,
}

enum Encoder {
    Plain(Sink),
    Gzip(GzEncoder<Sink>),
    Zstd(zstd::Encoder<'static, Sink>),
}

/// The place where the bytes go in the end.
enum Sink {
    Stdout(Box<dyn Write + Send>),
    File(Whole),
}

impl Destination {
    pub fn stdout(compression: Option<Compression>) -> Result<Self> {
        let name = "to standard output".to_owned();
        let encoder = Encoder::new(Sink::Stdout(Box::new(exact_stdout()?)), compression)?;
        Ok(Self { encoder: Some(encoder), name, interrupt: None })
    }

    /// The file at a path, in a folder that exists; standard output for `-`.
    pub fn file(to: &Path, compression: Option<Compression>) -> Result<Self> {
        if outlet::is_standard_output(to) {
            return Self::stdout(compression);
        }
        let name = to.display().to_string();
        let interrupt = Interrupt::watch();
        let unwritten = |error: io::Error| Unwritten::new(&name, error);
        let file = Whole::create(to).map_err(unwritten)?;
        let interrupt = file.is_pending().then_some(interrupt);
        let encoder = Encoder::new(Sink::File(file), compression).map_err(unwritten)?;
        Ok(Self { encoder: Some(encoder), name, interrupt })
    }

    /// Writes bytes; an error says where they were to go.
    pub fn put(&mut self, bytes: &[u8]) -> Result<()> {
        Ok(self.write_all(bytes)?)
    }

    /// Writes what is still held back and gives a file its name.
    pub fn finish(mut self) -> Result<()> {
        let finished = match self.encoder.take() {
            None => return Ok(()),
            Some(Encoder::Plain(out)) => Ok(out),
            Some(Encoder::Gzip(out)) => out.finish(),
            Some(Encoder::Zstd(out)) => out.finish(),
        };
        if let Some(interrupt) = self.interrupt
            && interrupt.has_come()
        {
            drop(finished);
            interrupt.obey();
            return Ok(());
        }
        let done = finished.and_then(|sink| match sink {
            Sink::Stdout(mut out) => out.flush(),
            Sink::File(file) => file.finish(),
        });
        Ok(done.map_err(|error| Unwritten::io(&self.name, error))?)
    }

    /// Removes a file that is half written and ends the program, if it was told to end.
    fn stop_if_told(&mut self) {
        if let Some(interrupt) = self.interrupt
            && interrupt.has_come()
        {
            self.encoder = None;
            interrupt.obey();
        }
    }
}

/// Writes a file whole or not at all; to standard output for `-`.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let mut file = Destination::file(path, None)?;
    file.put(text.as_bytes())?;
    file.finish()
}

impl Encoder {
    fn new(out: Sink, compression: Option<Compression>) -> io::Result<Self> {
        Ok(match compression {
            None => Self::Plain(out),
            Some(Compression::Gzip) => {
                Self::Gzip(GzEncoder::new(out, flate2::Compression::default()))
            }
            Some(Compression::Zstd) => {
                Self::Zstd(zstd::Encoder::new(out, zstd::DEFAULT_COMPRESSION_LEVEL)?)
            }
        })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(out) => out,
            Self::Gzip(out) => out,
            Self::Zstd(out) => out,
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stop_if_told();
        let Some(encoder) = &mut self.encoder else { return Ok(bytes.len()) };
        encoder.writer().write(bytes).map_err(|error| Unwritten::io(&self.name, error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let Some(encoder) = &mut self.encoder else { return Ok(()) };
        encoder.writer().flush().map_err(|error| Unwritten::io(&self.name, error))
    }
}
