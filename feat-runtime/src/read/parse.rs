//! From a text to every tree that has it, or to the place where it fits no tree.

mod chart;
mod obstacle;
mod spacing;

use crate::read::forest::Forest;
use crate::space::Space;
use spacing::{Comments, Spaced, Spacing, behind_blanks, squeezed};

use chart::Farthest;
pub(crate) use chart::{Chart, Item, Last, Link, Shortcuts, Stretch};
pub use obstacle::Obstacle;

/// Reason why a text has no tree: where the parser could go no further, and what it looked for. In
/// `(and a` it stands at the end, where `)` could have stood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {}", describe(.expected, *.at_end, .obstacle))]
pub struct ParseError {
    /// The byte at which no continuation fits.
    pub offset: usize,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its column in characters, counted from 1.
    pub column: usize,
    /// Whether the text ends there.
    pub at_end: bool,
    /// The kind of what stands there.
    pub obstacle: Obstacle,
    /// Texts that could have stood there.
    pub expected: Vec<String>,
}

fn describe(expected: &[String], at_end: bool, obstacle: &Obstacle) -> String {
    const MOST: usize = 12;
    let found = match obstacle {
        Obstacle::Spacing => "only the white space is not that of a formula".to_owned(),
        _ if at_end => "the text ends here".to_owned(),
        Obstacle::Text => "this fits no formula".to_owned(),
        Obstacle::Comment => "a comment does not fit here".to_owned(),
        Obstacle::Command(name) => format!("no formula has the command `{name}` here"),
    };
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
    /// All trees with this text, in either layout; if there are none, all trees whose text differs
    /// from it in white space and comments alone.
    ///
    /// A comment goes from `;` to the end of its line, unless the grammar has a literal with a `;`.
    /// Costs time and memory in the length of the text where, at the end of each nonterminal, the
    /// terminal ahead leaves one way to go on; its cube at the worst.
    pub fn parse(&self, text: &str) -> Result<Forest, ParseError> {
        self.parse_with(text, Shortcuts::Taken)
    }

    /// The same, with or without the shortcuts of [`chart`].
    pub(crate) fn parse_with(
        &self,
        text: &str,
        shortcuts: Shortcuts,
    ) -> Result<Forest, ParseError> {
        let attempt = |text, spacing| {
            let text = Spaced::new(text, spacing);
            Chart::parse(self.rtg(), self.nonterminal(), text, shortcuts)
        };
        let comments = Comments::of(self.rtg());
        let found =
            attempt(text, Spacing::Exact).or_else(|_| attempt(text, Spacing::Loose(comments)));
        match found {
            Ok((chart, roots)) => Ok(Forest::new(chart, &roots)),
            Err(farthest) => {
                let squeezed = squeezed(text, comments);
                let is_spacing = attempt(&squeezed, Spacing::Squeezed).is_ok();
                Err(error(text, farthest, comments, is_spacing.then_some(Obstacle::Spacing)))
            }
        }
    }
}

fn error(
    text: &str,
    farthest: Farthest,
    comments: Comments,
    obstacle: Option<Obstacle>,
) -> ParseError {
    let Farthest { mut position, expected, unseparated } = farthest;
    let mut expected: Vec<String> = expected.into_iter().collect();
    if obstacle == Some(Obstacle::Spacing) && unseparated > position {
        (position, expected) = (unseparated, vec!["white space".to_owned()]);
    }
    // Point at the text, not at the white space before it.
    let offset = behind_blanks(text, position, comments);
    let before = &text[..offset];
    ParseError {
        offset,
        line: before.matches('\n').count() + 1,
        column: before.chars().rev().take_while(|&c| c != '\n').count() + 1,
        at_end: offset == text.len(),
        obstacle: obstacle.unwrap_or_else(|| Obstacle::at(text, offset, comments)),
        expected,
    }
}
