//! The ways in which an answer can be wrong, or worse than it should be.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of fault that an answer has; the worst first. `Crash` is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// `unsat`, but there is a model, and the evaluator checked it.
    RefutationUnsoundness,
    /// `sat`, but every assignment was refuted.
    SolutionUnsoundness,
    /// `sat`, but the formula is false under the model.
    InvalidModel,
    /// The solver died.
    Crash,
    /// No answer, or several to one question.
    Flawed,
    /// Two answers that cannot both be right, and nobody knows which is wrong.
    Disagreement,
    /// A solver that lives on answers otherwise than a fresh one.
    SessionOnly,
    /// No answer in time, or a late one, where another solver was fast.
    Performance,
    /// `unknown` where another solver answers.
    Incompleteness,
}

impl Kind {
    /// All of them, the worst first.
    pub const ALL: [Self; 9] = [
        Self::RefutationUnsoundness,
        Self::SolutionUnsoundness,
        Self::InvalidModel,
        Self::Crash,
        Self::Flawed,
        Self::Disagreement,
        Self::SessionOnly,
        Self::Performance,
        Self::Incompleteness,
    ];

    /// Its name in tables, files and folders.
    pub fn name(self) -> &'static str {
        match self {
            Self::RefutationUnsoundness => "refutation-unsoundness",
            Self::SolutionUnsoundness => "solution-unsoundness",
            Self::InvalidModel => "invalid-model",
            Self::Crash => "crash",
            Self::Flawed => "flawed",
            Self::Disagreement => "disagreement",
            Self::SessionOnly => "session-only",
            Self::Performance => "performance",
            Self::Incompleteness => "incompleteness",
        }
    }

    /// The kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether a better answer is missing or late: no answer is wrong.
    pub fn is_of_time(self) -> bool {
        matches!(self, Self::Performance | Self::Incompleteness)
    }

    /// Whether the answer itself is wrong, not only missing, late or ungraceful.
    pub fn is_wrong_answer(self) -> bool {
        matches!(self, Self::RefutationUnsoundness | Self::SolutionUnsoundness | Self::InvalidModel)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
