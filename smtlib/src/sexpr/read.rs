//! The characters of a text into cells.

use super::{Cell, Kind, is_symbol_byte};
use crate::error::Error;

/// Reads cells, and knows how far it got.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) cells: Vec<Cell>,
    /// The lists that are not closed yet.
    pub(super) open: Vec<u32>,
}

impl Reader<'_> {
    /// Reads one S-expression that is inside no other; false if the text ends before it.
    pub(super) fn read(&mut self) -> Result<bool, Error> {
        if u32::try_from(self.text.len()).is_err() {
            return Err(Error::at(self.text, 0, "texts of 4 GiB and more cannot be read"));
        }
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.at += 1;
                    continue;
                }
                b';' => {
                    self.at = end_of_line(bytes, start);
                    continue;
                }
                b'(' => {
                    self.open.push(self.number());
                    self.at += 1;
                    self.push(Kind::List, start);
                }
                b')' => {
                    self.at += 1;
                    let Some(list) = self.open.pop() else {
                        return Err(self.error(start, "this `)` closes nothing"));
                    };
                    let next = self.number();
                    let cell = &mut self.cells[list as usize];
                    cell.next = next;
                    cell.end = position(self.at);
                }
                b'"' => self.string(start)?,
                b'|' => self.quoted(start)?,
                b':' => {
                    self.at = end_of_symbol(bytes, start + 1);
                    if self.at == start + 1 {
                        return Err(self.error(start, "a keyword needs a name after its colon"));
                    }
                    self.push(Kind::Keyword, start);
                }
                b'#' => self.hash(start)?,
                b'0'..=b'9' => self.number_literal(start),
                // What follows is no S-expression: `<1*x^2 + (-2), (1, 3/2)>`.
                b'<' if self.is_after("real_algebraic_number") => {
                    let Some(end) = self.text[start..].find('>') else {
                        return Err(self.error(start, "this number's `>` is missing"));
                    };
                    self.at = start + end + 1;
                    self.push(Kind::Symbol, start);
                }
                _ if is_symbol_byte(byte) => {
                    self.at = end_of_symbol(bytes, start);
                    self.push(Kind::Symbol, start);
                }
                _ => {
                    let found = self.text[start..].chars().next().unwrap_or('?');
                    return Err(self.error(start, format!("{found:?} has no meaning here")));
                }
            }
            if self.open.is_empty() {
                return Ok(true);
            }
        }
        match self.open.last() {
            Some(&list) => {
                let start = self.cells[list as usize].start as usize;
                Err(self.error(start, "this `(` is never closed"))
            }
            None => Ok(false),
        }
    }

    /// Returns whether the last cell is this word.
    fn is_after(&self, word: &str) -> bool {
        let last = self.cells.last();
        last.is_some_and(|cell| &self.text[cell.start as usize..cell.end as usize] == word)
    }

    fn string(&mut self, start: usize) -> Result<(), Error> {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            match bytes[at..].iter().position(|&byte| byte == b'"') {
                None => return Err(self.error(start, "this string is never closed")),
                Some(quote) if bytes.get(at + quote + 1) == Some(&b'"') => at += quote + 2,
                Some(quote) => {
                    self.at = at + quote + 1;
                    self.push(Kind::String, start);
                    return Ok(());
                }
            }
        }
    }

    fn quoted(&mut self, start: usize) -> Result<(), Error> {
        match self.text[start + 1..].find('|') {
            None => Err(self.error(start, "this symbol's second `|` is missing")),
            Some(bar) => {
                self.at = start + 1 + bar + 1;
                self.push(Kind::Quoted, start);
                Ok(())
            }
        }
    }

    fn hash(&mut self, start: usize) -> Result<(), Error> {
        let bytes = self.text.as_bytes();
        let (kind, is_digit): (_, fn(&u8) -> bool) = match bytes.get(start + 1) {
            Some(b'x') => (Kind::Hexadecimal, u8::is_ascii_hexdigit),
            Some(b'b') => (Kind::Binary, |byte| matches!(byte, b'0' | b'1')),
            _ => return Err(self.error(start, "after `#` comes `x` or `b`")),
        };
        let digits = bytes[start + 2..].iter().take_while(|byte| is_digit(byte)).count();
        if digits == 0 {
            return Err(self.error(start, "digits are missing after this"));
        }
        self.at = start + 2 + digits;
        self.push(kind, start);
        Ok(())
    }

    fn number_literal(&mut self, start: usize) {
        let bytes = self.text.as_bytes();
        let digits =
            |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at = start + digits(start);
        let fraction = match bytes.get(self.at) {
            Some(b'.') => digits(self.at + 1),
            _ => 0,
        };
        if fraction == 0 {
            self.push(Kind::Numeral, start);
        } else {
            self.at += 1 + fraction;
            self.push(Kind::Decimal, start);
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let next = self.number() + 1;
        self.cells.push(Cell { kind, start: position(start), end: position(self.at), next });
    }

    fn number(&self) -> u32 {
        u32::try_from(self.cells.len()).expect("there are fewer cells than bytes")
    }

    fn error(&self, at: usize, message: impl Into<String>) -> Error {
        Error::at(self.text, at, message)
    }
}

fn position(at: usize) -> u32 {
    u32::try_from(at).expect("the reader refuses longer texts")
}

fn end_of_line(bytes: &[u8], start: usize) -> usize {
    bytes[start..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |line| start + line)
}

fn end_of_symbol(bytes: &[u8], start: usize) -> usize {
    start + bytes[start..].iter().take_while(|&&byte| is_symbol_byte(byte)).count()
}
