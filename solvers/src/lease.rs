//! Folders that last as long as the program that made them, however that ends.
//!
//! Whoever makes such a folder holds a lock on it, which the system gives back when he dies. So
//! the next who makes one can tell which of those beside it are nobody's, and removes them.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Text in the name of a folder after its prefix, until it is locked.
const NEW: &str = "new-";

/// Longest time from the making of a folder to its lock.
const MOMENT: Duration = Duration::from_secs(3600);

/// A folder of this program's own, which is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    path: PathBuf,
    _lock: File,
}

impl Lease {
    /// A new folder in `parent` whose name begins with `prefix`. Those like it whose programs are
    /// dead are removed first.
    pub fn new(parent: &Path, prefix: &str) -> io::Result<Self> {
        sweep(parent, prefix);
        // Nobody may find it before it is locked.
        let start = format!("{prefix}{NEW}");
        let new = tempfile::Builder::new().prefix(&start).rand_bytes(8).tempdir_in(parent)?;
        let lock = File::open(new.path())?;
        // Where a file system has no locks, nobody can take one either, and nothing is removed.
        let _ = lock.try_lock();
        let name = new.path().file_name().expect("the new folder has a name");
        let name = name.to_string_lossy();
        let path = parent.join(name.replacen(&start, prefix, 1));
        fs::rename(new.path(), &path)?;
        // It is no longer at the place where it would be removed.
        let _ = new.keep();
        Ok(Self { path, _lock: lock })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes the folders in `parent` whose names begin with `prefix` and whose programs are dead.
fn sweep(parent: &Path, prefix: &str) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(prefix)) else { continue };
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if rest.starts_with(NEW) && age().is_none_or(|age| age < MOMENT) {
            continue;
        }
        let lock = File::open(entry.path());
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            remove(&entry.path());
        }
    }
}

/// Removes a folder with all that is in it, also where somebody took away the right to.
pub(crate) fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
        return;
    }
    unlock(folder);
    let _ = fs::remove_dir_all(folder);
}

/// Makes all folders in `folder` ones that can be emptied.
#[cfg(unix)]
fn unlock(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let _ = fs::set_permissions(&folder, fs::Permissions::from_mode(0o700));
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        open.extend(folders.map(|entry| entry.path()));
    }
}

#[cfg(not(unix))]
fn unlock(_: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_dead_left_is_removed_and_what_the_living_have_is_not() {
        let parent = tempfile::tempdir().unwrap();
        let names = || {
            let entries = fs::read_dir(parent.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        for name in ["run-dead/a/b", "run-new-just-made", "other"] {
            fs::create_dir_all(parent.path().join(name)).unwrap();
        }
        File::create(parent.path().join("run-file")).unwrap();
        let first = Lease::new(parent.path(), "run-").unwrap();
        fs::write(first.path().join("script"), "").unwrap();
        let second = Lease::new(parent.path(), "run-").unwrap();
        let of = |lease: &Lease| lease.path().file_name().unwrap().to_owned();
        let mut expected: Vec<_> =
            ["other", "run-file", "run-new-just-made"].iter().map(Into::into).collect();
        expected.extend([of(&first), of(&second)]);
        expected.sort();
        assert_eq!(names(), expected);
        drop((first, second));
        assert_eq!(names(), ["other", "run-file", "run-new-just-made"]);
    }

    #[test]
    #[cfg(unix)]
    fn a_folder_that_may_not_be_read_is_removed() {
        use std::os::unix::fs::PermissionsExt;
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("a");
        fs::create_dir_all(folder.join("b/c")).unwrap();
        fs::write(folder.join("b/c/file"), "").unwrap();
        for locked in ["b/c", "b", ""] {
            let locked = folder.join(locked);
            fs::set_permissions(locked, fs::Permissions::from_mode(0o000)).unwrap();
        }
        remove(&folder);
        assert!(!folder.exists());
    }
}
