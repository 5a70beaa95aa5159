//! `etude grammar`: check a grammar, or compile it to Rust.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, bail};
use grammar_compiler::diagnostic::{Diagnostic, Severity, Style, render};
use grammar_compiler::emit;
use outlet::harmless;
use serde_json::{Value, json};

use crate::cli::{GrammarCompile, GrammarFile};
use crate::destination::write;
use crate::output::exact_stdout;
use crate::source::{compile_file, compile_text};
use crate::terminal::is_coloured;

pub(crate) fn check(arguments: &GrammarFile) -> Result<()> {
    let path = harmless(&arguments.file.to_string_lossy()).into_owned();
    let (text, outcome) = compile_text(&arguments.file, &arguments.reading)?;
    let mut out = exact_stdout()?;
    if arguments.json {
        let problems: Value =
            outcome.diagnostics.iter().map(|d| problem(d, &path, &text)).collect();
        writeln!(out, "{problems}")?;
    } else {
        let style = if is_coloured(&io::stdout()) { Style::Coloured } else { Style::Plain };
        let shown = render(&outcome.diagnostics, &path, &text, style);
        write!(out, "{shown}{}", if shown.is_empty() { "" } else { "\n" })?;
    }
    let errors = outcome.diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    match (outcome.compiled, errors) {
        (Some(_), _) if arguments.json => Ok(()),
        (Some(compiled), _) => {
            let rtg = &compiled.rtg;
            let (nonterminals, productions) = (rtg.nonterminals().len(), rtg.productions().len());
            let start = rtg.nonterminal(rtg.start()).name();
            writeln!(
                out,
                "{path}: {nonterminals} nonterminals, {productions} productions, starts with `{start}`"
            )?;
            Ok(())
        }
        (None, 1) => bail!("{path} has 1 error"),
        (None, errors) => bail!("{path} has {errors} errors"),
    }
}

fn problem(diagnostic: &Diagnostic, path: &str, text: &str) -> Value {
    let (line, column) = diagnostic.line_column(text);
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    json!({
        "severity": severity,
        "file": path,
        "line": line,
        "column": column,
        "message": diagnostic.message,
        "label": diagnostic.label,
        "hint": diagnostic.hint,
    })
}

pub(crate) fn compile(arguments: &GrammarCompile) -> Result<()> {
    let compiled = compile_file(&arguments.file, &arguments.reading)?;
    let name =
        arguments.file.file_name().expect("a file that was read has a name").to_string_lossy();
    let source = emit::theory(&compiled, &name);
    write(arguments.out.as_deref().unwrap_or(Path::new("-")), &source)
}
