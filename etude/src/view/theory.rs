//! Facts about one theory for programs at the end of a run, whichever run it is.

use campaign::TheorySummary;
use serde_json::{Value, json};

/// Returns the beginning of a theory's JSON object; a run adds what only it knows.
pub(crate) fn theory_object(theory: &TheorySummary, solvers: &[String]) -> Value {
    json!({
        "theory": theory.name,
        "formulas": theory.formulas,
        "complete_size": theory.complete.map(|(size, _)| size),
        "guarantee": theory.guarantee(solvers),
        "standings": theory.standings,
        "wrong": theory.wrong,
    })
}
