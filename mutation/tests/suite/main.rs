//! The room from outside: seeds in, mutants out.
#![allow(clippy::unwrap_used, reason = "a test")]

mod fuse;
mod fusion;
mod generations;
mod graft;
mod incremental;
mod recombine;
mod reduce;
mod rules;
mod seeds;
mod support;
mod weaken;
