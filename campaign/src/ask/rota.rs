//! The order in which a campaign with little time goes through the theories.

use std::sync::Arc;

use crate::ask::plan::Stretch;
use crate::source::Source;

/// So many formulas of each theory hold 80 % of the triggers that six years of releases showed.
pub const MOST_TRIGGERS: u64 = 51_000;
/// So many hold 99 % of them.
pub const ALL_TRIGGERS: u64 = 120_000;

/// The theories that wait for the others: those of floating-point numbers take two fifths of all the
/// time, and a script of several checks needs processes of its own.
const SLOWEST: [&str; 3] = ["FP", "FloatsAll", "Incremental"];

/// The stages of a campaign, each to be begun when the one before is done: first what is known to
/// pay. No theory is asked more than `most` formulas.
///
/// A stage begins anew at formula 0: what the one before asked is known by then.
pub fn rota(sources: &[Arc<dyn Source>], most: u64) -> Vec<Vec<Stretch>> {
    let mut stages = Vec::new();
    for is_slow in [false, true] {
        let mut before = 0;
        for count in [MOST_TRIGGERS, ALL_TRIGGERS] {
            let count = count.min(most);
            let stretches: Vec<Stretch> = sources
                .iter()
                .filter(|source| SLOWEST.contains(&&*source.identity().name) == is_slow)
                .map(|source| Stretch::new(Arc::clone(source), 0..count))
                .filter(|stretch| stretch.numbers.end > before)
                .collect();
            if !stretches.is_empty() {
                stages.push(stretches);
            }
            before = count;
        }
    }
    stages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::order::Order;
    use crate::source::source_of_grammar;

    fn check(most: u64, expected: &[&[(&str, u64)]]) {
        let source = |name: &str| {
            let space = generated::Theory::find(name).unwrap().space().clone();
            source_of_grammar(name, space, Order::exhaustive(), None)
        };
        let stages = rota(&["Core", "FP", "Ints"].map(source), most);
        let found: Vec<Vec<(&str, u64)>> = stages
            .iter()
            .map(|stretches| {
                stretches
                    .iter()
                    .map(|stretch| (&*stretch.source.identity().name, stretch.numbers.end))
                    .collect()
            })
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_pays_comes_first() {
        check(
            u64::MAX,
            &[
                &[("Core", 51_000), ("Ints", 51_000)],
                &[("Core", 120_000), ("Ints", 120_000)],
                &[("FP", 51_000)],
                &[("FP", 120_000)],
            ],
        );
        check(100, &[&[("Core", 100), ("Ints", 100)], &[("FP", 100)]]);
        check(0, &[]);
    }
}
