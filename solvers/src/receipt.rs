//! The digests of an installed solver: of its wheel, and of the files taken from it.
//!
//! A receipt stands beside the files. To read all files at every start would take longer than many
//! a run, so a file that has its size and its time of change still is taken as it is, unless one
//! asks for [`Care::Digests`].

use std::fmt::Write;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The receipt's file.
const NAME: &str = "receipt.toml";

/// Care with which files in the cache are looked at. A start compares sizes and times; `etude
/// solvers list` compares every byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// A file is read only if its size or its time of change is another one than when it was
    /// installed. Takes microseconds.
    Times,
    /// Every file is read. Takes as long as reading the solver takes.
    Digests,
}

/// Record of what was installed.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Receipt {
    /// The wheel's file name.
    wheel: String,
    /// The digest of the wheel, in hexadecimal digits.
    sha256: String,
    files: Vec<Record>,
}

/// One file of a solver.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Record {
    /// Its place in the folder.
    path: String,
    /// Its length in bytes.
    size: u64,
    /// Time of its last change, in nanoseconds since 1970; 0 if it is known to be damaged.
    modified: u64,
    sha256: String,
}

/// Damage of an installed solver.
#[derive(Debug)]
pub(crate) struct Damage {
    /// The file at fault.
    pub path: PathBuf,
    /// Kind of damage: `was changed`.
    pub reason: String,
}

impl Receipt {
    /// The receipt for all files in `folder`, taken from the wheel at `wheel`. Reads them all.
    pub fn new(folder: &Path, wheel: &Path) -> io::Result<Self> {
        let mut paths = Vec::new();
        let mut open = vec![folder.to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let kind = if entry.file_type()?.is_dir() { &mut open } else { &mut paths };
                kind.push(entry.path());
            }
        }
        paths.sort();
        let record = |path: &PathBuf| {
            let place = path.strip_prefix(folder).unwrap_or(path);
            let path_text = place.to_str().ok_or(io::ErrorKind::InvalidFilename)?.to_owned();
            let (size, modified) = stamp(path)?;
            Ok(Record { path: path_text, size, modified, sha256: digest(path)? })
        };
        let name = wheel.file_name().expect("a wheel is a file in a folder");
        Ok(Self {
            wheel: name.to_string_lossy().into_owned(),
            sha256: digest(wheel)?,
            files: paths.iter().map(record).collect::<io::Result<_>>()?,
        })
    }

    /// Writes it into `folder`, at once or not at all.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let text = toml::to_string(self).map_err(io::Error::other)?;
        let file = tempfile::Builder::new().prefix(".receipt-").tempfile_in(folder)?;
        fs::write(file.path(), text)?;
        file.persist(folder.join(NAME))?;
        Ok(())
    }
}

/// Compares the files in `folder` with their receipt. Solvers that were installed before there were
/// receipts have nothing to be compared with.
pub(crate) fn check(folder: &Path, care: Care) -> Result<(), Damage> {
    let path = folder.join(NAME);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Damage { path, reason: format!("cannot be read: {error}") }),
    };
    let mut receipt: Receipt = match toml::from_str(&text) {
        Ok(receipt) => receipt,
        Err(_) => return Err(Damage { path, reason: "is no receipt".to_owned() }),
    };
    let mut is_news = false;
    let mut damage = None;
    for record in &mut receipt.files {
        match record.check(folder, care) {
            Ok(Compared::Same) => {}
            Ok(Compared::Touched(modified)) => (record.modified, is_news) = (modified, true),
            Err(found) => {
                // Whoever looks next need not read it to know.
                is_news |= record.modified != 0;
                record.modified = 0;
                damage.get_or_insert(found);
            }
        }
    }
    if is_news {
        // Where nothing can be written, the file is read again next time.
        let _ = receipt.write(folder);
    }
    damage.map_or(Ok(()), Err)
}

enum Compared {
    Same,
    /// The same but for its time of change, which is this.
    Touched(u64),
}

impl Record {
    fn check(&self, folder: &Path, care: Care) -> Result<Compared, Damage> {
        let path = folder.join(&self.path);
        let damage = |reason: String| Damage { path: path.clone(), reason };
        let unreadable = |error: io::Error| damage(format!("cannot be read: {error}"));
        let (size, modified) = stamp(&path).map_err(unreadable)?;
        if size != self.size {
            return Err(damage(format!("has {size} bytes and had {}", self.size)));
        }
        if modified == self.modified && care == Care::Times {
            return Ok(Compared::Same);
        }
        if digest(&path).map_err(unreadable)? != self.sha256 {
            return Err(damage("was changed: its digest is another one".to_owned()));
        }
        Ok(if modified == self.modified { Compared::Same } else { Compared::Touched(modified) })
    }
}

/// The size of a file and when it was changed.
fn stamp(path: &Path) -> io::Result<(u64, u64)> {
    let data = fs::metadata(path)?;
    let since = data.modified()?.duration_since(UNIX_EPOCH).map_err(io::Error::other)?;
    Ok((data.len(), u64::try_from(since.as_nanos()).map_err(io::Error::other)?))
}

/// The SHA-256 of a file, in hexadecimal digits.
fn digest(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => break,
            Ok(length) => digest.update(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(digest.finalize().iter().fold(String::new(), |mut digits, byte| {
        // To write to a string cannot fail.
        let _ = write!(digits, "{byte:02x}");
        digits
    }))
}
