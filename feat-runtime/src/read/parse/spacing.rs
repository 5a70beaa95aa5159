//! A text as the parser reads it: where its tokens may begin, and which terminals stand where.

use super::chart::Last;
use crate::grammar::draft::Symbol;
use crate::grammar::rtg::Rtg;

/// Text that may stand between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spacing {
    /// Nothing but what one of the layouts writes.
    Exact,
    /// Any amount of white space and comments, and none beside a parenthesis; so, too, beside the
    /// parentheses and at the white space inside a literal.
    Loose(Comments),
    /// Nothing: all white space was taken out of the text, and does not count in literals.
    Squeezed,
}

/// Whether a `;` begins a comment, which ends with its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comments {
    Skipped,
    /// The grammar has a `;` of its own.
    None,
}

impl Comments {
    /// In a grammar with a literal that holds a `;`, it begins no comment.
    pub fn of(rtg: &Rtg) -> Self {
        let symbols = rtg.productions().flat_map(|id| rtg.production(id).symbols());
        let mut literals = symbols.filter_map(|symbol| match symbol {
            Symbol::Literal(text) => Some(text),
            Symbol::Set(_) | Symbol::Nonterminal(_) => None,
        });
        if literals.any(|text| text.contains(';')) { Self::None } else { Self::Skipped }
    }
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
            Symbol::Literal(literal) if rest.starts_with(literal.as_str()) => {
                Some((Last::Literal, start + literal.len()))
            }
            Symbol::Literal(literal) => match self.spacing {
                Spacing::Exact => None,
                Spacing::Loose(comments) => loosely(literal, self.text, start, comments),
                Spacing::Squeezed => {
                    let literal = squeezed(literal, Comments::None);
                    rest.starts_with(&literal).then_some(start + literal.len())
                }
            }
            .map(|end| (Last::Literal, end)),
            Symbol::Set(set) => {
                let c = rest.chars().next().filter(|&c| set.contains(c))?;
                Some((Last::Char(c), start + c.len_utf8()))
            }
            Symbol::Nonterminal(_) => None,
        }
    }

    /// Returns the offsets at which a token may begin whose predecessor ended at `end`.
    pub fn token_starts(&self, end: usize) -> Vec<usize> {
        let bytes = self.text.as_bytes();
        let before = end.checked_sub(1).map(|before| bytes[before]);
        let after = bytes.get(end).copied();
        match self.spacing {
            Spacing::Exact => {
                let is_glued = before.is_none_or(|byte| byte == b'(') || after == Some(b')');
                let may_skip = end > 0 && after.is_some_and(|byte| byte.is_ascii_whitespace());
                let first = is_glued.then_some(end);
                first.into_iter().chain(may_skip.then_some(end + 1)).collect()
            }
            Spacing::Loose(comments) => {
                let is_glued =
                    before.is_none_or(is_parenthesis) || after.is_some_and(is_parenthesis);
                let mut starts = blanks(self.text, end, comments);
                // At the end of the text no token begins, but one may be missing.
                if !is_glued && after.is_some() {
                    starts.remove(0);
                }
                starts
            }
            Spacing::Squeezed => vec![end],
        }
    }

    /// Whether a formula may end at `end`.
    pub fn may_end(&self, end: usize) -> bool {
        match self.spacing {
            Spacing::Exact => matches!(&self.text[end..], "" | "\n"),
            Spacing::Loose(comments) => {
                blanks(self.text, end, comments).last() == Some(&self.text.len())
            }
            Spacing::Squeezed => end == self.text.len(),
        }
    }
}

fn is_parenthesis(byte: u8) -> bool {
    matches!(byte, b'(' | b')')
}

/// `start`, and every place behind white space and comments that follow it without a gap.
fn blanks(text: &str, start: usize, comments: Comments) -> Vec<usize> {
    let mut places = vec![start];
    let mut place = start;
    loop {
        place = match text.as_bytes().get(place) {
            Some(byte) if byte.is_ascii_whitespace() => place + 1,
            Some(b';') if comments == Comments::Skipped => line_end(text, place),
            _ => return places,
        };
        places.push(place);
    }
}

/// The place behind white space and comments.
pub(super) fn behind_blanks(text: &str, start: usize, comments: Comments) -> usize {
    *blanks(text, start, comments).last().expect("the start is one of them")
}

fn line_end(text: &str, start: usize) -> usize {
    text[start..].find('\n').map_or(text.len(), |length| start + length)
}

/// Returns the end of a literal that stands at `start` of the text but for its white space: any
/// amount where it has some, and beside its parentheses.
fn loosely(literal: &str, text: &str, start: usize, comments: Comments) -> Option<usize> {
    let (literal, bytes) = (literal.as_bytes(), text.as_bytes());
    let mut place = start;
    let mut quote = None;
    let mut before: Option<u8> = None;
    let mut is_blank = false;
    for &byte in literal {
        if quote.is_none() && byte.is_ascii_whitespace() {
            is_blank = true;
            continue;
        }
        let is_beside = before.is_some_and(is_parenthesis) || is_parenthesis(byte);
        if quote.is_none() && (is_blank || (is_beside && before.is_some())) {
            let next = behind_blanks(text, place, comments);
            // White space of the literal may be missing beside a parenthesis only, and none may be
            // missing before its first character.
            if before.is_none() || (next == place && !is_beside) {
                return None;
            }
            place = next;
        }
        is_blank = false;
        if bytes.get(place) != Some(&byte) {
            return None;
        }
        quote = quoted(quote, byte);
        before = Some(byte);
        place += 1;
    }
    // White space at the end of a literal is part of its text.
    (!is_blank && before.is_some()).then_some(place)
}

/// The text without white space and comments outside quotes.
pub(super) fn squeezed(text: &str, comments: Comments) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut quote = None;
    let mut in_comment = false;
    for c in text.chars() {
        if quote.is_none() {
            in_comment = c != '\n' && (in_comment || (c == ';' && comments == Comments::Skipped));
            if in_comment || c.is_ascii_whitespace() {
                continue;
            }
        }
        quote = u8::try_from(c).map_or(quote, |byte| quoted(quote, byte));
        kept.push(c);
    }
    kept
}

/// The quote that a text ends in, once a byte was added to one that ended in `quote`.
pub(super) fn quoted(quote: Option<u8>, byte: u8) -> Option<u8> {
    match (quote, byte) {
        (None, b'"' | b'|') => Some(byte),
        (Some(open), byte) if open == byte => None,
        (quote, _) => quote,
    }
}
