//! The solvers that a finding accuses, and the one text that files and databases have for them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The name of a solver in one campaign, such as `z3-4.8.7`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SolverName(String);

impl SolverName {
    /// Returns the name as a text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for SolverName {
    fn from(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl fmt::Display for SolverName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The solvers that a finding accuses, at least one: the one that is to blame, or all that
/// disagree. Written and read as `cvc5-1.2.0 and z3-4.8.7`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Accused {
    first: SolverName,
    others: Vec<SolverName>,
}

/// A finding that accuses nobody. Every finding of kind `disagreement` is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a finding must say which solver it accuses")]
pub struct NobodyAccused;

/// The words between two names in files and databases.
const BETWEEN: &str = " and ";

impl Accused {
    /// Returns the solvers with these names, in alphabetical order.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, NobodyAccused> {
        let mut names: Vec<SolverName> = names.into_iter().map(SolverName::from).collect();
        names.sort_unstable();
        Self::in_order(names)
    }

    fn in_order(names: impl IntoIterator<Item = SolverName>) -> Result<Self, NobodyAccused> {
        let mut names = names.into_iter();
        let first = names.next().ok_or(NobodyAccused)?;
        Ok(Self { first, others: names.collect() })
    }

    /// Returns the first of them.
    pub fn first(&self) -> &SolverName {
        &self.first
    }

    /// Returns the only one of them; `None` if there are several.
    pub fn alone(&self) -> Option<&SolverName> {
        self.others.is_empty().then_some(&self.first)
    }

    /// Whether a solver of this name is the only one of them.
    pub fn is_only(&self, name: &str) -> bool {
        self.alone().is_some_and(|it| it.as_str() == name)
    }

    /// Returns all of them, in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = &SolverName> {
        [&self.first].into_iter().chain(&self.others)
    }

    /// Whether a solver of this name is among them.
    pub fn include(&self, name: &str) -> bool {
        self.iter().any(|it| it.as_str() == name)
    }

    /// Returns the same solvers, where the one that is called `from` is called `to`.
    #[must_use]
    pub fn renamed(&self, from: &str, to: &str) -> Self {
        let renamed =
            |name: &SolverName| if name.0 == from { SolverName::from(to) } else { name.clone() };
        Self { first: renamed(&self.first), others: self.others.iter().map(renamed).collect() }
    }
}

impl fmt::Display for Accused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.first.0)?;
        self.others.iter().try_for_each(|name| write!(f, "{BETWEEN}{name}"))
    }
}

impl FromStr for Accused {
    type Err = NobodyAccused;

    /// Reads `cvc5-1.2.0 and z3-4.8.7`. The order stays as it is written, so that the text does.
    fn from_str(text: &str) -> Result<Self, NobodyAccused> {
        if text.is_empty() {
            return Err(NobodyAccused);
        }
        Self::in_order(text.split(BETWEEN).map(SolverName::from))
    }
}

impl TryFrom<String> for Accused {
    type Error = NobodyAccused;

    fn try_from(text: String) -> Result<Self, NobodyAccused> {
        text.parse()
    }
}

impl From<Accused> for String {
    fn from(accused: Accused) -> Self {
        accused.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_read_as_it_was_written() {
        for text in ["z3", "z3-4.8.7 and cvc5-1.2.0", "cvc5 and z3 and z3#2"] {
            let accused: Accused = text.parse().unwrap();
            assert_eq!(accused.to_string(), text);
        }
        assert_eq!("".parse::<Accused>(), Err(NobodyAccused));
        assert_eq!(Accused::of([]), Err(NobodyAccused));
    }

    #[test]
    fn those_who_disagree_stand_in_order() {
        let both = Accused::of(["z3", "cvc5"]).unwrap();
        assert_eq!(both.to_string(), "cvc5 and z3");
        assert_eq!((both.alone(), both.include("z3"), both.include("z")), (None, true, false));
        assert_eq!(both.renamed("z3", "mine").to_string(), "cvc5 and mine");
    }
}
