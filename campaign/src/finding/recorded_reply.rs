//! A solver's reply to one formula as evidence keeps it.

use std::time::Duration;

use outlet::times::brief;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use solvers::{Check, Checked, Exchange, Want};

use crate::finding::trimmed::of_constants;
use crate::hex::hex;
use crate::judge::evaluation::Evaluations;
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::setting::Description;

/// A solver's reply to one formula, as evidence keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedReply {
    /// The solver.
    pub solver: Description,
    /// The kind of its verdict.
    pub verdict: VerdictKind,
    /// The solver's words beyond the verdict; empty if there are none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The time that it took.
    #[serde(rename = "seconds", with = "in_seconds")]
    pub time: Duration,
    /// The time that it was allowed to take; zero if nobody wrote it down.
    #[serde(rename = "limit_seconds", with = "in_seconds")]
    pub limit: Duration,
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
    /// The truth of the formula under the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluations>,
}

/// A question about a model and the solver's answer: `(get-value ((div 5 0)))`, `(((div 5 0) 7))`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedValue {
    /// The question.
    pub question: String,
    /// The answer.
    pub reply: String,
}

/// The rest of a model of which only the beginning is kept. In `evidence.json`: `{"bytes": 5000000, "sha256": "…"}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CutModel {
    /// The bytes of the whole model.
    pub bytes: usize,
    /// Its SHA-256, in hexadecimal digits.
    pub sha256: String,
}

/// The most bytes of a model that evidence keeps whole.
const WHOLE_MODEL: usize = 64 << 10;

/// The bytes that are kept of a longer one.
const MODEL_START: usize = 4 << 10;

impl RecordedReply {
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

    /// Returns the verdict and the first line beyond it: `rejected: unknown constant x`.
    pub fn said(&self) -> String {
        match self.detail.lines().next() {
            None | Some("") => self.verdict.to_string(),
            Some(line) => format!("{}: {line}", self.verdict),
        }
    }

    /// Returns what a terminal shows of the reply to a formula: the verdict, a model that was asked for,
    /// of what the formula names, and what else the solver said.
    pub(crate) fn transcript(&self, want: Want, formula: &str) -> String {
        let answer = match self.verdict {
            VerdictKind::Sat | VerdictKind::Unsat | VerdictKind::Unknown => {
                self.verdict.to_string()
            }
            VerdictKind::InvalidModel => "sat".to_owned(),
            VerdictKind::Timeout => {
                return format!("(no answer within {})", brief(self.limit.as_secs_f64()));
            }
            _ => return format!("({})", self.said()),
        };
        let model = self.model.as_ref().filter(|_| want == Want::Model);
        let model =
            model.map(|model| fitted_lines(of_constants(model.trim_end(), formula).text.as_str()));
        let detail = (self.verdict == VerdictKind::InvalidModel).then(|| self.detail.clone());
        let values = self.values.iter().filter(|_| want == Want::Model);
        let values = values.map(|value| value.reply.trim().to_owned());
        let lines = [Some(answer), model].into_iter().flatten().chain(values).chain(detail);
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the truth of the formula under the model, in words; `–` if it gave none.
    pub fn evaluated(&self) -> String {
        self.evaluation.as_ref().map_or_else(|| "–".to_owned(), Evaluations::to_string)
    }

    /// Whether a check of the formula is false under the model.
    pub fn is_false(&self) -> bool {
        self.evaluation.as_ref().is_some_and(Evaluations::is_false)
    }

    /// Whether the formula has one check, and is true under the model.
    pub fn is_true(&self) -> bool {
        self.evaluation.as_ref().is_some_and(Evaluations::is_true)
    }
}

/// Returns the first few lines of a text.
fn fitted_lines(text: &str) -> String {
    const MOST: usize = 20;
    let mut lines: Vec<&str> = text.lines().take(MOST).collect();
    if text.lines().count() > MOST {
        lines.push("…");
    }
    lines.join("\n")
}

/// A time in files: its seconds, as a number.
mod in_seconds {
    use std::time::Duration;

    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        time.as_secs_f64().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(from)?).map_err(D::Error::custom)
    }
}
