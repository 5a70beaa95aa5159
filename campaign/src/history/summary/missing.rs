//! Mutants that are missing, and why, in sentences.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use mutation::RuleName;
use outlet::{counted, grouped};

use crate::source::Gap;
use crate::store::{Spans, Store, StoreError, TrackId, is_in};

/// Rules that lost mutants, that are told.
const MOST_RULES: usize = 6;

/// Numbers that have no mutant, with the reasons. In words: `no mutant: 50 of seeds without an answer`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Count of numbers without a mutant, by the reason.
    pub gaps: BTreeMap<Gap, u64>,
    /// Count of attempts that each rule lost: after its step an assertion was not true under the
    /// witness, by the standard alone.
    pub lost: BTreeMap<RuleName, u64>,
    /// The rules that turned out wrong.
    pub off: BTreeSet<RuleName>,
    /// Seeds that have too many mutants one step away, where all of these are asked.
    pub crowded: Option<Crowded>,
}

/// Seeds that have as many mutants one step away as there are numbers for, or more: `not all: of 1
/// seed with 10 mutants one step away or more, the first 10 were asked`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crowded {
    /// The number of these seeds, at least one.
    pub seeds: u64,
    /// Numbers of each seed: no more of its mutants are asked.
    pub per_seed: u64,
}

impl Missing {
    /// Reads what a database says of some numbers. `neighbours_per_seed` is how many numbers a seed
    /// has, if they are those of all mutants that are one step away.
    pub(super) fn of(
        store: &Store,
        track: TrackId,
        numbers: &Spans,
        neighbours_per_seed: Option<u64>,
    ) -> Result<Self, StoreError> {
        let crowded = match neighbours_per_seed {
            Some(each) => Crowded::of(each, numbers, &store.gaps_by_reason(track)?),
            None => None,
        };
        Ok(Self {
            gaps: store.gap_counts(track, numbers)?,
            lost: store.lost(track, numbers)?,
            off: store.rules_off()?,
            crowded,
        })
    }

    /// Returns the number of numbers without a mutant.
    pub fn all(&self) -> u64 {
        self.gaps.values().sum()
    }

    /// Returns a line for each reason that there is:
    /// `no mutant: 40 of seeds without an answer, 2 of which every attempt was lost`,
    /// `lost: 3 by weaken num-lt-ne`.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let word = |(gap, count): (&Gap, &u64)| {
            let count = grouped(*count);
            match gap {
                Gap::NoSeed => format!("{count} of seeds without an answer"),
                Gap::NoMutant => format!("{count} where nothing that can be done keeps the answer"),
                Gap::NoMore => format!("{count} beyond the last of their seed"),
                Gap::RuleOff => format!("{count} by a rule that is switched off"),
            }
        };
        // That a seed has no more mutants than it has is no loss.
        let gaps = self.gaps.iter().filter(|(gap, _)| **gap != Gap::NoMore);
        let words: Vec<String> = gaps.map(word).collect();
        if !words.is_empty() {
            lines.push(format!("no mutant: {}", words.join(", ")));
        }
        if let Some(Crowded { seeds, per_seed }) = self.crowded {
            let (seeds, per_seed) = (counted(seeds, "seed"), grouped(per_seed));
            lines.push(format!(
                "not all: of {seeds} with {per_seed} mutants one step away or more, the first \
                 {per_seed} were asked (--per-seed asks more)"
            ));
        }
        if !self.lost.is_empty() {
            let mut rules: Vec<(&RuleName, u64)> =
                self.lost.iter().map(|(rule, count)| (rule, *count)).collect();
            rules.sort_by_key(|(_, count)| Reverse(*count));
            let all: u64 = rules.iter().map(|(_, count)| count).sum();
            let mut words: Vec<String> = rules
                .iter()
                .take(MOST_RULES)
                .map(|(rule, count)| format!("{} by {rule}", grouped(*count)))
                .collect();
            if let Some(more) = rules.len().checked_sub(MOST_RULES).filter(|it| *it > 0) {
                words.push(counted(more as u64, "more rule"));
            }
            lines.push(format!(
                "{} lost, not true under the witness: {}",
                counted(all, "attempt"),
                words.join(", ")
            ));
        }
        if !self.off.is_empty() {
            let rules: Vec<String> = self.off.iter().map(ToString::to_string).collect();
            lines.push(format!(
                "switched off, since answers turned out wrong: {}",
                rules.join(", ")
            ));
        }
        lines
    }
}

impl Crowded {
    /// Finds the seeds whose last number is among some and has a mutant, as far as it was not lost;
    /// `None` if there are none.
    fn of(per_seed: u64, numbers: &Spans, gaps: &BTreeMap<Gap, Spans>) -> Option<Self> {
        let has_fewer = |number: u64| {
            let gaps = [Gap::NoSeed, Gap::NoMore].into_iter().filter_map(|gap| gaps.get(&gap));
            gaps.into_iter().any(|gap| is_in(gap, number))
        };
        let lasts = numbers.iter().flat_map(|range| {
            let seeds = range.start / per_seed..range.end / per_seed;
            seeds.map(|seed| seed * per_seed + (per_seed - 1))
        });
        let seeds = lasts.filter(|&last| !has_fewer(last)).count() as u64;
        (seeds > 0).then_some(Self { seeds, per_seed })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    #[test]
    fn what_is_missing_is_told_by_its_reason() {
        assert!(Missing::default().lines().is_empty());
        let rule =
            |rule: &str| RuleName { technique: mutation::Technique::Weaken, rule: rule.into() };
        let missing = Missing {
            gaps: BTreeMap::from([(Gap::NoSeed, 1400), (Gap::RuleOff, 2)]),
            lost: BTreeMap::from([(rule("a"), 1), (rule("b"), 7)]),
            off: BTreeSet::from([rule("a")]),
            crowded: None,
        };
        assert_eq!(missing.all(), 1402);
        assert_eq!(
            missing.lines(),
            [
                "no mutant: 1,400 of seeds without an answer, 2 by a rule that is switched off",
                "8 attempts lost, not true under the witness: 7 by weaken b, 1 by weaken a",
                "switched off, since answers turned out wrong: weaken a",
            ]
        );
    }

    #[test]
    fn seeds_with_more_mutants_than_numbers_are_told() {
        // Of three seeds with ten numbers each, the first has fewer mutants, the last no answer.
        let only = |numbers: Range<u64>| -> Spans { [numbers].into() };
        let gaps = BTreeMap::from([(Gap::NoMore, only(7..10)), (Gap::NoSeed, only(20..30))]);
        let crowded = Crowded::of(10, &only(0..30), &gaps);
        assert_eq!(crowded, Some(Crowded { seeds: 1, per_seed: 10 }));
        assert_eq!(
            Missing { crowded, ..Missing::default() }.lines(),
            ["not all: of 1 seed with 10 mutants one step away or more, the first 10 were \
                 asked (--per-seed asks more)",]
        );
        // Its last number was not reached, or is beyond its mutants.
        assert_eq!(Crowded::of(10, &only(0..19), &gaps), None);
        assert_eq!(Crowded::of(10, &vec![3..10, 21..30], &gaps), None);
    }
}
