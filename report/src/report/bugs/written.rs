//! A bug as JSON holds it: one flat object, whose names are a promise to programs that read it.

use campaign::{
    Argument, Evaluations, FormulaName, Kind, Lifetime, Place, RecordedReply, Severity, Triage,
    VerdictKind,
};
use serde::{Serialize, Serializer};

use super::{Age, BugEntry};
use crate::report::by_its_key;

impl Serialize for BugEntry {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Written::of(self).serialize(to)
    }
}

/// A bug, field by field as it is written.
#[derive(Serialize)]
struct Written<'a> {
    id: &'a str,
    fingerprint: &'a str,
    severity: Severity,
    kind: Kind,
    solver: String,
    title: String,
    sentence: String,
    reason: String,
    detail: String,
    theory: &'a str,
    #[serde(flatten, serialize_with = "by_its_key")]
    place: &'a Place,
    size: u32,
    operators: &'a [String],
    outside_standard: &'a [String],
    formula: &'a str,
    answers: Vec<WrittenReply<'a>>,
    models: Vec<WrittenModel<'a>>,
    refutation: Option<String>,
    remarks: &'a [String],
    count: usize,
    others: &'a [FormulaName],
    age: &'a Age,
    triage: Option<&'a Triage>,
    lifetime: Option<&'a Lifetime>,
    run: usize,
    seen: Option<u64>,
    history: String,
    reported_formula: &'a str,
    also_in: &'a [String],
    told_by: Option<&'a str>,
    reproduction: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    show: Option<String>,
    command: Option<&'a str>,
}

/// A solver's reply, field by field as it is written.
#[derive(Serialize)]
struct WrittenReply<'a> {
    solver: &'a str,
    version: Option<&'a str>,
    said: String,
    verdict: VerdictKind,
    seconds: f64,
    limit_seconds: f64,
    is_fresh: bool,
    evaluation: Option<&'a Evaluations>,
    model: Option<&'a str>,
}

/// A model with the values of all subterms, or why there are none.
#[derive(Serialize)]
struct WrittenModel<'a> {
    title: &'a str,
    model: &'a str,
    values: Option<&'a str>,
    problem: Option<String>,
}

impl<'a> Written<'a> {
    fn of(bug: &'a BugEntry) -> Self {
        let finding = &bug.finding;
        let (formula, evidence) = (&finding.formula, &finding.evidence);
        Self {
            id: &bug.id,
            fingerprint: &bug.fingerprint,
            severity: bug.severity,
            kind: finding.kind,
            solver: finding.accused.to_string(),
            title: finding.title(),
            sentence: finding.sentence(),
            reason: finding.reason(),
            detail: finding.fault.to_string(),
            theory: &formula.theory,
            place: &formula.place,
            size: formula.size,
            operators: &finding.operators,
            outside_standard: &evidence.outside_standard,
            formula: &evidence.formula,
            answers: evidence.answers.iter().map(WrittenReply::of).collect(),
            models: bug.models.iter().map(WrittenModel::of).collect(),
            refutation: finding.refutation(),
            remarks: &evidence.remarks,
            count: bug.count,
            others: &bug.others,
            age: &bug.age,
            triage: bug.triage.as_ref(),
            lifetime: bug.lifetime.as_ref(),
            run: bug.run,
            seen: bug.seen,
            history: bug.history(),
            reported_formula: &bug.formula,
            also_in: &bug.also_in,
            told_by: bug.told_by.as_deref(),
            reproduction: finding.reproduction(),
            show: formula.show(),
            command: bug.command.as_deref(),
        }
    }
}

impl<'a> WrittenReply<'a> {
    fn of(reply: &'a RecordedReply) -> Self {
        Self {
            solver: &reply.solver.name,
            version: reply.solver.version.as_deref(),
            said: reply.said(),
            verdict: reply.verdict,
            seconds: reply.time.as_secs_f64(),
            limit_seconds: reply.limit.as_secs_f64(),
            is_fresh: reply.is_fresh,
            evaluation: reply.evaluation.as_ref(),
            model: reply.model.as_deref(),
        }
    }
}

impl<'a> WrittenModel<'a> {
    fn of(argument: &'a Argument) -> Self {
        Self {
            title: &argument.title,
            model: &argument.model,
            values: argument.values.as_deref().ok(),
            problem: argument.values.as_ref().err().map(ToString::to_string),
        }
    }
}
