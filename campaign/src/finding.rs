//! Findings: an answer that is wrong or worse than it should be, with its evidence.

use serde::{Deserialize, Serialize};

use crate::kind::Kind;
use crate::setting::Description;

/// A formula that shows something wrong.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// What is wrong.
    pub kind: Kind,
    /// Who is to blame; for a disagreement, the solvers that disagree, joined by ` and `.
    pub solver: String,
    /// What it said: `sat`, `unsat`, where it crashed, why it gave up. Findings that differ here
    /// are different bugs.
    pub detail: String,
    /// The theory or grammar.
    pub theory: String,
    /// What the grammar is.
    pub grammar: String,
    /// The words by which the command line asks for it; `None` where the theory's name does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The formula's index, in decimal.
    pub index: String,
    /// Its size.
    pub size: u32,
    /// The operators in it, sorted.
    pub operators: Vec<String>,
    /// What was said, and what is known.
    pub evidence: Evidence,
}

impl Finding {
    /// What those said who are to blame.
    pub fn accused(&self) -> Vec<&Testimony> {
        let names: Vec<&str> = self.solver.split(" and ").collect();
        let answers = self.evidence.answers.iter();
        answers.filter(|testimony| names.contains(&&*testimony.solver.name)).collect()
    }
}

/// What was said about a formula, and what is known about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The formula, a script that solvers read as it is.
    pub formula: String,
    /// What the solvers said, each in a fresh process where it matters.
    pub answers: Vec<Testimony>,
    /// A model that the small search found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
    /// After how many evaluations the small search had refuted every assignment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuted_after: Option<u64>,
    /// The operators in the formula that the standard does not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outside_standard: Vec<String>,
    /// What else there is to know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

impl Testimony {
    /// Its verdict and what it said beyond that, in one line.
    pub fn said(&self) -> String {
        let detail = self.detail.lines().next().unwrap_or_default();
        if detail.is_empty() { self.verdict.clone() } else { format!("{}: {detail}", self.verdict) }
    }
}

/// What one solver said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Testimony {
    /// The solver.
    pub solver: Description,
    /// Its verdict in one word.
    pub verdict: String,
    /// What it said beyond that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// How long it took.
    pub seconds: f64,
    /// The longest that it was allowed to take.
    pub limit_seconds: f64,
    /// The most memory that it was allowed to use, in bytes; `None` if nobody wrote it down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_memory: Option<u64>,
    /// Whether a fresh process said so.
    pub is_fresh: bool,
    /// Its model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// What the formula is under that model: `true`, `false`, or why it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}
