//! `etude search`: a model of a script among small values, or a proof that there is none.

use std::io::Write;

use anyhow::{Result, anyhow};
use serde_json::json;
use smtlib::{Budget, Found, Script, search};

use crate::cli::SearchArguments;
use crate::input::{choose_query, read};
use crate::output::{say, stdout};

/// Steps of evaluation for each evaluation that the budget allows.
const STEPS_EACH: u64 = 20;

pub(crate) fn run(arguments: &SearchArguments) -> Result<()> {
    let (name, text) = read(&arguments.script)?;
    let script = Script::parse(&text).map_err(|error| anyhow!("{name}:{error}"))?;
    let budget = Budget {
        evaluations: arguments.budget,
        all_steps: arguments.budget.saturating_mul(STEPS_EACH),
        ..Budget::default()
    };
    let query = choose_query(&script, arguments.query)?;
    let found = search(&script.terms, &query, &budget);
    let mut out = stdout(arguments.json);
    let model = match &found {
        Found::Sat(model) => Some(model.text(&script.terms, &query.functions)),
        _ => None,
    };
    if arguments.json {
        let tried = match &found {
            Found::Sat(_) => None,
            Found::Unsat { assignments: tried } | Found::Unknown { tried } => Some(tried),
        };
        writeln!(out, "{}", json!({ "answer": found.name(), "model": model, "tried": tried }))?;
        return Ok(());
    }
    writeln!(out, "{}", found.name())?;
    if let Some(model) = model {
        writeln!(out, "{model}")?;
    }
    match found {
        Found::Sat(_) => {}
        Found::Unsat { assignments } => say(|| format!("proven by {assignments} evaluations")),
        Found::Unknown { tried } => {
            say(|| format!("{tried} assignments were tried; --budget allows more"));
        }
    }
    Ok(())
}
