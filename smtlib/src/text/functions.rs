//! The functions of the theory on texts and integers.

use num_bigint::{BigInt, Sign};
use smallvec::SmallVec;

use super::search::find;
use super::word::{MAX_CHARACTER, Text, TooLong};
use crate::decimal;

/// Functions of the standard; `str.<` and `str.<=` are the order of [`Text`].
impl Text {
    /// `(str.++ self other)`.
    pub fn concat(&self, other: &Text) -> Result<Text, TooLong> {
        if other.is_empty() {
            return Ok(self.clone());
        }
        if self.is_empty() {
            return Ok(other.clone());
        }
        Text::joined(&[self.characters(), other.characters()])
    }

    /// `(str.++ parts …)`, in one go.
    pub fn concat_all<'a>(parts: impl IntoIterator<Item = &'a Text>) -> Result<Text, TooLong> {
        let parts: SmallVec<[&[u32]; 8]> = parts.into_iter().map(Text::characters).collect();
        Text::joined(&parts)
    }

    /// `(str.at self position)`: the character there, empty where there is none.
    #[must_use]
    pub fn at(&self, position: i64) -> Text {
        self.position(position).map_or(Text::EMPTY, |at| Text::of_one(self.characters()[at]))
    }

    /// `(str.substr self start length)`: empty unless `0 <= start < len` and `length > 0`, and cut
    /// off at the end.
    #[must_use]
    pub fn substr(&self, start: i64, length: i64) -> Text {
        let Some(start) = self.position(start) else { return Text::EMPTY };
        let rest = &self.characters()[start..];
        let length = usize::try_from(length.max(0)).map_or(rest.len(), |n| n.min(rest.len()));
        if length == self.len() { self.clone() } else { Text::of(&rest[..length]) }
    }

    /// `(str.prefixof self other)`: does `other` begin with `self`?
    pub fn prefixof(&self, other: &Text) -> bool {
        other.characters().starts_with(self.characters())
    }

    /// `(str.suffixof self other)`: does `other` end with `self`?
    pub fn suffixof(&self, other: &Text) -> bool {
        other.characters().ends_with(self.characters())
    }

    /// `(str.contains self other)`: does `other` occur in `self`?
    pub fn contains(&self, other: &Text) -> bool {
        find(self.characters(), other.characters(), 0).is_some()
    }

    /// `(str.indexof self other start)`: the first place from `start` on where `other` occurs, or
    /// −1. The empty text occurs everywhere from 0 to the length.
    pub fn indexof(&self, other: &Text, start: i64) -> i64 {
        self.border(start)
            .and_then(|start| find(self.characters(), other.characters(), start))
            .map_or(-1, index)
    }

    /// `(str.replace self pattern replacement)`: the first occurrence; an empty pattern occurs
    /// first at the beginning.
    pub fn replace(&self, pattern: &Text, replacement: &Text) -> Result<Text, TooLong> {
        let text = self.characters();
        match find(text, pattern.characters(), 0) {
            None => Ok(self.clone()),
            Some(at) => {
                Text::joined(&[&text[..at], replacement.characters(), &text[at + pattern.len()..]])
            }
        }
    }

    /// `(str.replace_all self pattern replacement)`: all occurrences, from left to right without
    /// overlaps; `self` for an empty pattern.
    pub fn replace_all(&self, pattern: &Text, replacement: &Text) -> Result<Text, TooLong> {
        let text = self.characters();
        let mut parts: SmallVec<[&[u32]; 16]> = SmallVec::new();
        let mut from = 0;
        while !pattern.is_empty()
            && let Some(at) = find(text, pattern.characters(), from)
        {
            parts.extend([&text[from..at], replacement.characters()]);
            from = at + pattern.len();
        }
        if parts.is_empty() {
            return Ok(self.clone());
        }
        parts.push(&text[from..]);
        Text::joined(&parts)
    }

    /// `(str.is_digit self)`: is it one character from `0` to `9`?
    pub fn is_digit(&self) -> bool {
        matches!(self.characters(), [0x30..=0x39])
    }

    /// `(str.to_code self)`: the code point of its only character, or −1.
    pub fn to_code(&self) -> i64 {
        match self.characters() {
            [character] => i64::from(*character),
            _ => -1,
        }
    }

    /// `(str.from_code code)`: the character with that code point, empty where there is none.
    pub fn from_code(code: i64) -> Text {
        match u32::try_from(code) {
            Ok(character) if character <= MAX_CHARACTER => Text::of_one(character),
            _ => Text::EMPTY,
        }
    }

    /// `(str.to_int self)`: the number that its decimal digits denote; −1 if it is empty or has
    /// anything but digits.
    pub fn to_int(&self) -> BigInt {
        /// Number of digits that always fit 64 bits.
        const WORD: usize = 19;
        let mut digits: SmallVec<[u8; 32]> = SmallVec::with_capacity(self.len());
        for &character in self.characters() {
            match u8::try_from(character) {
                Ok(digit @ b'0'..=b'9') => digits.push(digit),
                _ => return BigInt::from(-1),
            }
        }
        if digits.is_empty() {
            return BigInt::from(-1);
        }
        if digits.len() <= WORD {
            return digits
                .iter()
                .fold(0, |value, &digit| value * 10 + u64::from(digit - b'0'))
                .into();
        }
        decimal::natural(&digits).into()
    }

    /// `(str.from_int integer)`: its decimal digits without leading zeros; empty if negative.
    pub fn from_int(integer: &BigInt) -> Text {
        if integer.sign() == Sign::Minus {
            return Text::EMPTY;
        }
        let (_, digits) = integer.to_radix_be(10);
        let characters: SmallVec<[u32; 32]> =
            digits.iter().map(|&digit| 0x30 + u32::from(digit)).collect();
        Text::of(&characters)
    }
}

