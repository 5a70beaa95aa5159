//! `etude solve`: one script, some solvers, a verdict of each.

use std::io::{BufWriter, Write, stdout};

use anyhow::Result;
use serde_json::{Value, json};
use solvers::{Answer, Entry, Limits, Solver, Verdict, Want};

use crate::choice::{BrokenSolvers, chosen, installed, resolve};
use crate::cli::Solve;
use crate::input::read;

pub(crate) fn run(arguments: &Solve) -> Result<()> {
    let (_, script) = read(&arguments.file)?;
    let entries = match chosen(&arguments.solvers)? {
        Some(entries) => entries,
        None => installed()?,
    };
    let limits =
        Limits { wall: arguments.timeout, memory: Some(arguments.memory), ..Limits::default() };
    let want = if arguments.model { Want::Model } else { Want::Verdict };
    let rows: Vec<Row> =
        entries.iter().map(|entry| Row::new(entry, &script, &limits, want)).collect();

    let mut out = BufWriter::new(stdout().lock());
    if arguments.json {
        writeln!(out, "{}", rows.iter().map(Row::json).collect::<Value>())?;
    } else {
        write_table(&mut out, &rows)?;
        for row in &rows {
            row.write_adapted(&mut out)?;
        }
        for row in &rows {
            row.write_model(&mut out)?;
        }
    }
    out.flush()?;
    let broken: Vec<String> = rows.iter().filter_map(Row::trouble).collect();
    if broken.is_empty() { Ok(()) } else { Err(BrokenSolvers(broken).into()) }
}

/// What became of one solver.
struct Row {
    name: String,
    /// The solver, and what it said, if it could be found and started.
    outcome: Result<(Solver, Answer)>,
}

impl Row {
    fn new(entry: &Entry, script: &str, limits: &Limits, want: Want) -> Self {
        let solver = match resolve(&entry.request) {
            Ok(solver) => entry.describe(solver),
            Err(error) => return Self { name: entry.label(), outcome: Err(error) },
        };
        let name = solver.name.clone();
        let answer = solver.solve_for(script, &entry.limit(limits), want);
        Self { name, outcome: answer.map(|answer| (solver, answer)).map_err(Into::into) }
    }

    /// Why the solver counts as missing or broken, if it does.
    fn trouble(&self) -> Option<String> {
        match &self.outcome {
            Err(error) => Some(format!("{}: {error:#}", self.name)),
            Ok((_, Answer { verdict: Verdict::Flawed(reason), .. })) => {
                Some(format!("{}: {reason}", self.name))
            }
            Ok(_) => None,
        }
    }

    fn cells(&self) -> [String; 4] {
        let name = self.name.clone();
        match &self.outcome {
            Ok((_, answer)) => {
                let time = format!("{:.3}s", answer.time.as_secs_f64());
                [name, answer.verdict.kind().to_owned(), time, answer.verdict.detail()]
            }
            Err(_) => [name, "missing".to_owned(), "-".to_owned(), String::new()],
        }
    }

    fn json(&self) -> Value {
        match &self.outcome {
            Ok((solver, answer)) => json!({
                "solver": self.name,
                "version": solver.version.map(|version| version.to_string()),
                "command": solver.command_line(),
                "verdict": answer.verdict.kind(),
                "detail": answer.verdict.detail(),
                "answers": answer.checks.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "seconds": answer.time.as_secs_f64(),
                "cpu_seconds": answer.cpu.map(|cpu| cpu.as_secs_f64()),
                "memory": answer.memory,
                "model": answer.model,
                "adapted": answer.adapted.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "stderr": answer.stderr,
            }),
            Err(error) => json!({
                "solver": self.name,
                "verdict": "missing",
                "detail": format!("{error:#}"),
            }),
        }
    }

    /// What the solver was told in other words than the script's.
    fn write_adapted(&self, out: &mut impl Write) -> Result<()> {
        let adapted = self.outcome.iter().flat_map(|(_, answer)| &answer.adapted);
        for adaptation in adapted {
            writeln!(out, "note: {}: {adaptation}", self.name)?;
        }
        Ok(())
    }

    fn write_model(&self, out: &mut impl Write) -> Result<()> {
        if let Ok((_, Answer { model: Some(model), .. })) = &self.outcome {
            writeln!(out, "\nmodel of {}:\n{model}", self.name)?;
        }
        Ok(())
    }
}

/// Columns as wide as their widest cell; the last as wide as it likes.
fn write_table(out: &mut impl Write, rows: &[Row]) -> Result<()> {
    let header = ["solver", "verdict", "time", ""].map(str::to_owned);
    let table: Vec<[String; 4]> = [header].into_iter().chain(rows.iter().map(Row::cells)).collect();
    let width =
        |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (first, second, third) = (width(0), width(1), width(2));
    for [name, verdict, time, detail] in &table {
        let line = format!("{name:<first$}  {verdict:<second$}  {time:>third$}  {detail}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
