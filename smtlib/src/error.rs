//! Errors in a text, with their places.

/// A problem at a place of a text. It is printed as `12:5: there is no`, followed by the name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The mistake, and what would be right.
    pub message: String,
}

impl Error {
    /// A problem at a byte of a text.
    pub fn at(text: &str, byte: usize, message: impl Into<String>) -> Error {
        let before = &text[..byte];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Error {
            line: before.bytes().filter(|&byte| byte == b'\n').count() + 1,
            column: before[start..].chars().count() + 1,
            message: message.into(),
        }
    }
}
