//! A text as the parser reads it: where its tokens may begin, and which terminals stand where.

use super::chart::Last;
use crate::rtg::Symbol;

/// How much white space may stand between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spacing {
    /// What one of the layouts writes.
    Exact,
    /// Any amount, and none beside a parenthesis.
    Loose,
}

/// A text with the rules for what separates its tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spaced<'a> {
    text: &'a str,
    spacing: Spacing,
}

impl<'a> Spaced<'a> {
    pub fn new(text: &'a str, spacing: Spacing) -> Self {
        Self { text, spacing }
    }

    /// Its length in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// The terminal at `start`, if it stands there, and where it ends.
    pub fn terminal(&self, symbol: &Symbol, start: usize) -> Option<(Last, usize)> {
        let rest = &self.text[start..];
        match symbol {
            Symbol::Literal(literal) => {
                rest.starts_with(literal.as_str()).then(|| (Last::Literal, start + literal.len()))
            }
            Symbol::Set(set) => {
                let c = rest.chars().next().filter(|&c| set.contains(c))?;
                Some((Last::Char(c), start + c.len_utf8()))
            }
            Symbol::Nonterminal(_) => None,
        }
    }

    /// Where a token may begin whose predecessor ended at `end`.
    pub fn token_starts(&self, end: usize) -> Vec<usize> {
        let bytes = self.text.as_bytes();
        let before = end.checked_sub(1).map(|before| bytes[before]);
        let after = bytes.get(end).copied();
        let spaces = bytes[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let (glued, most) = match self.spacing {
            Spacing::Exact => {
                let layout_glues = before == Some(b'(') || after == Some(b')');
                (before.is_none() || layout_glues, spaces.min(usize::from(end > 0)))
            }
            Spacing::Loose => {
                let parenthesis = |byte| matches!(byte, Some(b'(' | b')'));
                (before.is_none() || parenthesis(before) || parenthesis(after), spaces)
            }
        };
        (usize::from(!glued)..=most).map(|skipped| end + skipped).collect()
    }

    /// Whether a formula may end at `end`.
    pub fn may_end(&self, end: usize) -> bool {
        let rest = self.text.get(end..);
        match self.spacing {
            Spacing::Exact => rest.is_some_and(|rest| rest.is_empty() || rest == "\n"),
            Spacing::Loose => rest.is_some_and(|rest| rest.trim_ascii_start().is_empty()),
        }
    }
}
