//! The names of questions, as people type them and files keep them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::source::file_name::FileName;
use crate::source::order::{NoDecimal, Place, decimal, mutant_parts};

/// A formula as people and files name it: `Ints 1300`, `regressions/sat/issue164.smt2`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FormulaName {
    /// The name of the theory, the grammar, or the corpus.
    pub theory: String,
    /// Its index, or its file.
    pub place: Place,
}

/// A text that names no formula. `Ints` alone is one: it has no index.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormulaNameError {
    /// One word only.
    #[error(
        "`{0}` names no formula: a theory and an index do, as in `Ints 1300`, or a corpus and a file, \
         as in `regressions/sat/a.smt2`"
    )]
    OneWord(String),
    /// The last word is no number.
    #[error(transparent)]
    Index(#[from] NoDecimal),
}

impl fmt::Display for FormulaName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.place.is_in_file() { '/' } else { ' ' };
        write!(f, "{}{separator}{}", self.theory, self.place)
    }
}

impl FromStr for FormulaName {
    type Err = FormulaNameError;

    fn from_str(text: &str) -> Result<Self, FormulaNameError> {
        let one_word = || FormulaNameError::OneWord(text.to_owned());
        if let Some((seed, making, number)) = mutant_parts(text) {
            let seed: Self = seed.parse()?;
            let place = Place::Mutant { seed: Box::new(seed.place), making, number };
            return Ok(Self { theory: seed.theory, place });
        }
        // No theory's name holds a slash: it is a file's name without its ending.
        if let Some((corpus, file)) = text.split_once('/') {
            let place = Place::File(FileName::from(file));
            return Ok(Self { theory: corpus.to_owned(), place });
        }
        // A theory's name may hold spaces, an index never does.
        let (theory, index) = text.rsplit_once(' ').ok_or_else(one_word)?;
        Ok(Self { theory: theory.to_owned(), place: Place::Index(decimal::parse(index)?) })
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
        for text in [
            "Ints 1300",
            "my own grammar 0",
            "my seeds/sat/a 1.smt2",
            "Ints 7/weaken/3",
            "c/a.smt2/fuse:1..9/0",
        ] {
            assert_eq!(text.parse::<FormulaName>().unwrap().to_string(), text);
        }
        for text in ["", "Ints", "Ints x", "Ints 007"] {
            assert!(text.parse::<FormulaName>().is_err(), "{text}");
        }
    }
}
