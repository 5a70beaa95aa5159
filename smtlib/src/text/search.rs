//! Occurrences of a pattern in a text, and large integers as positions.

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

/// The integer, or the `i64` that is nearest to it.
pub fn saturated(integer: &BigInt) -> i64 {
    integer.to_i64().unwrap_or(if integer.sign() == Sign::Minus { i64::MIN } else { i64::MAX })
}

/// The least `i >= from` with `text[i..].starts_with(pattern)`.
///
/// Needs `from <= text.len()`. Costs the length of both; a short pattern is tried at each place.
pub(crate) fn find<T: PartialEq>(text: &[T], pattern: &[T], from: usize) -> Option<usize> {
    /// Up to this length, trying the pattern everywhere is as good as preparing it.
    const SHORT: usize = 16;
    let Some(first) = pattern.first() else { return Some(from) };
    let last = text.len().checked_sub(pattern.len())?;
    if pattern.len() > SHORT {
        return Borders::new(pattern).find(text, from);
    }
    (from..=last).find(|&at| text[at] == *first && text[at..].starts_with(pattern))
}

/// A pattern with the length of the longest border of each of its prefixes.
///
/// A border is a proper prefix that is also a suffix: after a mismatch, the search goes on from the
/// border (Knuth, Morris, Pratt).
struct Borders<'a, T> {
    pattern: &'a [T],
    borders: Vec<usize>,
}

impl<'a, T: PartialEq> Borders<'a, T> {
    fn new(pattern: &'a [T]) -> Borders<'a, T> {
        let mut search = Borders { pattern, borders: Vec::with_capacity(pattern.len()) };
        search.borders.push(0);
        for character in &pattern[1..] {
            let matched = search.advance(search.borders[search.borders.len() - 1], character);
            search.borders.push(matched);
        }
        search
    }

    /// Returns the length of the pattern that is matched after one more character.
    fn advance(&self, mut matched: usize, character: &T) -> usize {
        while self.pattern[matched] != *character {
            if matched == 0 {
                return 0;
            }
            matched = self.borders[matched - 1];
        }
        matched + 1
    }

    fn find(&self, text: &[T], from: usize) -> Option<usize> {
        let mut matched = 0;
        for (at, character) in text.iter().enumerate().skip(from) {
            matched = self.advance(matched, character);
            if matched == self.pattern.len() {
                return Some(at + 1 - matched);
            }
        }
        None
    }
}
