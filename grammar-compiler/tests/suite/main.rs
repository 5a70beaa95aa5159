//! The tests of the compiler from outside, in one program: linking takes longer than running.

mod dump;
mod modules;
mod problems;
mod support;
mod syntax;
