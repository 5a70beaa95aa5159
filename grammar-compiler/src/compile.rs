//! The compiler's table of contents: text, grammar, names, productions, costs, proof.

use feat_runtime::{CharSet, Rtg};

use crate::check::{self, Checked};
use crate::diagnostic::{Diagnostic, Severity};
use crate::grammar::{Atom, Element};
use crate::{cost, lower, parse, resolve};

/// What an author or a user may choose.
#[derive(Clone, Debug)]
pub struct Options {
    /// The start rule; else the rule `start`, else the first parser rule.
    pub start: Option<String>,
    /// What `.` and `~` range over in lexer rules; in parser rules they range over tokens.
    pub alphabet: CharSet,
}

impl Default for Options {
    fn default() -> Self {
        Self { start: None, alphabet: CharSet::printable_ascii() }
    }
}

/// A grammar that compiled.
#[derive(Debug)]
pub struct Compiled {
    /// The name after `grammar`.
    pub name: String,
    /// The checked grammar.
    pub rtg: Rtg,
    /// For each production its right-hand side as it was written.
    pub written: Vec<String>,
}

/// What compiling gave: a grammar unless there was an error, and everything there is to say,
/// in the order of the text.
#[derive(Debug)]
pub struct Outcome {
    /// The grammar, if there was no error.
    pub compiled: Option<Compiled>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles the text of a `.g4` file. All problems are found in one go.
pub fn compile(text: &str, options: &Options) -> Outcome {
    let (grammar, mut diagnostics) = parse::parse(text);
    let mut compiled = None;
    if let Some(grammar) = grammar {
        let resolved = resolve::Resolved::new(&grammar, options.start.as_deref(), &mut diagnostics);
        if let Some(start) = resolved.start {
            let mut lowered = lower::lower(&resolved, start, options, &mut diagnostics);
            cost::assign(&mut lowered, &mut diagnostics);
            compiled = check::check(&resolved, lowered, &mut diagnostics).map(
                |Checked { rtg, written }| Compiled {
                    name: grammar.name.value.clone(),
                    rtg,
                    written,
                },
            );
        }
    }
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.severity));
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        compiled = None;
    }
    Outcome { compiled, diagnostics }
}

/// The set of characters that `text` writes, as between the brackets of a grammar's `[…]`.
pub fn parse_set(text: &str) -> Result<CharSet, String> {
    let (grammar, diagnostics) = parse::parse(&format!("grammar Sets; Set : [{text}] ;"));
    if let Some(error) = diagnostics.iter().find(|d| d.severity == Severity::Error) {
        return Err(error.message.clone());
    }
    let rules = grammar.map(|grammar| grammar.rules).unwrap_or_default();
    let elements =
        rules.first().and_then(|rule| rule.alternatives.first()).map(|a| &a.elements[..]);
    match elements {
        Some([Element { atom: Atom::Set(set), repeat: None, .. }]) => Ok(set.clone()),
        _ => Err("not a set: write it as between the brackets of `[a-z0-9]`".to_owned()),
    }
}
