//! Errors of fetching a solver: what, where, what to do.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use crate::run::NoScratch;
use crate::version::{Release, Version};

/// Reason why a solver could not be installed. `z3@99.1` is no release, for one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InstallError {
    /// Downloads are switched off and the cache does not hold the solver.
    #[error(
        "{name} {version} is not in the cache {} and downloads are switched off: \
         unset ETUDE_OFFLINE to fetch it", cache.display()
    )]
    Offline {
        /// The program's name.
        name: String,
        /// The version asked for.
        version: Version,
        /// The cache folder.
        cache: PathBuf,
    },

    /// Downloads are switched off, and only the network knows the answer.
    #[error(
        "the releases of {package} cannot be listed while downloads are switched off: \
         unset ETUDE_OFFLINE to ask for them"
    )]
    Unlisted {
        /// The package.
        package: String,
    },

    /// None of the commands that could run pip is there.
    #[error(
        "no pip to fetch {package} with (tried {tried}): \
         install Python 3 with pip, or uv"
    )]
    NoPip {
        /// The package that was to be fetched.
        package: String,
        /// The commands that were tried, with what each said.
        tried: String,
    },

    /// The network did not answer.
    #[error(
        "{package} could not be fetched because the network does not answer: \
         check the connection (and the proxy) and try again; pip said: {said}"
    )]
    NoNetwork {
        /// The package that was to be fetched.
        package: String,
        /// The line of pip's output that says so.
        said: String,
    },

    /// It took longer than it may.
    #[error("{package} could not be fetched within {patience:.0?}: try again with more time")]
    Late {
        /// The package that was to be fetched.
        package: String,
        /// The time that there was.
        patience: Duration,
    },

    /// The package has wheels for this machine, but not in this version.
    #[error(
        "{package} has no version {wanted} for this machine; the nearest are {}",
        list(nearest)
    )]
    UnknownVersion {
        /// The package.
        package: String,
        /// The version asked for.
        wanted: Version,
        /// The available releases nearest to it, in order.
        nearest: Vec<Release>,
    },

    /// There is no package of this name with a wheel for this machine.
    #[error(
        "{package} has no wheel for this machine ({} on {}), or there is no package of that name: \
         install the solver by other means and give its path",
        std::env::consts::OS,
        std::env::consts::ARCH
    )]
    NoWheel {
        /// The package.
        package: String,
    },

    /// Pip failed in a way that is none of the above.
    #[error("`{command}` failed: {said}")]
    Pip {
        /// The command line.
        command: String,
        /// The end of its output.
        said: String,
    },

    /// The wheel is not a readable zip file.
    #[error("the wheel {wheel} cannot be unpacked: {reason}; try again, it may be cut short")]
    BadWheel {
        /// The wheel's file name.
        wheel: String,
        /// Mistake in it.
        reason: String,
    },

    /// The wheel holds no program of this name.
    #[error("the wheel {wheel} holds no program `{program}`, so there is nothing to run")]
    NoProgram {
        /// The wheel's file name.
        wheel: String,
        /// The program looked for.
        program: String,
    },

    /// The wheel holds neither a library nor a module.
    #[error("the wheel {wheel} holds no shared library, so there is nothing to run")]
    NoLibrary {
        /// The wheel's file name.
        wheel: String,
    },

    /// The solver is a library and the program that hosts it is not there.
    #[error(
        "{name} comes as a library, which a program has to load, and `{}` cannot be started: \
         {reason}; install etude so that it stands on the PATH, name it by \
         `Installer::with_host`, or let your own program do it: `solvers::host::become_one()`, \
         first in `main`", host.display()
    )]
    NoHost {
        /// The solver's name.
        name: String,
        /// The program that was to host it.
        host: PathBuf,
        /// Words of the system.
        reason: io::Error,
    },

    /// The program was made for another kind of machine.
    #[error(
        "the program `{name}` in {wheel} is not for this machine ({} on {}): {reason}",
        std::env::consts::OS,
        std::env::consts::ARCH
    )]
    WrongPlatform {
        /// The program's name.
        name: String,
        /// The wheel's file name.
        wheel: String,
        /// Words of the system.
        reason: String,
    },

    /// The program is there but does not answer when asked for its version.
    #[error("the program `{name}` in {wheel} does not run: `{name} --version` {reason}")]
    DoesNotRun {
        /// The program's name.
        name: String,
        /// The wheel's file name.
        wheel: String,
        /// Thing that it did instead.
        reason: String,
    },

    /// The program says that it is another version than its wheel.
    #[error("the program `{name}` in {wheel} says that it is {found}, and {wanted} was asked for")]
    WrongVersion {
        /// The program's name.
        name: String,
        /// The wheel's file name.
        wheel: String,
        /// The version asked for.
        wanted: Version,
        /// The version that the program printed.
        found: Release,
    },

    /// The solver in the cache is not what was installed, and cannot be installed again: downloads
    /// are switched off, or nobody asked for it.
    #[error(
        "{name} {release} in the cache is damaged: {} {reason}; run `etude solvers install \
         {name}@{release}` with the network (and without ETUDE_OFFLINE) to fetch it again",
        path.display()
    )]
    Damaged {
        /// The program's name.
        name: String,
        /// Its release.
        release: Release,
        /// The file at fault.
        path: PathBuf,
        /// Mistake in it.
        reason: String,
    },

    /// The cache folder cannot be used: the disk is full, or nothing can be written there. All
    /// other errors mean that a solver is not to be had, or does not run.
    #[error(
        "the cache {} cannot be used: {reason}; free it, or set ETUDE_CACHE to a folder \
         that can be written", path.display()
    )]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// Words of the system.
        reason: io::Error,
    },

    /// No environment variable says where a cache could be.
    #[error("there is no place for a cache: set ETUDE_CACHE to a folder, or HOME")]
    NoCache,
}

impl InstallError {
    /// Returns true if only the way to the solver is closed: another time, or another place, it can
    /// be fetched.
    pub(crate) fn is_about_the_way(&self) -> bool {
        matches!(self, Self::NoNetwork { .. } | Self::NoPip { .. } | Self::Pip { .. })
    }

    /// Returns true if the wheel was had, and what it holds does not run here: another time it will
    /// not either.
    pub(crate) fn is_about_the_wheel(&self) -> bool {
        matches!(
            self,
            Self::NoProgram { .. }
                | Self::NoLibrary { .. }
                | Self::WrongPlatform { .. }
                | Self::DoesNotRun { .. }
                | Self::WrongVersion { .. }
        )
    }
}

impl From<&NoScratch> for InstallError {
    fn from(NoScratch { folder, reason }: &NoScratch) -> Self {
        let reason = io::Error::new(reason.kind(), reason.to_string());
        Self::Cache { path: folder.clone(), reason }
    }
}

fn list(releases: &[Release]) -> String {
    releases.iter().map(Release::to_string).collect::<Vec<_>>().join(", ")
}
