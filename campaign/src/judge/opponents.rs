//! What a judge looks at, whose answers are held against whose, and who is asked at all.

use crate::judge::Judgement;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::Searched;

/// What a judge looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    /// Wrong answers, and late and missing ones.
    #[default]
    Everything,
    /// What is wrong whatever the clock says: times are kept, and accuse nobody.
    Wrong,
}

/// Whose answers an answer is held against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opponents {
    /// Everybody else's.
    #[default]
    All,
    /// Those of one reference, which each solver has by its place; a reference may have its own.
    References(Vec<Option<usize>>),
    /// Those of one arbiter, by its place, who is asked only what cannot be settled without it.
    Arbiter(usize),
}

impl Opponents {
    /// Whether an answer is held against another.
    pub(crate) fn has(&self, place: usize, other: usize) -> bool {
        match self {
            Self::All => place != other,
            Self::References(references) => {
                references.get(place).copied().flatten() == Some(other) && place != other
            }
            Self::Arbiter(arbiter) => other == *arbiter && place != other,
        }
    }

    /// The place of the arbiter, if there is one.
    pub(crate) fn arbiter(&self) -> Option<usize> {
        match self {
            Self::Arbiter(place) => Some(*place),
            Self::All | Self::References(_) => None,
        }
    }

    /// The arbiter, if what the others said is not settled without it: a model that was checked,
    /// an `unsat` for which every assignment was tried, and silence need nobody to contradict them.
    pub(crate) fn arbiter_for(&self, judgement: &Judgement) -> Option<usize> {
        let arbiter = self.arbiter()?;
        // Of several checks, only the last is looked at here: then nothing is settled by it.
        let is_refuted = matches!(judgement.searched[..], [Some(Searched::Refuted(_))]);
        let is_settled = |outcome: &Outcome| match outcome {
            Outcome::SatTrue
            | Outcome::UnsatProven
            | Outcome::Unknown
            | Outcome::Timeout
            | Outcome::OutOfMemory
            | Outcome::Rejected => true,
            Outcome::Unsat => is_refuted,
            _ => false,
        };
        let mut others = judgement.outcomes.iter().flatten();
        let is_needed = !judgement.suspicions.is_empty() || !others.all(is_settled);
        is_needed.then_some(arbiter)
    }
}
