//! Names as SMT-LIB writes them.

use std::fmt;

use crate::sexpr::is_symbol_byte;

/// Whether it is one of the words that a symbol must not be, unless it stands between bars.
fn is_reserved(word: &str) -> bool {
    matches!(
        word,
        "!" | "_"
            | "as"
            | "BINARY"
            | "DECIMAL"
            | "exists"
            | "HEXADECIMAL"
            | "forall"
            | "lambda"
            | "let"
            | "match"
            | "NUMERAL"
            | "par"
            | "STRING"
    )
}

/// A name, between bars where it needs them: `Quoted("a b")` is `|a b|`.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

impl Quoted<'_> {
    /// Writes the name as [`Display`](fmt::Display) does.
    pub(crate) fn write(self, to: &mut String) {
        let bar = if is_simple(self.0) { "" } else { "|" };
        to.extend([bar, self.0, bar]);
    }
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_simple(self.0) { f.write_str(self.0) } else { write!(f, "|{}|", self.0) }
    }
}

/// Returns whether the name may stand without bars.
///
/// Letters beyond ASCII are read without bars, since solvers print them so, and written with them,
/// as the standard wants.
fn is_simple(name: &str) -> bool {
    !name.is_empty()
        && !name.as_bytes()[0].is_ascii_digit()
        && name.bytes().all(|byte| byte.is_ascii() && is_symbol_byte(byte))
        && !is_reserved(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_where_they_are_needed() {
        for (name, text) in [
            ("a", "a"),
            ("str.++", "str.++"),
            ("", "||"),
            ("0a", "|0a|"),
            ("a b", "|a b|"),
            ("let", "|let|"),
            ("é", "|é|"),
        ] {
            assert_eq!(Quoted(name).to_string(), text);
        }
    }
}
