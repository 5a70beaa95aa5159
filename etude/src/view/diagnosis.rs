//! Diagnoses of solvers, for people and programs.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use generated::{THEORIES, Theory};
use outlet::first_line;
use serde_json::{Value, json};
use solvers::{Diagnosis, FaultCase, Solver};

use crate::view::table::write_table;

/// The longest beginning of a formula that is shown.
const WIDTH: usize = 80;

/// One solver that was to be examined.
pub(crate) struct Patient {
    /// Its name.
    pub name: String,
    /// Result, if it could be found and started.
    pub outcome: Result<Examination>,
}

/// Result of examining a solver.
pub(crate) struct Examination {
    /// The solver.
    pub solver: Solver,
    /// Its diagnosis for each theory.
    pub diagnoses: Vec<Diagnosis>,
    /// The names of its variants, each with whether it knows the options.
    pub variants: Vec<(&'static str, bool)>,
}

impl Examination {
    /// Says how many variants it knows, and which it does not; `None` if there are none.
    fn variants_note(&self) -> Option<String> {
        let unknown: Vec<&str> =
            self.variants.iter().filter(|(_, is_known)| !is_known).map(|(name, _)| *name).collect();
        let (all, known) = (self.variants.len(), self.variants.len() - unknown.len());
        match (all, unknown.is_empty()) {
            (0, _) => None,
            (_, true) => Some(format!("knows all {all} variants")),
            _ => Some(format!("knows {known} of {all} variants, not {}", unknown.join(", "))),
        }
    }
}

impl Patient {
    /// Returns why the solver counts as missing or broken, if it does: it answers nothing of Core.
    pub fn trouble(&self) -> Option<String> {
        match &self.outcome {
            Err(error) => Some(format!("{}: {error:#}", self.name)),
            Ok(Examination { diagnoses, .. }) => {
                let core = diagnoses.iter().find(|diagnosis| diagnosis.theory == "Core")?;
                if core.is_answered() {
                    return None;
                }
                // A solver that answers `unknown` to everything has no fault to name.
                let reason = notes(core).into_iter().next().unwrap_or_default();
                Some(format!("{} is broken: it answers no formula of Core: {reason}", self.name))
            }
        }
    }

    fn cells(&self) -> Vec<String> {
        let name = [self.name.clone()];
        match &self.outcome {
            Ok(Examination { diagnoses, .. }) => {
                name.into_iter().chain(diagnoses.iter().map(cell)).collect()
            }
            Err(_) => name.into_iter().chain(THEORIES.iter().map(|_| "-".to_owned())).collect(),
        }
    }

    /// The JSON object.
    pub fn json(&self) -> Value {
        match &self.outcome {
            Ok(Examination { solver, diagnoses, variants }) => json!({
                "solver": self.name,
                "version": solver.version.map(|version| version.to_string()),
                "command": solver.command_line(),
                "trouble": self.trouble(),
                "theories": diagnoses.iter().map(object).collect::<Value>(),
                "variants": variants.iter().copied().collect::<BTreeMap<_, _>>(),
            }),
            Err(_) => json!({ "solver": self.name, "trouble": self.trouble(), "theories": [] }),
        }
    }
}

/// `ok`, or the worst fault and how many formulas have it, unless all do.
fn cell(diagnosis: &Diagnosis) -> String {
    let Some((kind, _)) = diagnosis.faults().next() else { return "ok".to_owned() };
    let (count, asked) = (diagnosis.count(kind), diagnosis.asked());
    if count == asked { kind.to_owned() } else { format!("{count}/{asked} {kind}") }
}

/// A sentence for each kind of fault.
fn notes(diagnosis: &Diagnosis) -> Vec<String> {
    let note = |(kind, FaultCase { detail, script }): (&str, &FaultCase)| {
        let detail = first_line(detail);
        let colon = if detail.is_empty() { "" } else { ": " };
        let asserted = script.lines().find(|line| line.starts_with("(assert"));
        let formula = clip(asserted.unwrap_or(script));
        let (count, asked) = (diagnosis.count(kind), diagnosis.asked());
        format!("{count} of {asked} {kind}{colon}{detail}, as for {formula}")
    };
    diagnosis.faults().map(note).collect()
}

fn object(diagnosis: &Diagnosis) -> Value {
    let case = |(kind, FaultCase { detail, script }): (&&str, &FaultCase)| json!({ "verdict": kind, "detail": detail, "formula": script });
    json!({
        "theory": diagnosis.theory,
        "verdicts": diagnosis.kinds,
        "cases": diagnosis.cases.iter().map(case).collect::<Value>(),
    })
}

/// The start of a text, on one line.
fn clip(text: &str) -> String {
    let mut start: String = text.chars().take(WIDTH).collect::<String>().replace('\n', " ");
    if text.chars().nth(WIDTH).is_some() {
        start.push('…');
    }
    start
}

/// Writes one row per solver with one column per theory, and below it what is wrong.
pub(crate) fn write_diagnoses(out: &mut impl Write, patients: &[Patient]) -> Result<()> {
    let header = ["solver"].into_iter().chain(THEORIES.iter().map(Theory::name));
    let header: Vec<String> = header.map(str::to_owned).collect();
    let rows: Vec<Vec<String>> =
        [header].into_iter().chain(patients.iter().map(Patient::cells)).collect();
    write_table(out, &rows)?;
    for Patient { name, outcome } in patients {
        let Ok(examination) = outcome else { continue };
        for diagnosis in &examination.diagnoses {
            for note in notes(diagnosis) {
                writeln!(out, "{name}, {}: {note}", diagnosis.theory)?;
            }
        }
        if let Some(note) = examination.variants_note() {
            writeln!(out, "{name} {note}")?;
        }
    }
    Ok(())
}
