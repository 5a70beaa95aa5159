//! The arguments of `etude hunt`, checked.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use campaign::{Judge, KnownBugs, Manner, Opponents, Plan, Severity, Store, Widening};
use clap::Parser;
use solvers::Limits;

use super::{jobs, ladder};
use crate::asking::{settings, stretches};
use crate::cli::{Arguments, EtudeCommand, Hunt};
use crate::output::say;
use crate::variants::with_variants;
use crate::words;

/// Formulas of each theory, if nobody says how many and for how long.
pub(super) const USUAL_COUNT: u64 = 2000;

/// A hunt that can begin.
pub(crate) struct HuntConfig {
    /// The campaign's path.
    pub campaign: PathBuf,
    /// The bugs that are no news.
    pub known: KnownBugs,
    /// The formulas, the solvers, and their limits.
    pub plan: Plan,
    /// The least weight of a finding that makes the command fail.
    pub fail_on: Severity,
    /// How long releases are asked about what was found.
    pub follow_up: Duration,
    /// Whether events are written as JSON.
    pub is_json: bool,
    /// The words of the command line behind `etude hunt`, those of the last run if it is gone on
    /// with.
    pub words: Vec<OsString>,
}

impl HuntConfig {
    /// Checks what a person typed.
    pub fn new(arguments: Hunt, words: Vec<OsString>) -> Result<Self> {
        let campaign = arguments.shard.folder(&arguments.campaign)?;
        let arguments = Hunt { campaign, ..arguments };
        let (arguments, words) = continued(arguments, words)?;
        let known = KnownBugs::of_campaign(&arguments.campaign, &arguments.known)?;
        let plan = plan(&arguments)?;
        let Hunt { campaign, weight, follow_up, json: is_json, .. } = arguments;
        let fail_on = weight.fail_on();
        Ok(Self { campaign, known, plan, fail_on, follow_up, is_json, words })
    }
}

/// The arguments of the last run, where this one gives nothing but the campaign's name.
fn continued(arguments: Hunt, words: Vec<OsString>) -> Result<(Hunt, Vec<OsString>)> {
    let is_bare = arguments.formulas.theory.is_empty()
        && arguments.formulas.grammar.is_empty()
        && arguments.solvers.solver.is_empty()
        && arguments.solvers.solvers_from.is_none()
        && arguments.formulas.count.is_none()
        && arguments.formulas.size.is_none()
        && arguments.formulas.from_bytes.is_none()
        && arguments.formulas.stride.is_none()
        && Widening::from(&arguments.formulas.widening) == Widening::default()
        && arguments.time.is_none();
    if !is_bare || !Store::is_there(&arguments.campaign) {
        return Ok((arguments, words));
    }
    let last = Store::open_to_read(&arguments.campaign)?.last_plan()?;
    let Some(last) = last else { return Ok((arguments, words)) };
    let plan: serde_json::Value = serde_json::from_str(&last).context("the last run's plan")?;
    let Some(given) = words::from_json(&plan["arguments"]) else { return Ok((arguments, words)) };
    let line = ["etude", "hunt"].into_iter().map(OsString::from).chain(given.iter().cloned());
    let Ok(Arguments { command: EtudeCommand::Hunt(before) }) = Arguments::try_parse_from(line)
    else {
        return Ok((arguments, words));
    };
    say(|| {
        let line = given.join(OsStr::new(" "));
        format!("going on with: etude hunt {}", line.display())
    });
    let Hunt { jobs, campaign, known, weight, json, .. } = arguments;
    let known = if known.is_empty() { before.known.clone() } else { known };
    let jobs = jobs.or(before.jobs);
    let before = *before;
    let weight = weight.or(&before.weight);
    Ok((Hunt { jobs, campaign, known, weight, json, ..before }, given))
}

fn plan(arguments: &Hunt) -> Result<Plan> {
    let usual = arguments.time.is_none().then_some(USUAL_COUNT);
    let stretches = stretches(&arguments.formulas, usual)?;
    let limits =
        Limits { wall: arguments.timeout, memory: Some(arguments.memory), ..Limits::default() };
    let manner = if arguments.fresh { Manner::Fresh } else { Manner::Session };
    let mut settings = settings(&arguments.solvers, &limits, manner)?;
    if !arguments.variants.is_empty() {
        settings = with_variants(settings, &arguments.variants)?;
    }
    Ok(Plan {
        stretches,
        settings: settings.into(),
        ladder: ladder(arguments.ladder.as_ref(), arguments.timeout),
        shard: arguments.shard.part()?,
        jobs: jobs(arguments.jobs),
        time: arguments.time,
        judge: Judge { kinds: arguments.weight.kinds(), ..Judge::default() },
        opponents: Opponents::All,
    })
}
