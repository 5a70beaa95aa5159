//! Oracles: the plain ways to count, list, find and parse, which the tests hold against the fast
//! ones.

pub mod naive;
pub mod plain;
