//! `etude grammar`: check a grammar, or compile it to Rust.

use std::fs;
use std::io::{self, IsTerminal, Write};

use anyhow::{Context, Result, bail};
use grammar_compiler::diagnostic::{Diagnostic, Severity, Style, render};
use grammar_compiler::emit;
use serde_json::{Value, json};

use crate::cli::{GrammarCompile, GrammarFile};
use crate::source::{compile_file, compile_text};

pub(crate) fn check(arguments: &GrammarFile) -> Result<()> {
    let path = arguments.file.display().to_string();
    let (text, outcome) = compile_text(&arguments.file, &arguments.reading)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        let problems: Value =
            outcome.diagnostics.iter().map(|d| problem(d, &path, &text)).collect();
        writeln!(out, "{problems}")?;
    } else {
        let style = if io::stdout().is_terminal() { Style::Coloured } else { Style::Plain };
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
    let name = arguments.file.file_name().unwrap_or_default().to_string_lossy();
    let source = emit::theory(&compiled, &name);
    match &arguments.out {
        Some(path) => {
            fs::write(path, source).with_context(|| format!("cannot write {}", path.display()))
        }
        None => Ok(io::stdout().lock().write_all(source.as_bytes())?),
    }
}
