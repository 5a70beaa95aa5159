//! SMT-LIB text into its top-level pieces: commands of a script, answers of a
//! solver. Nothing is understood but parentheses, strings, quoted symbols and
//! comments.

use std::ops::Range;

/// A piece of text outside all parentheses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// From a parenthesis to the one that closes it.
    List(Range<usize>),
    /// Anything else up to the next blank, parenthesis or comment; a string or
    /// quoted symbol is one piece.
    Word(Range<usize>),
    /// A parenthesis that is never closed, or that closes nothing.
    Stray(Range<usize>),
}

/// The pieces of `text`, in order. An unclosed parenthesis is a [`Piece::Stray`]
/// and what is behind it is read as if it were not there.
///
/// Linear in the text, except that text behind each unclosed parenthesis is
/// read once more, at most [`MOST_STRAYS`] times.
pub(crate) fn pieces(text: &str) -> Vec<Piece> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut strays = 0;
    let mut place = 0;
    while let Some(start) = next_piece(bytes, place) {
        place = match bytes[start] {
            b'(' => match close(bytes, start) {
                Some(end) => {
                    found.push(Piece::List(start..end));
                    end
                }
                None if strays < MOST_STRAYS => {
                    strays += 1;
                    found.push(Piece::Stray(start..start + 1));
                    start + 1
                }
                None => {
                    found.push(Piece::Stray(start..start + 1));
                    break;
                }
            },
            b')' => {
                found.push(Piece::Stray(start..start + 1));
                start + 1
            }
            _ => {
                let end = word_end(bytes, start);
                found.push(Piece::Word(start..end));
                end
            }
        };
    }
    found
}

/// Number of unclosed parentheses that are read past.
const MOST_STRAYS: usize = 16;

/// The first word inside the list `text[list]`, such as `check-sat`.
pub(crate) fn head(text: &str, list: &Range<usize>) -> Range<usize> {
    let bytes = &text.as_bytes()[..list.end];
    match next_piece(bytes, list.start + 1) {
        Some(start) if !matches!(bytes[start], b'(' | b')') => start..word_end(bytes, start),
        _ => list.start + 1..list.start + 1,
    }
}

/// The list that the list `text[list]` begins with, which ends before the whole does; `None` if
/// it begins otherwise.
pub(crate) fn first_list(text: &str, list: &Range<usize>) -> Option<Range<usize>> {
    let bytes = &text.as_bytes()[..list.end];
    let start = next_piece(bytes, list.start + 1).filter(|start| bytes[*start] == b'(')?;
    Some(start..list.end)
}

/// The place of the next byte that is neither blank nor in a comment.
fn next_piece(bytes: &[u8], mut place: usize) -> Option<usize> {
    loop {
        match bytes.get(place)? {
            b';' => place = skip_comment(bytes, place),
            byte if byte.is_ascii_whitespace() => place += 1,
            _ => return Some(place),
        }
    }
}

/// The place behind the parenthesis that closes the one at `start`.
fn close(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut place = start;
    loop {
        match bytes.get(place)? {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(place + 1);
                }
            }
            b'"' | b'|' => {
                place = quoted_end(bytes, place)?;
                continue;
            }
            b';' => {
                place = skip_comment(bytes, place);
                continue;
            }
            _ => {}
        }
        place += 1;
    }
}

/// The place behind the word at `start`; never `start` itself.
fn word_end(bytes: &[u8], start: usize) -> usize {
    if matches!(bytes[start], b'"' | b'|') {
        // A quote that its line does not close is a word of one character:
        // solvers print such lines, and they must not swallow the answer.
        let closed = quoted_end(bytes, start).filter(|end| !bytes[start..*end].contains(&b'\n'));
        return closed.unwrap_or(start + 1);
    }
    let ends =
        |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b';' | b'"' | b'|');
    bytes[start..].iter().position(ends).map_or(bytes.len(), |length| start + length)
}

/// The place behind the quote that closes the one at `start`. A doubled quote
/// in a string closes it and opens it again, which comes to the same.
fn quoted_end(bytes: &[u8], start: usize) -> Option<usize> {
    let length = bytes[start + 1..].iter().position(|byte| *byte == bytes[start])?;
    Some(start + 1 + length + 1)
}

fn skip_comment(bytes: &[u8], start: usize) -> usize {
    bytes[start..]
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(bytes.len(), |length| start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let shown: Vec<String> = pieces(text)
            .into_iter()
            .map(|piece| match piece {
                Piece::List(range) | Piece::Word(range) => text[range].to_owned(),
                Piece::Stray(range) => format!("stray {}", &text[range]),
            })
            .collect();
        assert_eq!(shown, expected, "{text}");
    }

    #[test]
    fn text_falls_into_pieces() {
        check("", &[]);
        check(" ; nothing ( \n", &[]);
        check("sat\n(a (b) \")\" |)|) unsat", &["sat", "(a (b) \")\" |)|)", "unsat"]);
        check("(a ; )\n)(b)", &["(a ; )\n)", "(b)"]);
        check("(error \"a \"\"b)\"\" c\")sat", &["(error \"a \"\"b)\"\" c\")", "sat"]);
        check("((sat", &["stray (", "stray (", "sat"]);
        check(")sat)", &["stray )", "sat", "stray )"]);
        check("it's \"so", &["it's", "\"", "so"]);
        check("a \"b\nsat\nc\" d", &["a", "\"", "b", "sat", "c", "\"", "d"]);
    }

    #[test]
    fn deep_and_hostile_text_is_read() {
        let deep = "(".repeat(200_000) + &")".repeat(200_000);
        assert_eq!(pieces(&deep), [Piece::List(0..deep.len())]);
        assert_eq!(pieces(&"(".repeat(200_000)).len(), MOST_STRAYS + 1);
    }

    #[test]
    fn a_list_has_a_head() {
        for (text, expected) in [
            ("(check-sat)", "check-sat"),
            ("( ; c\n echo \"a\")", "echo"),
            ("()", ""),
            ("((a))", ""),
            ("(|x y| 1)", "|x y|"),
        ] {
            assert_eq!(&text[head(text, &(0..text.len()))], expected, "{text}");
        }
    }
}
