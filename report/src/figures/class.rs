//! Faults, in the few classes that figures tell apart.

use campaign::Kind;

use crate::chart::{CRASH, DISAGREEMENT, INVALID_MODEL, Look, UNSOUND};

/// A class of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// `sat` and `unsat` that are proven wrong.
    Unsound,
    /// A model under which the formula is false.
    InvalidModel,
    /// No answer but a death, or something that is none.
    Crash,
    /// Two answers of which one is wrong, and nobody knows which.
    Disagreement,
}

impl Class {
    /// All of them, the worst first.
    pub(super) const ALL: [Self; 4] =
        [Self::Unsound, Self::InvalidModel, Self::Crash, Self::Disagreement];
    /// Those that blame one solver.
    pub(super) const PROVEN: [Self; 3] = [Self::Unsound, Self::InvalidModel, Self::Crash];

    /// The class of a kind; what is only slow, incomplete or seen in a session has none.
    pub(super) fn of(kind: Kind) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.kinds().contains(&kind))
    }

    /// The kinds in it.
    pub(super) fn kinds(self) -> &'static [Kind] {
        match self {
            Self::Unsound => &[Kind::RefutationUnsoundness, Kind::SolutionUnsoundness],
            Self::InvalidModel => &[Kind::InvalidModel],
            Self::Crash => &[Kind::Crash, Kind::Flawed],
            Self::Disagreement => &[Kind::Disagreement],
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Unsound => "unsound",
            Self::InvalidModel => "invalid model",
            Self::Crash => "crash",
            Self::Disagreement => "disagreement",
        }
    }

    pub(super) fn look(self) -> Look {
        match self {
            Self::Unsound => UNSOUND,
            Self::InvalidModel => INVALID_MODEL,
            Self::Crash => CRASH,
            Self::Disagreement => DISAGREEMENT,
        }
    }
}
