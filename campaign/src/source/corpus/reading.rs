//! Files and folders into the scripts in them, and into reasons why a file is left out.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::source::file_name::{FileName, plain};

/// A file that is left out of a corpus. A file of 2 MB is one where `--seed-bytes 100kB` holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The path that led to it.
    pub path: PathBuf,
    /// The reason why it is left out.
    pub reason: Unfit,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", plain(self.path.as_os_str().as_encoded_bytes()), self.reason)
    }
}

/// Reason why a file is no script that can be asked. A script without `(check-sat)` has `NoCheck`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// It is no file but a pipe, a device, …
    #[error("is neither a file nor a folder")]
    Special,
    /// It is longer than allowed.
    #[error("has {bytes} bytes, more than {limit}")]
    TooLong {
        /// Its length.
        bytes: u64,
        /// The longest that is taken.
        limit: u64,
    },
    /// It is not UTF-8.
    #[error("is no text: byte {0} is not UTF-8")]
    NotText(usize),
    /// It holds a NUL.
    #[error("is no text: byte {0} is NUL")]
    Nul(usize),
    /// It has no check.
    #[error("asks nothing: it has no (check-sat)")]
    NoCheck,
}

/// Paths that people typed, walked through.
#[derive(Debug, Default)]
pub(super) struct Walk {
    /// Each file by its path inside the corpus.
    pub files: BTreeMap<FileName, PathBuf>,
    pub left_out: Vec<LeftOut>,
}

impl Walk {
    /// Finds the files behind some paths: of a folder those that end in `.smt2`, at any depth; a file
    /// that is named is taken whatever it is called. `base` is the folder that holds all of them.
    pub fn through(paths: &[PathBuf], base: &Path) -> io::Result<Self> {
        let mut walk = Self::default();
        for path in paths {
            let inside = absolute(path)?;
            let inside = inside.strip_prefix(base).expect("the base holds every path").to_owned();
            if path.is_dir() {
                walk.folder(path, &inside, &mut Vec::new());
            } else {
                walk.files.insert(FileName::of_path(&inside), path.clone());
            }
        }
        Ok(walk)
    }

    /// `above` holds the folders that lead here, by their true names: a link back to one of them
    /// would never end.
    fn folder(&mut self, path: &Path, inside: &Path, above: &mut Vec<PathBuf>) {
        let entries = fs::canonicalize(path).and_then(|own| {
            let entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
            Ok((own, entries))
        });
        let (own, entries) = match entries {
            Ok((own, _)) if above.contains(&own) => return,
            Ok(both) => both,
            Err(error) => {
                let reason = Unfit::Unreadable(error.to_string());
                self.left_out.push(LeftOut { path: path.to_owned(), reason });
                return;
            }
        };
        above.push(own);
        for entry in entries {
            let (path, inside) = (entry.path(), inside.join(entry.file_name()));
            if path.is_dir() {
                self.folder(&path, &inside, above);
            } else if path.extension() == Some(OsStr::new("smt2")) {
                self.files.insert(FileName::of_path(&inside), path);
            }
        }
        above.pop();
    }
}

/// Returns the script in a file of at most `limit` bytes.
pub(super) fn script(path: &Path, limit: u64) -> Result<String, Unfit> {
    let unreadable = |error: io::Error| Unfit::Unreadable(error.to_string());
    let about = fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err(Unfit::Special);
    }
    let too_long = |bytes: u64| Unfit::TooLong { bytes, limit };
    if about.len() > limit {
        return Err(too_long(about.len()));
    }
    let bytes = fs::read(path).map_err(unreadable)?;
    if let Some(nul) = bytes.iter().position(|byte| *byte == 0) {
        return Err(Unfit::Nul(nul));
    }
    String::from_utf8(bytes).map_err(|error| Unfit::NotText(error.utf8_error().valid_up_to()))
}

/// Returns the folder that holds all of some paths: a single folder itself, else the deepest in which
/// all of them lie; the empty path for no paths.
pub(super) fn base(paths: &[PathBuf]) -> io::Result<PathBuf> {
    let Some((first, others)) = paths.split_first() else { return Ok(PathBuf::new()) };
    let mut base = folder(first)?;
    for path in others {
        let folder = folder(path)?;
        let shared = base.components().zip(folder.components());
        base = shared.take_while(|(left, right)| left == right).map(|(part, _)| part).collect();
    }
    Ok(base)
}

/// Returns the path of a folder, or of the folder that a file is in, from the root on.
fn folder(path: &Path) -> io::Result<PathBuf> {
    let mut folder = absolute(path)?;
    if !path.is_dir() {
        folder.pop();
    }
    Ok(folder)
}

/// Returns a path from the root on, without `.` and `..`; links keep their names.
fn absolute(path: &Path) -> io::Result<PathBuf> {
    let mut plain = PathBuf::new();
    for part in std::path::absolute(path)?.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    Ok(plain)
}
