//! From ANTLR v4 grammars to checked regular tree grammars and Rust datatypes.

mod check;
mod compile;
mod cost;
pub mod diagnostic;
pub mod emit;
pub mod grammar;
mod lower;
mod parse;
mod resolve;
mod vocabulary;
mod written;

pub use compile::{Compiled, Options, Outcome, compile, parse_set};
pub use diagnostic::{Diagnostic, Severity, Style, render};
pub use grammar::Grammar;
pub use parse::parse;
pub use resolve::nearest;
