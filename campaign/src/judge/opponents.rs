//! Answers that a judge looks at, solvers whose answers are compared, and solvers that are asked at
//! all.

use crate::judge::Judgement;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::Searched;
use crate::seat::handle::{PerSeat, SeatId};

/// The answers that a judge looks at. `etude evolve` looks at `Wrong` ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attention {
    /// Wrong answers, and late and missing ones.
    #[default]
    Everything,
    /// Answers that are wrong whatever the clock says: times are kept, and accuse nobody.
    Wrong,
}

/// The solvers with whose answers each answer is compared. In `etude ci` there is an `Arbiter`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opponents {
    /// Those of all other solvers.
    #[default]
    All,
    /// Those of one reference per solver, if it has one; a reference may have its own.
    References(PerSeat<Option<SeatId>>),
    /// Those of one arbiter, who is asked only what cannot be settled without it.
    Arbiter(SeatId),
}

impl Opponents {
    /// Whether the answer of one seat is compared with that of another.
    pub(crate) fn has(&self, seat: SeatId, other: SeatId) -> bool {
        match self {
            Self::All => seat != other,
            Self::References(references) => references[seat] == Some(other) && seat != other,
            Self::Arbiter(arbiter) => other == *arbiter && seat != other,
        }
    }

    /// Returns the seat of the arbiter, if there is one.
    pub(crate) fn arbiter(&self) -> Option<SeatId> {
        match self {
            Self::Arbiter(seat) => Some(*seat),
            Self::All | Self::References(_) => None,
        }
    }

    /// Returns the arbiter, if what the others said is not settled without it: a known answer that
    /// is proven, a model that was checked, an `unsat` for which every assignment was tried, and
    /// silence need nobody to contradict them.
    pub(crate) fn arbiter_for(&self, judgement: &Judgement) -> Option<SeatId> {
        let arbiter = self.arbiter()?;
        if judgement.is_known() {
            return None;
        }
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
