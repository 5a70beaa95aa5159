//! `etude replay`: whether findings still hold.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use campaign::{
    Comparison, Dossier, Evaluation, Evaluations, Finding, Kind, RecordedReply, Recurrence,
    Replayed, Replaying, Unasked, VerdictKind, replay,
};
use feat_runtime::{Index, Layout};
use generated::Theory;
use serde_json::{Value, json};
use solvers::{Package, Solver, parse_list};
use thiserror::Error;

use crate::choice::{BrokenSolvers, installer, resolve};
use crate::cli::Replay;
use crate::exit::Exit;
use crate::output::stdout;

/// How many formulas a session is asked before the one on which it is said to fail.
const BEFORE: u64 = 200;

pub(crate) fn run(arguments: &Replay) -> Result<ExitCode> {
    let substitute = arguments.solver.as_deref().map(substitute).transpose()?;
    let mut out = BufWriter::new(stdout(arguments.json));
    let (mut objects, mut missing) = (Vec::new(), Vec::new());
    let (mut holds, mut is_open) = (false, false);
    for folder in &arguments.folders {
        let finding = Dossier::read(folder)?.finding;
        let whose = whose_place(&finding, substitute.as_ref());
        let options = Replaying {
            timeout: arguments.timeout,
            before: before(&finding),
            ..Replaying::default()
        };
        let find = |reply: &RecordedReply| match (&substitute, whose) {
            (Some(solver), Some(name)) if name == reply.solver.name => Ok(solver.clone()),
            _ => solver_of(reply).map_err(|absent| Unasked::Absent(absent.into())),
        };
        let replayed = match replay(&finding, &options, find) {
            Ok(replayed) => replayed,
            // Those that can be replayed are.
            Err(error) => {
                missing.push(format!("{}: {error}", folder.display()));
                continue;
            }
        };
        holds |= matches!(replayed.standing, Recurrence::Holds | Recurrence::Changed { .. });
        is_open |= matches!(replayed.standing, Recurrence::Open { .. });
        if arguments.json {
            objects.push(object(folder, &finding, &replayed)?);
        } else {
            write_replayed(&mut out, folder, &finding, &replayed)?;
        }
    }
    if arguments.json {
        writeln!(out, "{}", Value::from(objects))?;
    }
    out.flush()?;
    if !missing.is_empty() {
        return Err(BrokenSolvers(missing).into());
    }
    let exit = match (holds, is_open) {
        (true, _) => Exit::Found,
        (false, true) => Exit::Open,
        (false, false) => Exit::Fine,
    };
    Ok(exit.into())
}

/// The solver that `--solver` names.
fn substitute(text: &str) -> Result<Solver> {
    let requests = parse_list(text)?;
    let [request] = requests.as_slice() else {
        bail!("--solver takes the place of one solver: name one, as in z3@4.13.0");
    };
    resolve(request).map_err(|error| BrokenSolvers(vec![format!("{error:#}")]).into())
}

/// Whose place it takes: that of the accused of its family, else of the first.
fn whose_place<'a>(finding: &'a Finding, substitute: Option<&Solver>) -> Option<&'a str> {
    let family = substitute?.family.name();
    let accused = finding.accused_replies();
    let alike = accused.iter().find(|reply| reply.solver.family == family);
    alike.or(accused.first()).map(|reply| reply.solver.name.as_str())
}

/// A solver that is not there.
#[derive(Debug, Error)]
pub(crate) enum Absent {
    /// Its release is not in the cache.
    #[error("it is not installed: `etude solvers install {0}` fetches it, --solver asks another")]
    Release(Package),
    /// Its program is not where it was.
    #[error("`{0}` is not there: build it again, or name another by --solver")]
    Program(String),
}

/// Returns the solver of a reply: its release, which may lie elsewhere by now, else its program.
pub(crate) fn solver_of(reply: &RecordedReply) -> Result<Solver, Absent> {
    let description = &reply.solver;
    let described = description.solver();
    let package = description
        .version
        .as_ref()
        .and_then(|version| format!("{}@{version}", description.family).parse::<Package>().ok());
    let cached = package.as_ref().and_then(|package| {
        installer()
            .ok()?
            .find(package)
            .map(|program| Solver { command: program.command, ..described.clone() })
    });
    if let Some(solver) = cached {
        return Ok(solver);
    }
    let is_there = described.command.first().is_some_and(|program| {
        let path = Path::new(program);
        path.is_file() || path.components().count() == 1 && is_in_path(path)
    });
    if is_there {
        return Ok(described);
    }
    Err(package.map_or_else(|| Absent::Program(described.command_line()), Absent::Release))
}

fn is_in_path(program: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .map(|folder: PathBuf| folder.join(program))
        .any(|it| it.is_file())
}

/// What a session was asked before the formula, as far as the order of formulas tells.
fn before(finding: &Finding) -> Vec<String> {
    let (Kind::SessionOnly, Some(theory)) = (finding.kind, Theory::find(&finding.formula.theory))
    else {
        return Vec::new();
    };
    let index = finding.formula.index.number();
    let count = u64::try_from(index).map_or(BEFORE, |index| index.min(BEFORE));
    let mut stream = theory.space().stream(&Index::from(index - count), Layout::Smtlib);
    let mut formulas = Vec::new();
    for _ in 0..count {
        let Some(text) = stream.next_text() else { break };
        formulas.push(text.to_owned());
    }
    formulas
}

fn object(folder: &Path, finding: &Finding, replayed: &Replayed) -> Result<Value> {
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

fn write_replayed(
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
        answer.detail.lines().next().unwrap_or_default().to_owned(),
    ]
}

/// Columns as wide as their widest cell; the last as wide as it likes.
pub(crate) fn write_table<const N: usize>(
    out: &mut impl Write,
    rows: &[[String; N]],
) -> Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..N).map(|column| width(column).unwrap_or(0)).collect();
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}
