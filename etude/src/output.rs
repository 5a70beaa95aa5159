//! How formulas are written: as text, as derivations, as JSON.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use feat_runtime::{Index, Layout, Line, Tree};
use serde_json::{Value, json};

use crate::cli::FormArguments;
use crate::source::Source;

/// Whether an error says only that nobody reads on.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = |cause: &(dyn std::error::Error + 'static)| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(io)
}

/// Writes formulas one after the other in one form.
pub(crate) struct Writer<'a, W> {
    source: &'a Source,
    form: &'a FormArguments,
    out: W,
    is_first: bool,
}

impl<'a, W: Write> Writer<'a, W> {
    pub fn new(source: &'a Source, form: &'a FormArguments, out: W) -> Self {
        Self { source, form, out, is_first: true }
    }

    /// Writes one formula; texts that can hold several lines get an empty line between them.
    pub fn write(&mut self, index: &Index, tree: &Tree) -> Result<()> {
        let is_single_line = self.form.json || (!self.form.tree && self.layout() == Layout::Spaced);
        if !std::mem::take(&mut self.is_first) && !is_single_line {
            writeln!(self.out)?;
        }
        writeln!(self.out, "{}", self.formula(index, tree))?;
        Ok(())
    }

    pub fn finish(mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }

    fn layout(&self) -> Layout {
        self.form.layout.into()
    }

    fn formula(&self, index: &Index, tree: &Tree) -> String {
        let rtg = self.source.space.rtg();
        match (self.form.json, self.form.tree) {
            (true, _) => {
                let mut object = json!({
                    "theory": self.source.name,
                    "index": index.to_string(),
                    "size": tree.size(rtg).0,
                    "formula": rtg.render(tree, self.layout()),
                });
                if self.form.tree {
                    object["tree"] = outline_json(self.source, tree);
                }
                object.to_string()
            }
            (false, true) => outline(self.source, tree),
            (false, false) => rtg.render(tree, self.layout()),
        }
    }
}

/// A derivation, children indented below their parents.
fn outline(source: &Source, tree: &Tree) -> String {
    let rtg = source.space.rtg();
    let line = |(depth, line): (usize, Line)| {
        let indent = "  ".repeat(depth);
        match line {
            Line::Production(id) => {
                let production = rtg.production(id);
                let name = rtg.nonterminal(production.nonterminal()).name();
                format!("{indent}{name} {}", production.constructor())
            }
            Line::Char(c) => format!("{indent}{c:?}"),
            Line::Literal(text) => format!("{indent}'{text}'"),
        }
    };
    tree.outline(rtg).into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A derivation as a flat list in preorder: nesting it would be as deep as the formula.
fn outline_json(source: &Source, tree: &Tree) -> Value {
    let rtg = source.space.rtg();
    let line = |(depth, line): (usize, Line)| match line {
        Line::Production(id) => {
            let production = rtg.production(id);
            let name = rtg.nonterminal(production.nonterminal()).name();
            json!({ "depth": depth, "rule": name, "constructor": production.constructor() })
        }
        Line::Char(c) => json!({ "depth": depth, "char": c.to_string() }),
        Line::Literal(text) => json!({ "depth": depth, "literal": text }),
    };
    tree.outline(rtg).into_iter().map(line).collect()
}

/// A message for a person who watches; nothing where nobody does.
pub(crate) fn say(message: impl FnOnce() -> String) {
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "{}", message());
    }
}

/// A number with its digits in threes, or how many digits it has if nobody would read them.
pub(crate) fn readable(number: &num_bigint::BigUint) -> String {
    const MOST: usize = 30;
    let digits = number.to_string();
    if digits.len() > MOST {
        return format!("{}…({} digits)", &digits[..9], digits.len());
    }
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
