//! Real SMT solvers, fetched by package name and run within limits.
//!
//! A script goes in, a verdict with its time comes out, whatever the solver does:
//!
//! ```no_run
//! use solvers::{Installer, Limits, PINNED_Z3, Session, Solver, Verdict, cache_dir};
//!
//! let z3 = Solver::of_program(&Installer::new(cache_dir()?).z3(&PINNED_Z3)?);
//! let limits = Limits::of_time(std::time::Duration::from_secs(5));
//! let answer = z3.solve("(assert false)(check-sat)", &limits)?;
//! assert_eq!(answer.verdict, Verdict::Unsat);
//!
//! let mut session = Session::new(z3, limits); // one process, many scripts
//! for script in ["(assert true)(check-sat)", "(assert oops)(check-sat)"] {
//!     let answer = session.solve(script)?;
//!     println!("{} after {:?}", answer.verdict, answer.time);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! People ask for solvers by name and release, or by a command line:
//!
//! ```
//! use solvers::{Family, Release, Releases, Request};
//!
//! assert!(matches!("z3@4.8.7".parse()?, Request::Named { family: Family::Z3, .. }));
//! assert!(matches!("./build/z3 smt.random_seed=1".parse()?, Request::Command(_)));
//! let releases: Releases = "4.8.5..4.12".parse()?;
//! assert!(releases.means(&"4.12.6".parse::<Release>()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Installing.** A solver's Python wheel is a zip file, and holds the solver's program, or its
//! libraries. [`Installer`] turns a [`Package`] (a solver's name and a [`Version`]) into a
//! [`Program`]: words that start it. Where there are libraries only, the words start `etude` as a
//! [`host`] for them. Programs are kept in a cache folder, one folder a version, so that many
//! versions live side by side and a second call needs no network.
//!
//! **Running.** A [`Solver`] is a command and its [`Family`], which knows the
//! words that such a solver takes; people ask for one by a [`Request`].
//! [`Solver::solve`] starts a fresh process, a [`Session`] keeps one alive, a
//! [`SessionPool`] keeps several. Each stays within [`Limits`] that are enforced from
//! outside, and what it did becomes a [`Verdict`] by [`classify`], which is a
//! pure function. Each process runs in a folder of its own, which goes away with
//! all that was written there; relative paths in its command still mean files
//! beside the user. A process is ended with all that it started: between it and
//! this program is a *supervisor*, a small process that adopts whatever the
//! solver leaves, and ends it when the solver ends or this program dies. The
//! first run also makes this program the *subreaper* of its descendants and
//! starts a shell that removes its folders if it is killed.
//!
//! Nothing here knows of grammars or of storage, and nothing is printed: an
//! [`InstallError`] or [`StartError`] says what, where and what to do. A solver
//! that misbehaves is no error but a verdict.

mod adapt;
mod build;
mod cache;
mod classify;
mod command_line;
mod day;
mod diagnosis;
mod error;
mod family;
mod follow_up;
mod fresh;
pub mod host;
mod install;
mod invocation;
mod lease;
mod limits;
mod listing;
mod nearest;
mod package;
mod path;
mod pip;
mod pool;
mod program;
mod receipt;
mod releases;
mod request;
mod resolve;
mod run;
mod scan;
mod script;
mod session;
mod solver;
mod variant;
mod verdict;
mod version;
mod want;
mod wheel;

pub use adapt::{Adaptation, CommandChange, deciding_option};
pub use build::Build;
pub use cache::cache_dir;
pub use classify::{Classified, Observed, Printed, classify};
pub use command_line::RequestError;
pub use day::{Day, DayError};
pub use diagnosis::{Diagnosis, Exercise, FaultCase, diagnose};
pub use error::InstallError;
pub use family::{Family, FamilyError, Input, Mode};
pub use follow_up::{FollowUp, ModelQuestion};
pub use fresh::StartError;
pub use install::{IndexNote, Installer, Network};
pub use invocation::Invocation;
pub use limits::{LimitError, Limits, parse_memory, parse_time};
pub use package::{PINNED_CVC5, PINNED_Z3, Package, PackageError, Packages};
pub use path::{OnPath, Silence, on_path, said_version};
pub use pool::{PoolAnswers, SessionPool};
pub use program::Program;
pub use receipt::Care;
pub use releases::Releases;
pub use request::{Entry, EntryError, Request, parse_lines, parse_list, parse_toml};
pub use resolve::ResolveError;
pub use script::{Addition, additions, standalone};
pub use session::{Renewal, Session};
pub use solver::{Addresses, Clock, Solver};
pub use variant::{Variant, variants};
pub use verdict::{Answer, Cause, Check, Checked, Crash, Exchange, Status, Stop, Verdict};
pub use version::{Release, Version, VersionError};
pub use want::Want;
