//! SMT-LIB: scripts, values, models, and an evaluator that needs no solver.
//!
//! Nothing here knows of solvers or of storage.

mod error;
pub mod float;
pub mod real;
pub mod sexpr;
pub mod text;

pub use error::Error;

/// A rational number of any size, in lowest terms.
pub type Rational = num_rational::Ratio<num_bigint::BigInt>;
