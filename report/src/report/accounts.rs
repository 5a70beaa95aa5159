//! One solver's answers to one theory, in numbers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use campaign::{
    Accusation, Kind, Order, Outcome, Standings, Store, StoreError, StoredSolver, StoredTrack,
    TrackId, pack_time, unpack_time,
};
use serde::Serialize;

use super::Campaign;

/// Number of the slowest answers that are kept for each theory and solver.
const SLOWEST: usize = 20;

/// One solver's answers to one theory, in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Account {
    /// The theory.
    pub theory: String,
    /// The order of its formulas, written as JSON.
    #[serde(serialize_with = "super::as_json")]
    pub order: Order,
    /// The solver.
    pub solver: String,
    /// The manner in which it was asked.
    pub manner: String,
    /// The time that it had for a formula, in milliseconds; 0 where nobody wrote it down.
    pub limit_ms: u64,
    /// The command that lists its answers; `--verdict` and `--kind` with a name in `outcomes` or
    /// `findings` list those behind that number.
    pub command: String,
    /// Number of formulas that it was asked.
    pub answers: u64,
    /// Number of its answers, by the names of outcomes: `sat:true`.
    pub outcomes: BTreeMap<&'static str, u64>,
    /// Number of the formulas for each standing, by its answers and those of all who were asked the
    /// same;
    /// none where only times were measured.
    pub standings: Option<Standings>,
    /// Number of formulas that show something wrong, by kind.
    pub findings: BTreeMap<&'static str, u64>,
    /// The time of the answer in the middle.
    pub median_seconds: f64,
    /// The time of all answers together.
    pub total_seconds: f64,
    #[serde(skip)]
    pub(crate) tally: BTreeMap<Outcome, u64>,
    #[serde(skip)]
    pub(crate) found: BTreeMap<Kind, u64>,
    /// Number of formulas that have an answer of it which is proven wrong.
    pub wrong: u64,
    #[serde(skip)]
    pub(crate) is_timed: bool,
}

impl Account {
    pub(super) fn of(
        campaign: &Campaign<'_>,
        track: &StoredTrack,
        setting: &StoredSolver,
        tally: &Tally,
        found: &[Accusation],
    ) -> Self {
        let (name, recorded) = (setting.name(), setting.recorded());
        let is_timed = recorded.manner.is_timed();
        let mut kinds: BTreeMap<Kind, u64> = BTreeMap::new();
        let mut wrong = BTreeSet::new();
        for it in found.iter().filter(|it| !is_timed && it.accused.include(name)) {
            *kinds.entry(it.kind).or_default() += 1;
            if it.is_wrong_answer() {
                wrong.insert(it.number);
            }
        }
        Self {
            theory: track.name().to_owned(),
            order: track.identity.order.clone(),
            solver: name.to_owned(),
            manner: recorded.manner.to_string(),
            limit_ms: recorded.limit_ms,
            command: campaign.verdicts(track.name(), name, recorded.manner, ""),
            answers: tally.answers(),
            outcomes: tally.outcomes.iter().map(|(it, count)| (it.name(), *count)).collect(),
            standings: None,
            findings: kinds.iter().map(|(kind, count)| (kind.name(), *count)).collect(),
            median_seconds: tally.median().as_secs_f64(),
            total_seconds: tally.total.as_secs_f64(),
            tally: tally.outcomes.clone(),
            found: kinds,
            wrong: wrong.len() as u64,
            is_timed,
        }
    }
}

/// All answers, summed up while they are read.
#[derive(Default)]
pub(super) struct Tally {
    outcomes: BTreeMap<Outcome, u64>,
    /// Number of answers, by the time that they took; times are kept as the database keeps them.
    times: BTreeMap<u16, u64>,
    total: Duration,
    /// The slowest answers; of equally slow ones the first.
    slowest: BTreeSet<(u16, Reverse<u64>, Outcome)>,
}

impl Tally {
    pub fn read(store: &Store, track: TrackId, setting: &StoredSolver) -> Result<Self, StoreError> {
        let mut tally = Self::default();
        store.best(track, setting, |chunk| {
            for (number, (outcome, time)) in (chunk.first..).zip(chunk.outcomes) {
                tally.add(number, outcome, time);
            }
        })?;
        Ok(tally)
    }

    fn add(&mut self, number: u64, outcome: Outcome, time: Duration) {
        let packed = pack_time(time);
        *self.outcomes.entry(outcome).or_default() += 1;
        *self.times.entry(packed).or_default() += 1;
        self.total += time;
        // What was cut off took as long as it was allowed to: that is no answer.
        if outcome.is_decided() || outcome == Outcome::Unknown {
            self.slowest.insert((packed, Reverse(number), outcome));
            if self.slowest.len() > SLOWEST {
                self.slowest.pop_first();
            }
        }
    }

    pub fn answers(&self) -> u64 {
        self.outcomes.values().sum()
    }

    /// The slowest answers, the slowest first: the formula's number, the outcome, the time.
    pub fn slowest(&self) -> impl Iterator<Item = (u64, Outcome, Duration)> {
        let slowest = self.slowest.iter().rev();
        slowest.map(|&(time, Reverse(number), outcome)| (number, outcome, unpack_time(time)))
    }

    /// The lower one, where two are in the middle.
    fn median(&self) -> Duration {
        let mut left = self.answers().div_ceil(2);
        for (time, count) in &self.times {
            if left <= *count {
                return unpack_time(*time);
            }
            left -= count;
        }
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_slowest_are_those_of_a_list() {
        let mut tally = Tally::default();
        for number in 0..99 {
            let time = Duration::from_millis(1 + (number * 37) % 99);
            tally.add(number, Outcome::Unsat, time);
        }
        tally.add(99, Outcome::Timeout, Duration::from_secs(9));
        let near = |time: Duration, ms: f64| (time.as_secs_f64() * 1e3 - ms).abs() < 0.001 * ms;
        assert!(near(tally.median(), 50.0), "{:?}", tally.median());
        let slowest: Vec<_> = tally.slowest().collect();
        assert_eq!(slowest.len(), SLOWEST);
        assert!(near(slowest[0].2, 99.0) && near(slowest[19].2, 80.0), "no timeout, in order");
        assert_eq!(Tally::default().median(), Duration::ZERO);
    }
}
