//! A plan, cut into tasks: stretches take turns, and what is done is left out.

use std::ops::Range;
use std::time::Duration;

use crate::ask::plan::{Plan, Stretch};
use crate::ask::shard::{FORMULAS_PER_TASK, Shard};
use crate::judge::outcome::Outcome;
use crate::seat::handle::{PerSeat, SeatId};
use crate::store::{SettingId, Spans, Store, StoreError, TrackId, is_in, next_border_of};

/// What each solver said of a question in an earlier run.
pub(crate) type Recalled = PerSeat<Option<(Outcome, Duration)>>;

/// Questions that follow each other, for some of the solvers.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    /// The stretch of the plan.
    pub stretch: usize,
    pub numbers: Range<u64>,
    /// Which solvers are asked; an arbiter only where it is needed.
    pub asks: PerSeat<bool>,
    /// What the others, and an arbiter, said in an earlier run, for each question.
    pub recalled: Vec<Recalled>,
}

/// A plan, cut into tasks.
pub(crate) struct Schedule {
    stretches: Vec<StretchProgress>,
    /// The stretch whose turn it is.
    turn: usize,
    shard: Shard,
    settings: PerSeat<SettingId>,
    arbiter: Option<SeatId>,
}

/// A stretch, as far as it was handed out.
struct StretchProgress {
    track: TrackId,
    rest: Range<u64>,
    /// What each solver was asked before; `None` for an arbiter, for whom nothing is to be done.
    done: PerSeat<Option<Spans>>,
}

impl Schedule {
    pub fn new(
        plan: &Plan,
        store: &Store,
        tracks: &[TrackId],
        settings: &PerSeat<SettingId>,
    ) -> Result<Self, StoreError> {
        let arbiter = plan.opponents.arbiter();
        let progress = |(stretch, track): (&Stretch, &TrackId)| {
            let done = |(seat, setting): (SeatId, &SettingId)| {
                // Read for an arbiter too: answers that contradict each other are not believed.
                let done = store.done(*track, *setting)?;
                Ok((arbiter != Some(seat)).then_some(done))
            };
            let done: Result<_, _> = settings.pairs().map(done).collect();
            Ok(StretchProgress { track: *track, rest: stretch.numbers.clone(), done: done? })
        };
        let stretches: Result<_, StoreError> =
            plan.stretches.iter().zip(tracks).map(progress).collect();
        let settings = settings.clone();
        Ok(Self { stretches: stretches?, turn: 0, shard: plan.shard, settings, arbiter })
    }

    /// Returns the next task; stretches take turns.
    pub fn next(&mut self, store: &Store) -> Result<Option<Task>, StoreError> {
        for _ in 0..self.stretches.len() {
            let stretch = self.turn;
            self.turn = (self.turn + 1) % self.stretches.len();
            if let Some((numbers, asks)) = self.stretches[stretch].next(self.shard) {
                let recalled = self.recall(store, stretch, &numbers, &asks)?;
                return Ok(Some(Task { stretch, numbers, asks, recalled }));
            }
        }
        Ok(None)
    }

    fn recall(
        &self,
        store: &Store,
        stretch: usize,
        numbers: &Range<u64>,
        asks: &PerSeat<bool>,
    ) -> Result<Vec<Recalled>, StoreError> {
        let length = usize::try_from(numbers.end - numbers.start).expect("a task is one block");
        let mut recalled = vec![Recalled::filled(asks.len(), None); length];
        let track = self.stretches[stretch].track;
        let is_asked = |seat: SeatId| asks[seat] && self.arbiter != Some(seat);
        for (seat, setting) in self.settings.pairs().filter(|(seat, _)| !is_asked(*seat)) {
            store.chunks(track, *setting, numbers.clone(), |chunk| {
                let skip = usize::try_from(chunk.first - numbers.start)
                    .expect("chunks are cut to the numbers that were asked for");
                for (recalled, outcome) in recalled.iter_mut().skip(skip).zip(chunk.outcomes) {
                    recalled[seat] = Some(outcome);
                }
            })?;
        }
        Ok(recalled)
    }
}

impl StretchProgress {
    /// Numbers that lie in one block, and whom to ask: someone who was not asked any of them.
    fn next(&mut self, shard: Shard) -> Option<(Range<u64>, PerSeat<bool>)> {
        while !self.rest.is_empty() {
            let start = self.rest.start;
            let mut end = ((start / FORMULAS_PER_TASK + 1) * FORMULAS_PER_TASK).min(self.rest.end);
            if !shard.has(start) {
                self.rest.start = end;
                continue;
            }
            for done in self.done.iter().flatten() {
                end = next_border_of(done, start).map_or(end, |border| border.min(end));
            }
            self.rest.start = end;
            let is_missing = |done: &Spans| !is_in(done, start);
            if self.done.iter().flatten().any(is_missing) {
                let asks = self.done.iter().map(|done| done.as_ref().is_none_or(is_missing));
                return Some((start..end, asks.collect()));
            }
            // All of it was asked: on to where something is missing, at once.
            let borders = self.done.iter().flatten().filter_map(|it| next_border_of(it, start));
            let nearest = borders.min();
            if shard.of == 1
                && let Some(border) = nearest
            {
                self.rest.start = border.min(self.rest.end).max(end);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_is_left_out() {
        let only = |numbers: Range<u64>| Some(vec![numbers]);
        let mut progress = StretchProgress {
            track: TrackId::for_tests(),
            rest: 0..200,
            done: vec![only(0..100), only(30..50)].into(),
        };
        let mut tasks: Vec<(Range<u64>, Vec<bool>)> = Vec::new();
        while let Some((numbers, asks)) = progress.next(Shard::default()) {
            tasks.push((numbers, asks.into_iter().collect()));
        }
        let expected = [
            (0..30, vec![false, true]),
            (50..64, vec![false, true]),
            (64..100, vec![false, true]),
            (100..128, vec![true, true]),
            (128..192, vec![true, true]),
            (192..200, vec![true, true]),
        ];
        assert_eq!(tasks, expected);
        // An arbiter is there for every task, and is the reason for none.
        let done = vec![only(0..100), None].into();
        let mut progress = StretchProgress { track: TrackId::for_tests(), rest: 0..120, done };
        assert_eq!(progress.next(Shard::default()), Some((100..120, vec![true, true].into())));
        assert_eq!(progress.next(Shard::default()), None);
    }
}
