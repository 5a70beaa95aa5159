//! String literals into texts and back.

use std::fmt::{self, Debug, Display, Formatter, Write};

use smallvec::SmallVec;

use super::word::{MAX_CHARACTER, Text};

/// A character that the theory's alphabet does not have, such as `\u{30000}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "character number {at} of the string is U+{character:04X}: the theory of strings has \
     characters up to U+2FFFF only"
)]
pub struct CharacterError {
    /// The character.
    pub character: u32,
    /// Number of characters before it.
    pub at: usize,
}

impl Text {
    /// The text that a literal denotes; `parse_literal("\u{41}b\"\"")` is `Ab"`.
    ///
    /// `body` is what stands between the quotes, as it is written in a script: a quote is still
    /// doubled. The escapes are `\ud₃d₂d₁d₀` and `\u{d₀}` to `\u{d₄d₃d₂d₁d₀}` up to `\u{2FFFF}`;
    /// anything else stands for itself, as the standard says.
    pub fn parse_literal(body: &str) -> Result<Text, CharacterError> {
        parse(body, escape)
    }

    /// The text that a literal of an old z3 (to 4.8.10 or so) denotes.
    ///
    /// Those versions print a backslash as `\\`, control characters as `\n` or `\x0A`, characters
    /// from 128 as `\x80`, and some print `\u{100}`. They read `\x41`, up to three octal digits
    /// (`\101`, modulo 256), `\a \b \f \n \r \t \v`, and a backslash before any other character as
    /// that character.
    pub fn parse_literal_old(body: &str) -> Result<Text, CharacterError> {
        parse(body, old_escape)
    }
}

/// The literal of the text, with its quotes: printable ASCII as it is, the rest as `\u{…}`.
///
/// A backslash before `u` is escaped too, so that the literal always denotes this text.
impl Display for Text {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_char('"')?;
        let mut characters = self.characters().iter().copied().peekable();
        while let Some(character) = characters.next() {
            let begins_escape =
                character == u32::from('\\') && characters.peek() == Some(&u32::from('u'));
            match char::from_u32(character) {
                Some('"') => out.write_str("\"\"")?,
                Some(plain @ ' '..='~') if !begins_escape => out.write_char(plain)?,
                _ => write!(out, "\\u{{{character:x}}}")?,
            }
        }
        out.write_char('"')
    }
}

impl Debug for Text {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, out)
    }
}

/// Reads an escape at the beginning of a text: what it denotes, and how many bytes it takes.
type Escape = fn(&str) -> Option<(u32, usize)>;

fn parse(body: &str, escape: Escape) -> Result<Text, CharacterError> {
    let mut characters: SmallVec<[u32; 32]> = SmallVec::new();
    let mut rest = body;
    while let Some(first) = rest.chars().next() {
        let (character, length) = match first {
            '\\' => escape(rest).unwrap_or((u32::from('\\'), 1)),
            '"' if rest.starts_with("\"\"") => (u32::from('"'), 2),
            plain => (u32::from(plain), plain.len_utf8()),
        };
        if character > MAX_CHARACTER {
            return Err(CharacterError { character, at: characters.len() });
        }
        characters.push(character);
        rest = &rest[length..];
    }
    Ok(Text::of(&characters))
}

fn escape(text: &str) -> Option<(u32, usize)> {
    let after = text.strip_prefix("\\u")?;
    let (digits, length) = match after.strip_prefix('{') {
        Some(braced) => {
            let end = braced.bytes().take(6).position(|byte| byte == b'}')?;
            (&braced[..end], end + 4)
        }
        None => (after.get(..4)?, 6),
    };
    let character = hexadecimal(digits)?;
    (character <= MAX_CHARACTER).then_some((character, length))
}

fn old_escape(text: &str) -> Option<(u32, usize)> {
    let after = text.strip_prefix('\\')?;
    if let Some(character) = after.strip_prefix('x').and_then(|hex| hexadecimal(hex.get(..2)?)) {
        return Some((character, 4));
    }
    if let Some(read) = escape(text) {
        return Some(read);
    }
    let octal = after.bytes().take(3).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
    if octal > 0 {
        return Some((u32::from_str_radix(&after[..octal], 8).ok()? & 0xFF, octal + 1));
    }
    let next = after.chars().next()?;
    let character = match next {
        'a' => 0x07,
        'b' => 0x08,
        't' => 0x09,
        'n' => 0x0A,
        'v' => 0x0B,
        'f' => 0x0C,
        'r' => 0x0D,
        // A quote is doubled here as anywhere.
        '"' if after.starts_with("\"\"") => return Some((u32::from('"'), 3)),
        other => u32::from(other),
    };
    Some((character, 1 + next.len_utf8()))
}

/// The value of hexadecimal digits; none for no digits or signs, which `from_str_radix` lets pass.
fn hexadecimal(digits: &str) -> Option<u32> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    plain.then(|| u32::from_str_radix(digits, 16).ok())?
}
