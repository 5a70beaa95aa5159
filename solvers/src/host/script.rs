//! The bytes of a script, as they arrive, into its commands.
//!
//! A command is given out as soon as its last parenthesis was read, so that whoever waits for
//! the answer before sending the next one gets it. Only what brackets a command is understood
//! here (parentheses, strings, quoted symbols, comments); what is wrong inside is for the solver
//! to say.

use std::io::{self, Read};

/// Most bytes that are read at once.
const CHUNK: usize = 1 << 16;

/// A command, or what stands where one should: a word, a parenthesis too many.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Located<'a> {
    pub(super) text: &'a [u8],
    /// Line on which it begins, counted from 1.
    pub(super) line: usize,
    pub(super) column: usize,
}

/// The commands of an input.
pub(super) struct CommandReader<R> {
    input: R,
    buffer: Vec<u8>,
    /// Offset at which the command that is being read begins.
    start: usize,
    /// Up to where the buffer was looked at.
    seen: usize,
    inside: Inside,
    depth: usize,
    /// The place of the byte at `seen`, and of the one at `start`.
    place: (usize, usize),
    start_place: (usize, usize),
}

/// Thing that the next byte belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Nothing yet: white space before a command.
    Gap,
    /// A comment before a command.
    GapComment,
    /// A command in parentheses, and in it perhaps a string, a quoted symbol or a comment.
    Command,
    String,
    Symbol,
    Comment,
    /// A word outside of parentheses.
    Word,
}

