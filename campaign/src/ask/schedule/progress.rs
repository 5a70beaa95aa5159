//! A stretch of a plan, as far as it was handed out.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use super::RungSettings;
use crate::ask::shard::{FORMULAS_PER_TASK, Shard};
use crate::seat::handle::{PerSeat, SeatId};
use crate::store::{Spans, TrackId, is_in, next_border_of};

/// A stretch, as far as it was handed out.
pub(super) struct StretchProgress {
    pub track: TrackId,
    rest: Range<u64>,
    /// The numbers that each solver was asked before, within whatever limit; `None` for an arbiter,
    /// for whom nothing is to be done.
    done: PerSeat<Option<Spans>>,
    /// The next numbers that someone was never asked, and whom to ask.
    ahead: Option<(Range<u64>, PerSeat<bool>)>,
    /// For each limit, what stayed open within the shorter ones, and who is to be asked.
    pub open: Vec<BTreeMap<u64, PerSeat<bool>>>,
    /// For each limit, the time that it used.
    pub used: Vec<Used>,
}

/// The time that questions used, each solver's time by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Used {
    time: Duration,
    answers: u32,
    /// Time that those will probably use that are being asked.
    pub under_way: Duration,
}

impl Used {
    pub fn add(&mut self, time: Duration) {
        self.time += time;
        self.answers = self.answers.saturating_add(1);
    }

    pub fn total(&self) -> Duration {
        self.time + self.under_way
    }

    /// Returns how long an answer takes; `None` if there is none yet.
    pub fn average(&self) -> Option<Duration> {
        (self.answers > 0).then(|| self.time / self.answers)
    }
}

impl StretchProgress {
    pub fn new(
        track: TrackId,
        rest: Range<u64>,
        done: PerSeat<Option<Spans>>,
        rungs: usize,
    ) -> Self {
        let (open, used) = (vec![BTreeMap::new(); rungs], vec![Used::default(); rungs]);
        Self { track, rest, done, ahead: None, open, used }
    }

    /// The time that it used, over all limits.
    pub fn total(&self) -> Duration {
        self.used.iter().map(Used::total).sum()
    }

    /// Notes that a solver is to be asked again what it left open within `limit`, if there is a
    /// longer one.
    pub fn postpone(&mut self, rungs: &[RungSettings], number: u64, seat: SeatId, limit: Duration) {
        if let Some(rung) = rungs.iter().position(|rung| rung.wall(seat) > limit) {
            let nobody = || self.done.map(|_| false);
            self.open[rung].entry(number).or_insert_with(nobody)[seat] = true;
        }
    }

    /// Looks for the next numbers that someone was never asked.
    pub fn look_ahead(&mut self, shard: Shard) {
        if self.ahead.is_none() {
            self.ahead = self.next_fresh(shard);
        }
    }

    /// Whether there is something to ask within a limit, by what [`Self::look_ahead`] found.
    pub fn has_work(&self, rung: usize) -> bool {
        !self.open[rung].is_empty() || (rung == 0 && self.ahead.is_some())
    }

    /// Takes questions that are to be asked within a limit, `most` at most, and whom to ask.
    pub fn take(&mut self, rung: usize, most: usize) -> Vec<(u64, PerSeat<bool>)> {
        if rung == 0
            && let Some((numbers, asks)) = self.ahead.take()
        {
            return numbers.map(|number| (number, asks.clone())).collect();
        }
        let open = &mut self.open[rung];
        (0..most).map_while(|_| open.pop_first()).collect()
    }

    /// Numbers that lie in one block, and whom to ask: someone who was not asked any of them.
    fn next_fresh(&mut self, shard: Shard) -> Option<(Range<u64>, PerSeat<bool>)> {
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
        let done = vec![only(0..100), only(30..50)].into();
        let mut progress = StretchProgress::new(TrackId::for_tests(), 0..200, done, 1);
        let mut tasks: Vec<(Range<u64>, Vec<bool>)> = Vec::new();
        while let Some((numbers, asks)) = progress.next_fresh(Shard::default()) {
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
        let mut progress = StretchProgress::new(TrackId::for_tests(), 0..120, done, 1);
        assert_eq!(
            progress.next_fresh(Shard::default()),
            Some((100..120, vec![true, true].into()))
        );
        assert_eq!(progress.next_fresh(Shard::default()), None);
    }
}
