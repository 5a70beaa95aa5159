//! A run with little time: a build of a solver and its reference, within a budget.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use solvers::InstallError;

use crate::ask::hunt::{Ending, HuntError, hunt};
use crate::ask::ladder::Ladder;
use crate::ask::plan::{Plan, Stretch};
use crate::ask::rota::{ALL_TRIGGERS, rota, where_it_was_wrong};
use crate::ask::shard::Shard;
use crate::ask::watcher::{Part, Watcher};
use crate::finding::old_trigger::OldTrigger;
use crate::history::reference::{recall, remember};
use crate::judge::Judge;
use crate::judge::kinds::Kinds;
use crate::judge::opponents::{Attention, Opponents};
use crate::seat::handle::SeatId;
use crate::seat::setting::Setting;
use crate::source::Source;
use crate::store::{Bug, RunId, Store, StoreError};

/// Formulas of each theory by which the machine's speed is told.
pub(super) const YARDSTICK: u64 = 64;
/// The part of the budget that is kept for asking again what looks worse: one in 20.
const RESERVE: u32 = 20;
/// The time beyond the budget that asking again may take.
const GRACE: Duration = Duration::from_secs(10);

/// A run with little time.
#[derive(Debug)]
pub struct Course {
    /// The solver under test.
    pub tested: Setting,
    /// The name of the solver under test in lists and hunts, which do not know which build it is.
    pub plain_name: String,
    /// The solver that its answers are compared with.
    pub reference: Setting,
    /// The theories.
    pub sources: Vec<Arc<dyn Source>>,
    /// The time for all of it, from `begin` on.
    pub budget: Duration,
    /// The moment at which the run began.
    pub begin: Instant,
    /// Formulas that once showed bugs; those of the tested solver's family are asked first.
    pub old_triggers: Vec<OldTrigger>,
    /// The most formulas of each theory; as many as are worth it if `None`.
    pub count: Option<u64>,
    /// The time limits within which formulas are asked first.
    pub ladder: Ladder,
    /// The kinds of findings that are looked for.
    pub kinds: Kinds,
    /// Formulas that are under way at a time.
    pub jobs: usize,
    /// The database that keeps the reference's answers from run to run, or why there is none.
    pub cache: Result<PathBuf, InstallError>,
}

impl Course {
    /// Returns what is left of the budget.
    fn left(&self) -> Duration {
        self.budget.saturating_sub(self.begin.elapsed())
    }

    /// Returns true if nothing may be asked any more.
    pub(super) fn is_over(&self) -> bool {
        self.begin.elapsed() > self.budget + GRACE
    }

    /// The most formulas of each theory.
    fn most(&self) -> u64 {
        self.count.map_or(ALL_TRIGGERS, |count| count.min(ALL_TRIGGERS))
    }

    /// Asks the yardstick, where the solver's family was wrong before, then stage after stage until the budget is used up. `stop` is looked at
    /// all the time.
    pub fn run(
        &self,
        store: &mut Store,
        run: RunId,
        stop: &dyn Fn() -> bool,
        watcher: &mut dyn Watcher,
    ) -> Result<Ending, HuntError> {
        self.recall(store, watcher);
        let ended = self.stages(store, run, stop, watcher);
        // What was asked before something went wrong is not lost.
        self.remember(store, watcher);
        ended
    }

    fn stages(
        &self,
        store: &mut Store,
        run: RunId,
        stop: &dyn Fn() -> bool,
        watcher: &mut dyn Watcher,
    ) -> Result<Ending, HuntError> {
        let mut hunt_part = |part: Part, plan: &Plan| -> Result<Ending, HuntError> {
            watcher.begin(part, plan, store)?;
            let ending = hunt(plan, store, run, stop, &mut |event| watcher.hear(event));
            watcher.end();
            ending
        };
        let yardstick = Plan {
            settings: vec![self.reference.yardstick()].into(),
            opponents: Opponents::All,
            ..self.plan(self.stretches(YARDSTICK.min(self.most())))
        };
        let mut ending = hunt_part(Part::Yardstick, &yardstick)?;
        let old = where_it_was_wrong(
            &self.old_triggers,
            &self.tested.description(),
            &self.sources,
            self.count,
        );
        if ending == Ending::Done && !old.is_empty() {
            let part = Part::OldTriggers { count: old.len() };
            ending = hunt_part(part, &self.plan(old))?;
        }
        for stretches in rota(&self.sources, self.most()) {
            if ending != Ending::Done {
                break;
            }
            ending = hunt_part(Part::Stage, &self.plan(stretches))?;
        }
        Ok(ending)
    }

    fn stretches(&self, count: u64) -> Vec<Stretch> {
        self.sources.iter().map(|source| Stretch::new(Arc::clone(source), 0..count)).collect()
    }

    /// Returns the plan that asks all there is to ask, as if there were time: by it the run is
    /// summed up.
    pub fn everything(&self) -> Plan {
        self.plan(self.stretches(self.most()))
    }

    fn plan(&self, stretches: Vec<Stretch>) -> Plan {
        let reserve = self.budget / RESERVE;
        Plan {
            stretches,
            settings: vec![self.tested.clone(), self.reference.clone()].into(),
            ladder: self.ladder.clone(),
            shard: Shard::default(),
            jobs: self.jobs,
            time: Some(self.left().saturating_sub(reserve)),
            judge: Judge { attention: Attention::Wrong, kinds: self.kinds, ..Judge::default() },
            opponents: Opponents::Arbiter(SeatId::new(1)),
        }
    }

    /// Takes the reference's answers of earlier runs from the cache. Without it, it is asked.
    fn recall(&self, store: &mut Store, watcher: &mut dyn Watcher) {
        let rungs = self.ladder.settings(&self.reference);
        let copy = |path: &Path| recall(store, path, &rungs, &self.sources);
        self.copy("asked anew", watcher, copy);
    }

    /// Keeps the reference's answers for later runs.
    fn remember(&self, store: &Store, watcher: &mut dyn Watcher) {
        let rungs = self.ladder.settings(&self.reference);
        let copy = |path: &Path| remember(store, path, &rungs, &self.sources);
        self.copy("not kept", watcher, copy);
    }

    /// Copies answers from the cache or to it; `fate` is what becomes of them where it fails.
    fn copy(
        &self,
        fate: &str,
        watcher: &mut dyn Watcher,
        copy: impl FnOnce(&Path) -> Result<u64, StoreError>,
    ) {
        let trouble = match &self.cache {
            Ok(path) => copy(path).err().map(|error| error.to_string()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(error) = trouble {
            watcher.warn(&format!("the reference's answers are {fate}: {error}"));
        }
    }

    /// Returns the bugs that the solver under test has a part in.
    pub fn bugs(&self, store: &Store) -> Result<Vec<Bug>, StoreError> {
        let names = [self.tested.name().to_owned(), self.reference.name().to_owned()];
        let mut bugs = store.bugs(Some(&names))?;
        bugs.retain(|bug| bug.finding.accused.include(self.tested.name()));
        Ok(bugs)
    }
}
