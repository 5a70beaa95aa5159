//! `etude solve`: one script, some solvers, a verdict of each, and what is wrong with it.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::Result;
use campaign::{Manner, ParsedFormula, Setting};
use serde_json::Value;
use solvers::{Answer, Entry, Limits, Solver};

use crate::choice::{BrokenSolvers, installed, preferred, resolve};
use crate::cli::Solve;
use crate::exit::Exit;
use crate::input::read;
use crate::output::{say, stdout};
use crate::view::answers::{AnswerRow, Judged};

pub(crate) fn run(arguments: &Solve) -> Result<ExitCode> {
    let (_, script) = read(&arguments.file)?;
    let entries = match preferred(&arguments.solvers)? {
        Some(entries) => entries,
        None => installed()?,
    };
    let limits =
        Limits { wall: arguments.timeout, memory: Some(arguments.memory), ..Limits::default() };
    let mut parsed = ParsedFormula::new(&script).ok();
    let rows: Vec<AnswerRow> =
        entries.iter().map(|entry| row(entry, &script, parsed.as_mut(), &limits)).collect();
    let judged = Judged::new(&script, &rows);

    let mut out = BufWriter::new(stdout(arguments.json));
    if arguments.json {
        let rows = rows.iter().enumerate().map(|(place, row)| row.json(&judged.of_row(place)));
        writeln!(out, "{}", rows.collect::<Value>())?;
    } else {
        judged.write_table(&mut out, &rows)?;
        for line in judged.lines(&rows) {
            writeln!(out, "{line}")?;
        }
        for row in &rows {
            row.write_adapted(&mut out)?;
        }
        for row in rows.iter().filter(|_| arguments.model) {
            row.write_model(&mut out)?;
        }
    }
    out.flush()?;
    for remark in &judged.judgement.remarks {
        say(|| format!("note: {remark}"));
    }
    let broken: Vec<String> = rows.iter().filter_map(AnswerRow::trouble).collect();
    if !broken.is_empty() {
        return Err(BrokenSolvers(broken).into());
    }
    let is_found = judged.findings().next().is_some();
    Ok(if is_found { Exit::Found } else { Exit::Fine }.into())
}

/// Asks one solver, if it can be found.
fn row(
    entry: &Entry,
    script: &str,
    parsed: Option<&mut ParsedFormula>,
    limits: &Limits,
) -> AnswerRow {
    let solver = match resolve(&entry.request) {
        Ok(solver) => entry.describe(solver),
        Err(error) => return AnswerRow { name: entry.label(), outcome: Err(error) },
    };
    let name = solver.name.clone();
    let outcome = ask(solver, script, parsed, entry.limit(limits));
    AnswerRow { name, outcome }
}

/// Asks one solver for its answer, its models, and what their evaluation hangs on.
fn ask(
    solver: Solver,
    script: &str,
    mut parsed: Option<&mut ParsedFormula>,
    limits: Limits,
) -> Result<(Setting, Answer)> {
    let setting = Setting::new(solver, limits, Manner::Fresh)?;
    let mut questions = |answer: &Answer| {
        let parsed = parsed.as_mut();
        parsed.map_or_else(Vec::new, |it| it.questions(answer, setting.dialect()))
    };
    let answer = setting.solver.solve_asking(script, &setting.limits, &mut questions)?;
    Ok((setting, answer))
}
