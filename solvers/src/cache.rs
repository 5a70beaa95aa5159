//! The cache folder: one folder per solver and release, complete or absent.
//!
//! A folder is filled elsewhere, under a name of its own, and then renamed.
//! A rename happens at once or not at all, so whoever finds `z3-5.4.0/` finds
//! all of it; of two who rename, the second fails and uses the first one's,
//! unless that is damaged: then both change places. What an installation that
//! was killed left is removed by the next one.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};

use crate::error::InstallError;
use crate::invocation::Invocation;
use crate::lease::Lease;
use crate::package::{Content, Source};
use crate::program::Program;
use crate::receipt::{self, Care, Damage};
use crate::run::is_runnable;
use crate::version::{Release, Version};

/// Returns the folder in which Etude keeps what it fetched: `$ETUDE_CACHE`, else
/// `$XDG_CACHE_HOME/etude`, else `~/.cache/etude` (on macOS `~/Library/Caches/etude`).
pub fn cache_dir() -> Result<PathBuf, InstallError> {
    cache_dir_of(|name| env::var_os(name)).ok_or(InstallError::NoCache)
}

/// [`cache_dir`] as a function of the environment. Empty variables count as
/// unset, and so does a relative `XDG_CACHE_HOME`, as its standard asks.
fn cache_dir_of(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let of_home = if cfg!(target_os = "macos") { "Library/Caches/etude" } else { ".cache/etude" };
    path("ETUDE_CACHE")
        .or_else(|| path("XDG_CACHE_HOME").filter(|p| p.is_absolute()).map(|p| p.join("etude")))
        .or_else(|| path("HOME").map(|home| home.join(of_home)))
}

/// The solvers under one cache folder.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    pub(crate) root: PathBuf,
    /// The program `etude`, which hosts solvers that are libraries only.
    pub(crate) host: PathBuf,
}

/// A solver in the cache whose files are not those that were installed.
#[derive(Debug)]
pub(crate) struct Damaged {
    pub release: Release,
    pub damage: Damage,
}

impl Cache {
    /// The newest release in the cache that meets `version`: one that is sound, if there is one.
    pub(crate) fn find(
        &self,
        source: &Source,
        version: &Version,
        care: Care,
    ) -> Option<Result<Program, Damaged>> {
        let releases = self.releases(source).into_iter();
        let meeting = releases.filter(|release| version.is_met_by(release)).rev();
        let mut damaged = None;
        for found in meeting.filter_map(|release| self.get(source, release, care)) {
            match found {
                Ok(program) => return Some(Ok(program)),
                Err(found) => damaged = damaged.or(Some(found)),
            }
        }
        damaged.map(Err)
    }

    /// Every release in the cache, ascending.
    pub(crate) fn all(&self, source: &Source, care: Care) -> Vec<Result<Program, Damaged>> {
        let releases = self.releases(source).into_iter();
        releases.filter_map(|release| self.get(source, release, care)).collect()
    }

    /// The releases that have a folder in the cache, ascending.
    fn releases(&self, source: &Source) -> Vec<Release> {
        let Ok(folders) = fs::read_dir(self.solvers()) else { return Vec::new() };
        let mut releases: Vec<Release> = folders
            .filter_map(|folder| {
                let folder = folder.ok()?.file_name();
                let release = folder.to_str()?.strip_prefix(source.name)?.strip_prefix('-')?;
                release.parse().ok()
            })
            .collect();
        releases.sort_unstable();
        releases
    }

    /// Removes the releases of a solver that are meant. Returns them with the bytes that they took.
    pub(crate) fn remove(
        &self,
        source: &Source,
        is_meant: impl Fn(&Release) -> bool,
    ) -> Result<Vec<(Release, u64)>, InstallError> {
        let mut removed = Vec::new();
        for release in self.releases(source).into_iter().filter(is_meant) {
            let folder = self.folder(source, release);
            let bytes = bytes_below(&folder);
            // Gone at once: whoever finds it finds all of it.
            let stage = self.stage()?;
            fs::rename(&folder, stage.path().join("removed"))
                .map_err(|reason| InstallError::Cache { path: folder, reason })?;
            removed.push((release, bytes));
        }
        Ok(removed)
    }

    /// The bytes of all files of a release.
    pub(crate) fn size(&self, name: &str, release: Release) -> u64 {
        bytes_below(&self.solvers().join(format!("{name}-{release}")))
    }

    /// Looks for the program that hosts libraries, without running it.
    pub(crate) fn find_host(&self) -> io::Result<()> {
        let is_path = self.host.components().count() > 1;
        let folders = if is_path { None } else { env::var_os("PATH") };
        let mut places: Vec<PathBuf> = match &folders {
            Some(folders) => env::split_paths(folders).map(|it| it.join(&self.host)).collect(),
            None => vec![self.host.clone()],
        };
        places.retain(|path| is_runnable(path));
        if places.is_empty() { Err(io::ErrorKind::NotFound.into()) } else { Ok(()) }
    }

    /// A fresh folder inside the cache that vanishes when dropped.
    pub(crate) fn stage(&self) -> Result<Lease, InstallError> {
        // Programs in it are run from elsewhere.
        let solvers = self.solvers();
        path::absolute(&solvers)
            .and_then(|solvers| {
                fs::create_dir_all(&solvers)?;
                Lease::new(&solvers, STAGE)
            })
            .map_err(|reason| InstallError::Cache { path: solvers, reason })
    }

