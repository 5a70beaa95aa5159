//! Fusion functions for people and programs: as they are, and as they were checked.

use std::io::Write;

use anyhow::Result;
use mutation::fusion::{FusionCheck, FusionFunction, Verdict};
use serde_json::{Value, json};

use super::rules::SolverCount;
use crate::exit::Exit;

/// Returns the JSON object of a fusion function.
pub(crate) fn entry(function: &FusionFunction) -> Value {
    json!({
        "technique": "fuse",
        "name": &**function.name(),
        "theory": &**function.theory(),
        "line": function.line(),
        "text": function.to_string(),
        "guard": function.guard(),
    })
}

/// Writes a fusion function, and what it makes of two variables.
pub(crate) fn write(function: &FusionFunction, out: &mut impl Write) -> Result<()> {
    let [fused, x, y] = function.sides();
    writeln!(out, "{function}\n")?;
    write!(out, "with z = {fused}")?;
    if let Some(guard) = function.guard() {
        write!(out, ", where {guard}")?;
    }
    writeln!(out, ":\n  x\n  becomes\n  {x}\n\n  y\n  becomes\n  {y}")?;
    Ok(())
}

/// A fusion function that was checked.
pub(crate) struct CheckedFunction {
    pub name: String,
    pub check: FusionCheck,
    pub solvers: Vec<SolverCount>,
}

impl CheckedFunction {
    pub fn verdict(&self) -> &'static str {
        let is_refuted = self.solvers.iter().any(SolverCount::is_refuting);
        match &self.check.verdict {
            Verdict::Fails(_) => "refuted",
            _ if is_refuted => "refuted",
            Verdict::Unfit => "untested",
            Verdict::Inverts | Verdict::InvertsWhen(_) => "ok",
        }
    }

    pub fn exit(&self) -> Exit {
        match self.verdict() {
            "refuted" => Exit::Found,
            "untested" => Exit::Open,
            _ => Exit::Fine,
        }
    }

    /// Writes a line, and what refutes the function below it.
    pub fn write(&self, out: &mut impl Write) -> Result<()> {
        let FusionCheck { assignments, open, verdict } = &self.check;
        write!(out, "{:<24} {:<8} {assignments} taken back", self.name, self.verdict())?;
        if *open > 0 {
            write!(out, ", {open} open")?;
        }
        if let Verdict::InvertsWhen(guard) = verdict {
            write!(out, ", where {guard}")?;
        }
        for solver in &self.solvers {
            write!(out, "; {}", solver.text())?;
        }
        writeln!(out)?;
        if let Verdict::Fails(counterexample) = verdict {
            writeln!(out, "  {counterexample}")?;
        }
        self.solvers.iter().try_for_each(|solver| solver.write_sat(out))
    }

    pub fn json(&self) -> Value {
        let FusionCheck { assignments, open, verdict } = &self.check;
        let (guard, counterexample) = match verdict {
            Verdict::InvertsWhen(guard) => (Some(guard), None),
            Verdict::Fails(counterexample) => (None, Some(counterexample.to_string())),
            Verdict::Inverts | Verdict::Unfit => (None, None),
        };
        json!({
            "technique": "fuse",
            "name": self.name,
            "verdict": self.verdict(),
            "applied": assignments,
            "open": open,
            "guard": guard,
            "counterexample": counterexample,
            "solvers": self.solvers.iter().map(SolverCount::json).collect::<Value>(),
        })
    }
}
