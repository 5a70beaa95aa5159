//! Parts of a campaign for several machines.

use std::ops::Range;
use std::str::FromStr;

use thiserror::Error;

/// Questions that are asked and written down together, at most: few, so that little is lost when
/// the program is killed; enough that writing costs nothing.
pub(crate) const FORMULAS_PER_TASK: u64 = 64;

/// One of several parts of a campaign, such as `3/16`: parts take turns at blocks of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u64,
    /// The number of all parts.
    pub of: u64,
}

/// A text that names no part of a campaign. `4/3` is one: there are three parts.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no part: write which of how many, as in `3/16`")]
pub struct ShardError {
    /// The text.
    pub text: String,
}

impl Default for Shard {
    /// All of it.
    fn default() -> Self {
        Self { number: 1, of: 1 }
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let wrong = || ShardError { text: text.to_owned() };
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
    pub(crate) fn has(self, number: u64) -> bool {
        (number / FORMULAS_PER_TASK) % self.of == self.number - 1
    }

    /// Returns how many of some numbers are its own.
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
    fn parts_are_read() {
        assert_eq!("3/16".parse(), Ok(Shard { number: 3, of: 16 }));
        for wrong in ["", "3", "0/2", "3/2", "a/b", "1/0", "-1/2"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }
}
