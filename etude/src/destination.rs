//! Where bytes go: standard output or a file, plain or compressed.
//!
//! A file has a name of its own while it is written and gets its right name at the end, so
//! nobody ever finds half a file. If the program is told to end, what is half written is
//! removed first.

use std::fs::{self, File};
use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::write::GzEncoder;

use crate::cli::Compression;
use crate::interrupt::Interrupt;

/// An output that must be finished: dropped before, a file leaves no trace.
pub(crate) struct Destination {
    /// Empty once it is finished.
    encoder: Option<Encoder>,
    file: Option<Renaming>,
}

enum Encoder {
    Plain(Box<dyn Write + Send>),
    Gzip(GzEncoder<Box<dyn Write + Send>>),
    Zstd(zstd::Encoder<'static, Box<dyn Write + Send>>),
}

/// A file on its way to its right name.
struct Renaming {
    from: PathBuf,
    to: PathBuf,
    interrupt: &'static Interrupt,
}

impl Destination {
    pub fn stdout(compression: Option<Compression>) -> Result<Self> {
        Ok(Self { encoder: Some(Encoder::new(Box::new(stdout()), compression)?), file: None })
    }

    /// The file at a path, in a folder that exists.
    pub fn file(to: &Path, compression: Option<Compression>) -> Result<Self> {
        let mut name = to.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let from = to.with_file_name(name);
        let interrupt = Interrupt::watch();
        let open = || Encoder::new(Box::new(File::create(&from)?), compression);
        let encoder = open().with_context(|| format!("cannot write {}", to.display()))?;
        let file = Renaming { from, to: to.to_owned(), interrupt };
        Ok(Self { encoder: Some(encoder), file: Some(file) })
    }

    /// Writes bytes; an error says where they were to go.
    pub fn put(&mut self, bytes: &[u8]) -> Result<()> {
        let result = self.write_all(bytes);
        self.explain(result)
    }

    /// Writes what is still held back and gives a file its name.
    pub fn finish(mut self) -> Result<()> {
        let finish = |encoder: Encoder| match encoder {
            Encoder::Plain(mut out) => out.flush(),
            Encoder::Gzip(out) => out.finish()?.flush(),
            Encoder::Zstd(out) => out.finish()?.flush(),
        };
        let mut result = self.encoder.take().map_or(Ok(()), finish);
        self.stop_if_told();
        if result.is_ok()
            && let Some(Renaming { from, to, .. }) = &self.file
        {
            result = fs::rename(from, to);
        }
        self.explain(result)?;
        self.file = None;
        Ok(())
    }

    /// Removes a file that is half written and ends the program, if it was told to end.
    fn stop_if_told(&mut self) {
        if let Some(Renaming { from, interrupt, .. }) = &self.file
            && interrupt.has_come()
        {
            self.encoder = None;
            let _ = fs::remove_file(from);
            interrupt.obey();
        }
    }

    fn explain<T>(&self, result: io::Result<T>) -> Result<T> {
        result.with_context(|| match &self.file {
            Some(file) => format!("cannot write {}", file.to.display()),
            None => "cannot write to standard output".to_owned(),
        })
    }
}

impl Encoder {
    fn new(out: Box<dyn Write + Send>, compression: Option<Compression>) -> io::Result<Self> {
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

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stop_if_told();
        self.encoder.as_mut().map_or(Ok(bytes.len()), |encoder| encoder.writer().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.encoder.as_mut().map_or(Ok(()), |encoder| encoder.writer().flush())
    }
}

impl Drop for Destination {
    fn drop(&mut self) {
        if let Some(Renaming { from, .. }) = &self.file {
            // It failed already: that the rest cannot be removed is not worth a word.
            let _ = fs::remove_file(from);
        }
    }
}
