//! The arguments of `etude hunt`, checked.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use campaign::{
    Judge, KnownBugs, Manner, Opponents, Plan, SeatId, Setting, Severity, Store, Widening,
    tell_apart,
};
use solvers::{Entry, Limits, Request, parse_list};

use super::{jobs, ladder};
use crate::asking::{setting, settings, stretches};
use crate::choice::BrokenSolvers;
use crate::cli::{Arguments, EtudeCommand, Hunt, parse};
use crate::mutants::{Answers, check_unmutated, mutants_of, usual_seeds};
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
    /// Solvers' answers to seeds, to be kept in the campaign.
    pub answers: Answers,
    /// The least weight of a finding that makes the command fail.
    pub fail_on: Severity,
    /// Time in which the formulas of findings are made small.
    pub reduce: Duration,
    /// Time for which releases are asked about what was found.
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
        if arguments.mutation.mutate.is_empty() {
            check_unmutated(&arguments.mutation)?;
        }
        let campaign = arguments.shard.folder(&arguments.campaign)?;
        let arguments = Hunt { campaign, ..arguments };
        let (arguments, words) = continued(arguments, words)?;
        let known = KnownBugs::of_campaign(&arguments.campaign, &arguments.known)?;
        let (plan, answers) = plan(&arguments)?;
        let Hunt { campaign, weight, reduce, follow_up, json: is_json, .. } = arguments;
        let fail_on = weight.fail_on();
        Ok(Self { campaign, known, plan, answers, fail_on, reduce, follow_up, is_json, words })
    }
}

/// The arguments of the last run, where this one gives nothing but the campaign's name.
fn continued(arguments: Hunt, words: Vec<OsString>) -> Result<(Hunt, Vec<OsString>)> {
    let is_bare = arguments.formulas.theory.is_empty()
        && arguments.formulas.grammar.is_empty()
        && arguments.mutation.mutate.is_empty()
        && arguments.baseline.is_none()
        && arguments.formulas.seeds.seeds.is_empty()
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
    let line: Vec<OsString> =
        ["etude", "hunt"].into_iter().map(OsString::from).chain(given.iter().cloned()).collect();
    let Ok((Arguments { command: EtudeCommand::Hunt(before), .. }, _)) = parse(&line) else {
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

/// Returns the plan, and what solvers said of its seeds.
fn plan(arguments: &Hunt) -> Result<(Plan, Answers)> {
    let is_mutated = !arguments.mutation.mutate.is_empty();
    let usual = if is_mutated { usual_seeds(&arguments.mutation) } else { USUAL_COUNT };
    let stretches = stretches(&arguments.formulas, arguments.time.is_none().then_some(usual))?;
    let limits =
        Limits { wall: arguments.timeout, memory: Some(arguments.memory), ..Limits::default() };
    let manner = if arguments.fresh { Manner::Fresh } else { Manner::Session };
    let mut settings = settings(&arguments.solvers, &limits, manner)?;
    if !arguments.variants.is_empty() {
        settings = with_variants(settings, &arguments.variants)?;
    }
    let asked = (&settings[..], jobs(arguments.jobs));
    let (stretches, answers) =
        mutants_of(stretches, &arguments.mutation, asked, &[&arguments.campaign])?;
    let opponents = match &arguments.baseline {
        None => Opponents::All,
        Some(words) => against(&mut settings, words, &limits, manner)?,
    };
    let plan = Plan {
        stretches,
        settings: settings.into(),
        ladder: ladder(arguments.ladder.as_ref(), arguments.timeout),
        shard: arguments.shard.part()?,
        jobs: jobs(arguments.jobs),
        time: arguments.time,
        judge: Judge { kinds: arguments.weight.kinds(), ..Judge::default() },
        opponents,
    };
    Ok((plan, answers))
}

/// Adds a baseline to the solvers, with whose answers all others' are compared.
fn against(
    settings: &mut Vec<Setting>,
    words: &str,
    limits: &Limits,
    manner: Manner,
) -> Result<Opponents> {
    let requests = parse_list(words)?;
    let [request] = <[Request; 1]>::try_from(requests)
        .map_err(|all| anyhow!("--baseline names {} solvers: name one", all.len()))?;
    let baseline = setting(&Entry::new(request), limits, manner)
        .map_err(|error| BrokenSolvers(vec![format!("{words}: {error:#}")]))?;
    if settings.iter().any(|it| it.key() == baseline.key()) {
        bail!("{} is held against itself: --baseline names another release", baseline.name());
    }
    settings.push(baseline);
    tell_apart(settings);
    let last = SeatId::new(settings.len() - 1);
    let reference = |place: usize| (place < settings.len() - 1).then_some(last);
    Ok(Opponents::References((0..settings.len()).map(reference).collect()))
}
