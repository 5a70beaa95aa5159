//! What a campaign is asked for, cut into tasks: theories take turns, and what is done is left out.

use std::ops::Range;
use std::str::FromStr;
use std::time::Duration;

use num_bigint::BigUint;

use crate::judge::Judge;
use crate::judge::opponents::Opponents;
use crate::judge::outcome::Outcome;
use crate::seat::setting::{Manner, Purpose, Setting};
use crate::source::track::{Order, Track};
use crate::store::{SettingId, Store, StoreError, TrackId, next_border_of};

/// So many formulas are asked and written down together: few, so that little is lost when the
/// program is killed; enough that writing costs nothing.
const FORMULAS_PER_TASK: u64 = 64;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The formulas.
    pub stretches: Vec<Stretch>,
    /// The solvers, each with a name of its own.
    pub settings: Vec<Setting>,
    /// Which part of the work is ours.
    pub shard: Shard,
    /// How many formulas are under way at a time.
    pub jobs: usize,
    /// How long it may take.
    pub time: Option<Duration>,
    /// Who judges.
    pub judge: Judge,
    /// Whose answers are held against each other.
    pub opponents: Opponents,
}

impl Plan {
    /// What to call each stretch: by its theory, and where several have one theory, also by where
    /// they begin, as in `Core from 3.1·10^275`.
    pub fn titles(&self) -> Vec<String> {
        let title = |stretch: &Stretch| {
            let name = &stretch.track.name;
            let is_alone = self.stretches.iter().filter(|it| it.track.name == *name).count() == 1;
            match stretch.first() {
                Some(first) if !is_alone => format!("{name} from {}", magnitude(&first)),
                _ => name.clone(),
            }
        };
        self.stretches.iter().map(title).collect()
    }

    /// Whether times are measured, and nothing is judged.
    pub fn is_timed(&self) -> bool {
        self.settings.iter().any(|setting| {
            matches!(setting.manner, Manner::Timed { .. }) || setting.purpose == Purpose::Yardstick
        })
    }
}

/// Formulas of one track.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The track.
    pub track: Track,
    /// The numbers of the formulas.
    pub numbers: Range<u64>,
}

impl Stretch {
    /// Formulas of a track, as far as there are any.
    pub fn new(track: Track, numbers: Range<u64>) -> Self {
        let most = track.len().unwrap_or(u64::MAX);
        // Databases count to 2^63.
        let end = numbers.end.min(most).min(i64::MAX.unsigned_abs());
        Self { track, numbers: numbers.start.min(end)..end }
    }

    /// The index of the first formula; `None` if they are drawn at random.
    pub fn first(&self) -> Option<BigUint> {
        match &self.track.order {
            Order::Exhaustive { base } => Some(base.number() + self.numbers.start),
            Order::Sampled { .. } => None,
        }
    }

    /// How many formulas there are; `None` if nobody sees their end.
    pub fn count(&self) -> Option<u64> {
        let count = self.numbers.end - self.numbers.start;
        (count < 1 << 62).then_some(count)
    }
}

/// A number in a few characters; numbers of which one is at least twice the other differ.
fn magnitude(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() < 8 {
        return digits;
    }
    let power = digits.len() - 1;
    match digits.split_at(2).0 {
        "10" => format!("10^{power}"),
        two => format!("{}.{}·10^{power}", &two[..1], &two[1..]),
    }
}

/// One of several parts of a campaign, such as `3/16`: blocks of formulas go round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, counted from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Default for Shard {
    /// All of it.
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no part: write which of how many, as in `3/16`");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let shard = Self {
            number: number.trim().parse().map_err(|_| wrong())?,
            of: of.trim().parse().map_err(|_| wrong())?,
        };
        if shard.number == 0 || shard.number > shard.of {
            return Err(wrong());
        }
        Ok(shard)
    }
}

impl Shard {
    fn has(self, number: u64) -> bool {
        (number / FORMULAS_PER_TASK) % self.of == self.number - 1
    }

    /// How many of some numbers are its own.
    pub fn share(self, numbers: &Range<u64>) -> u64 {
        if self.of == 1 {
            return numbers.end - numbers.start;
        }
        // Whole rounds, and what is left of one.
        let below = |end: u64| {
            let round = FORMULAS_PER_TASK * self.of;
            let rest = (end % round)
                .saturating_sub((self.number - 1) * FORMULAS_PER_TASK)
                .min(FORMULAS_PER_TASK);
            end / round * FORMULAS_PER_TASK + rest
        };
        below(numbers.end) - below(numbers.start)
    }
}

/// What each setting said of a formula in an earlier run.
pub(crate) type Recalled = Vec<Option<(Outcome, Duration)>>;

/// Formulas that follow each other, for some of the solvers.
#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub stretch: usize,
    pub numbers: Range<u64>,
    /// Which settings are asked; an arbiter only where it is needed.
    pub asks: Vec<bool>,
    /// What the others, and an arbiter, said in an earlier run, for each formula.
    pub known: Vec<Recalled>,
}

