//! Kinds of fusion: the answers that are fused, and the answer that comes of them.

use crate::draw::Draw;
use crate::known::{Decision, Ground};
use crate::specimen::Answer;

/// A kind of fusion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Both are `sat`, and so is their conjunction.
    Sat,
    /// Both are `unsat`, and so is their disjunction.
    Unsat,
    /// One is `sat`, and so is the disjunction.
    MixedSat,
    /// One is `unsat`, and so is the conjunction.
    MixedUnsat,
}

impl Kind {
    /// Chooses between those that the answers allow.
    pub(super) fn of(first: Decision, second: Decision, draw: &mut Draw) -> Self {
        match (first, second) {
            (Decision::Sat, Decision::Sat) => Self::Sat,
            (Decision::Unsat, Decision::Unsat) => Self::Unsat,
            _ if draw.chance(1, 2) => Self::MixedSat,
            _ => Self::MixedUnsat,
        }
    }

    /// Whether the answer is `sat`.
    pub(super) fn is_sat(self) -> bool {
        matches!(self, Self::Sat | Self::MixedSat)
    }

    /// Whether one of the two suffices.
    pub(super) fn is_disjunction(self) -> bool {
        matches!(self, Self::Unsat | Self::MixedSat)
    }

    /// Returns what the fused answer rests on if it is `unsat`: the weaker of the two grounds that
    /// it needs.
    pub(super) fn ground(self, first: &Answer, second: &Answer) -> Option<Ground> {
        match (self, first, second) {
            (Self::Unsat, Answer::Unsat(first), Answer::Unsat(second)) => {
                let weaker = if strength(second) < strength(first) { second } else { first };
                Some(weaker.clone())
            }
            (Self::MixedUnsat, Answer::Unsat(ground), _)
            | (Self::MixedUnsat, _, Answer::Unsat(ground)) => Some(ground.clone()),
            _ => None,
        }
    }
}

/// Returns how much a ground proves.
fn strength(ground: &Ground) -> u8 {
    match ground {
        Ground::Declared { .. } => 0,
        Ground::Agreed => 1,
        Ground::Witness(_) | Ground::Exhausted { .. } | Ground::Derived { .. } => 2,
    }
}
