//! The cache folder: one folder a solver and release, complete or absent.
//!
//! A folder is filled elsewhere, under a name of its own, and then renamed.
//! A rename happens at once or not at all, so whoever finds `z3-5.4.0/` finds
//! all of it; of two who rename, the second fails and uses the first one's.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{self, Path, PathBuf};

use tempfile::TempDir;

use crate::error::InstallError;
use crate::package::{Content, Source};
use crate::program::Program;
use crate::version::{Release, Version};

/// Where Etude keeps what it fetched: `$ETUDE_CACHE`, else `$XDG_CACHE_HOME/etude`,
/// else `~/.cache/etude` (on macOS `~/Library/Caches/etude`).
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

impl Cache {
    /// The newest release in the cache that meets `version`, if there is one.
    pub(crate) fn find(&self, source: &Source, version: &Version) -> Option<Program> {
        self.all(source).into_iter().rfind(|program| version.is_met_by(&program.release))
    }

    /// Every release in the cache, ascending.
    pub(crate) fn all(&self, source: &Source) -> Vec<Program> {
        let Ok(folders) = fs::read_dir(self.solvers()) else { return Vec::new() };
        let mut programs: Vec<Program> = folders
            .filter_map(|folder| {
                let folder = folder.ok()?.file_name();
                let release = folder.to_str()?.strip_prefix(source.name)?.strip_prefix('-')?;
                self.get(source, release.parse().ok()?)
            })
            .collect();
        programs.sort_unstable_by_key(|program| program.release);
        programs
    }

    /// A fresh folder inside the cache that vanishes when dropped.
    pub(crate) fn stage(&self) -> Result<TempDir, InstallError> {
        let solvers = self.solvers();
        fs::create_dir_all(&solvers)
            .and_then(|()| tempfile::Builder::new().prefix(".fetching-").tempdir_in(&solvers))
            .map_err(|reason| InstallError::Cache { path: solvers, reason })
    }

    /// Moves `folder`, which holds the solver, to its place in the cache, or
    /// leaves it and takes the solver that another process put there first.
    pub(crate) fn publish(
        &self,
        folder: &Path,
        source: &Source,
        release: Release,
    ) -> Result<Program, InstallError> {
        let place = self.folder(source, release);
        let renamed = fs::rename(folder, &place);
        match (self.get(source, release), renamed) {
            (Some(program), _) => Ok(program),
            (None, renamed) => Err(InstallError::Cache {
                path: place,
                reason: renamed.err().unwrap_or_else(|| io::ErrorKind::NotFound.into()),
            }),
        }
    }

    /// The words that start the solver whose wheel was unpacked into `folder`.
    pub(crate) fn command(&self, source: &Source, folder: &Path) -> Vec<OsString> {
        match source.content {
            Content::Program(file) => vec![folder.join(file).into()],
            Content::Hosted => {
                let host = self.host.clone().into_os_string();
                vec![host, "host".into(), source.name.into(), folder.into()]
            }
        }
    }

    fn get(&self, source: &Source, release: Release) -> Option<Program> {
        // The program may be run from another folder than this one.
        let folder = path::absolute(self.folder(source, release)).ok()?;
        let (path, is_there) = match source.content {
            Content::Program(file) => (folder.join(file), folder.join(file).is_file()),
            Content::Hosted => (folder.clone(), folder.is_dir()),
        };
        let command = self.command(source, &folder);
        is_there.then(|| Program { name: source.name.to_owned(), release, path, command })
    }

    fn folder(&self, source: &Source, release: Release) -> PathBuf {
        self.solvers().join(format!("{}-{release}", source.name))
    }

    fn solvers(&self) -> PathBuf {
        self.root.join("solvers")
    }
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
        assert!(cache.find(z3, &Version::Newest).is_none());
        for name in ["z3-4.8.7", "z3-4.8.12", "z3-5.4.0"] {
            put(&cache, name, "z3");
        }
        put(&cache, "z3-9.0.0", "not-the-program");
        put(&cache, ".fetching-1", "z3");
        let find = |version: &str| {
            let found = cache.find(z3, &version.parse().unwrap())?;
            assert!(found.path.is_file());
            assert_eq!(found.command, [found.path.as_os_str()]);
            Some(found.release.to_string())
        };
        assert_eq!(find("newest").as_deref(), Some("5.4.0"));
        assert_eq!(find("4.8").as_deref(), Some("4.8.12"));
        assert_eq!(find("4.8.7.0").as_deref(), Some("4.8.7"));
        assert_eq!(find("4.8.1"), None);
        let cvc5 = Package::cvc5(Version::Newest).source();
        assert!(cache.find(cvc5, &Version::Newest).is_none());
        put(&cache, "cvc5-1.4.2", "libcvc5parser.so");
        let found = cache.find(cvc5, &Version::Newest).unwrap();
        let words: Vec<_> = found.command.iter().map(|word| word.to_str().unwrap()).collect();
        assert_eq!(words, ["etude", "host", "cvc5", found.path.to_str().unwrap()]);
    }
}
