//! Lines of a rule file into columns, and errors that say where.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// A fault in a rule file, its place, and what would be right. `ints.rules:3:12: …` is how it
/// begins.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct RuleError {
    /// The file's name.
    pub file: Arc<str>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The fault, and what to do.
    pub message: String,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

/// A line of a rule file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    pub(crate) file: &'a Arc<str>,
    /// From 1.
    pub(crate) number: usize,
    pub(crate) text: &'a str,
}

/// A part of a line: a column, or less.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) line: Line<'a>,
    /// The byte of the line at which it begins.
    pub(crate) start: usize,
    pub(crate) text: &'a str,
}

impl<'a> Line<'a> {
    /// Returns the lines of a file that are neither empty nor comments.
    pub(crate) fn all(file: &'a Arc<str>, text: &'a str) -> impl Iterator<Item = Line<'a>> {
        let lines = text.lines().zip(1..).map(move |(text, number)| Line { file, number, text });
        lines.filter(|line| {
            let text = line.text.trim_start();
            !text.is_empty() && !text.starts_with(';')
        })
    }

    /// Returns the columns, without the blanks around them.
    pub(crate) fn columns(self) -> Vec<Part<'a>> {
        Part { line: self, start: 0, text: self.text }.split('|')
    }
}

impl<'a> Part<'a> {
    /// Returns what stands between separators, without the blanks around it.
    pub(crate) fn split(self, separator: char) -> Vec<Part<'a>> {
        let mut start = self.start;
        let parts = self.text.split(separator).map(|text| {
            let part = Part { line: self.line, start, text };
            start += text.len() + separator.len_utf8();
            part.trimmed()
        });
        parts.collect()
    }

    /// Returns what stands before and behind the first separator.
    pub(crate) fn cut(self, separator: &str) -> Option<(Part<'a>, Part<'a>)> {
        let (before, behind) = self.text.split_once(separator)?;
        let start = self.start + before.len() + separator.len();
        let before = Part { text: before, ..self }.trimmed();
        Some((before, Part { line: self.line, start, text: behind }.trimmed()))
    }

    /// Returns what follows a word, if it begins with it.
    pub(crate) fn after(self, word: &str) -> Option<Part<'a>> {
        let rest = self.text.strip_prefix(word)?;
        let start = self.start + word.len();
        rest.starts_with(char::is_whitespace)
            .then(|| Part { line: self.line, start, text: rest }.trimmed())
    }

    fn trimmed(self) -> Part<'a> {
        let text = self.text.trim_start();
        let start = self.start + self.text.len() - text.len();
        Part { line: self.line, start, text: text.trim_end() }
    }

    /// An error at a byte of the part.
    pub(crate) fn error_at(self, byte: usize, message: impl Into<String>) -> RuleError {
        let before = &self.line.text[..self.start + byte];
        RuleError {
            file: self.line.file.clone(),
            line: self.line.number,
            column: before.chars().count() + 1,
            message: message.into(),
        }
    }

    /// An error at the beginning of the part.
    pub(crate) fn error(self, message: impl Into<String>) -> RuleError {
        self.error_at(0, message)
    }
}
