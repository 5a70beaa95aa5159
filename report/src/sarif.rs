//! A report as SARIF 2.1.0, which code hosts show beside the code: kinds are rules, bugs results; the worst
//! come first, and what a bug is a level of follows from its evidence.

use campaign::{FORMULA, Kind, Severity};
use outlet::counted;
use serde_json::{Value, json};

use crate::report::{BugEntry, Report};
use crate::words::{meaning, percent_encoded};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The report as SARIF.
pub fn render(report: &Report) -> String {
    let rules: Vec<Value> = Kind::ALL.into_iter().map(rule).collect();
    let object = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "etude", "version": report.etude, "rules": rules } },
            "originalUriBaseIds": {
                "CAMPAIGN": { "description": { "text": "the folder of the campaign" } },
            },
            "automationDetails": { "id": format!("etude/{}", uri(&report.campaign)) },
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications(report),
            }],
            "properties": { "guarantees": report.guarantees },
            "results": report.bugs.iter().map(result).collect::<Vec<Value>>(),
        }],
    });
    let mut text = serde_json::to_string_pretty(&object).expect("a JSON value can be written");
    text.push('\n');
    text
}

/// Returns what the campaign says of itself: who did not answer, then the guarantees.
fn notifications(report: &Report) -> Vec<Value> {
    let note = |level: &str, text: &str| json!({ "level": level, "message": { "text": text } });
    let gaps = report.guarantees.iter().flat_map(|it| &it.gaps).map(|gap| note("warning", gap));
    let guarantees = report.guarantees.iter().map(|it| note("note", &it.sentence));
    gaps.chain(guarantees).collect()
}

/// The word for a weight.
fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Wrong => "error",
        Severity::Suspicious => "warning",
        Severity::Note => "note",
    }
}

fn rule(kind: Kind) -> Value {
    json!({
        "id": kind.name(),
        "name": camel(kind.name()),
        "shortDescription": { "text": meaning(kind) },
        "defaultConfiguration": { "level": level(kind.severity()) },
    })
}

fn result(bug: &BugEntry) -> Value {
    let finding = &bug.finding;
    let formula = &finding.formula;
    let formulas = counted(bug.count as u64, "formula");
    let suppressions: Vec<Value> = bug
        .decided()
        .map(|triage| {
            json!({ "kind": "external", "status": "accepted", "justification": triage.to_string() })
        })
        .into_iter()
        .collect();
    json!({
        "ruleId": finding.kind.name(),
        "ruleIndex": Kind::ALL.iter().position(|kind| *kind == finding.kind),
        "level": level(bug.severity),
        "message": {
            "text": format!(
                "{}. {} ({}, shown by {formulas})",
                finding.title(), bug.history(), formula.name()
            ),
        },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": {
                    "uri": format!("findings/{}/{FORMULA}", uri(&bug.id)),
                    "uriBaseId": "CAMPAIGN",
                },
                "region": { "startLine": 1, "snippet": { "text": bug.formula } },
            },
        }],
        "partialFingerprints": { "etudeBug/v1": bug.fingerprint },
        "occurrenceCount": bug.count,
        "suppressions": suppressions,
        "properties": {
            "theory": formula.theory,
            (formula.place.key()): formula.place,
            "solver": finding.accused.to_string(),
            "operators": finding.operators,
            "reproduce": finding.reproduction(),
        },
    })
}

/// `InvalidModel` for `invalid-model`.
fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(1.min(word.len()));
        format!("{}{rest}", first.to_ascii_uppercase())
    };
    name.split('-').map(capital).collect()
}

/// A name as a part of a URI.
fn uri(name: &str) -> String {
    percent_encoded(name, "-._~")
}
