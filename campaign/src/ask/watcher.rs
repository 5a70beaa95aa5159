//! Whoever watches a run that consists of several hunts.

use crate::ask::hunt::Event;
use crate::ask::plan::Plan;
use crate::store::{Store, StoreError};

/// A part of a run: one hunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The reference alone, on few formulas: how fast is the machine?
    Yardstick,
    /// Formulas on which the family of the solver under test was wrong before.
    OldTriggers {
        /// The number of formulas.
        count: usize,
    },
    /// The next formulas of a run with little time.
    Stage,
    /// Some of many releases, judged: `Batch { number: 1, count: 3 }` is the first of three.
    Batch {
        /// Counted from 1.
        number: usize,
        /// The number of batches.
        count: usize,
    },
    /// All releases, measured.
    Timing {
        /// Measurements per formula.
        repetitions: u8,
    },
}

/// Whoever watches a run: shows progress to a person, or writes events for a program. The lines of
/// `etude hunt` on a terminal are one, its `--json` another.
pub trait Watcher {
    /// Hears that a part begins, before anything is asked.
    fn begin(&mut self, part: Part, plan: &Plan, store: &Store) -> Result<(), StoreError>;

    /// Hears what happens in the part.
    fn hear(&mut self, event: &Event);

    /// Hears that the part is over, well or not.
    fn end(&mut self);

    /// Hears of trouble that the run survives.
    fn warn(&mut self, message: &str);
}
