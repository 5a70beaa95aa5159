//! The form of findings in files and databases (format 1), and the values that it stands for.
//!
//! The form came before the types: `solver` joins the names of all that are accused, `detail` is
//! the fault in words, and the formula's identity and the proof lie among the other fields. A formula
//! of a grammar has an `index`, a script of a corpus a `file` in its place, a mutant its place in words.

use feat_runtime::Index;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::finding::accused::Accused;
use crate::finding::fault::Fault;
use crate::finding::formula_id::FormulaId;
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::reduced::Original;
use crate::finding::{Evidence, Finding, Proof};
use crate::judge::kind::Kind;
use crate::source::file_name::FileName;
use crate::source::lineage::Lineage;
use crate::source::order::{Place, decimal};

/// A finding, field by field as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct FindingV1 {
    kind: Kind,
    solver: Accused,
    detail: String,
    theory: String,
    grammar: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", with = "decimal::optional")]
    index: Option<Index>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<FileName>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mutant: Option<String>,
    size: u32,
    operators: Vec<String>,
    evidence: Evidence,
}

/// A finding of no formula, or of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a finding is of one formula: it has an `index`, a `file` or a `mutant`")]
pub(super) struct NoPlace;

impl TryFrom<FindingV1> for Finding {
    type Error = NoPlace;

    fn try_from(read: FindingV1) -> Result<Self, NoPlace> {
        let FindingV1 { kind, theory, grammar, origin, size, .. } = read;
        let place = match (read.index, read.file, read.mutant) {
            (Some(index), None, None) => Place::Index(index),
            (None, Some(file), None) => Place::File(file),
            (None, None, Some(mutant)) => Place::mutant(&mutant).ok_or(NoPlace)?,
            _ => return Err(NoPlace),
        };
        Ok(Self {
            kind,
            accused: read.solver,
            fault: Fault::parse(kind, &read.detail),
            formula: FormulaId { theory, grammar, origin, place, size },
            operators: read.operators,
            evidence: read.evidence,
        })
    }
}

impl From<Finding> for FindingV1 {
    fn from(finding: Finding) -> Self {
        let FormulaId { theory, grammar, origin, place, size } = finding.formula;
        let (index, file, mutant) = match place {
            Place::Index(index) => (Some(index), None, None),
            Place::File(file) => (None, Some(file), None),
            Place::Mutant { .. } => (None, None, Some(place.to_string())),
            Place::Drawn { .. } => unreachable!("a formula that was drawn is asked by its index"),
        };
        Self {
            kind: finding.kind,
            solver: finding.accused,
            detail: finding.fault.to_string(),
            theory,
            grammar,
            origin,
            index,
            file,
            mutant,
            size,
            operators: finding.operators,
            evidence: finding.evidence,
        }
    }
}

/// Evidence, field by field as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct EvidenceV1 {
    formula: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    check: Option<usize>,
    answers: Vec<RecordedReply>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    witness: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refuted_after: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    outside_standard: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lineage: Option<Lineage>,
    /// A later addition: the formula before it was reduced, with all that was said of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    original: Option<Box<Original>>,
}

/// Evidence for two things that exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the evidence proves both that the formula has a model and that it has none")]
pub(super) struct ProvesBoth;

impl TryFrom<EvidenceV1> for Evidence {
    type Error = ProvesBoth;

    fn try_from(read: EvidenceV1) -> Result<Self, ProvesBoth> {
        let proof = match (read.witness, read.refuted_after) {
            (None, None) => None,
            (Some(model), None) => Some(Proof::Model(model)),
            (None, Some(evaluations)) => Some(Proof::Refuted { evaluations }),
            (Some(_), Some(_)) => return Err(ProvesBoth),
        };
        Ok(Self {
            formula: read.formula,
            check: read.check,
            answers: read.answers,
            proof,
            outside_standard: read.outside_standard,
            remarks: read.remarks,
            lineage: read.lineage,
            original: read.original,
        })
    }
}

impl From<Evidence> for EvidenceV1 {
    fn from(evidence: Evidence) -> Self {
        let (witness, refuted_after) = match evidence.proof {
            None => (None, None),
            Some(Proof::Model(model)) => (Some(model), None),
            Some(Proof::Refuted { evaluations }) => (None, Some(evaluations)),
        };
        Self {
            formula: evidence.formula,
            check: evidence.check,
            answers: evidence.answers,
            witness,
            refuted_after,
            outside_standard: evidence.outside_standard,
            remarks: evidence.remarks,
            lineage: evidence.lineage,
            original: evidence.original,
        }
    }
}
