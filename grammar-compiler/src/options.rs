//! Options that an author or a user may choose.

use feat_runtime::CharSet;

/// Settings of the compiler.
#[derive(Clone, Debug)]
pub struct Options {
    /// The start rule; else the rule `start`, else the first parser rule.
    pub start: Option<String>,
    /// The characters that `.` and `~` range over in lexer rules; in parser rules they range over
    /// tokens.
    pub alphabet: CharSet,
}

impl Default for Options {
    fn default() -> Self {
        Self { start: None, alphabet: CharSet::printable_ascii() }
    }
}

/// A setting that would solve a problem. How it is set is the caller's to say: the compiler knows
/// no command line. With `Start("expr")` a program tells of its `--start expr`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Another [`start`](Options::start): the rule of this name.
    Start(String),
    /// Another [`alphabet`](Options::alphabet).
    Alphabet,
}
