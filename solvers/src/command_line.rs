//! A command line as people write it, into its words.

use thiserror::Error;

/// A text that asks for no solver. `"z3` with an open quote is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no solver: {reason}")]
pub struct RequestError {
    text: String,
    reason: String,
}

impl RequestError {
    pub(crate) fn new(text: &str, reason: impl Into<String>) -> Self {
        Self { text: text.to_owned(), reason: reason.into() }
    }

    pub(crate) fn empty(text: &str) -> Self {
        Self::new(text, "write a name and version, as in `z3@4.8.7`, or a command line")
    }
}

/// Returns the words of a line, quoted as in a shell.
pub(crate) fn split_words(line: &str) -> Result<Vec<String>, RequestError> {
    shlex::split(line).ok_or_else(|| RequestError::new(line, "a quote is not closed"))
}
