//! The tests of the room from outside, in one program: linking takes longer than running.
//!
//! The tests that look at their own process, its folder or its children stand apart, each file a
//! program of its own.

mod answers;
mod cache;
mod fake;
#[cfg(unix)]
mod machine;
mod real;
#[cfg(unix)]
#[path = "../traces/mod.rs"]
mod traces;
mod z3;
