//! `etude replay`: whether findings still hold.

use std::io::{BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Result, bail};
use campaign::{Dossier, Finding, Kind, RecordedReply, Recurrence, Replaying, Unasked, replay};
use feat_runtime::{Index, Layout};
use generated::Theory;
use serde_json::Value;
use solvers::{Solver, parse_list};

use crate::choice::{BrokenSolvers, recorded, resolve};
use crate::cli::Replay;
use crate::exit::Exit;
use crate::output::stdout;
use crate::view::replayed::{object, write_replayed};

/// Number of formulas that a session is asked before the one on which it is said to fail.
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
            _ => recorded::solver_of(reply).map_err(|absent| Unasked::Absent(absent.into())),
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

/// Returns whose place it takes: that of the accused of its family, else of the first.
fn whose_place<'a>(finding: &'a Finding, substitute: Option<&Solver>) -> Option<&'a str> {
    let family = substitute?.family.name();
    let accused = finding.accused_replies();
    let alike = accused.iter().find(|reply| reply.solver.family == family);
    alike.or(accused.first()).map(|reply| reply.solver.name.as_str())
}

/// Returns what a session was asked before the formula, as far as the order of formulas tells.
fn before(finding: &Finding) -> Vec<String> {
    let (Kind::SessionOnly, Some(theory)) = (finding.kind, Theory::find(&finding.formula.theory))
    else {
        return Vec::new();
    };
    let Some(index) = finding.formula.place.index().map(Index::number) else {
        return Vec::new();
    };
    let count = u64::try_from(index).map_or(BEFORE, |index| index.min(BEFORE));
    let mut stream = theory.space().stream(&Index::from(index - count), Layout::Smtlib);
    let mut formulas = Vec::new();
    for _ in 0..count {
        let Some(text) = stream.next_text() else { break };
        formulas.push(text.to_owned());
    }
    formulas
}
