//! Other people's words into words that a terminal, a table and a page can show.

use std::borrow::Cow;

/// Whether a character does something instead of standing for something: it moves the cursor, begins
/// an escape sequence, or turns the direction of the text around it.
///
/// A tab and a line's end are not harmful.
pub fn is_harmful(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        // Directions, and what no document may hold.
        '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fffe}'
        | '\u{ffff}' => true,
        _ => c.is_control(),
    }
}

/// Returns the text with a mark (U+FFFD) in place of each harmful character.
///
/// Used for what solvers said, for formulas and names out of files, and for names of files,
/// wherever a person reads them; JSON holds them as they are. A line's end of two characters
/// (`\r\n`) becomes one.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace(is_harmful, "\u{fffd}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_marked_and_what_stands_for_itself_stays() {
        for (text, expected) in [
            ("sat\n\t(a)", "sat\n\t(a)"),
            ("\u{1b}]0;title\u{7}", "\u{fffd}]0;title\u{fffd}"),
            ("a\0b\u{7f}c\u{9b}2J", "a\u{fffd}b\u{fffd}c\u{fffd}2J"),
            ("one\r\ntwo\rthree", "one\ntwo\u{fffd}three"),
            ("\u{202e}txt.exe", "\u{fffd}txt.exe"),
            ("größer ≥ \u{1F980}", "größer ≥ \u{1F980}"),
        ] {
            assert_eq!(harmless(text), expected);
        }
    }
}
