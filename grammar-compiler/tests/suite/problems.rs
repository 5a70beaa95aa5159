//! Each `problems/*.g4` is compiled; what comes out stands beside it in `*.expected`: the
//! productions with their costs, unless the grammar is rejected, and then everything that is
//! said of it.
//!
//! To add a case, add a `.g4` file and run the command that the failing test prints.

use crate::support;
use grammar_compiler::{Options, Severity, Style, compile, render};

/// Returns what compiling `text` gives, as a person would read it.
fn outcome(name: &str, text: &str) -> String {
    let outcome = compile(text, &Options::default());
    let is_error = |severity: Severity| severity == Severity::Error;
    let has_error = outcome.diagnostics.iter().any(|diagnostic| is_error(diagnostic.severity));
    assert_eq!(outcome.compiled.is_none(), has_error, "{name}: rejected if there is an error");
    let mut found = match outcome.compiled {
        Some(compiled) => format!("{:?}", compiled.rtg),
        None => "rejected\n".to_owned(),
    };
    if !outcome.diagnostics.is_empty() {
        found += "\n";
        found += &render(&outcome.diagnostics, name, text, Style::Plain);
    }
    found
}

#[test]
fn every_fixture_compiles_as_expected() {
    support::check("problems", outcome);
}
