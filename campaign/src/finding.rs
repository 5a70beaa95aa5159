//! Findings: an answer that is wrong or worse than it should be, with its evidence.

pub mod commands_for_people;
pub(crate) mod explanation;
pub(crate) mod folder;
pub(crate) mod folders;
pub(crate) mod issue;
pub(crate) mod known_bugs;
pub(crate) mod signature;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use solvers::{Check, Checked, Exchange};

use crate::hex::hex;
use crate::judge::kind::Kind;
use crate::seat::setting::Description;

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
    /// The number of the check that the finding is about, from 1; `None` if the script has one only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<usize>,
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

impl Evidence {
    /// Returns the number of the check that the finding is about, from 0, of a script with so many
    /// checks.
    pub(crate) fn check_of(&self, checks: usize) -> usize {
        self.check.map_or(checks, |check| check.min(checks)).saturating_sub(1)
    }
}

/// The most bytes of a model that evidence keeps whole.
const WHOLE_MODEL: usize = 64 << 10;

/// The bytes that are kept of a longer one.
const MODEL_START: usize = 4 << 10;

/// A question about a model and the solver's answer: `(get-value ((div 5 0)))`, `(((div 5 0) 7))`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedValue {
    /// The question.
    pub question: String,
    /// The answer.
    pub reply: String,
}

/// The rest of a model of which only the beginning is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutModel {
    /// The bytes of the whole model.
    pub bytes: usize,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

impl Testimony {
    /// Keeps what was said of a check: of a long model the beginning and a digest.
    pub(crate) fn keep_said(&mut self, said: &Checked) {
        let asked =
            |it: &Exchange| AskedValue { question: it.question.clone(), reply: it.reply.clone() };
        self.values = said.values.iter().map(asked).collect();
        self.model.clone_from(&said.model);
        if let Some(model) = said.model.as_ref().filter(|model| model.len() > WHOLE_MODEL) {
            let sha256 = hex(&Sha256::digest(model.as_bytes()));
            self.cut = Some(CutModel { bytes: model.len(), sha256 });
            // Whole characters, none longer than four bytes.
            self.model = Some(model.chars().take(MODEL_START / 4).collect());
            self.values.clear();
        }
    }

    /// Returns the model with what was asked beyond it; `None` if there is none, or not all of it.
    pub(crate) fn statement(&self) -> Option<Checked> {
        let model = self.model.clone().filter(|_| self.cut.is_none())?;
        let exchange =
            |it: &AskedValue| Exchange { question: it.question.clone(), reply: it.reply.clone() };
        let values = self.values.iter().map(exchange).collect();
        Some(Checked { check: Check::Sat, model: Some(model), values })
    }

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
    /// The rest of the model, if only its beginning is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutModel>,
    /// The questions about values beyond the model, with their answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<AskedValue>,
    /// What the formula is under that model: `true`, `false`, or why it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<String>,
}
