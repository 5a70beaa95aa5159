//! Mutants that are missing, and why, in sentences.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use mutation::RuleName;
use outlet::{counted, grouped};

use crate::source::Gap;
use crate::store::{Spans, Store, StoreError, TrackId};

/// Rules that lost mutants, that are told.
const MOST_RULES: usize = 6;

/// Numbers that have no mutant, with the reasons. In words: `no mutant: 50 of seeds without an answer`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Missing {
    /// Count of numbers without a mutant, by the reason.
    pub gaps: BTreeMap<Gap, u64>,
    /// Count of attempts that each rule lost: after its step an assertion was not true under the
    /// witness,
    /// by the standard alone.
    pub lost: BTreeMap<RuleName, u64>,
    /// The rules that turned out wrong.
    pub off: BTreeSet<RuleName>,
}

impl Missing {
    /// Reads what a database says of some numbers.
    pub(super) fn of(store: &Store, track: TrackId, numbers: &Spans) -> Result<Self, StoreError> {
        Ok(Self {
            gaps: store.gap_counts(track, numbers)?,
            lost: store.lost(track, numbers)?,
            off: store.rules_off()?,
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

#[cfg(test)]
mod tests {
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
}
