//! Solvers as a database knows them: what one said within several time limits is one account.
//!
//! A formula that stays open within one time limit is asked again within the next. Each limit is a
//! setting of its own, so that nothing that was said is ever written over; whoever wants to know
//! what a solver knows of a formula wants its best answer.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use super::{Chunk, Reason, Spans, Store, StoreError, StoredSetting, TrackId, spans};
use crate::judge::outcome::Outcome;
use crate::seat::setting::{Purpose, Recorded, Setting};

/// Formulas whose answers are looked at together, so that memory does not grow with the campaign.
const WINDOW: u64 = 8192;

/// A solver as a store knows it: settings that differ in nothing but their time limit. `z3-4.8.7`
/// within 10 ms, 60 ms, 360 ms and 2 s is one.
///
/// Where times are measured, every setting is a solver of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSolver {
    /// By their limits, the shortest first; there is one at least.
    rungs: Vec<StoredSetting>,
}

/// A solver's earlier answer to a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Recollection {
    pub outcome: Outcome,
    pub time: Duration,
    /// The time limit.
    pub wall: Duration,
}

impl Recollection {
    /// Returns the better of two answers, of which the other had the longer limit: what is decided
    /// stays decided, and otherwise the longer try counts.
    fn or_later(self, later: Self) -> Self {
        if self.outcome.is_decided() && !later.outcome.is_decided() { self } else { later }
    }
}

impl StoredSolver {
    /// Returns its name.
    pub fn name(&self) -> &str {
        self.most_patient().name()
    }

    /// The solver, and how it was asked, with its longest time limit.
    pub fn recorded(&self) -> &Recorded {
        &self.most_patient().recorded
    }

    /// The setting with the longest time limit.
    pub fn most_patient(&self) -> &StoredSetting {
        self.rungs.last().expect("a solver has a setting")
    }

    /// Its settings, that with the shortest time limit first.
    pub fn rungs(&self) -> &[StoredSetting] {
        &self.rungs
    }

    /// Returns what tells it from others: all of its settings' keys but the time limit.
    pub fn key(&self) -> String {
        self.most_patient().key_of_solver()
    }

    /// Whether it is the solver of a setting, by the setting's key.
    pub fn has(&self, key: &str) -> bool {
        self.rungs.iter().any(|rung| rung.key == key)
    }

    /// Whether its answers only tell how fast the machine was.
    pub fn is_yardstick(&self) -> bool {
        self.most_patient().is_yardstick()
    }

    /// Whether its answers were judged.
    pub fn is_judged(&self) -> bool {
        !self.is_yardstick() && !self.recorded().manner.is_timed()
    }
}

impl Store {
    /// The solvers, in the order in which they were first asked.
    pub fn solvers(&self) -> Result<Vec<StoredSolver>, StoreError> {
        let mut solvers: Vec<(String, StoredSolver)> = Vec::new();
        for setting in self.settings()? {
            let key = setting.key_of_solver();
            match solvers.iter_mut().find(|(known, _)| *known == key) {
                Some((_, solver)) => solver.rungs.push(setting),
                None => solvers.push((key, StoredSolver { rungs: vec![setting] })),
            }
        }
        let sorted = |(_, mut solver): (String, StoredSolver)| {
            solver.rungs.sort_by_key(|setting| setting.recorded.limit_ms);
            solver
        };
        Ok(solvers.into_iter().map(sorted).collect())
    }

    /// The solver of a setting, with all limits that it was ever asked within; the setting is
    /// written down if it is new.
    pub fn solver(&self, setting: &Setting) -> Result<StoredSolver, StoreError> {
        let id = self.setting(setting)?;
        let has_it = |solver: &StoredSolver| solver.rungs.iter().any(|it| it.id == id);
        let solver = self.solvers()?.into_iter().find(has_it);
        Ok(solver.expect("a setting that is written down belongs to a solver"))
    }

    /// Returns what the solver of a setting is called here, if it was asked before: one program may
    /// stand in two places, under two names.
    pub fn name_of(&self, setting: &Setting) -> Result<Option<String>, StoreError> {
        let key = key_of_solver(&setting.key(), &setting.recorded());
        let solver = self.solvers()?.into_iter().find(|solver| solver.key() == key);
        Ok(solver.map(|solver| solver.name().to_owned()))
    }

    /// Returns the formulas of a track that a solver was asked within any limit, as ranges in
    /// order.
    pub fn done_by(&self, track: TrackId, solver: &StoredSolver) -> Result<Spans, StoreError> {
        let mut all = Spans::new();
        for rung in &solver.rungs {
            all.extend(self.done(track, rung.id)?);
        }
        Ok(spans(all))
    }