/// Cuts a plan into tasks.
pub(crate) struct Schedule {
    stretches: Vec<StretchProgress>,
    /// Whose turn it is.
    turn: usize,
    shard: Shard,
    settings: Vec<SettingId>,
    arbiter: Option<usize>,
}

/// A stretch, as far as it was handed out.
struct StretchProgress {
    track: TrackId,
    rest: Range<u64>,
    /// What each solver was asked before; `None` for an arbiter, for whom nothing is to be done.
    done: Vec<Option<crate::store::Spans>>,
}

impl Schedule {
    pub fn new(
        plan: &Plan,
        store: &Store,
        tracks: &[TrackId],
        settings: &[SettingId],
    ) -> Result<Self, StoreError> {
        let arbiter = plan.opponents.arbiter();
        let progress = |(stretch, track): (&Stretch, &TrackId)| {
            let done = |(place, setting): (usize, &SettingId)| {
                // Read for an arbiter too: answers that contradict each other are not believed.
                let done = store.done(*track, *setting)?;
                Ok((arbiter != Some(place)).then_some(done))
            };
            let done: Result<_, _> = settings.iter().enumerate().map(done).collect();
            Ok(StretchProgress { track: *track, rest: stretch.numbers.clone(), done: done? })
        };
        let stretches: Result<_, StoreError> =
            plan.stretches.iter().zip(tracks).map(progress).collect();
        let settings = settings.to_vec();
        Ok(Self { stretches: stretches?, turn: 0, shard: plan.shard, settings, arbiter })
    }

    /// The next task; stretches take turns.
    pub fn next(&mut self, store: &Store) -> Result<Option<Task>, StoreError> {
        for _ in 0..self.stretches.len() {
            let stretch = self.turn;
            self.turn = (self.turn + 1) % self.stretches.len();
            if let Some((numbers, asks)) = self.stretches[stretch].next(self.shard) {
                let known = self.known(store, stretch, &numbers, &asks)?;
                return Ok(Some(Task { stretch, numbers, asks, known }));
            }
        }
        Ok(None)
    }

    fn known(
        &self,
        store: &Store,
        stretch: usize,
        numbers: &Range<u64>,
        asks: &[bool],
    ) -> Result<Vec<Recalled>, StoreError> {
        let length = usize::try_from(numbers.end - numbers.start).expect("a task is one block");
        let mut known = vec![vec![None; asks.len()]; length];
        let track = self.stretches[stretch].track;
        let is_asked = |place: usize| asks[place] && self.arbiter != Some(place);
        for (place, setting) in self.settings.iter().enumerate().filter(|(at, _)| !is_asked(*at)) {
            store.chunks(track, *setting, numbers.clone(), |chunk| {
                let skip = usize::try_from(chunk.first - numbers.start)
                    .expect("chunks are cut to the numbers that were asked for");
                for (known, outcome) in known.iter_mut().skip(skip).zip(chunk.outcomes) {
                    known[place] = Some(outcome);
                }
            })?;
        }
        Ok(known)
    }
}

impl StretchProgress {
    /// Numbers that lie in one block, and whom to ask: someone who was not asked any of them.
    fn next(&mut self, shard: Shard) -> Option<(Range<u64>, Vec<bool>)> {
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
            let is_missing = |done: &crate::store::Spans| !crate::store::is_in(done, start);
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
    fn parts_cover_all_formulas_once() {
        for (numbers, of) in [(0..1000, 3), (10..11, 4), (100..5000, 7), (5..5, 2), (0..64, 2)] {
            let shards: Vec<Shard> = (1..=of).map(|number| Shard { number, of }).collect();
            let mut all = 0;
            for shard in &shards {
                let own = numbers.clone().filter(|number| shard.has(*number)).count() as u64;
                assert_eq!(shard.share(&numbers), own, "{shard:?} of {numbers:?}");
                all += own;
            }
            assert_eq!(all, numbers.end - numbers.start);
        }
    }

    #[test]
    fn large_numbers_are_told_apart_in_a_few_characters() {
        for (number, expected) in [
            ("0", "0"),
            ("1234567", "1234567"),
            ("12345678", "1.2·10^7"),
            ("99999999", "9.9·10^7"),
            ("100000000", "10^8"),
            ("200000000", "2.0·10^8"),
        ] {
            assert_eq!(magnitude(&number.parse().unwrap()), expected);
        }
    }

    #[test]
    fn parts_are_read() {
        assert_eq!("3/16".parse(), Ok(Shard { number: 3, of: 16 }));
        for wrong in ["", "3", "0/2", "3/2", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_done_is_left_out() {
        let only = |numbers: Range<u64>| Some(vec![numbers]);
        let mut progress = StretchProgress {
            track: TrackId::for_tests(),
            rest: 0..200,
            done: vec![only(0..100), only(30..50)],
        };
        let mut tasks = Vec::new();
        while let Some((numbers, asks)) = progress.next(Shard::default()) {
            tasks.push((numbers, asks));
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
        let done = vec![only(0..100), None];
        let mut progress = StretchProgress { track: TrackId::for_tests(), rest: 0..120, done };
        assert_eq!(progress.next(Shard::default()), Some((100..120, vec![true, true])));
        assert_eq!(progress.next(Shard::default()), None);
    }
}
