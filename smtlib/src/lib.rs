//! SMT-LIB: scripts, values, models, and an evaluator that needs no solver.
//!
//! ```
//! use smtlib::{Dialect, Evaluator, Model, Script, Value};
//!
//! let mut script = Script::parse(
//!     "(declare-const a Int) (assert (= (* a a) 4)) (check-sat)",
//! )?;
//! let model = Model::parse(&mut script, "((define-fun a () Int (- 2)))", Dialect::Standard)?;
//! let query = &script.queries()[0];
//! let outcome = Evaluator::new(&script.terms).eval(&model, query.assertions[0]);
//! assert_eq!(outcome, Ok(Value::Bool(true)));
//! # Ok::<(), smtlib::Error>(())
//! ```
//!
//! [`Script::judge`] does all of this at once.
//!
//! Nothing here knows of solvers or of storage.

mod candidates;
mod decimal;
pub mod domain;
mod error;
mod eval;
pub mod float;
mod function;
mod import;
mod model;
mod model_check;
mod op;
mod parse;
mod print;
pub mod real;
mod script;
mod search;
pub mod sexpr;
mod smallest;
mod sort;
mod symbol;
mod term;
pub mod text;
mod typing;
mod value;
mod walk;
mod work;

pub use candidates::Candidates;
pub use error::Error;
pub use eval::{Basis, Evaluator, Explained, KnownValues, Limits, Open, Outcome, Reason};
pub use function::{Definition, Fun, Function, FunctionKind, SortDeclaration};
pub use import::Import;
pub use model::{Dialect, Interpretation, Model};
pub use model_check::{ModelCheck, Statement, Truth};
pub use op::{Op, PLAIN, Shape};
pub use script::{Command, Query, Script};
pub use search::{Budget, Found, search};
pub use sort::{Sort, SortKind, Sorts};
pub use symbol::Quoted;
pub use term::{Arguments, Attribute, AttributeValue, Binder, Case, Local, Node, Term, Terms};
pub use typing::TypeError;
pub use value::{Array, BitVec, Data, Int, Sequence, Value};
pub use walk::{Polarity, Position};

/// A rational number of any size, in lowest terms. `1.5` is 3/2.
pub type Rational = num_rational::Ratio<num_bigint::BigInt>;