    /// The best that a solver said of the formulas of a track, in order.
    pub fn best(
        &self,
        track: TrackId,
        solver: &StoredSolver,
        mut take: impl FnMut(Chunk),
    ) -> Result<(), StoreError> {
        if let [only] = &solver.rungs[..] {
            return self.chunks(track, only.id, 0..u64::MAX, take);
        }
        let mut chunk: Option<Chunk> = None;
        self.recollections(track, solver, 0..u64::MAX, |number, best| {
            let answer = (best.outcome, best.time);
            match &mut chunk {
                Some(last) if last.follows(number) => last.outcomes.push(answer),
                other => {
                    let new = Chunk { first: number, outcomes: vec![answer] };
                    other.replace(new).into_iter().for_each(&mut take);
                }
            }
        })?;
        chunk.into_iter().for_each(take);
        Ok(())
    }

    /// The best that a solver said of a formula, if it was asked.
    pub fn best_of(
        &self,
        track: TrackId,
        solver: &StoredSolver,
        number: u64,
    ) -> Result<Option<(Outcome, Duration)>, StoreError> {
        let best = self.recollect(track, solver, &(number..number + 1))?;
        Ok(best[0].map(|it| (it.outcome, it.time)))
    }

    /// The best that a solver said of the formulas of a track with these numbers, in order.
    pub(crate) fn recollections(
        &self,
        track: TrackId,
        solver: &StoredSolver,
        numbers: Range<u64>,
        mut take: impl FnMut(u64, Recollection),
    ) -> Result<(), StoreError> {
        for span in self.done_by(track, solver)? {
            let mut start = span.start.max(numbers.start);
            let end = span.end.min(numbers.end);
            while start < end {
                let window = start..end.min(start.saturating_add(WINDOW));
                let best = self.recollect(track, solver, &window)?;
                start = window.end;
                for (number, best) in window.zip(best) {
                    take(number, best.expect("each was asked within some limit"));
                }
            }
        }
        Ok(())
    }

    /// Returns why a solver gave no answer, within whatever limit, the most frequent reason first.
    pub fn reasons_of(
        &self,
        track: TrackId,
        solver: &StoredSolver,
    ) -> Result<Vec<Reason>, StoreError> {
        let mut all: BTreeMap<(Outcome, String), (u64, u64)> = BTreeMap::new();
        for rung in &solver.rungs {
            for Reason { outcome, message, count, number } in self.reasons(track, rung.id)? {
                let (counted, first) = all.entry((outcome, message)).or_insert((0, u64::MAX));
                (*counted, *first) = (*counted + count, number.min(*first));
            }
        }
        let reason =
            |((outcome, message), (count, number))| Reason { outcome, message, count, number };
        let mut all: Vec<Reason> = all.into_iter().map(reason).collect();
        all.sort_by_key(|reason| Reverse(reason.count));
        Ok(all)
    }

    /// The best that a solver said of each of some formulas. Costs memory for each of them.
    pub(crate) fn recollect(
        &self,
        track: TrackId,
        solver: &StoredSolver,
        numbers: &Range<u64>,
    ) -> Result<Vec<Option<Recollection>>, StoreError> {
        let place =
            |number: u64| usize::try_from(number - numbers.start).expect("a place in memory");
        let mut best: Vec<Option<Recollection>> = vec![None; place(numbers.end)];
        for rung in &solver.rungs {
            let wall = rung.limit();
            self.chunks(track, rung.id, numbers.clone(), |chunk| {
                let best = &mut best[place(chunk.first)..];
                for (best, (outcome, time)) in best.iter_mut().zip(chunk.outcomes) {
                    let later = Recollection { outcome, time, wall };
                    *best = Some(best.map_or(later, |before| before.or_later(later)));
                }
            })?;
        }
        Ok(best)
    }
}

impl StoredSetting {
    /// The time limit.
    pub fn limit(&self) -> Duration {
        Duration::from_millis(self.recorded.limit_ms)
    }

    /// Returns what tells its solver from others.
    fn key_of_solver(&self) -> String {
        key_of_solver(&self.key, &self.recorded)
    }
}

/// Returns what tells the solver of a setting from others: its key without the time limit, where answers are
/// judged.
fn key_of_solver(key: &str, recorded: &Recorded) -> String {
    let word = format!(" time={}ms", recorded.limit_ms);
    let is_judged = !recorded.manner.is_timed() && recorded.purpose != Purpose::Yardstick;
    match key.rfind(&word) {
        Some(start) if is_judged => format!("{}{}", &key[..start], &key[start + word.len()..]),
        _ => key.to_owned(),
    }
}
