//! A plan, cut into tasks: what is done is left out, what stayed open is asked again within the next
//! time limit, and the stretches and limits take turns by the time that they used.
//!
//! What comes next follows from the plan and from what the database holds: a hunt that is
//! interrupted goes on as if it had not been.

mod progress;

use std::ops::Range;
use std::time::Duration;

use crate::ask::plan::{Plan, Stretch};
use crate::ask::shard::{FORMULAS_PER_TASK, Shard};
use crate::judge::outcome::{Outcome, pack_time, unpack_time};
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::Setting;
use crate::store::{
    Chunk, Recollection, SettingId, Store, StoreError, StoredSolver, TrackId, spans,
};
use progress::StretchProgress;

/// The best answer that each solver gave to a question before.
pub(crate) type Recalled = PerSeat<Option<Recollection>>;

/// One time limit of a plan, for each solver.
pub(crate) struct RungSettings {
    pub settings: PerSeat<Setting>,
    pub ids: PerSeat<SettingId>,
    /// Share of the time that it gets, in percent.
    share: u32,
}

impl RungSettings {
    /// The time limits of a plan, the shortest first; they are written down if they are new.
    pub fn all(plan: &Plan, store: &Store) -> Result<Vec<Self>, StoreError> {
        let longest = plan.settings.iter().map(|setting| setting.limits.wall).max();
        let ladder = if plan.is_timed() { None } else { Some(&plan.ladder) };
        let ladder = ladder.zip(longest).map(|(ladder, longest)| ladder.cut(longest));
        let ladder = ladder.unwrap_or_default();
        let rung = |settings: PerSeat<Setting>, share: u32| {
            let ids = settings.iter().map(|setting| store.setting(setting));
            Ok(Self { ids: ids.collect::<Result<_, _>>()?, settings, share })
        };
        let within = |limit: Duration| {
            plan.settings.map(|setting| setting.within(limit.min(setting.limits.wall)))
        };
        let lower = ladder.lower().iter().map(|it| rung(within(it.limit), it.share));
        lower.chain([rung(plan.settings.clone(), ladder.rest())]).collect()
    }

    fn wall(&self, seat: SeatId) -> Duration {
        self.settings[seat].limits.wall
    }
}

/// Questions of one stretch for some of the solvers, within one time limit.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub id: TaskId,
    /// In order.
    pub briefs: Vec<Brief>,
}

/// The stretch and the rung to which a task belongs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TaskId {
    /// The stretch of the plan.
    pub stretch: usize,
    /// The time limit; the shortest is 0.
    pub rung: usize,
    /// Time that it will probably take.
    estimate: Duration,
}

/// A question, with what is to be found out about it.
#[derive(Clone, Debug)]
pub(crate) struct Brief {
    pub number: u64,
    /// The solvers that are asked; an arbiter is asked only where it is needed.
    pub asks: PerSeat<bool>,
    /// Earlier answers of the others, and of an arbiter.
    pub recalled: Recalled,
}

impl Task {
    /// Returns the numbers of its questions, in ranges as long as they can be.
    pub fn runs(&self) -> Vec<Range<u64>> {
        runs(self.briefs.iter().map(|brief| brief.number))
    }
}

/// Returns rising numbers in ranges as long as they can be.
fn runs(numbers: impl Iterator<Item = u64>) -> Vec<Range<u64>> {
    let mut runs: Vec<Range<u64>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(last) if last.end == number => last.end += 1,
            _ => runs.push(number..number + 1),
        }
    }
    runs
}

/// A plan, cut into tasks.
pub(crate) struct Schedule<'a> {
    stretches: Vec<StretchProgress>,
    shard: Shard,
    rungs: &'a [RungSettings],
    /// The solvers, with all limits within which they were ever asked.
    solvers: PerSeat<StoredSolver>,
    arbiter: Option<SeatId>,
}

impl<'a> Schedule<'a> {
    pub fn new(
        plan: &Plan,
        store: &Store,
        tracks: &[TrackId],
        rungs: &'a [RungSettings],
    ) -> Result<Self, StoreError> {
        let solvers: Result<_, _> = plan.settings.iter().map(|it| store.solver(it)).collect();
        let mut schedule = Self {
            stretches: Vec::new(),
            shard: plan.shard,
            rungs,
            solvers: solvers?,
            arbiter: plan.opponents.arbiter(),
        };
        for (stretch, track) in plan.stretches.iter().zip(tracks) {
            let progress = schedule.progress(stretch, *track, store)?;
            schedule.stretches.push(progress);
        }
        Ok(schedule)
    }

    /// Reads how far a stretch is.
    fn progress(
        &self,
        stretch: &Stretch,
        track: TrackId,
        store: &Store,
    ) -> Result<StretchProgress, StoreError> {
        let gaps = store.gaps(track)?;
        let done = |(seat, solver): (SeatId, &StoredSolver)| {
            // Read for an arbiter too: answers that contradict each other are not believed.
            let done = spans([store.done_by(track, solver)?, gaps.clone()].concat());
            Ok((self.arbiter != Some(seat)).then_some(done))
        };
        let done: Result<_, StoreError> = self.solvers.pairs().map(done).collect();
        let numbers = stretch.numbers.clone();
        let mut progress = StretchProgress::new(track, numbers.clone(), done?, self.rungs.len());
        for (seat, solver) in self.solvers.pairs() {
            for setting in solver.rungs() {
                let rung = self.rung_of(seat, setting.limit());
                store.chunks(track, setting.id, numbers.clone(), |chunk| {
                    let own = chunk.numbered().filter(|(number, _)| self.shard.has(*number));
                    own.for_each(|(_, (_, time))| progress.used[rung].add(time));
                })?;
            }
            store.recollections(track, solver, numbers.clone(), |number, best| {
                if best.outcome == Outcome::Timeout && self.shard.has(number) {
                    progress.postpone(self.rungs, number, seat, best.wall);
                }
            })?;
        }
        Ok(progress)
    }