    /// Moves `folder`, which holds the solver, to its place in the cache, or leaves it and takes
    /// the solver that another process put there first. A damaged one is left in its stead.
    pub(crate) fn publish(
        &self,
        folder: &Path,
        source: &Source,
        release: Release,
    ) -> Result<Program, InstallError> {
        let place = self.folder(source, release);
        let mut renamed = fs::rename(folder, &place);
        if renamed.is_err()
            && place.exists()
            && !matches!(self.get(source, release, Care::Times), Some(Ok(_)))
        {
            renamed = exchange(folder, &place);
        }
        match (self.get(source, release, Care::Times), renamed) {
            (Some(Ok(program)), _) => Ok(program),
            (Some(Err(Damaged { damage, .. })), Ok(())) => Err(InstallError::Cache {
                path: damage.path,
                reason: io::Error::new(io::ErrorKind::InvalidData, damage.reason),
            }),
            (_, renamed) => Err(InstallError::Cache {
                path: place,
                reason: renamed.err().unwrap_or_else(|| io::ErrorKind::NotFound.into()),
            }),
        }
    }

    /// The words that start the solver whose wheel was unpacked into `folder`.
    pub(crate) fn command(&self, source: &Source, folder: &Path) -> Invocation {
        match source.content {
            Content::Program(file) => Invocation::Program(vec![folder.join(file).into()]),
            Content::Hosted(solver) => {
                Invocation::Hosted { host: self.host.clone(), solver, folder: folder.into() }
            }
        }
    }

    /// The release in the cache; `None` if it is not there.
    fn get(
        &self,
        source: &Source,
        release: Release,
        care: Care,
    ) -> Option<Result<Program, Damaged>> {
        // The program may be run from another folder than this one.
        let folder = path::absolute(self.folder(source, release)).ok()?;
        if let Err(damage) = receipt::check(&folder, care) {
            return Some(Err(Damaged { release, damage }));
        }
        let (path, is_there) = match source.content {
            Content::Program(file) => (folder.join(file), folder.join(file).is_file()),
            Content::Hosted(_) => (folder.clone(), folder.is_dir()),
        };
        let command = self.command(source, &folder);
        is_there.then(|| Ok(Program { name: source.name.to_owned(), release, path, command }))
    }

    fn folder(&self, source: &Source, release: Release) -> PathBuf {
        self.solvers().join(format!("{}-{release}", source.name))
    }

    fn solvers(&self) -> PathBuf {
        self.root.join("solvers")
    }
}

/// The bytes of all files in a folder, at any depth. What cannot be read counts nothing.
fn bytes_below(folder: &Path) -> u64 {
    let mut open = vec![folder.to_owned()];
    let mut bytes = 0;
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(data) if data.is_dir() => open.push(entry.path()),
                Ok(data) => bytes += data.len(),
                Err(_) => {}
            }
        }
    }
    bytes
}

/// Prefix of the folders in which a solver is being installed.
const STAGE: &str = ".installing-";

/// Puts one folder in the place of another, and that one in its place.
fn exchange(new: &Path, old: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE).is_ok() {
            return Ok(());
        }
    }
    // Where the system cannot do both at once, nothing is there for a moment.
    let aside = new.with_extension("damaged");
    fs::rename(old, &aside)?;
    fs::rename(new, old)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::Package;

    fn check(environment: &[(&str, &str)], expected: Option<&str>) {
        let variable = |name: &str| {
            environment.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
        };
        assert_eq!(cache_dir_of(variable), expected.map(PathBuf::from), "{environment:?}");
    }

    #[test]
    fn the_nearest_variable_decides() {
        let home = if cfg!(target_os = "macos") {
            "/home/me/Library/Caches/etude"
        } else {
            "/home/me/.cache/etude"
        };
        check(&[("ETUDE_CACHE", "/c"), ("XDG_CACHE_HOME", "/x"), ("HOME", "/home/me")], Some("/c"));
        check(&[("XDG_CACHE_HOME", "/x"), ("HOME", "/home/me")], Some("/x/etude"));
        check(&[("HOME", "/home/me")], Some(home));
        check(&[("ETUDE_CACHE", ""), ("XDG_CACHE_HOME", "x"), ("HOME", "/home/me")], Some(home));
        check(&[], None);
    }

    fn put(cache: &Cache, folder: &str, file: &str) {
        let folder = cache.solvers().join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), "").unwrap();
    }

    #[test]
    fn the_newest_that_meets_the_wish_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { root: folder.path().to_owned(), host: "etude".into() };
        let z3 = Package::z3(Version::Newest).source();
        assert!(cache.find(z3, &Version::Newest, Care::Times).is_none());
        for name in ["z3-4.8.7", "z3-4.8.12", "z3-5.4.0"] {
            put(&cache, name, "z3");
        }
        put(&cache, "z3-9.0.0", "not-the-program");
        put(&cache, ".fetching-1", "z3");
        let find = |version: &str| {
            let found = cache.find(z3, &version.parse().unwrap(), Care::Times)?.unwrap();
            assert!(found.path.is_file());
            assert_eq!(found.command.words(), [found.path.as_os_str()]);
            Some(found.release.to_string())
        };
        assert_eq!(find("newest").as_deref(), Some("5.4.0"));
        assert_eq!(find("4.8").as_deref(), Some("4.8.12"));
        assert_eq!(find("4.8.7.0").as_deref(), Some("4.8.7"));
        assert_eq!(find("4.8.1"), None);
        let cvc5 = Package::cvc5(Version::Newest).source();
        assert!(cache.find(cvc5, &Version::Newest, Care::Times).is_none());
        put(&cache, "cvc5-1.4.2", "libcvc5parser.so");
        let found = cache.find(cvc5, &Version::Newest, Care::Times).unwrap().unwrap();
        let words = found.command.words();
        assert_eq!(words, ["etude", "host", "cvc5", found.path.to_str().unwrap()]);
    }
}
