//! From a text to every tree that has it, or to the place where it fits no tree.

mod chart;
mod spacing;

use crate::forest::Forest;
use crate::space::Space;
use spacing::{Spaced, Spacing};

use chart::Farthest;
pub(crate) use chart::{Chart, Item, Last, Link, Shortcuts, Stretch};

/// Why a text has no tree: where the parser could go no further, and what it looked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {}", describe(.expected, *.at_end))]
pub struct ParseError {
    /// The byte at which no continuation fits.
    pub offset: usize,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its column in characters, counted from 1.
    pub column: usize,
    /// Whether the text ends there.
    pub at_end: bool,
    /// What could have stood there.
    pub expected: Vec<String>,
}

fn describe(expected: &[String], at_end: bool) -> String {
    const MOST: usize = 12;
    let found = if at_end { "the text ends here" } else { "this fits no formula" };
    let shown = expected.iter().take(MOST).cloned().collect::<Vec<_>>().join(" ");
    let more = expected.len().saturating_sub(MOST);
    match (expected.len(), more) {
        (0, _) => format!("{found}; expected the end of the text"),
        (1, _) => format!("{found}; expected {shown}"),
        (_, 0) => format!("{found}; expected one of {shown}"),
        _ => format!("{found}; expected one of {shown} and {more} more"),
    }
}

impl Space {
    /// All trees with this text, in either layout; if there are none, all trees whose text
    /// differs from it in the amount of white space alone.
    ///
    /// Costs time and memory in the length of the text where the grammar is deterministic, its
    /// cube at the worst.
    pub fn parse(&self, text: &str) -> Result<Forest, ParseError> {
        self.parse_with(text, Shortcuts::Taken)
    }

    /// The same, with or without the shortcuts of [`chart`].
    pub(crate) fn parse_with(
        &self,
        text: &str,
        shortcuts: Shortcuts,
    ) -> Result<Forest, ParseError> {
        let attempt = |spacing| {
            let text = Spaced::new(text, spacing);
            Chart::parse(self.rtg(), self.nonterminal(), text, shortcuts)
        };
        match attempt(Spacing::Exact).or_else(|_| attempt(Spacing::Loose)) {
            Ok((chart, roots)) => Ok(Forest::new(chart, &roots)),
            Err(farthest) => Err(error(text, farthest)),
        }
    }
}

fn error(text: &str, farthest: Farthest) -> ParseError {
    // Point at the text, not at the white space before it.
    let rest = &text[farthest.position..];
    let offset = farthest.position + (rest.len() - rest.trim_ascii_start().len());
    let before = &text[..offset];
    ParseError {
        offset,
        line: before.matches('\n').count() + 1,
        column: before.chars().rev().take_while(|&c| c != '\n').count() + 1,
        at_end: offset == text.len(),
        expected: farthest.expected.into_iter().collect(),
    }
}
