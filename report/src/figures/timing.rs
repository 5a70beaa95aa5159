//! One run's times into what was solved within shorter ones, and what all solved together.

use outlet::{counted, grouped};

use crate::history::Answers;

use super::handles::ColumnId;

/// The times within which formulas are counted, in seconds: 2^-6 … 2^3.
pub(super) const TIMES: [f64; 10] =
    [0.015_625, 0.031_25, 0.062_5, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// Times of one solver with one theory.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timing {
    /// The column in the history.
    pub(super) column: ColumnId,
    /// Number of formulas that it was asked.
    pub(super) asked: u64,
    /// Number of them that it decided within each of [`TIMES`].
    pub(super) solved: [u64; TIMES.len()],
    /// Number that it decided at all.
    pub(super) decided: u64,
    /// Time that all of them took together.
    pub(super) seconds: f64,
}

impl Timing {
    /// Counts a column's answers.
    pub(super) fn of(column: ColumnId, answers: &Answers) -> Self {
        let mut timing =
            Self { column, asked: 0, solved: [0; TIMES.len()], decided: 0, seconds: 0.0 };
        for (_, outcome, seconds) in answers.in_seconds() {
            timing.asked += 1;
            timing.seconds += seconds;
            if outcome.is_decided() {
                timing.decided += 1;
                // Where it counts first; what is solved sooner is solved later too.
                let place = TIMES.partition_point(|time| *time < seconds);
                if let Some(count) = timing.solved.get_mut(place) {
                    *count += 1;
                }
            }
        }
        for place in 1..TIMES.len() {
            timing.solved[place] += timing.solved[place - 1];
        }
        timing
    }

    /// Within the shortest time.
    pub(super) fn soonest(&self) -> u64 {
        self.solved[0]
    }

    /// Within the longest time.
    pub(super) fn latest(&self) -> u64 {
        self.solved[TIMES.len() - 1]
    }

    /// Returns the formulas that were solved within each time, in words.
    pub(super) fn in_words(&self) -> String {
        let parts: Vec<String> = TIMES
            .iter()
            .zip(self.solved)
            .map(|(time, solved)| format!("{} within {time} s", grouped(solved)))
            .collect();
        let (asked, decided) = (counted(self.asked, "formula"), grouped(self.decided));
        format!("of {asked}, {}, {decided} in all", parts.join(", "))
    }
}

/// Returns how many formulas all of them decided, and how long each took for these, in seconds.
///
/// Costs one walk over the answers for finding them and one for their times.
pub(super) fn jointly(all: &[&Answers]) -> (u64, Vec<f64>) {
    let Some((first, others)) = all.split_first() else { return (0, Vec::new()) };
    let decided = first.in_seconds().filter(|(_, outcome, _)| outcome.is_decided());
    let mut joint: Vec<u64> = decided.map(|(number, ..)| number).collect();
    for answers in others {
        let mut theirs =
            answers.in_seconds().filter(|(_, outcome, _)| outcome.is_decided()).peekable();
        joint.retain(|number| {
            while theirs.next_if(|(other, ..)| other < number).is_some() {}
            theirs.peek().is_some_and(|(other, ..)| other == number)
        });
    }
    let seconds = all.iter().map(|answers| {
        let mut wanted = joint.iter().peekable();
        let mut is_joint = |number: u64| wanted.next_if(|it| **it == number).is_some();
        answers.in_seconds().filter(|(number, ..)| is_joint(*number)).map(|(.., it)| it).sum()
    });
    (joint.len() as u64, seconds.collect())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use campaign::{Chunk, Outcome};

    use super::*;

    /// Answers by rule, with gaps and with some that are none.
    fn answers(rule: u64) -> Answers {
        let mut answers = Answers::default();
        for first in (0..500_u64).step_by(50).filter(|first| first % (50 * (rule + 3)) != 50) {
            let outcome = |number: u64| match number.wrapping_mul(2_654_435_761 + rule) >> 7 & 7 {
                0 => Outcome::Unknown,
                1 => Outcome::Timeout,
                2 | 3 => Outcome::SatTrue,
                _ => Outcome::Unsat,
            };
            let time = |number: u64| Duration::from_micros(number * 40_000 % (9_999_991 + rule));
            let outcomes = (first..first + 50).map(|it| (outcome(it), time(it))).collect();
            answers.push(&Chunk { first, outcomes });
        }
        answers
    }

    #[test]
    fn what_is_solved_within_a_time_is_counted() {
        let answers = answers(0);
        let timing = Timing::of(ColumnId(3), &answers);
        for (time, count) in TIMES.iter().zip(timing.solved) {
            let is_solved = |(_, it, took): &(u64, Outcome, f64)| it.is_decided() && took <= time;
            assert_eq!(count, answers.in_seconds().filter(is_solved).count() as u64, "{time}");
        }
        assert!(timing.solved[0] > 0 && timing.latest() < timing.decided);
        assert!(timing.decided < timing.asked);
    }

    #[test]
    fn the_formulas_that_all_decide_are_those_that_each_decides() {
        let all: Vec<Answers> = (0..4).map(answers).collect();
        let decides = |answers: &Answers, number: u64| {
            answers.get(number).filter(|(outcome, _)| outcome.is_decided())
        };
        let joint: Vec<u64> =
            (0..500).filter(|it| all.iter().all(|one| decides(one, *it).is_some())).collect();
        let (count, seconds) = jointly(&all.iter().collect::<Vec<_>>());
        assert_eq!(count, joint.len() as u64);
        assert!(count > 20);
        for (answers, found) in all.iter().zip(seconds) {
            let times = joint.iter().filter_map(|number| decides(answers, *number));
            let sum: f64 = times.map(|(_, time)| time.as_secs_f64()).sum();
            assert!((sum - found).abs() < 1e-3, "{sum} is not {found}");
        }
        assert_eq!(jointly(&[]), (0, Vec::new()));
    }
}
