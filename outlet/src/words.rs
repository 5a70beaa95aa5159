//! Other people's words into words that a terminal, a shell, a table and a page can show.

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

/// Returns a text as XML and HTML hold it, also in an attribute.
///
/// What no document may hold, such as a control character in a solver's message, becomes a mark
/// (U+FFFD).
pub fn escaped(text: &str) -> String {
    markup(text, |c| match c {
        '\'' => Some("&#39;"),
        _ if is_harmful(c) => Some("\u{fffd}"),
        _ => None,
    })
}

/// Returns a text in which nothing is read as markup; `instead` says what stands for a character
/// that may stay otherwise.
pub fn markup(text: &str, instead: impl Fn(char) -> Option<&'static str>) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => match instead(c) {
                Some(other) => escaped.push_str(other),
                None => escaped.push(c),
            },
        }
    }
    escaped
}

/// Returns a word as a shell reads it: `Core`, `'my theory.g4'`.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    in_quotes(word)
}

/// Returns a word as a shell reads it, in quotes whether it needs them or not: `'./build/z3 -q'`.
pub fn in_quotes(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Returns the first line of a text, which is nothing if the text is.
pub fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}

/// Returns a text of at most `width` characters; what does not fit ends in `…`.
pub fn fitted(text: &str, width: usize) -> Cow<'_, str> {
    if text.chars().count() <= width {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(width.saturating_sub(1)).chain(['…']).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out_of_markup() {
        assert_eq!(
            escaped("<a b=\"c\">&'\u{1b}\u{0}"),
            "&lt;a b=&quot;c&quot;&gt;&amp;&#39;\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn a_shell_reads_one_word() {
        assert_eq!(quoted("z3@4.8.7"), "z3@4.8.7");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(in_quotes("z3"), "'z3'");
    }

    #[test]
    fn a_text_fits_its_width() {
        assert_eq!(fitted("größer", 6), "größer");
        assert_eq!(fitted("größer", 5), "größ…");
    }

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
