//! A stretch of a plan, as far as it was handed out.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use super::RungSettings;
use super::learning::Learning;
use crate::ask::shard::{FORMULAS_PER_TASK, Shard};
use crate::seat::handle::{PerSeat, SeatId};
use crate::store::{Lesson, Spans, TrackId, is_in, next_border_of};

/// A stretch, as far as it was handed out.
pub(super) struct StretchProgress {
    pub track: TrackId,
    rest: Range<u64>,
    /// The numbers that each solver was asked before, within whatever limit; `None` for an arbiter,
    /// for whom nothing is to be done.
    done: PerSeat<Option<Spans>>,
    /// The next of the numbers that someone was never asked.
    ahead: Option<Ahead>,
    /// For each limit, what stayed open within the shorter ones, and who is to be asked.
    pub open: Vec<BTreeMap<u64, PerSeat<bool>>>,
    /// For each limit, the time that it used.
    pub used: Vec<Used>,
    /// The lesson, and the mutants that were put aside, where mutants come by what they promise.
    pub learning: Option<Learning>,
}

/// Questions, and for each whom to ask.
type Questions = Vec<(u64, PerSeat<bool>)>;

/// The next numbers that someone was never asked, and whom to ask.
enum Ahead {
    /// Numbers that all are to be asked.
    Asked(Questions),
    /// Numbers that nobody was asked, of which some may be put aside.
    Sifted(Questions),
}

/// Questions that are handed out.
pub(super) struct Taken {
    pub questions: Questions,
    /// By what mutants are put aside; `None` if all are asked.
    pub lesson: Option<Arc<Lesson>>,
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
        Self { track, rest, done, ahead: None, open, used, learning: None }
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
            self.ahead = match &self.learning {
                Some(_) => self.next_block(shard),
                None => self.next_fresh(shard).map(|(numbers, asks)| {
                    Ahead::Asked(numbers.map(|number| (number, asks.clone())).collect())
                }),
            };
        }
    }

    /// Whether there is something to ask within a limit, by what [`Self::look_ahead`] found.
    pub fn has_work(&self, rung: usize) -> bool {
        let has_aside = self.learning.as_ref().is_some_and(|it| !it.aside.is_empty());
        !self.open[rung].is_empty() || (rung == 0 && (self.ahead.is_some() || has_aside))
    }

    /// Takes questions that are to be asked within a limit, `most` at most, and whom to ask.
    pub fn take(&mut self, rung: usize, most: usize) -> Taken {
        let all = |questions| Taken { questions, lesson: None };
        let everybody = self.done.map(|_| true);
        if let Some(learning) = self.learning.as_mut().filter(|_| rung == 0) {
            let aside = learning.take(most, self.ahead.is_none());
            if !aside.is_empty() {
                return all(aside.into_iter().map(|it| (it, everybody.clone())).collect());
            }
        }
        match self.ahead.take_if(|_| rung == 0) {
            Some(Ahead::Asked(questions)) => all(questions),
            Some(Ahead::Sifted(questions)) => {
                let lesson = self.learning.as_ref().map(|learning| learning.lesson.clone());
                Taken { questions, lesson }
            }
            None => {
                let open = &mut self.open[rung];
                all((0..most).map_while(|_| open.pop_first()).collect())
            }
        }
    }

    /// The next block with something to ask. Of a block in which somebody was asked something, what
    /// nobody was asked was put aside before, or was under way when a run was interrupted: it is put
    /// aside.
    fn next_block(&mut self, shard: Shard) -> Option<Ahead> {
        while !self.rest.is_empty() {
            let start = self.rest.start;
            let end = ((start / FORMULAS_PER_TASK + 1) * FORMULAS_PER_TASK).min(self.rest.end);
            self.rest.start = end;
            if !shard.has(start) {
                continue;
            }
            let (mut questions, mut unasked): (Questions, Questions) = (Vec::new(), Vec::new());
            for number in start..end {
                let is_missing = |done: &Spans| !is_in(done, number);
                let missing = self.done.iter().flatten().filter(|done| is_missing(done)).count();
                let asks =
                    || self.done.iter().map(|it| it.as_ref().is_none_or(is_missing)).collect();
                if missing == self.done.iter().flatten().count() {
                    unasked.push((number, asks()));
                } else if missing > 0 {
                    questions.push((number, asks()));
                }
            }
            if unasked.len() as u64 == end - start {
                return Some(Ahead::Sifted(unasked));
            }
            if let Some(learning) = &mut self.learning {
                learning.aside.extend(unasked.into_iter().map(|(number, _)| number));
            }
            if !questions.is_empty() {
                return Some(Ahead::Asked(questions));
            }
        }
        None
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
