//! The room from outside: seeds in, mutants out.
#![allow(clippy::unwrap_used, reason = "a test")]

mod graft;
mod rules;
mod seeds;
mod weaken;
