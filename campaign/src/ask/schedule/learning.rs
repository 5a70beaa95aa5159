//! The order of a stretch's mutants: those first whose rules brought most so far.
//!
//! All that is learned follows from the database alone, at fixed points: when a run begins, and when as many
//! mutants more were written down as are worth it. A block that nobody was asked is made and sifted;
//! what promises little is put aside, and every fifth mutant that is asked is one of these, so that
//! nothing is believed for ever and nothing is left out.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::store::{Lesson, Store, StoreError, TrackId};

/// The lesson of a stretch, and the mutants that were put aside.
#[derive(Debug, Default)]
pub(super) struct Learning {
    pub lesson: Arc<Lesson>,
    /// The numbers of mutants that promise little, and of those that an earlier run left out.
    pub aside: BTreeSet<u64>,
    /// The number of mutants that were asked and promise enough.
    promising: u64,
    /// The number of others.
    others: u64,
    /// The number of mutants that were written down since.
    since: u64,
}

/// Among this number of mutants that are asked, one was put aside.
const TURN: u64 = 5;

/// Something is learned anew when this number of mutants more were asked …
const LEAST: u64 = 512;

/// … and when they are at least this part of all: reading them again then costs little.
const PART: u64 = 8;

impl Learning {
    /// Learns from all that a database holds of a track.
    pub fn new(store: &Store, track: TrackId) -> Result<Self, StoreError> {
        let mut learning = Self::default();
        learning.learn(store, track)?;
        Ok(learning)
    }

    fn learn(&mut self, store: &Store, track: TrackId) -> Result<(), StoreError> {
        let lesson = store.yields(track, None)?.lesson();
        (self.promising, self.others) = store.promises(track, &lesson)?;
        self.lesson = Arc::new(lesson);
        self.since = 0;
        Ok(())
    }

    /// Learns anew, if it is time.
    pub fn learn_again(&mut self, store: &Store, track: TrackId) -> Result<(), StoreError> {
        let known = self.promising + self.others;
        if self.since >= LEAST.max(known / PART) { self.learn(store, track) } else { Ok(()) }
    }

    /// Notes what became of questions: how many were asked, and which were put aside where they were
    /// sifted.
    pub fn note(&mut self, is_sifted: bool, asked: u64, aside: &[u64]) {
        self.since += asked;
        if is_sifted {
            self.promising += asked;
            self.aside.extend(aside);
        }
    }

    /// Takes mutants that were put aside, `most` at most, if it is their turn or nothing else is left.
    pub fn take(&mut self, most: usize, is_last: bool) -> Vec<u64> {
        let is_their_turn = self.others * (TURN - 1) < self.promising;
        if !is_their_turn && !is_last {
            return Vec::new();
        }
        let taken: Vec<u64> = (0..most).map_while(|_| self.aside.pop_first()).collect();
        self.others += taken.len() as u64;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fifth_was_put_aside() {
        let mut learning = Learning::default();
        let (mut next, mut from_aside) = (0, 0);
        for _ in 0..100 {
            let taken = learning.take(64, false);
            if taken.is_empty() {
                let aside: Vec<u64> = (next..next + 32).collect();
                learning.note(true, 32, &aside);
                next += 64;
            } else {
                from_aside += taken.len();
                learning.note(false, taken.len() as u64, &[]);
            }
        }
        let asked = usize::try_from(next / 2).unwrap() + from_aside;
        assert!((asked / 6..asked / 4).contains(&from_aside), "{from_aside} of {asked}");
        let left = learning.aside.len();
        let rest: usize = std::iter::from_fn(|| Some(learning.take(64, true).len()))
            .take_while(|taken| *taken > 0)
            .sum();
        assert_eq!(rest, left, "all are asked in the end");
    }
}
