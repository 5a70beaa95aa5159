//! The cache folder: one folder a program and release, complete or absent.
//!
//! A folder is filled elsewhere, under a name of its own, and then renamed.
//! A rename happens at once or not at all, so whoever finds `z3-5.4.0/` finds
//! all of it; of two who rename, the second fails and uses the first one's.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::InstallError;
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

/// The programs under one cache folder.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    pub(crate) root: PathBuf,
}

impl Cache {
    /// The newest program in the cache that meets `version`, if there is one.
    pub(crate) fn find(&self, name: &str, version: &Version) -> Option<Program> {
        let folders = fs::read_dir(self.programs()).ok()?;
        folders
            .filter_map(|folder| {
                let folder = folder.ok()?.file_name();
                let release = folder.to_str()?.strip_prefix(name)?.strip_prefix('-')?;
                self.get(name, release.parse().ok()?)
            })
            .filter(|program| version.is_met_by(&program.release))
            .max_by_key(|program| program.release)
    }

    /// A fresh folder inside the cache that vanishes when dropped.
    pub(crate) fn stage(&self) -> Result<TempDir, InstallError> {
        let programs = self.programs();
        fs::create_dir_all(&programs)
            .and_then(|()| tempfile::Builder::new().prefix(".fetching-").tempdir_in(&programs))
            .map_err(|source| InstallError::Cache { path: programs, source })
    }

    /// Moves `folder`, which holds the program, to its place in the cache, or
    /// leaves it and takes the program that another process put there first.
    pub(crate) fn publish(
        &self,
        folder: &Path,
        name: &str,
        release: Release,
    ) -> Result<Program, InstallError> {
        let renamed = fs::rename(folder, self.folder(name, release));
        match (self.get(name, release), renamed) {
            (Some(program), _) => Ok(program),
            (None, renamed) => Err(InstallError::Cache {
                path: self.folder(name, release),
                source: renamed.err().unwrap_or_else(|| io::ErrorKind::NotFound.into()),
            }),
        }
    }

    fn get(&self, name: &str, release: Release) -> Option<Program> {
        let path = self.folder(name, release).join(name);
        path.is_file().then(|| Program { path, name: name.to_owned(), release })
    }

    fn folder(&self, name: &str, release: Release) -> PathBuf {
        self.programs().join(format!("{name}-{release}"))
    }

    fn programs(&self) -> PathBuf {
        self.root.join("solvers")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let folder = cache.programs().join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), "").unwrap();
    }

    #[test]
    fn the_newest_that_meets_the_wish_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { root: folder.path().to_owned() };
        assert!(cache.find("z3", &Version::Newest).is_none());
        for name in ["z3-4.8.7", "z3-4.8.12", "z3-5.4.0"] {
            put(&cache, name, "z3");
        }
        put(&cache, "z3-9.0.0", "not-the-program");
        put(&cache, ".fetching-1", "z3");
        let find = |version: &str| {
            let found = cache.find("z3", &version.parse().unwrap())?;
            assert!(found.path.is_file());
            Some(found.release.to_string())
        };
        assert_eq!(find("newest").as_deref(), Some("5.4.0"));
        assert_eq!(find("4.8").as_deref(), Some("4.8.12"));
        assert_eq!(find("4.8.7.0").as_deref(), Some("4.8.7"));
        assert_eq!(find("4.8.1"), None);
        assert!(cache.find("z", &Version::Newest).is_none());
    }
}
