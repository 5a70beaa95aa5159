//! One solver's reply to a question, and the way in which it was got.

use std::time::Duration;

use solvers::{Answer, Check, Verdict};

use crate::judge::normal::normal_reason;
use crate::judge::outcome::Outcome;

/// One solver's reply to a question. A `Recalled` one has no model.
#[derive(Clone, Debug)]
pub enum Reply {
    /// An answer of this run.
    Given {
        /// The answer.
        answer: Box<Answer>,
        /// The way in which it was got.
        way: Way,
        /// The longest that it was allowed to take.
        wall: Duration,
    },
    /// An earlier run's note of an answer: there is no model to show.
    Recalled {
        /// The worth of the answer.
        outcome: Outcome,
        /// The time that it took.
        time: Duration,
        /// The longest that it was allowed to take.
        wall: Duration,
    },
}

/// The way in which an answer was got. `Confirmed` ones come from a fresh process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From a process that had answered other formulas.
    Session,
    /// From a process of its own.
    Alone,
    /// From a process of its own, with the plain command line, because something looked wrong.
    Confirmed,
}

/// One of the checks of a script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The number of the check, from 0.
    pub check: usize,
    /// The number of all checks.
    pub checks: usize,
}

impl Scope {
    pub fn is_last(self) -> bool {
        self.check + 1 == self.checks
    }
}

impl Reply {
    /// The answer of a process that was asked nothing else, within `wall`.
    pub fn alone(answer: Answer, wall: Duration) -> Self {
        Self::Given { answer: Box::new(answer), way: Way::Alone, wall }
    }

    /// Returns the answer, if it is of this run.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Self::Given { answer, .. } => Some(answer),
            Self::Recalled { .. } => None,
        }
    }

    /// Returns how the answer was got, if it is of this run.
    pub fn way(&self) -> Option<Way> {
        match self {
            Self::Given { way, .. } => Some(*way),
            Self::Recalled { .. } => None,
        }
    }

    /// Whether an earlier run wrote it down.
    pub fn is_recalled(&self) -> bool {
        matches!(self, Self::Recalled { .. })
    }

    /// Returns the time that the solver worked, not counting what other programs took of its cores.
    pub fn time(&self) -> Duration {
        match self {
            Self::Given { answer, .. } => answer.cpu.unwrap_or(answer.time),
            Self::Recalled { time, .. } => *time,
        }
    }

    /// Returns the longest that it was allowed to take.
    pub fn wall(&self) -> Duration {
        match self {
            Self::Given { wall, .. } | Self::Recalled { wall, .. } => *wall,
        }
    }

    /// Returns what was said beyond the verdict, in a form that is the same for many formulas.
    pub(crate) fn reason(&self) -> Option<String> {
        let reason = normal_reason(&self.answer()?.verdict.detail());
        // What a solver prints may be meant for a terminal.
        let reason = reason.replace(char::is_control, "\u{fffd}");
        (!reason.is_empty()).then_some(reason)
    }

    /// Returns the outcome of a check; of any but the last, only `sat` and `unsat` count.
    pub(super) fn outcome_at(&self, scope: Scope) -> Option<Outcome> {
        match self {
            Self::Given { answer, .. } if scope.is_last() => {
                Some(Outcome::of_verdict(&answer.verdict))
            }
            // Nobody knows which of the answers is this check's.
            Self::Given { answer, .. } if matches!(answer.verdict, Verdict::Flawed(_)) => None,
            Self::Given { answer, .. } => match answer.checks.get(scope.check)?.check {
                Check::Sat => Some(Outcome::SatUnread),
                Check::Unsat => Some(Outcome::Unsat),
                Check::Unknown => None,
            },
            Self::Recalled { outcome, .. } => scope.is_last().then_some(*outcome),
        }
    }
}
