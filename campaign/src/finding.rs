//! Findings: an answer that is wrong or worse than it should be, with its evidence.

pub(crate) mod accused;
pub(crate) mod cause;
pub mod commands_for_people;
pub(crate) mod explanation;
pub(crate) mod fault;
pub(crate) mod folder;
pub(crate) mod folders;
mod format;
pub(crate) mod formula_id;
pub(crate) mod issue;
pub(crate) mod known_bugs;
pub(crate) mod lifetime;
pub(crate) mod old_trigger;
pub(crate) mod recorded_reply;
pub(crate) mod sequel;
pub(crate) mod signature;
pub(crate) mod triage;
pub(crate) mod trimmed;

use serde::{Deserialize, Serialize};
use solvers::{Check, Checked};

use crate::judge::kind::Kind;
use crate::judge::parsed_formula::Searched;
use crate::source::lineage::Lineage;
use accused::Accused;
use fault::Fault;
use format::{EvidenceV1, FindingV1};
use formula_id::FormulaId;
use recorded_reply::RecordedReply;

/// A formula that shows something wrong. That z3 4.8.7 says `unsat` of `Strings 2471` is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "FindingV1", into = "FindingV1")]
pub struct Finding {
    /// The kind of fault.
    pub kind: Kind,
    /// The solver that is to blame; for a disagreement, all that disagree.
    pub accused: Accused,
    /// The fault, which tells the bug from others of its kind.
    pub fault: Fault,
    /// The formula.
    pub formula: FormulaId,
    /// The operators in the formula, sorted.
    pub operators: Vec<String>,
    /// All that was said, and all that is known.
    pub evidence: Evidence,
}

impl Finding {
    /// Returns the replies of the accused.
    pub fn accused_replies(&self) -> Vec<&RecordedReply> {
        self.evidence.answers.iter().filter(|it| self.accused.include(&it.solver.name)).collect()
    }

    /// Whether the time of a reply may stand beside those of the others: that of a session, which did
    /// not start for this formula, stands beside none of a fresh process.
    pub fn is_comparable(&self, reply: &RecordedReply) -> bool {
        reply.is_fresh || self.evidence.answers.iter().all(|it| !it.is_fresh)
    }

    /// Returns the accused as people speak of them, `cvc5 1.2.0 and z3 4.8.7`; by their names if
    /// the evidence has no reply of theirs.
    pub(crate) fn accused_labels(&self) -> String {
        let labels: Vec<String> =
            self.accused_replies().iter().map(|it| it.solver.label()).collect();
        if labels.is_empty() { self.accused.to_string() } else { labels.join(" and ") }
    }
}

/// All that was said about a formula, and all that is known about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "EvidenceV1", into = "EvidenceV1")]
pub struct Evidence {
    /// The formula, a script that solvers read as it is.
    pub formula: String,
    /// The number of the check that the finding is about, from 1; `None` if the script has one only.
    pub check: Option<usize>,
    /// The solvers' replies, each from a fresh process where it matters.
    pub answers: Vec<RecordedReply>,
    /// The proof that needs no solver, if there is one.
    pub proof: Option<Proof>,
    /// The operators in the formula that the standard does not have.
    pub outside_standard: Vec<String>,
    /// Notes for people.
    pub remarks: Vec<String>,
    /// The steps by which the formula was made, where it is a mutant.
    pub lineage: Option<Lineage>,
}

impl Evidence {
    /// Returns the number of the check that the finding is about, from 0, in a script of `checks`
    /// checks.
    pub(crate) fn check_of(&self, checks: usize) -> usize {
        self.check.map_or(checks, |check| check.min(checks)).saturating_sub(1)
    }

    /// Returns the model that the small search found, as a solver would have said it.
    pub(crate) fn witness(&self) -> Option<Checked> {
        match &self.proof {
            Some(Proof::Model(model)) => {
                Some(Checked { check: Check::Sat, model: Some(model.clone()), values: Vec::new() })
            }
            Some(Proof::Refuted { .. }) | None => None,
        }
    }

    /// Whether the small search refuted every assignment.
    pub(crate) fn is_refuted(&self) -> bool {
        matches!(self.proof, Some(Proof::Refuted { .. }))
    }
}

/// A proof that the small search gives of a formula, with no solver to be trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// There is a model, such as `((define-fun a () Int 3))`.
    Model(String),
    /// There is none: every assignment was refuted.
    Refuted {
        /// The evaluations that it took.
        evaluations: u64,
    },
}

impl Proof {
    /// Returns what a search has proven, if anything.
    pub fn of(searched: &Searched) -> Option<Self> {
        match searched {
            Searched::Witness(model) => Some(Self::Model(model.clone())),
            Searched::Refuted(evaluations) => Some(Self::Refuted { evaluations: *evaluations }),
            Searched::Nothing => None,
        }
    }
}
