//! From ANTLR v4 grammars to checked regular tree grammars and Rust datatypes.

mod check;
mod compile;
mod cost;
pub mod diagnostic;
pub mod emit;
pub mod grammar;
mod lower;
mod naming;
mod options;
mod parse;
mod resolve;
mod vocabulary;
mod written;

pub use compile::{Compiled, Outcome, compile};
pub use diagnostic::{Diagnostic, Severity, Style, render};
pub use grammar::Grammar;
pub use options::{Options, Remedy};
pub use parse::{SetError, parse, parse_set};
pub use resolve::nearest;