impl<R: Read> CommandReader<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: Vec::new(),
            start: 0,
            seen: 0,
            inside: Inside::Gap,
            depth: 0,
            place: (1, 1),
            start_place: (1, 1),
        }
    }

    /// The next command; what is left at the end of the input counts as one. Reads no more than
    /// it must.
    pub(super) fn next(&mut self) -> io::Result<Option<Located<'_>>> {
        loop {
            while self.seen < self.buffer.len() {
                if let Some(end) = self.step() {
                    return Ok(Some(self.take(end)));
                }
            }
            if self.read()? == 0 {
                let is_rest = !matches!(self.inside, Inside::Gap | Inside::GapComment);
                return Ok(is_rest.then(|| self.take(self.buffer.len())));
            }
        }
    }

    /// Looks at one byte, and gives the end of the command if it is complete.
    fn step(&mut self) -> Option<usize> {
        let byte = self.buffer[self.seen];
        if self.inside == Inside::Gap {
            match byte {
                b';' => self.inside = Inside::GapComment,
                _ if byte.is_ascii_whitespace() => {}
                _ => {
                    (self.start, self.start_place, self.depth) = (self.seen, self.place, 0);
                    self.inside = if byte == b'(' { Inside::Command } else { Inside::Word };
                }
            }
        } else if self.inside == Inside::Word
            && (b"();".contains(&byte) || byte.is_ascii_whitespace())
        {
            return Some(self.seen);
        }
        match (self.inside, byte) {
            (Inside::Command, b'(') => self.depth += 1,
            (Inside::Command, b')') => self.depth -= 1,
            (Inside::Command, b'"') => self.inside = Inside::String,
            (Inside::Command, b'|') => self.inside = Inside::Symbol,
            (Inside::Command, b';') => self.inside = Inside::Comment,
            // A doubled quote ends a string and begins it again, which comes to the same.
            (Inside::String, b'"') | (Inside::Symbol, b'|') | (Inside::Comment, b'\n') => {
                self.inside = Inside::Command;
            }
            (Inside::GapComment, b'\n') => self.inside = Inside::Gap,
            _ => {}
        }
        self.seen += 1;
        let (line, column) = self.place;
        self.place = if byte == b'\n' { (line + 1, 1) } else { (line, column + 1) };
        let is_complete = match self.inside {
            Inside::Command => self.depth == 0,
            Inside::Word => byte == b')',
            _ => false,
        };
        is_complete.then_some(self.seen)
    }

    fn take(&mut self, end: usize) -> Located<'_> {
        self.inside = Inside::Gap;
        let (line, column) = self.start_place;
        Located { text: &self.buffer[self.start..end], line, column }
    }

    /// Reads once, and forgets what was given out.
    fn read(&mut self) -> io::Result<usize> {
        let kept = if matches!(self.inside, Inside::Gap | Inside::GapComment) {
            self.seen
        } else {
            self.start
        };
        self.buffer.drain(..kept);
        (self.start, self.seen) = (0, self.seen - kept);
        let len = self.buffer.len();
        self.buffer.resize(len + CHUNK, 0);
        let read = loop {
            match self.input.read(&mut self.buffer[len..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                done => break done,
            }
        };
        self.buffer.truncate(len + *read.as_ref().unwrap_or(&0));
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte a time, as the slowest of pipes.
    struct Drop<'a>(&'a [u8]);

    impl Read for Drop<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else { return Ok(0) };
            into[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    fn commands(input: impl Read) -> Vec<(String, usize, usize)> {
        let mut script = CommandReader::new(input);
        let mut found = Vec::new();
        while let Some(Located { text, line, column }) = script.next().unwrap() {
            found.push((String::from_utf8_lossy(text).into_owned(), line, column));
        }
        found
    }

    fn check(text: &str, expected: &[(&str, usize, usize)]) {
        let expected: Vec<_> =
            expected.iter().map(|&(text, line, column)| (text.to_owned(), line, column)).collect();
        assert_eq!(commands(text.as_bytes()), expected, "{text}");
        assert_eq!(commands(Drop(text.as_bytes())), expected, "{text}, slowly");
    }

    #[test]
    fn commands_end_with_their_parenthesis() {
        check("", &[]);
        check(" \n; nothing (\n", &[]);
        check("(a)(b (c))\n  (d)", &[("(a)", 1, 1), ("(b (c))", 1, 4), ("(d)", 2, 3)]);
        check("(a ; )\n)", &[("(a ; )\n)", 1, 1)]);
        check("; (\n(a)", &[("(a)", 2, 1)]);
    }

    #[test]
    fn parentheses_in_strings_and_symbols_do_not_count() {
        check(r#"(echo ")"" (")(b)"#, &[(r#"(echo ")"" (")"#, 1, 1), ("(b)", 1, 15)]);
        check("(assert |)\"|)(b)", &[("(assert |)\"|)", 1, 1), ("(b)", 1, 14)]);
        check("(a |;|)(b)", &[("(a |;|)", 1, 1), ("(b)", 1, 8)]);
    }

    #[test]
    fn what_is_no_command_is_given_out_too() {
        check("foo (a)", &[("foo", 1, 1), ("(a)", 1, 5)]);
        check("))", &[(")", 1, 1), (")", 1, 2)]);
        check("foo(a)", &[("foo", 1, 1), ("(a)", 1, 4)]);
        check("(a", &[("(a", 1, 1)]);
        check("(a)\nb", &[("(a)", 1, 1), ("b", 2, 1)]);
        check("(echo \"", &[("(echo \"", 1, 1)]);
    }

    #[test]
    fn a_command_longer_than_a_chunk_and_deep() {
        let deep = format!("{}{}", "(".repeat(CHUNK), ")".repeat(CHUNK));
        let text = format!("{deep}\n{deep}");
        assert_eq!(commands(text.as_bytes()), [(deep.clone(), 1, 1), (deep, 2, 1)]);
    }

    /// Fails where it is read from beyond its text: nobody may wait for what need not come.
    struct Impatient<'a>(&'a [u8]);

    impl Read for Impatient<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let len = self.0.len();
            into[..len].copy_from_slice(self.0);
            self.0 = &[];
            Ok(len)
        }
    }

    #[test]
    fn a_complete_command_waits_for_nothing() {
        let mut script = CommandReader::new(Impatient(b"(a)(b)"));
        assert_eq!(script.next().unwrap().unwrap().text, b"(a)");
        assert_eq!(script.next().unwrap().unwrap().text, b"(b)");
        assert!(script.next().is_err());
    }
}
