//! One run of a campaign: which questions go to which solvers, within which limits.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;

use crate::ask::ladder::Ladder;
use crate::ask::shard::Shard;
use crate::judge::Judge;
use crate::judge::opponents::Opponents;
use crate::seat::handle::PerSeat;
use crate::seat::setting::{Manner, Purpose, Setting};
use crate::source::Source;
use crate::source::order::Order;
use crate::store::{Bug, Store, StoreError};

/// One run of a campaign: which questions go to which solvers, within which limits. `etude hunt --theory Ints --count 100`
/// makes one of a single stretch.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The questions.
    pub stretches: Vec<Stretch>,
    /// The solvers, each with a name of its own.
    pub settings: PerSeat<Setting>,
    /// The time limits below the solvers' own within which formulas are asked first; none where
    /// times are measured.
    pub ladder: Ladder,
    /// The part of the work that is done here.
    pub shard: Shard,
    /// The number of questions that are under way at a time.
    pub jobs: usize,
    /// The longest that all of it may take.
    pub time: Option<Duration>,
    /// The judge, which knows when an answer is slow and how hard the small search tries.
    pub judge: Judge,
    /// The solvers with whose answers each answer is compared.
    pub opponents: Opponents,
}

impl Plan {
    /// Returns what to call each stretch: by the name of its source, and where several have one
    /// name, also by where they begin, as in `Core from 3.1·10^275`.
    pub fn titles(&self) -> Vec<String> {
        let name = |stretch: &Stretch| stretch.source.identity().title();
        let title = |stretch: &Stretch| {
            let own = name(stretch);
            let is_alone = self.stretches.iter().filter(|it| name(it) == own).count() == 1;
            match stretch.first() {
                Some(first) if !is_alone => format!("{own} from {}", magnitude(&first)),
                _ => own,
            }
        };
        self.stretches.iter().map(title).collect()
    }

    /// Returns the bugs that its solvers show on its sources, with what earlier runs found; others that the
    /// campaign holds are not this plan's.
    pub fn bugs(&self, store: &Store) -> Result<Vec<Bug>, StoreError> {
        let tracks = self.stretches.iter().map(|stretch| store.track(&stretch.source));
        let names: Vec<String> = self.settings.iter().map(|it| it.name().to_owned()).collect();
        store.bugs_in(&tracks.collect::<Result<Vec<_>, _>>()?, &names)
    }

    /// Whether times are measured, and nothing is judged.
    pub fn is_timed(&self) -> bool {
        self.settings.iter().any(|setting| {
            matches!(setting.manner, Manner::Timed { .. }) || setting.purpose == Purpose::Yardstick
        })
    }
}

/// Questions of one source that follow each other. `--from 2460 --count 20` gives those with the
/// numbers `2460..2480`.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// The source.
    pub source: Arc<dyn Source>,
    /// The numbers of the questions.
    pub numbers: Range<u64>,
    /// The order in which they are asked.
    pub turns: Turns,
}

/// The order in which the questions of a stretch are asked: `Turns::ByYield`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turns {
    /// Those with the smallest numbers.
    #[default]
    ByNumber,
    /// Mutants by the rules whose mutants brought most so far; the others are put aside, and every fifth
    /// that is asked is one of them. All are asked in the end.
    ByYield,
}

impl Stretch {
    /// The questions of a source with these numbers, as far as there are any.
    pub fn new(source: Arc<dyn Source>, numbers: Range<u64>) -> Self {
        let most = source.len().unwrap_or(u64::MAX);
        // Databases count to 2^63.
        let end = numbers.end.min(most).min(i64::MAX.unsigned_abs());
        Self { source, numbers: numbers.start.min(end)..end, turns: Turns::ByNumber }
    }

    /// Returns the same with its questions in another order.
    #[must_use]
    pub fn in_turns(self, turns: Turns) -> Self {
        Self { turns, ..self }
    }

    /// Returns the index of the first formula; `None` if they do not come by consecutive indices.
    pub fn first(&self) -> Option<BigUint> {
        let first = self.source.first()?;
        Some(first.number() + self.numbers.start)
    }

    /// Whether the questions are the scripts of a corpus.
    pub fn is_corpus(&self) -> bool {
        matches!(self.source.identity().order, Order::Corpus { .. })
    }

    /// Returns the number of questions; `None` if nobody sees their end.
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
