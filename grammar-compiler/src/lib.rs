//! From ANTLR v4 grammars to checked regular tree grammars and Rust datatypes.
//!
//! ```
//! use grammar_compiler::{Options, Style, compile, render};
//!
//! let outcome = compile("grammar Nested; start : 'a' | '(' start ')' ;", &Options::default());
//! let rtg = outcome.compiled.expect("it has no errors").rtg;
//! assert_eq!(rtg.nonterminal(rtg.start()).name(), "start");
//!
//! // All that is wrong is said at once, each with its place.
//! let text = "grammar Wrong; start : missing | other ;";
//! let outcome = compile(text, &Options::default());
//! assert!(outcome.compiled.is_none());
//! assert_eq!(outcome.diagnostics.len(), 2);
//! let shown = render(&outcome.diagnostics, "Wrong.g4", text, Style::Plain);
//! assert!(shown.contains("Wrong.g4:1:24"), "{shown}");
//! ```
//!
//! Nothing here reads files or prints: text in, diagnostics out.

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
