//! A path and bytes into a file: whole or not at all, wherever the path leads.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::pieces::Pieces;

/// The most symbolic links that are followed, as in the kernel.
const MOST_LINKS: usize = 40;

/// Writes a file at once; see [`Whole`].
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Whole::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// A file that is being written.
///
/// A file has a name of its own beside the right one while it is written, and gets the right one when
/// it is [finished](Whole::finish), so that nobody ever finds half a file; dropped before, it leaves
/// no trace. A file that was there is replaced, and keeps its permissions. A symbolic link stays and
/// what it leads to is replaced. A pipe, a device and an open descriptor (`/dev/fd/3`) are written
/// into.
#[derive(Debug)]
pub struct Whole {
    out: Pieces,
    /// `None` where bytes go to their place at once.
    renaming: Option<Renaming>,
}

/// A file on its way to its right name.
#[derive(Debug)]
struct Renaming {
    from: PathBuf,
    to: PathBuf,
}

impl Whole {
    /// Opens the file, in a folder that exists.
    pub fn create(path: &Path) -> io::Result<Self> {
        let Some(to) = replaceable(path)? else {
            // What is an open file of somebody may hold something already.
            let out = Pieces::new(File::options().append(true).open(path)?);
            return Ok(Self { out, renaming: None });
        };
        let before = existing(&to)?;
        let from = beside(&to)?;
        let out = Pieces::new(File::options().write(true).create_new(true).open(&from)?);
        let file = Self { out, renaming: Some(Renaming { from, to }) };
        if let Some(before) = before {
            file.out.file().set_permissions(before.permissions())?;
            own_as(&before, file.out.file());
        }
        Ok(file)
    }

    /// Whether there is something to be left half done.
    pub fn is_pending(&self) -> bool {
        self.renaming.is_some()
    }

    /// Gives the file its right name.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(Renaming { from, to }) = &self.renaming else { return Ok(()) };
        fs::rename(from, to)?;
        self.renaming = None;
        Ok(())
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(Renaming { from, .. }) = &self.renaming {
            // It failed already: that the rest cannot be removed is not worth a word.
            let _ = fs::remove_file(from);
        }
    }
}

/// Whether a path means standard output: `-`, `/dev/stdout`.
pub fn is_standard_output(path: &Path) -> bool {
    let known = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    if known.iter().any(|name| path == Path::new(name)) {
        return true;
    }
    steps(path).is_ok_and(|steps| steps.iter().any(|step| step == Path::new("/proc/self/fd/1")))
}

/// The path, and where each symbolic link on the way leads; the last is no link.
fn steps(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut steps = vec![path.to_owned()];
    let mut here = path.to_owned();
    while let Ok(target) = fs::read_link(&here) {
        if steps.len() > MOST_LINKS {
            return Err(io::Error::other("too many symbolic links"));
        }
        // A target is relative to the folder of the link.
        here = here.parent().unwrap_or(Path::new("")).join(target);
        steps.push(here.clone());
    }
    Ok(steps)
}

/// The path of the file that is to be replaced or made; `None` if bytes go into what is there.
fn replaceable(path: &Path) -> io::Result<Option<PathBuf>> {
    let steps = steps(path)?;
    let is_open = |step: &PathBuf| {
        let folder = step.parent().unwrap_or(Path::new(""));
        folder == Path::new("/dev/fd") || (step.starts_with("/proc") && folder.ends_with("fd"))
    };
    if steps.iter().any(is_open) {
        return Ok(None);
    }
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(None),
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(steps.into_iter().next_back()),
    }
}

/// Returns the facts about the file that is to be replaced, which must be one that may be written.
fn existing(path: &Path) -> io::Result<Option<Metadata>> {
    match File::options().append(true).open(path) {
        Ok(file) => file.metadata().map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// A name beside a file that nobody has yet, however long the file's own is.
fn beside(path: &Path) -> io::Result<PathBuf> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    if path.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Ok(path.with_file_name(format!(".etude-{}-{number}.part", process::id())))
}

#[cfg(unix)]
fn own_as(before: &Metadata, file: &File) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only root may give a file away, and for others it is theirs already.
    let _ = fchown(file, Some(before.uid()), Some(before.gid()));
}

#[cfg(not(unix))]
fn own_as(_: &Metadata, _: &File) {}
