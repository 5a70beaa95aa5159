//! Real solvers: fetched, asked, and held against the evaluator.
//!
//! Those of the machine itself are asked only if `ETUDE_TEST_SYSTEM=1` says so (see the crate).

mod agreement;
mod bugs;
mod models;
mod reductions;
mod sessions;
mod solvers;
mod z3;
