//! A run over many releases: every answer is judged, then every time is measured.

use std::time::{Duration, Instant};

use solvers::Limits;

use crate::ask::hunt::{Ending, HuntError, hunt};
use crate::ask::ladder::Ladder;
use crate::ask::lineup::LineUp;
use crate::ask::plan::{Plan, Stretch};
use crate::ask::shard::Shard;
use crate::ask::watcher::{Part, Watcher};
use crate::judge::Judge;
use crate::judge::kinds::Kinds;
use crate::judge::opponents::{Attention, Opponents};
use crate::seat::setting::{Manner, Setting};
use crate::store::{RunId, Store};

/// One half of an evolution. `etude evolve --only timing` runs the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Answers are judged, in processes that live on.
    Correctness,
    /// Times are measured, each formula in fresh processes.
    Timing,
}

/// A run over many releases.
#[derive(Debug)]
pub struct Evolution {
    /// The formulas that every release is asked.
    pub stretches: Vec<Stretch>,
    /// The releases.
    pub line_up: LineUp,
    /// The half that is wanted; both if `None`.
    pub only: Option<Half>,
    /// The time limits within which formulas are judged first.
    pub ladder: Ladder,
    /// The kinds of findings that are looked for.
    pub kinds: Kinds,
    /// Measurements per formula.
    pub repetitions: u8,
    /// Limits where times are measured.
    pub timing_limits: Limits,
    /// Formulas that are under way at a time.
    pub jobs: usize,
    /// The time for all of it.
    pub time: Option<Duration>,
}

impl Evolution {
    /// Asks what was not asked before, correctness first, as long as there is time from `begin` on.
    /// `stop` is looked at all the time.
    pub fn run(
        &self,
        store: &mut Store,
        run: RunId,
        begin: Instant,
        stop: &dyn Fn() -> bool,
        watcher: &mut dyn Watcher,
    ) -> Result<Ending, HuntError> {
        let mut hunt_part = |part: Part, mut plan: Plan| -> Result<Ending, HuntError> {
            plan.time = plan.time.map(|time| time.saturating_sub(begin.elapsed()));
            watcher.begin(part, &plan, store)?;
            let ending = hunt(&plan, store, run, stop, &mut |event| watcher.hear(event));
            watcher.end();
            ending
        };
        let mut ending = Ending::Done;
        if self.only != Some(Half::Timing) {
            let batches = self.line_up.batches();
            let count = batches.len();
            for (place, (settings, opponents)) in batches.into_iter().enumerate() {
                let part = Part::Batch { number: place + 1, count };
                ending = hunt_part(part, self.plan(settings, opponents))?;
                if ending != Ending::Done {
                    return Ok(ending);
                }
            }
        }
        if self.only != Some(Half::Correctness) {
            let part = Part::Timing { repetitions: self.repetitions };
            ending = hunt_part(part, self.plan(self.timed(), Opponents::All))?;
        }
        Ok(ending)
    }

    /// Returns the plan that asks all releases at once in the half that is wanted, in that of
    /// correctness if both are: by it the run is summed up.
    pub fn everything(&self) -> Plan {
        let settings = match self.only {
            Some(Half::Timing) => self.timed(),
            Some(Half::Correctness) | None => self.line_up.settings().to_vec(),
        };
        self.plan(settings, Opponents::All)
    }

    /// The same solvers, each formula measured in fresh processes.
    fn timed(&self) -> Vec<Setting> {
        let manner = Manner::Timed { repetitions: self.repetitions };
        let mut settings = self.line_up.settings().to_vec();
        for setting in &mut settings {
            (setting.manner, setting.limits) = (manner, self.timing_limits);
        }
        settings
    }

    fn plan(&self, settings: Vec<Setting>, opponents: Opponents) -> Plan {
        Plan {
            stretches: self.stretches.clone(),
            settings: settings.into(),
            ladder: self.ladder.clone(),
            shard: Shard::default(),
            jobs: self.jobs,
            time: self.time,
            judge: Judge { attention: Attention::Wrong, kinds: self.kinds, ..Judge::default() },
            opponents,
        }
    }
}
