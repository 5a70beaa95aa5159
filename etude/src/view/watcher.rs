//! The progress of a run of several hunts, one after the other.

use outlet::counted;

use campaign::{Event, Part, Plan, Store, StoreError, Watcher};

use crate::output::{note, say, warn};
use crate::terminal::Progress;
use crate::view::hunt_progress::{HuntProgress, ProgressStyle};

/// Shows each hunt of a run while it lasts.
pub(crate) struct RunProgress {
    style: ProgressStyle,
    hunt: Option<HuntProgress>,
    /// The lines of the hunt that ended last.
    lines: Option<Progress>,
}

impl RunProgress {
    /// Begins with no hunt.
    pub fn new(style: ProgressStyle) -> Self {
        Self { style, hunt: None, lines: None }
    }
}

impl Watcher for RunProgress {
    fn begin(&mut self, part: Part, plan: &Plan, store: &Store) -> Result<(), StoreError> {
        match part {
            Part::Yardstick | Part::Stage => {}
            Part::OldTriggers { count } => {
                let formulas = counted(count as u64, "formula");
                note(|| format!("first {formulas} on which releases of its family were wrong"));
                // A line for each of them would tell nothing.
                return Ok(());
            }
            Part::Batch { number, count } => {
                say(|| format!("correctness, batch {number} of {count}"));
            }
            Part::Timing { repetitions } => {
                let times = counted(u64::from(repetitions), "time");
                say(|| format!("times, each formula {times}"));
            }
        }
        let lines = self.lines.take().unwrap_or_else(|| self.style.lines());
        self.hunt = Some(HuntProgress::with_lines(plan, store, self.style, lines)?);
        Ok(())
    }

    fn hear(&mut self, event: &Event) {
        if let Some(hunt) = &mut self.hunt {
            hunt.show(event);
        }
    }

    fn end(&mut self) {
        self.lines = self.hunt.take().map(HuntProgress::close);
    }

    fn warn(&mut self, message: &str) {
        warn(message);
    }
}
