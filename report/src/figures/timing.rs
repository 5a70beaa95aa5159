//! One run's times into what was solved within shorter ones, and what all solved together.

use crate::history::Answers;

/// The times within which formulas are counted, in seconds: 2^-6 … 2^3.
pub(super) const TIMES: [f64; 10] =
    [0.015_625, 0.031_25, 0.062_5, 0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0];

/// What one solver did with one theory.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timing {
    /// The column in the history.
    pub(super) column: usize,
    /// How many formulas it was asked.
    pub(super) asked: u64,
    /// How many of them it decided within each of [`TIMES`].
    pub(super) solved: [u64; TIMES.len()],
    /// How many it decided at all.
    pub(super) decided: u64,
    /// How long all of them took together.
    pub(super) seconds: f64,
}

impl Timing {
    /// Counts a column's answers.
    pub(super) fn of(column: usize, answers: &Answers) -> Self {
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

    /// What was solved within each time, in words.
    pub(super) fn in_words(&self) -> String {
        let parts: Vec<String> = TIMES
            .iter()
            .zip(self.solved)
            .map(|(time, solved)| format!("{} within {time} s", campaign::grouped(solved)))
            .collect();
        format!("{} of {} solved", parts.join(", "), campaign::grouped(self.asked))
    }
}

/// How many formulas all of them decided, and how long each took for these, in seconds.
///
/// Costs one walk over the answers for finding them and one for their times.
pub(super) fn jointly(all: &[&Answers]) -> (u64, Vec<f64>) {
    let decided = |answers: &'_ Answers| -> Vec<u64> {
        let decided = answers.in_seconds().filter(|(_, outcome, _)| outcome.is_decided());
        decided.map(|(number, ..)| number).collect()
    };
    let Some((first, others)) = all.split_first() else { return (0, Vec::new()) };
    let mut joint = decided(first);
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
        let is_joint = |number: u64| wanted.next_if(|it| **it == number).is_some();
        let mut is_joint = is_joint;
        answers.in_seconds().filter(|(number, ..)| is_joint(*number)).map(|(.., it)| it).sum()
    });
    (joint.len() as u64, seconds.collect())
}
