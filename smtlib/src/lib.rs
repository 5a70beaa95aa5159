//! SMT-LIB: scripts, values, models, and an evaluator that needs no solver.
//!
//! Nothing here knows of solvers or of storage.

pub mod float;
pub mod real;
pub mod text;

/// A rational number of any size, in lowest terms.
pub type Rational = num_rational::Ratio<num_bigint::BigInt>;
