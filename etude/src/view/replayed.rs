//! Findings that were asked again, for people and programs.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use campaign::{Comparison, Evaluation, Evaluations, Finding, Recurrence, Replayed, VerdictKind};
use outlet::first_line;
use serde_json::{Value, json};

use crate::view::table::write_table;

/// The JSON object of one finding.
pub(crate) fn object(folder: &Path, finding: &Finding, replayed: &Replayed) -> Result<Value> {
    let mut object = json!({
        "folder": folder.to_string_lossy(),
        "kind": finding.kind,
        "solver": finding.accused,
    });
    let Value::Object(rest) = serde_json::to_value(replayed).context("cannot write JSON")? else {
        bail!("cannot write JSON");
    };
    object.as_object_mut().context("cannot write JSON")?.extend(rest);
    Ok(object)
}

/// Writes whether a finding still holds, and a table of the answers then and now.
pub(crate) fn write_replayed(
    out: &mut impl Write,
    folder: &Path,
    finding: &Finding,
    replayed: &Replayed,
) -> Result<()> {
    let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy();
    let standing = match &replayed.standing {
        Recurrence::Holds => format!("still holds ({})", finding.kind),
        Recurrence::Gone => format!("holds no more ({})", finding.kind),
        Recurrence::Changed { now, fault } => {
            let detail = fault.to_string();
            let now: Vec<&str> = now.iter().map(|kind| kind.name()).collect();
            let detail = if detail.is_empty() { String::new() } else { format!(": {detail}") };
            format!("changed from {} to {}{detail}", finding.kind, now.join(", "))
        }
        Recurrence::Open { reason } => format!("cannot be told ({}): {reason}", finding.kind),
    };
    writeln!(out, "{name}: {standing}")?;
    let header = ["solver", "then", "now", "time", ""].map(str::to_owned);
    let rows = replayed.answers.iter().map(cells);
    write_table(out, &[header].into_iter().chain(rows).collect::<Vec<_>>())
}

fn cells(answer: &Comparison) -> [String; 5] {
    let verdict = |verdict: &str, evaluation: Option<&Evaluations>| match evaluation
        .and_then(Evaluations::single)
    {
        Some(Evaluation::False(reason)) if reason.is_empty() => format!("{verdict}, false"),
        _ => verdict.to_owned(),
    };
    let now = answer.new_verdict.map_or("missing", VerdictKind::name);
    let solver = match &answer.now {
        Some(now) if now.name != answer.solver => format!("{} -> {}", answer.solver, now.name),
        _ => answer.solver.clone(),
    };
    [
        solver,
        verdict(answer.old_verdict.name(), answer.old_evaluation.as_ref()),
        verdict(now, answer.evaluation.as_ref()),
        answer.seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.3}s")),
        first_line(&answer.detail).to_owned(),
    ]
}
