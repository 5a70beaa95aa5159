//! The arguments of `etude evolve`, checked.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use campaign::{Evolution, Half, LineUp, Manner, Setting, Severity, Stretch, Turns};
use solvers::{Entry, Limits, Request};

use super::hunt::USUAL_COUNT;
use super::{jobs, ladder};
use crate::asking::{complaint, setting, settings, stretches};
use crate::choice::BrokenSolvers;
use crate::cli::{Evolve, EvolveRun};
use crate::mutants::{Answers, mutants_of, usual_seeds};
use crate::output::warn;

/// The longest that a solver has where answers are judged: what comes later is a matter of the
/// clock.
const PATIENCE: Duration = Duration::from_secs(2);

/// A run over many releases that can begin.
pub(crate) struct EvolveConfig {
    /// The campaign's path.
    pub campaign: PathBuf,
    /// The formulas, the releases, and their limits.
    pub evolution: Evolution,
    /// Solvers' answers to seeds, to be kept in the campaign.
    pub answers: Answers,
    /// The least weight of a finding that makes the command fail.
    pub fail_on: Severity,
    /// Whether events are written as JSON.
    pub is_json: bool,
}

impl EvolveConfig {
    /// Checks what a person typed, and that releases answer; those that do not are left out.
    pub fn new(arguments: &Evolve) -> Result<Self> {
        let is_mutated = !arguments.mutation.mutate.is_empty();
        let usual = if is_mutated { usual_seeds(&arguments.mutation) } else { USUAL_COUNT };
        let usual = arguments.time.is_none().then_some(usual);
        let stretches = stretches(&arguments.formulas, usual)?;
        let line_up = line_up(arguments)?;
        let asked = (line_up.settings(), jobs(arguments.jobs));
        let (stretches, answers) =
            mutants_of(stretches, &arguments.mutation, asked, &[&arguments.campaign])?;
        // All releases are asked the same, also where the time is over before all is asked.
        let in_order = |it: Stretch| it.in_turns(Turns::ByNumber);
        let evolution = Evolution {
            stretches: stretches.into_iter().map(in_order).collect(),
            line_up,
            only: arguments.only.map(|half| match half {
                EvolveRun::Correctness => Half::Correctness,
                EvolveRun::Timing => Half::Timing,
            }),
            ladder: ladder(arguments.ladder.as_ref(), arguments.timeout.min(PATIENCE)),
            repetitions: arguments.repeat,
            timing_limits: limits(arguments, arguments.timeout),
            jobs: jobs(arguments.jobs),
            kinds: arguments.weight.kinds(),
            time: arguments.time,
        };
        Ok(Self {
            campaign: arguments.campaign.clone(),
            evolution,
            answers,
            fail_on: arguments.weight.fail_on(),
            is_json: arguments.json,
        })
    }
}

fn line_up(arguments: &Evolve) -> Result<LineUp> {
    if arguments.solvers.solver.is_empty() && arguments.solvers.solvers_from.is_none() {
        bail!("say which releases by --solver, as in --solver z3@all or --solver z3@4.8.5..");
    }
    let limits = limits(arguments, arguments.timeout.min(PATIENCE));
    let alive = alive(settings(&arguments.solvers, &limits, Manner::Session)?)?;
    LineUp::new(alive, arguments.reference.as_deref(), |words| {
        let request: Request = words.parse()?;
        setting(&Entry::new(request), &limits, Manner::Session)
    })
}

/// Those that answer. Fails if none does; of the others a person is told.
fn alive(all: Vec<Setting>) -> Result<Vec<Setting>> {
    let (mut alive, mut broken) = (Vec::new(), Vec::new());
    for setting in all {
        match complaint(&setting) {
            None => alive.push(setting),
            Some(complaint) => broken.push(complaint),
        }
    }
    if alive.is_empty() {
        return Err(BrokenSolvers(broken).into());
    }
    for complaint in &broken {
        warn(&format!("left out: {complaint}"));
    }
    Ok(alive)
}

fn limits(arguments: &Evolve, wall: Duration) -> Limits {
    Limits { wall, memory: Some(arguments.memory), ..Limits::default() }
}
