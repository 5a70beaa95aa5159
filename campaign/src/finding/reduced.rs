//! A finding whose formula was reduced, beside the one that was asked.

use serde::{Deserialize, Serialize};

use crate::finding::Finding;

/// Whether a reduction came to its end. With `--time 1m` it may be `Stopped`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// It was stopped: more may be possible.
    Stopped,
    /// Nothing smaller is left to try.
    Through,
}

/// A finding whose formula was reduced. Its formula is in `original.smt2`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Original {
    /// The finding as it was asked.
    pub finding: Finding,
    /// Whether its formula was reduced as far as possible.
    pub ended: Ended,
}

/// Result of reducing a finding such as that of `Ints 9/weaken/1`. A campaign keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReducedFinding {
    /// Whether anything is left to try.
    pub ended: Ended,
    /// The finding of the smaller formula, which has the one as it was asked in its evidence; `None`
    /// if it did not show again, or nothing smaller can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<Finding>,
}

impl ReducedFinding {
    /// Whether it came further than another try.
    pub(crate) fn is_further_than(&self, other: &Self) -> bool {
        let bytes = |it: &Self| it.finding.as_ref().map(|it| it.evidence.formula.len());
        // A smaller formula is more than a larger one, and any is more than none.
        let smaller = match (bytes(self), bytes(other)) {
            (Some(own), Some(its)) => its.cmp(&own),
            (own, its) => own.is_some().cmp(&its.is_some()),
        };
        (self.ended.cmp(&other.ended)).then(smaller).is_gt()
    }
}
