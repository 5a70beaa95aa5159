//! Which formula a finding is about, and by which words etude is asked for it.

use std::fmt;
use std::str::FromStr;

use feat_runtime::Index;
use outlet::quoted;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::finding::commands_for_people;
use crate::source::order::{NoDecimal, decimal};
use crate::source::widen::Widening;

/// One formula of one grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaId {
    /// The theory's name, or the grammar's.
    pub theory: String,
    /// A digest of the grammar, in 16 hexadecimal digits.
    pub grammar: String,
    /// The words by which the command line asks for the grammar; `None` where its name does.
    pub origin: Option<String>,
    /// The formula's index.
    pub index: Index,
    /// The formula's size.
    pub size: u32,
}

impl FormulaId {
    /// Returns the theory and the index alone.
    pub fn name(&self) -> FormulaName {
        FormulaName { theory: self.theory.clone(), index: self.index.clone() }
    }

    /// Returns the command that prints the formula: `etude show Ints 1234`.
    pub fn show(&self) -> String {
        let (theory, widening) = Widening::of_name(&self.theory);
        let origin = self.origin.clone().unwrap_or_else(|| quoted(theory));
        commands_for_people::show(&origin, &self.index.to_string(), widening)
    }
}

/// A formula as people and files name it: `Ints 1300`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FormulaName {
    /// The theory's name, or the grammar's.
    pub theory: String,
    /// The formula's index.
    pub index: Index,
}

/// A text that names no formula.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormulaNameError {
    /// One word only.
    #[error("`{0}` names no formula: a theory and an index do, as in `Ints 1300`")]
    OneWord(String),
    /// The last word is no number.
    #[error(transparent)]
    Index(#[from] NoDecimal),
}

impl fmt::Display for FormulaName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.theory, self.index)
    }
}

impl FromStr for FormulaName {
    type Err = FormulaNameError;

    fn from_str(text: &str) -> Result<Self, FormulaNameError> {
        let one_word = || FormulaNameError::OneWord(text.to_owned());
        // A theory's name may hold spaces, an index never does.
        let (theory, index) = text.rsplit_once(' ').ok_or_else(one_word)?;
        Ok(Self { theory: theory.to_owned(), index: decimal::parse(index)? })
    }
}

impl TryFrom<String> for FormulaName {
    type Error = FormulaNameError;

    fn try_from(text: String) -> Result<Self, FormulaNameError> {
        text.parse()
    }
}

impl From<FormulaName> for String {
    fn from(name: FormulaName) -> Self {
        name.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_were_written() {
        for text in ["Ints 1300", "my own grammar 0"] {
            assert_eq!(text.parse::<FormulaName>().unwrap().to_string(), text);
        }
        for text in ["", "Ints", "Ints x", "Ints 007"] {
            assert!(text.parse::<FormulaName>().is_err(), "{text}");
        }
    }
}
