//! `etude solve`: one script, some solvers, a verdict of each.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufWriter, Write, stdout};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use solvers::{
    Answer, Entry, Family, Installer, Limits, Package, Request, Solver, Verdict, Want, cache_dir,
    parse_lines, parse_list, parse_toml,
};
use thiserror::Error;

use crate::cli::Solve;
use crate::input::read;

/// Solvers that gave no verdict, after those that did were printed.
#[derive(Debug, Error)]
#[error("{}", .0.join("\n       "))]
pub(crate) struct BrokenSolvers(pub Vec<String>);

pub(crate) fn run(arguments: &Solve) -> Result<()> {
    let (_, script) = read(&arguments.file)?;
    let entries = entries(arguments)?;
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
            row.write_model(&mut out)?;
        }
    }
    out.flush()?;
    let broken: Vec<String> = rows.iter().filter_map(Row::trouble).collect();
    if broken.is_empty() { Ok(()) } else { Err(BrokenSolvers(broken).into()) }
}

/// The program that `request` asks for. By name and version it is one that is
/// or will be installed; by name alone the one in `PATH` comes first.
pub(crate) fn resolve(request: &Request) -> Result<Solver> {
    let (family, version, options) = match request {
        Request::Command(solver) => return Ok(solver.clone()),
        Request::Named { family, version, options } => (*family, *version, options),
    };
    let in_path = version.is_none().then(|| Solver::in_path(family)).flatten();
    if let Some(path) = in_path {
        let solver = Solver::new(vec![path.into_os_string()]).with_family(family);
        return Ok(solver.with_name(family.name()).with_options(options.clone()));
    }
    let wanted = version.map_or_else(|| "newest".to_owned(), |version| version.to_string());
    let package: Package = format!("{}@{wanted}", family.name()).parse()?;
    let program = Installer::new(cache_dir()?).install(&package)?;
    Ok(Solver::of_program(&program).with_options(options.clone()))
}

/// What is there without fetching anything: programs in `PATH`, and the newest
/// of each solver in the cache.
fn installed() -> Vec<Entry> {
    let in_path = Family::all()
        .filter_map(|family| Some((family, Solver::in_path(family)?)))
        .map(|(family, path)| Solver::new(vec![path.into_os_string()]).with_name(family.name()));
    let programs = cache_dir().map(|folder| Installer::new(folder).installed()).unwrap_or_default();
    // They are sorted by name and release, so the last of a name is its newest.
    let newest: BTreeMap<String, Solver> = programs
        .iter()
        .map(|program| (program.name.clone(), Solver::of_program(program)))
        .collect();
    in_path.chain(newest.into_values()).map(|solver| Entry::new(Request::Command(solver))).collect()
}

/// The solvers that were asked for, else those that are there.
fn entries(arguments: &Solve) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for text in &arguments.solver {
        let requests = parse_list(text)?;
        if requests.is_empty() {
            bail!(
                "--solver is empty: write a name and version, as in z3@4.13.0, or a command line"
            );
        }
        entries.extend(requests.into_iter().map(Entry::new));
    }
    if let Some(path) = &arguments.solvers_from {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let found = if path.extension().is_some_and(|extension| extension == "toml") {
            parse_toml(&text).map_err(anyhow::Error::msg)
        } else {
            let requests = parse_lines(&text);
            requests.map(|list| list.into_iter().map(Entry::new).collect()).map_err(Into::into)
        };
        let found: Vec<Entry> = found.with_context(|| path.display().to_string())?;
        if found.is_empty() {
            bail!(
                "{} describes no solver: write [[solver]] tables, or a command line a line",
                path.display()
            );
        }
        entries.extend(found);
    }
    if arguments.solver.is_empty() && arguments.solvers_from.is_none() {
        entries = installed();
        if entries.is_empty() {
            let advice = "say which by --solver, as in --solver z3@newest, which is fetched";
            return Err(BrokenSolvers(vec![format!("no solver is installed: {advice}")]).into());
        }
    }
    Ok(entries)
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
                "stderr": answer.stderr,
            }),
            Err(error) => json!({
                "solver": self.name,
                "verdict": "missing",
                "detail": format!("{error:#}"),
            }),
        }
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
