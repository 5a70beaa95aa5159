//! Obstacles that keep a text from being read.

use super::spacing::{Comments, quoted};

/// The kind of what stands where a text could be read no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Something that no formula has there.
    Text,
    /// Only the white space is not that of a formula: `( not a)` is one where `(nota)` is none.
    Spacing,
    /// A comment, which this grammar does not allow.
    Comment,
    /// A command at the top level that no formula has there, such as `(set-logic`.
    Command(String),
}

impl Obstacle {
    /// Returns the obstacle at `offset`.
    pub(super) fn at(text: &str, offset: usize, comments: Comments) -> Self {
        let rest = &text[offset..];
        if ["; ", ";;", "//", "/*"].iter().any(|begin| rest.starts_with(begin)) {
            return Self::Comment;
        }
        if rest.starts_with('(') && is_at_top(&text[..offset], comments) {
            let inside = rest[1..].trim_ascii_start();
            let end = inside.find(|c: char| c.is_ascii_whitespace() || "()\";|".contains(c));
            return Self::Command(format!("({}", &inside[..end.unwrap_or(inside.len())]));
        }
        Self::Text
    }
}

/// Whether a text ends outside of all parentheses.
fn is_at_top(text: &str, comments: Comments) -> bool {
    let (mut depth, mut quote, mut in_comment) = (0_i64, None, false);
    for byte in text.bytes() {
        if quote.is_none() {
            in_comment =
                byte != b'\n' && (in_comment || (byte == b';' && comments == Comments::Skipped));
        }
        if in_comment {
            continue;
        }
        match (quote, byte) {
            (None, b'(') => depth += 1,
            (None, b')') => depth -= 1,
            _ => {}
        }
        quote = quoted(quote, byte);
    }
    depth == 0 && quote.is_none()
}