    /// Returns the longest limit of the plan that is no longer than `limit`.
    fn rung_of(&self, seat: SeatId, limit: Duration) -> usize {
        let shorter = self.rungs.iter().take_while(|rung| rung.wall(seat) <= limit).count();
        shorter.saturating_sub(1)
    }

    /// Returns the next task: of the stretch that used the least time, within the limit that used
    /// the least of its share.
    pub fn next(&mut self, store: &Store) -> Result<Option<Task>, StoreError> {
        for progress in &mut self.stretches {
            progress.look_ahead(self.shard);
        }
        let rungs = 0..self.rungs.len();
        let with_work = self.stretches.iter().enumerate().filter_map(|(stretch, progress)| {
            let ready = rungs.clone().filter(|&rung| progress.has_work(rung));
            let part = |rung: usize| {
                progress.used[rung].total().as_secs_f64() / f64::from(self.rungs[rung].share)
            };
            let rung = ready.min_by(|&one, &other| part(one).total_cmp(&part(other)))?;
            Some((progress.total(), stretch, rung))
        });
        let Some((_, stretch, rung)) = with_work.min() else { return Ok(None) };
        let most = self.questions_per_task(rung);
        let mut questions = self.stretches[stretch].take(rung, most);
        if let Some(arbiter) = self.arbiter {
            for (_, asks) in &mut questions {
                asks[arbiter] = true;
            }
        }
        let estimate = self.estimate(stretch, rung, &questions);
        self.stretches[stretch].used[rung].under_way += estimate;
        let briefs = self.briefs(store, stretch, rung, questions)?;
        Ok(Some(Task { id: TaskId { stretch, rung, estimate }, briefs }))
    }

    /// The longer the limit, the fewer questions are asked together: little is lost when the
    /// program is killed, and others get their turn.
    fn questions_per_task(&self, rung: usize) -> usize {
        let longest = |rung: &RungSettings| rung.settings.iter().map(|it| it.limits.wall).max();
        let seconds = |rung: usize| longest(&self.rungs[rung]).map_or(0.0, |it| it.as_secs_f64());
        let most = f64::from(u32::try_from(FORMULAS_PER_TASK).expect("a small number"));
        let count = (most * seconds(0) / seconds(rung).max(1e-3)).clamp(1.0, most);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is 1 to 64"
        )]
        let count = count as usize;
        count
    }

    /// Returns how long questions will take, by what such questions took before.
    fn estimate(
        &self,
        stretch: usize,
        rung: usize,
        questions: &[(u64, PerSeat<bool>)],
    ) -> Duration {
        let used = &self.stretches[stretch].used[rung];
        let average = |seat: SeatId| used.average().unwrap_or(self.rungs[rung].wall(seat) / 60);
        let asked = |(_, asks): &(u64, PerSeat<bool>)| -> Duration {
            asks.pairs().filter(|(_, is_asked)| **is_asked).map(|(seat, _)| average(seat)).sum()
        };
        questions.iter().map(asked).sum()
    }

    fn briefs(
        &self,
        store: &Store,
        stretch: usize,
        rung: usize,
        questions: Vec<(u64, PerSeat<bool>)>,
    ) -> Result<Vec<Brief>, StoreError> {
        let track = self.stretches[stretch].track;
        let brief = |(number, asks): (u64, PerSeat<bool>)| {
            let recalled = Recalled::filled(asks.len(), None);
            Brief { number, asks, recalled }
        };
        let mut briefs: Vec<Brief> = questions.into_iter().map(brief).collect();
        for numbers in runs(briefs.iter().map(|brief| brief.number)) {
            let start = briefs.partition_point(|brief| brief.number < numbers.start);
            for (seat, solver) in self.solvers.pairs() {
                let is_arbiter = self.arbiter == Some(seat);
                let briefs = briefs[start..].iter_mut().take_while(|it| it.number < numbers.end);
                let is_recalled = |brief: &Brief| !brief.asks[seat] || is_arbiter;
                let mut briefs: Vec<&mut Brief> = briefs.collect();
                if !briefs.iter().any(|brief| is_recalled(brief)) {
                    continue;
                }
                let wall = self.rungs[rung].wall(seat);
                let best = store.recollect(track, solver, &numbers)?;
                for (brief, best) in briefs.iter_mut().zip(best) {
                    // An arbiter that ran out of time has the time of this rung now.
                    let is_late = |it: &Recollection| {
                        is_arbiter && it.outcome == Outcome::Timeout && it.wall < wall
                    };
                    if is_recalled(brief) {
                        brief.recalled[seat] = best.filter(|it| !is_late(it));
                    }
                }
            }
        }
        Ok(briefs)
    }

    /// Notes what became of a task: how long it took, and what stayed open.
    pub fn note(&mut self, task: &TaskId, answers: &PerSeat<Vec<Chunk>>) {
        let rungs = self.rungs;
        let progress = &mut self.stretches[task.stretch];
        let used = &mut progress.used[task.rung];
        used.under_way = used.under_way.saturating_sub(task.estimate);
        for (seat, chunks) in answers.pairs() {
            let wall = rungs[task.rung].wall(seat);
            for (number, (outcome, time)) in chunks.iter().flat_map(Chunk::numbered) {
                // As the database keeps it, so that it is the same after an interruption.
                progress.used[task.rung].add(unpack_time(pack_time(time)));
                if outcome == Outcome::Timeout {
                    progress.postpone(rungs, number, seat, wall);
                }
            }
        }
    }
}
