//! Text → lexemes: just enough of them to know where statements end.
//!
//! This runs before pest and without recursion, so it is the place that finds what would
//! mislead or overflow a recursive parser: text that never ends and nesting without bound.

use super::NESTING_LIMIT;
use crate::grammar::Span;

/// A piece of text that has no statement's end inside.
pub(super) struct Lexeme {
    pub(super) kind: Kind,
    pub(super) span: Span,
    /// Whether only blanks and comments stand before it on its line.
    pub(super) opens_line: bool,
    pub(super) fault: Option<Fault>,
}

/// Kind of a lexeme.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name, a number or a word of the grammar language.
    Word,
    /// `'…'`
    Literal,
    /// `"…"`, which ANTLR does not know but authors try.
    DoubleQuoted,
    /// `[a-z]`
    Set,
    /// `[int x]`
    Arguments,
    /// `{…}`
    Block,
    /// A comment that never ends. Others are no lexemes.
    Comment,
    /// Any other character.
    Symbol(char),
}

/// Reason why no parser can read a lexeme.
pub(super) enum Fault {
    /// It has no end.
    Unterminated,
    /// It nests more than [`NESTING_LIMIT`] deep, first at this place.
    TooDeep(usize),
}

/// The lexemes of `text`, in order. Costs time linear in the text but for quotation marks
/// in code, which are looked at once more to the end of their line.
pub(super) fn lexemes(text: &str) -> Vec<Lexeme> {
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut opens_line = true;
    let mut position = 0;
    while let Some(first) = text[position..].chars().next() {
        let rest = &text[position..];
        if first == '\n' {
            opens_line = true;
        }
        if first.is_whitespace() || first == '\u{FEFF}' {
            position += first.len_utf8();
            continue;
        }
        if let Some(length) = comment(rest) {
            opens_line |= rest[..length].contains('\n');
            position += length;
            continue;
        }
        let bracket = lexemes.last().map_or(Kind::Set, |last| bracket_after(text, last));
        let (kind, length, fault) = lexeme(rest, first, bracket);
        let span = position..position + length;
        lexemes.push(Lexeme { kind, span, opens_line, fault });
        opens_line = false;
        position += length;
    }
    lexemes
}

/// The length of the word, literal or set that `rest` starts with, else of one character.
pub(super) fn first_length(rest: &str) -> usize {
    let Some(first) = rest.chars().next() else { return 0 };
    match lexeme(rest, first, Kind::Set) {
        (Kind::Word | Kind::Literal | Kind::DoubleQuoted | Kind::Set, length, None) => length,
        _ => first.len_utf8(),
    }
}

/// Whether `c` can stand inside a name.
pub(super) fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns what `[` opens after this lexeme: arguments after the name of a parser rule and after
/// words such as `returns`, else a set.
fn bracket_after(text: &str, lexeme: &Lexeme) -> Kind {
    let is_token = || text[lexeme.span.clone()].starts_with(char::is_uppercase);
    if lexeme.kind == Kind::Word && !is_token() { Kind::Arguments } else { Kind::Set }
}

/// The lexeme that `rest` starts with, where `[` opens what `bracket` says.
fn lexeme(rest: &str, first: char, bracket: Kind) -> (Kind, usize, Option<Fault>) {
    match first {
        '\'' => on_one_line(rest, '\'', Kind::Literal),
        '"' => on_one_line(rest, '"', Kind::DoubleQuoted),
        '[' if bracket == Kind::Set => on_one_line(rest, ']', Kind::Set),
        '[' => nested(rest, ('[', ']'), Kind::Arguments),
        '{' => nested(rest, ('{', '}'), Kind::Block),
        '/' if rest.starts_with("/*") => (Kind::Comment, rest.len(), Some(Fault::Unterminated)),
        _ if continues_name(first) => {
            (Kind::Word, rest.find(|c| !continues_name(c)).unwrap_or(rest.len()), None)
        }
        _ => (Kind::Symbol(first), first.len_utf8(), None),
    }
}

/// The length of the comment that `rest` starts with, if it starts with one that ends.
fn comment(rest: &str) -> Option<usize> {
    if rest.starts_with("//") {
        return Some(rest.find(['\n', '\r']).unwrap_or(rest.len()));
    }
    rest.strip_prefix("/*")?.find("*/").map(|length| length + 4)
}

/// A literal or set: it ends at `close`, or else, unterminated, with its line.
fn on_one_line(rest: &str, close: char, kind: Kind) -> (Kind, usize, Option<Fault>) {
    if let Some(length) = quotation(rest, close) {
        return (kind, length, None);
    }
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    (kind, rest[..line].trim_end().len(), Some(Fault::Unterminated))
}

/// The length of the quotation that `rest` starts with, if `close` ends it on its line.
fn quotation(rest: &str, close: char) -> Option<usize> {
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\n' | '\r' => return None,
            '\\' if matches!(chars.next()?.1, '\n' | '\r') => return None,
            '\\' => {}
            _ if c == close => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}

/// Code of a target language between balanced brackets; comments count only in braces,
/// quotations in both.
fn nested(rest: &str, (open, close): (char, char), kind: Kind) -> (Kind, usize, Option<Fault>) {
    let mut depth = 0;
    let mut too_deep = None;
    let mut position = 0;
    while let Some(c) = rest[position..].chars().next() {
        let here = &rest[position..];
        let length = match c {
            '\'' | '"' => quotation(here, c),
            '/' if kind == Kind::Block && here.starts_with("/*") && comment(here).is_none() => {
                break;
            }
            '/' if kind == Kind::Block => comment(here),
            '\\' => Some(1 + here[1..].chars().next().map_or(0, char::len_utf8)),
            _ => None,
        };
        if c == open {
            depth += 1;
            if depth > NESTING_LIMIT {
                too_deep.get_or_insert(Fault::TooDeep(position));
            }
        } else if c == close {
            depth -= 1;
        }
        position += length.unwrap_or(c.len_utf8());
        if depth == 0 {
            return (kind, position, too_deep);
        }
    }
    (kind, rest.len(), Some(Fault::Unterminated))
}
