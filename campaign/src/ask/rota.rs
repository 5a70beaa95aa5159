//! The order in which a campaign with little time goes through the theories.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ask::plan::Stretch;
use crate::finding::old_trigger::OldTrigger;
use crate::seat::setting::Description;
use crate::source::Source;
use crate::source::order::Order;

/// Formulas of each theory that hold 80 % of the triggers that six years of releases showed.
pub const MOST_TRIGGERS: u64 = 51_000;
/// Formulas of each theory that hold 99 % of them.
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

/// Returns the formulas on which the kin of a solver was wrong, as stretches of one formula each, in
/// the order of sources and indices. Of those with an index of `most` or more there are none.
pub(crate) fn where_it_was_wrong(
    triggers: &[OldTrigger],
    solver: &Description,
    sources: &[Arc<dyn Source>],
    most: Option<u64>,
) -> Vec<Stretch> {
    let mut stretches = Vec::new();
    for source in sources {
        let identity = source.identity();
        // By its index a formula is known in the plain order only.
        if identity.order != Order::exhaustive() {
            continue;
        }
        let is_here = |it: &&OldTrigger| it.kin == solver.kin() && it.theory == identity.name;
        let numbers: BTreeSet<u64> =
            triggers.iter().filter(is_here).map(|trigger| trigger.index).collect();
        let numbers = numbers.into_iter().filter(|number| most.is_none_or(|most| *number < most));
        stretches.extend(numbers.map(|it| Stretch::new(Arc::clone(source), it..it + 1)));
    }
    stretches.retain(|stretch| !stretch.numbers.is_empty());
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::setting::{Manner, Setting};
    use crate::source::source_of_grammar;
    use solvers::{Limits, Solver};

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

    fn numbers(line: &str, theories: &[&str], most: Option<u64>) -> Vec<u64> {
        let solver = Solver::parse(line).unwrap();
        let setting = Setting::new(solver, Limits::default(), Manner::Session).unwrap();
        let source = |name: &&str| {
            let space = generated::Theory::find(name).unwrap().space().clone();
            source_of_grammar(*name, space, Order::exhaustive(), None)
        };
        let sources: Vec<_> = theories.iter().map(source).collect();
        let found =
            where_it_was_wrong(&OldTrigger::known(), &setting.description(), &sources, most);
        found.iter().map(|stretch| stretch.numbers.start).collect()
    }

    #[test]
    fn a_build_is_asked_where_its_family_was_wrong() {
        assert!(numbers("z3", &["Core", "Strings"], None).contains(&1791));
        assert_eq!(numbers("z3", &["Core", "Strings"], Some(500)), [273]);
        assert_eq!(numbers("cvc4", &["Arrays"], Some(200_000)), [124_510]);
        assert_eq!(numbers("bitwuzla", &["FP"], None), [0; 0]);
    }
}
