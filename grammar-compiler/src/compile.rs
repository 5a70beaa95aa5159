//! The compiler's table of contents: text, grammar, names, productions, constructors, costs, proof.

use feat_runtime::Rtg;

use crate::check::{self, Checked};
use crate::diagnostic::{Diagnostic, Severity};
use crate::options::Options;
use crate::{cost, lower, naming, parse, resolve};

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

/// Result of compiling: a grammar unless there was an error, and everything there is to say, in the
/// order of the text. `a : b c ;` without rules for `b` and `c` gives no grammar and two errors.
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
            naming::assign(&mut lowered);
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
