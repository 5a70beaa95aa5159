//! Real SMT solvers, fetched by package name.
//!
//! A solver's Python wheel is a zip file, and holds the solver's program, or its
//! libraries. [`Installer`] turns a [`Package`] (a solver's name and a [`Version`])
//! into a [`Program`]: words that start it. Where there are libraries only, the
//! words start `etude` as a [`host`] for them. Programs are kept in a cache folder,
//! one folder a version, so that many versions live side by side and a second call
//! needs no network.
//!
//! ```no_run
//! use solvers::{Installer, PINNED_Z3, cache_dir};
//!
//! let installer = Installer::new(cache_dir()?);
//! let z3 = installer.z3(&PINNED_Z3)?;
//! println!("{} {} is {}", z3.name, z3.release, z3.path.display());
//!
//! let answer = z3.command().arg("formula.smt2").output()?;
//! println!("{}", String::from_utf8_lossy(&answer.stdout));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here knows of grammars or of storage, and nothing is printed: every
//! failure is an [`InstallError`] that says what, where and what to do.

mod cache;
mod error;
pub mod host;
mod install;
mod package;
mod path;
mod pip;
mod program;
mod version;
mod wheel;

pub use cache::cache_dir;
pub use error::InstallError;
pub use install::{Installer, Network};
pub use package::{PINNED_CVC5, PINNED_Z3, Package, PackageError};
pub use path::{OnPath, on_path};
pub use program::Program;
pub use version::{Release, Version, VersionError};
