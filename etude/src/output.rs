//! Forms of formulas and messages: as text, as derivations, as JSON.

mod stream;

use std::io::{self, IsTerminal, Write};

use anstyle::AnsiColor;
use anyhow::Result;
use feat_runtime::{Index, Layout, OutlineLine, Tree};
use num_bigint::BigUint;
use outlet::harmless;
use serde_json::{Value, json};

use crate::cli::FormArguments;
use crate::source::NamedSpace;
use crate::terminal::{self, is_quiet, marked};
pub(crate) use stream::{Unwritten, exact_stdout, stdout};

/// Whether an error says only that nobody reads on.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = |cause: &(dyn std::error::Error + 'static)| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    error.chain().any(io)
}

/// Formulas that follow each other.
pub(crate) struct FormulaRange {
    pub from: Index,
    /// Number of formulas; `None` if there is no end of them.
    pub count: Option<u64>,
}

impl FormulaRange {
    /// At most `count` formulas, all that there are without it.
    pub fn new(source: &NamedSpace, from: BigUint, count: Option<&BigUint>) -> Self {
        let there_are = source
            .space
            .cardinality()
            .map(|len| if from < len { len - &from } else { BigUint::ZERO });
        let count = match (count, &there_are) {
            (Some(count), Some(there_are)) => Some(count.min(there_are)),
            (count, there_are) => count.or(there_are.as_ref()),
        };
        // Nobody sees the end of 2^64 formulas.
        let count = count.and_then(|count| u64::try_from(count).ok());
        Self { from: from.into(), count }
    }

    /// The trees with their indices.
    pub fn trees(&self, source: &NamedSpace) -> impl Iterator<Item = (Index, Tree)> + use<> {
        let mut number = self.from.number().clone();
        let trees = source.space.iter_from(&self.from);
        // More than a `usize` counts is as good as without end.
        let count = self.count.and_then(|count| usize::try_from(count).ok());
        trees.take(count.unwrap_or(usize::MAX)).map(move |tree| {
            let index = Index::from(number.clone());
            number += 1_u32;
            (index, tree)
        })
    }
}

/// Passes the texts of formulas on as [`Writer`] would write them, made by this many threads.
pub(crate) fn write_texts(
    source: &NamedSpace,
    form: &FormArguments,
    range: &FormulaRange,
    threads: usize,
    mut put: impl FnMut(&[u8], u64) -> Result<()> + Send,
) -> Result<()> {
    let layout: Layout = form.layout.into();
    let stream = source.space.stream(&range.from, layout);
    if layout == Layout::Spaced {
        stream.for_pieces(range.count, "\n", threads, put)?;
        return Ok(());
    }
    // An empty line stands between formulas, so none behind the last.
    let Some(count) = range.count else {
        stream.for_pieces(None, "\n\n", threads, put)?;
        return Ok(());
    };
    let Some(before_last) = count.checked_sub(1) else { return Ok(()) };
    stream.for_pieces(Some(before_last), "\n\n", threads, &mut put)?;
    let last = Index::from(range.from.number() + before_last);
    source.space.stream(&last, layout).for_pieces(Some(1), "\n", 1, put)?;
    Ok(())
}

/// Writes formulas one after the other in one form.
pub(crate) struct Writer<'a, W> {
    source: &'a NamedSpace,
    form: &'a FormArguments,
    out: W,
    is_first: bool,
}

impl<'a, W: Write> Writer<'a, W> {
    pub fn new(source: &'a NamedSpace, form: &'a FormArguments, out: W) -> Self {
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
fn outline(source: &NamedSpace, tree: &Tree) -> String {
    let rtg = source.space.rtg();
    let line = |(depth, line): (usize, OutlineLine)| {
        let indent = "  ".repeat(depth);
        match line {
            OutlineLine::Production(id) => {
                let production = rtg.production(id);
                let name = rtg.nonterminal(production.nonterminal()).name();
                format!("{indent}{name} {}", production.constructor())
            }
            OutlineLine::Char(c) => format!("{indent}{c:?}"),
            OutlineLine::Literal(text) => format!("{indent}'{text}'"),
        }
    };
    tree.outline(rtg).into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A derivation as a flat list in preorder: nesting it would be as deep as the formula.
fn outline_json(source: &NamedSpace, tree: &Tree) -> Value {
    let rtg = source.space.rtg();
    let line = |(depth, line): (usize, OutlineLine)| match line {
        OutlineLine::Production(id) => {
            let production = rtg.production(id);
            let name = rtg.nonterminal(production.nonterminal()).name();
            json!({ "depth": depth, "rule": name, "constructor": production.constructor() })
        }
        OutlineLine::Char(c) => json!({ "depth": depth, "char": c.to_string() }),
        OutlineLine::Literal(text) => json!({ "depth": depth, "literal": text }),
    };
    tree.outline(rtg).into_iter().map(line).collect()
}

/// A message for a person who watches; nothing where nobody does.
pub(crate) fn say(message: impl FnOnce() -> String) {
    if io::stderr().is_terminal() {
        note(message);
    }
}

/// A message for whoever reads stderr, a person or a log; nothing with `--quiet`.
pub(crate) fn note(message: impl FnOnce() -> String) {
    if !is_quiet() {
        terminal::line(&harmless(&message()));
    }
}

/// Tells what the user must know although the work goes on, whoever reads it.
pub(crate) fn warn(message: &str) {
    flag("warning:", AnsiColor::Yellow, message);
}

/// Tells why the program ends.
pub(crate) fn complain(message: &str) {
    flag("error:", AnsiColor::Red, message);
}

/// A message behind a word that stands out: `found z3-4.8.7 crash: Ints 42`.
pub(crate) fn flag(word: &str, colour: AnsiColor, message: &str) {
    terminal::line(&format!("{} {}", marked(word, colour), harmless(message)));
}
