//! The arguments of `etude reduce`, checked: whose fault is looked at, and who is asked.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use campaign::{Dossier, Finding, Manner, Setting};
use solvers::{Entry, Limits};

use crate::choice::{BrokenSolvers, chosen, preferred, recorded, resolve};
use crate::cli::Reduce;

/// The longest that a solver may take if nobody says otherwise.
pub(crate) const USUAL_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the finding of a folder; `None` of what is no folder.
pub(crate) fn finding_in(path: &Path) -> Result<Option<Finding>> {
    if fs::metadata(path).is_ok_and(|it| it.is_dir()) {
        return Ok(Some(Dossier::read(path)?.finding));
    }
    Ok(None)
}

/// Returns the solvers that are asked of a script.
pub(crate) fn asked(arguments: &Reduce) -> Result<Vec<Setting>> {
    let Some(entries) = preferred(&arguments.solvers)? else {
        bail!(
            "say who shows what is wrong with it: --solver z3@4.13.0, or --check COMMAND for anything \
             else"
        );
    };
    let wall = arguments.timeout.unwrap_or(USUAL_TIMEOUT);
    let limits = Limits { memory: Some(arguments.memory), ..Limits::of_time(wall) };
    settings(&entries, &limits)
}

fn settings(entries: &[Entry], limits: &Limits) -> Result<Vec<Setting>> {
    let (mut settings, mut broken) = (Vec::new(), Vec::new());
    for entry in entries {
        let setting = resolve(&entry.request).and_then(|solver| {
            Ok(Setting::new(entry.describe(solver), entry.limit(limits), Manner::Fresh)?)
        });
        match setting {
            Ok(setting) => settings.push(setting),
            Err(error) => broken.push(format!("{}: {error:#}", entry.label())),
        }
    }
    if broken.is_empty() { Ok(settings) } else { Err(BrokenSolvers(broken).into()) }
}

/// Returns the solvers that are to blame for a finding, or those that --solver puts in their place.
pub(crate) fn accused(arguments: &Reduce, finding: &Finding) -> Result<Vec<Setting>> {
    let replies = finding.accused_replies();
    let wall = replies.iter().map(|it| it.limit).max().filter(|limit| !limit.is_zero());
    let wall = arguments.timeout.or(wall).unwrap_or(USUAL_TIMEOUT);
    let limits = Limits { memory: Some(arguments.memory), ..Limits::of_time(wall) };
    if let Some(entries) = chosen(&arguments.solvers)? {
        return settings(&entries, &limits);
    }
    let (mut settings, mut missing) = (Vec::new(), Vec::new());
    for reply in replies {
        match recorded::solver_of(reply) {
            Ok(solver) => settings.push(Setting::new(solver, limits, Manner::Fresh)?),
            Err(absent) => missing.push(format!("{}: {absent}", reply.solver.name)),
        }
    }
    if !missing.is_empty() {
        return Err(BrokenSolvers(missing).into());
    }
    if settings.is_empty() {
        bail!("the evidence holds no answer of {}: name a solver by --solver", finding.accused);
    }
    Ok(settings)
}
