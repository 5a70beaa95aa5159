//! The weight of a finding: whether a developer must act on it, should look at it, or may like to
//! know it.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::finding::Finding;
use crate::finding::fault::Fault;
use crate::judge::kind::Kind;

/// The weight of a finding; the worst first. Written `wrong`, `suspicious`, `note`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The solver is wrong by the standard, or it dies: a bug.
    Wrong,
    /// Something does not fit together, and it is not proven that the solver is to blame.
    Suspicious,
    /// An answer is late or missing, or a formula means what the solver says it means.
    Note,
}

impl Severity {
    /// All of them, the worst first.
    pub const ALL: [Self; 3] = [Self::Wrong, Self::Suspicious, Self::Note];

    /// Its name in files and options: `wrong`, `suspicious`, `note`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Suspicious => "suspicious",
            Self::Note => "note",
        }
    }

    /// Returns a number of findings of this weight in words: `1 bug`, `2 suspicious findings`,
    /// `3 notes`.
    pub fn counted(self, count: u64) -> String {
        outlet::counted(
            count,
            match self {
                Self::Wrong => "bug",
                Self::Suspicious => "suspicious finding",
                Self::Note => "note",
            },
        )
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no severity. `bad` is one; `wrong` is a severity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no severity: wrong, suspicious, note")]
pub struct NoSeverity(String);

impl FromStr for Severity {
    type Err = NoSeverity;

    fn from_str(text: &str) -> Result<Self, NoSeverity> {
        let found = Self::ALL.into_iter().find(|severity| severity.name() == text);
        found.ok_or_else(|| NoSeverity(text.to_owned()))
    }
}

impl Kind {
    /// Returns the weight of the kind where the evidence does not say otherwise.
    pub fn severity(self) -> Severity {
        match self {
            Self::RefutationUnsoundness
            | Self::SolutionUnsoundness
            | Self::InvalidModel
            | Self::Crash => Severity::Wrong,
            Self::Flawed | Self::Disagreement | Self::SessionOnly => Severity::Suspicious,
            Self::Performance | Self::Incompleteness => Severity::Note,
        }
    }
}

impl Finding {
    /// Returns the weight of the finding, by its kind and its evidence.
    ///
    /// Where the standard does not say what the formula means, no answer is wrong, and a model that
    /// etude's evaluator finds false by its own reading is a note. A solver that takes back a model
    /// which nobody could evaluate is suspicious.
    pub fn severity(&self) -> Severity {
        let is_standard = self.evidence.outside_standard.is_empty();
        let is_false = || self.accused_replies().iter().any(|reply| reply.is_false());
        match self.kind {
            kind if kind.is_wrong_answer() && !is_standard => Severity::Suspicious,
            Kind::InvalidModel if self.fault == Fault::TakesBack && !is_false() => {
                Severity::Suspicious
            }
            Kind::Disagreement if self.fault == Fault::ModelDispute && !is_standard => {
                Severity::Note
            }
            kind => kind.severity(),
        }
    }

    /// Returns what the first line of a report says of operators outside the standard: `operators
    /// outside the standard: tan`; `None` if there are none.
    pub fn standing_outside(&self) -> Option<String> {
        let outside = &self.evidence.outside_standard;
        let noun = if outside.len() == 1 { "operator" } else { "operators" };
        (!outside.is_empty())
            .then(|| format!("{noun} outside the standard: {}", outside.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for severity in Severity::ALL {
            assert_eq!(severity.to_string().parse(), Ok(severity));
        }
        assert!("bad".parse::<Severity>().is_err());
        assert!(Severity::Wrong < Severity::Note);
        assert_eq!(Severity::Suspicious.counted(2), "2 suspicious findings");
    }
}
