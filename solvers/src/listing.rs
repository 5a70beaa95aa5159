//! What the package index said last of a solver's releases, kept in the cache: so that it is asked
//! once a day, not whenever a solver is named without a version.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::version::Release;

/// How long an answer of the package index counts.
const SHELF_LIFE: Duration = Duration::from_secs(24 * 60 * 60);

/// The file that holds the releases of one solver, one per line.
pub(crate) struct Listing {
    path: PathBuf,
}

impl Listing {
    /// The listing of a solver in a cache folder.
    pub fn new(root: &Path, name: &str) -> Self {
        Self { path: root.join("index").join(name) }
    }

    /// Returns the releases, ascending, if the index said them less than a day before `now`. A file
    /// from the future is as good as none.
    pub fn read(&self, now: SystemTime) -> Option<Vec<Release>> {
        let written = fs::metadata(&self.path).and_then(|data| data.modified()).ok()?;
        now.duration_since(written).ok().filter(|age| *age < SHELF_LIFE)?;
        let text = fs::read_to_string(&self.path).ok()?;
        text.lines().map(|line| line.parse().ok()).collect()
    }

    /// Keeps the releases. Where nothing can be written, the index is asked again next time.
    pub fn write(&self, releases: &[Release]) {
        let text: String = releases.iter().map(|release| format!("{release}\n")).collect();
        let written = self.path.parent().map_or(Ok(()), |folder| {
            fs::create_dir_all(folder)?;
            // Others may read it at this moment.
            let file = tempfile::Builder::new().prefix(".index-").tempfile_in(folder)?;
            fs::write(file.path(), &text)?;
            file.persist(&self.path)?;
            Ok::<(), std::io::Error>(())
        });
        drop(written);
    }
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
        fs::write(folder.path().join("index/z3"), "4.8.7\nnonsense\n").unwrap();
        assert_eq!(listing.read(SystemTime::now()), None);
    }
}