/// Functions that solvers add.
impl Text {
    /// `(str.rev self)`: from right to left.
    #[must_use]
    pub fn rev(&self) -> Text {
        self.map(<[u32]>::reverse)
    }

    /// `(str.to_lower self)`: `A` to `Z` become `a` to `z`, nothing else changes.
    #[must_use]
    pub fn to_lower(&self) -> Text {
        self.map(|characters| {
            for character in characters {
                *character += if (0x41..=0x5A).contains(character) { 0x20 } else { 0 };
            }
        })
    }

    /// `(str.to_upper self)`: `a` to `z` become `A` to `Z`, nothing else changes.
    #[must_use]
    pub fn to_upper(&self) -> Text {
        self.map(|characters| {
            for character in characters {
                *character -= if (0x61..=0x7A).contains(character) { 0x20 } else { 0 };
            }
        })
    }

    /// `(str.update self start other)`: `other` written over `self` from `start` on, cut off at the
    /// end of `self`; `self` unless `0 <= start < len`.
    #[must_use]
    pub fn update(&self, start: i64, other: &Text) -> Text {
        let Some(start) = self.position(start) else { return self.clone() };
        let length = other.len().min(self.len() - start);
        self.map(|characters| {
            characters[start..start + length].copy_from_slice(&other.characters()[..length]);
        })
    }
}

impl Text {
    /// The position of a character, if there is one.
    fn position(&self, position: i64) -> Option<usize> {
        usize::try_from(position).ok().filter(|&at| at < self.len())
    }

    /// A position from 0 to the length.
    pub(super) fn border(&self, position: i64) -> Option<usize> {
        usize::try_from(position).ok().filter(|&at| at <= self.len())
    }

    fn map(&self, change: impl FnOnce(&mut [u32])) -> Text {
        let mut characters: SmallVec<[u32; 32]> = SmallVec::from_slice(self.characters());
        change(&mut characters);
        Text::of(&characters)
    }
}

/// A position as the theory's integer.
pub(super) fn index(position: usize) -> i64 {
    i64::try_from(position).expect("a text fits the memory")
}
