//! Characters into texts: short ones are stored in place, long ones are shared.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::literal::CharacterError;

/// The last character of the theory's alphabet.
pub const MAX_CHARACTER: u32 = 0x2_FFFF;

/// Number of characters that fit in place: a text is then as large as a big integer.
const IN_PLACE: usize = 7;

/// A value of sort `String`: a sequence of characters from 0 to [`MAX_CHARACTER`].
///
/// Its order is that of `str.<`: lexicographic by code point. Texts of up to seven characters need
/// no allocation, and a clone of a longer one shares its characters.
#[derive(Clone)]
pub struct Text(Form);

/// Invariant: a text that fits in place is in place, and every character is in the alphabet.
#[derive(Clone)]
enum Form {
    InPlace { length: u8, characters: [u32; IN_PLACE] },
    Shared(Arc<[u32]>),
}

/// A text would have more characters than [`Text::MAX_LENGTH`]. `(str.replace_all x "a" x)`, nested
/// fifty times, is one.
///
/// Nested replacements grow exponentially: a formula of a few lines can ask for a text that no
/// memory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the text would have more than {} characters: take the value as unknown", Text::MAX_LENGTH)]
pub struct TooLong;

impl Text {
    /// The most characters that a function of the theory makes a text of.
    pub const MAX_LENGTH: usize = 1 << 24;

    /// The empty text.
    pub const EMPTY: Text = Text(Form::InPlace { length: 0, characters: [0; IN_PLACE] });

    /// The text of these characters; refused if one is above [`MAX_CHARACTER`].
    pub fn from_characters(characters: &[u32]) -> Result<Text, CharacterError> {
        match characters.iter().position(|&character| character > MAX_CHARACTER) {
            Some(at) => Err(CharacterError { character: characters[at], at }),
            None => Ok(Text::of(characters)),
        }
    }

    /// Its characters.
    #[inline]
    pub fn characters(&self) -> &[u32] {
        match &self.0 {
            Form::InPlace { length, characters } => &characters[..usize::from(*length)],
            Form::Shared(characters) => characters,
        }
    }

    /// `(str.len self)`.
    #[inline]
    pub fn len(&self) -> usize {
        self.characters().len()
    }

    /// Returns whether it is the empty text.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.characters().is_empty()
    }

    /// The text of characters that are known to be in the alphabet.
    #[inline]
    pub(super) fn of(characters: &[u32]) -> Text {
        if characters.len() <= IN_PLACE {
            Text::in_place(&[characters])
        } else {
            Text(Form::Shared(characters.into()))
        }
    }

    /// The text of one character that is known to be in the alphabet.
    #[inline]
    pub(super) fn of_one(character: u32) -> Text {
        Text::in_place(&[&[character]])
    }

    /// The text of all parts, one after the other.
    pub(super) fn joined(parts: &[&[u32]]) -> Result<Text, TooLong> {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        if length <= IN_PLACE {
            Ok(Text::in_place(parts))
        } else if length <= Text::MAX_LENGTH {
            Ok(Text(Form::Shared(parts.concat().into())))
        } else {
            Err(TooLong)
        }
    }

    #[inline]
    fn in_place(parts: &[&[u32]]) -> Text {
        let mut characters = [0; IN_PLACE];
        let mut length = 0;
        for part in parts {
            for &character in *part {
                characters[length] = character;
                length += 1;
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most IN_PLACE")]
        Text(Form::InPlace { length: length as u8, characters })
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Text) -> bool {
        self.characters() == other.characters()
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Text) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Text) -> Ordering {
        self.characters().cmp(other.characters())
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.characters().hash(state);
    }
}

impl Default for Text {
    fn default() -> Text {
        Text::EMPTY
    }
}
