//! Etude as a library: every small formula of an SMT theory by its number, solvers that are asked,
//! answers that are judged, bugs that are hunted, mutants, smaller scripts. The one crate to depend
//! on; the program `etude` is a command line over the same rooms.
//!
//! ```
//! use etude_core::prelude::*;
//!
//! // Formula 1,000,000 of the strings, and its number again.
//! let strings = Space::of_theory("Strings")?;
//! let tree = strings.get(&Index::from(1_000_000)).expect("there are infinitely many");
//! assert_eq!(strings.rank(&tree), Some(Index::from(1_000_000)));
//!
//! // A grammar of your own has its numbers too.
//! let bits = Space::from_g4("grammar Bits; start : '0' start | '1' start | '.' ;")?;
//! let third = bits.get(&Index::from(3)).expect("there are infinitely many");
//! assert_eq!(bits.rtg().render(&third, Layout::Spaced), "0 0 .");
//!
//! // A formula as a typed value, as a script, and its truth under a model: no solver is asked.
//! let formula = etude_core::generated::core_theory::Start::nth(1000).expect("infinitely many");
//! let mut script = formula.script()?;
//! let model = Model::parse(&mut script, "((define-fun a () Bool true))", Dialect::Standard)?;
//! let assertion = script.queries()[0].assertions[0];
//! assert_eq!(Evaluator::new(&script.terms).eval(&model, assertion), Ok(Value::Bool(true)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A solver is had by its name, as on the command line. What is not installed is fetched, by pip:
//!
//! ```no_run
//! use etude_core::prelude::*;
//!
//! // cvc5 comes as a library, which some program has to load: this one.
//! etude_core::host::become_one();
//! let solvers = [Solver::named("z3@4.8.7")?, Solver::named("cvc5")?];
//! let script = "(declare-const x Int)\n(assert (= (* x x) 49))\n(check-sat)\n";
//! for fault in judge(script, &solvers, &Limits::default())?.faults() {
//!     println!("{fault}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/` has a program each for enumerating, judging, hunting, mutating and reducing.
//!
//! | module | is |
//! |---|---|
//! | [`prelude`] | what most programs use |
//! | [`feat_runtime`] | spaces: counts, trees by index, indices by tree, streams |
//! | [`grammar_compiler`] | grammars into spaces, with all that is wrong with them |
//! | [`generated`] | the theories as Rust datatypes |
//! | [`smtlib`] | scripts, values, models, the evaluator, the small search |
//! | [`solvers`] | solvers: fetched, run within limits |
//! | [`mutation`] | mutants with known answers, smaller scripts |
//! | [`campaign`] | hunts, judgements, findings, databases |
//!
//! This is a crate of its own and not a part of `etude`, since the program needs what no library
//! does: clap with what it generates, terminals, signals, compression in C.

mod hunt;
mod judge;
mod mutants;
mod reduce;
mod scripts;
mod spaces;

pub use campaign;
pub use feat_runtime;
pub use generated;
pub use grammar_compiler;
pub use mutation;
pub use smtlib;
pub use solvers;
pub use solvers::host;

pub use hunt::{Hunt, Hunted, HuntingError};
pub use judge::{AskError, Judged, SolverFault, judge};
pub use mutants::{MutantsError, mutants_of};
pub use reduce::{ReducingError, Smaller, reduce};
pub use scripts::ToScript;
pub use spaces::{NamedSpaces, SpaceError};

/// The names that most programs use.
pub mod prelude {
    pub use campaign::{Bug, Finding, Kind, Making, Severity, Source, StepRange};
    pub use feat_runtime::{Index, Layout, Size, Space, Tree};
    pub use generated::Term;
    pub use mutation::Technique;
    pub use smtlib::{Dialect, Evaluator, Model, Script, Value};
    pub use solvers::{Installer, Limits, Session, Solver, Verdict};

    pub use crate::{Hunt, Hunted, NamedSpaces, Smaller, ToScript, judge, mutants_of, reduce};
}
