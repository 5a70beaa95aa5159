//! Numbers and names of characters → the characters themselves.

use feat_runtime::CharSet;
use regex_syntax::hir::{Class, HirKind};

use crate::diagnostic::Diagnostic;
use crate::grammar::Span;

/// Surrogates: numbers that are no characters, though grammars written for UTF-16 name them.
const SURROGATES: std::ops::RangeInclusive<u32> = 0xD800..=0xDFFF;

/// The characters between two code points.
pub(super) struct Range {
    /// At most two ranges: those below and above the surrogates.
    pub(super) characters: Vec<(char, char)>,
    /// Whether an end is a surrogate, so that some of what was written is no character.
    pub(super) surrogates: bool,
}

/// The characters from `first` to `last`, or nothing if the ends are swapped.
pub(super) fn range(first: u32, last: u32) -> Option<Range> {
    let below = |code: u32| char::from_u32(code.min(SURROGATES.start() - 1));
    let above = |code: u32| char::from_u32(code.max(SURROGATES.end() + 1));
    let mut characters = Vec::new();
    if first < *SURROGATES.start() {
        characters.extend(Some((below(first)?, below(last)?)));
    }
    if last > *SURROGATES.end() {
        characters.extend(Some((above(first)?, above(last)?)));
    }
    let surrogates = SURROGATES.contains(&first) || SURROGATES.contains(&last);
    (first <= last).then_some(Range { characters, surrogates })
}

/// Returns the warning that the author named surrogates.
pub(super) fn surrogate_warning(span: Span) -> Diagnostic {
    Diagnostic::warning(span, "surrogates are no characters and are left out")
        .hint("name the characters themselves, as in `[\\u{10000}-\\u{10FFFF}]`")
}

/// The characters with the Unicode property `name`, written as in `\p{name}`.
///
/// Looking one up builds a table, so each is looked up once.
#[memoize::memoize(SharedCache)]
#[allow(clippy::needless_pass_by_value, reason = "the cache keeps the arguments")]
pub(super) fn unicode_property(name: String) -> Option<CharSet> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ' ' | '=');
    if !name.chars().all(plain) {
        return None;
    }
    let hir = regex_syntax::Parser::new().parse(&format!("\\p{{{name}}}")).ok()?;
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => {
            Some(CharSet::from_ranges(class.iter().map(|range| (range.start(), range.end()))))
        }
        // A property of one character comes back as that character, and one of none (the
        // surrogates) as an empty class of bytes.
        HirKind::Literal(literal) => {
            Some(CharSet::from_chars(str::from_utf8(&literal.0).ok()?.chars()))
        }
        HirKind::Class(Class::Bytes(class)) if class.ranges().is_empty() => {
            Some(CharSet::default())
        }
        _ => None,
    }
}
