//! The last answer of the package index about a solver's releases, kept in the cache: so that it is
//! asked once a day, not whenever a solver is named without a version. Beside it stands which of
//! these releases were tried and do not run here.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::version::Release;

/// Time for which an answer of the package index counts.
const SHELF_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// The files of one solver: its releases, and those of them that do not run here, one per line.
pub(crate) struct Listing {
    path: PathBuf,
    unfit: PathBuf,
}

impl Listing {
    /// The listing of a solver in a cache folder.
    pub fn new(root: &Path, name: &str) -> Self {
        let folder = root.join("index");
        Self { path: folder.join(name), unfit: folder.join(format!("{name}.unfit")) }
    }

    /// Returns the releases, ascending, if the index said them less than a day before `now`. A file
    /// from the future is as good as none.
    pub fn read(&self, now: SystemTime) -> Option<Vec<Release>> {
        let written = fs::metadata(&self.path).and_then(|data| data.modified()).ok()?;
        now.duration_since(written).ok().filter(|age| *age < SHELF_LIFE)?;
        releases(&self.path)
    }

    /// Keeps the releases. Where nothing can be written, the index is asked again next time.
    pub fn write(&self, releases: &[Release]) {
        write(&self.path, releases);
    }

    /// Returns the releases that were tried and do not run here.
    pub fn unfit(&self) -> Vec<Release> {
        releases(&self.unfit).into_iter().flatten().collect()
    }

    /// Keeps whether a release runs here.
    pub fn note(&self, release: Release, is_fit: bool) {
        let mut unfit = self.unfit();
        let was_fit = !unfit.contains(&release);
        if was_fit == is_fit {
            return;
        }
        if is_fit {
            unfit.retain(|it| *it != release);
        } else {
            unfit.push(release);
            unfit.sort_unstable();
        }
        write(&self.unfit, &unfit);
    }
}

/// Returns the releases in a file; `None` if it cannot be read, or holds anything else.
fn releases(path: &Path) -> Option<Vec<Release>> {
    fs::read_to_string(path).ok()?.lines().map(|line| line.parse().ok()).collect()
}

/// Writes a file that others may read at this moment. What is remembered is a convenience: where it
/// cannot be written, nothing is.
fn write(path: &Path, releases: &[Release]) {
    let text: String = releases.iter().map(|release| release.to_string() + "\n").collect();
    let written = path.parent().map_or(Ok(()), |folder| {
        fs::create_dir_all(folder)?;
        let file = tempfile::Builder::new().prefix(".index-").tempfile_in(folder)?;
        fs::write(file.path(), &text)?;
        file.persist(path)?;
        Ok::<(), std::io::Error>(())
    });
    drop(written);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_index_said_counts_for_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let listing = Listing::new(folder.path(), "z3");
        let now = SystemTime::now();
        assert_eq!(listing.read(now), None);
        let releases = vec![Release::new(4, 8, 7), Release::new(5, 4, 0)];
        listing.write(&releases);
        let now = SystemTime::now();
        assert_eq!(listing.read(now), Some(releases));
        let hours = |hours: u64| Duration::from_secs(hours * 3600);
        assert!(listing.read(now + hours(23)).is_some());
        assert_eq!(listing.read(now + hours(25)), None);
        assert_eq!(listing.read(now - hours(1)), None, "a clock that was set back");
        assert!(listing.unfit().is_empty());
        fs::write(folder.path().join("index/z3"), "4.8.7\nnonsense\n").unwrap();
        assert_eq!(listing.read(SystemTime::now()), None);
    }

    #[test]
    fn what_does_not_run_is_remembered_until_it_does() {
        let folder = tempfile::tempdir().unwrap();
        let listing = Listing::new(folder.path(), "z3");
        let (old, new) = (Release::new(4, 8, 7), Release::new(5, 4, 0));
        listing.note(new, true);
        assert!(!folder.path().join("index").exists(), "nothing is written that says nothing");
        listing.note(new, false);
        listing.note(old, false);
        assert_eq!(listing.unfit(), [old, new]);
        listing.note(old, true);
        assert_eq!(listing.unfit(), [new]);
        assert!(Listing::new(folder.path(), "cvc5").unfit().is_empty());
    }
}
