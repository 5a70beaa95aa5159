//! The progress of a run of several hunts, one after the other.

use std::time::Instant;

use campaign::{Event, Part, Plan, Store, StoreError, Watcher};

use crate::output::{say, warn};
use crate::view::hunt_progress::{HuntProgress, ProgressStyle};

/// Shows each hunt of a run while it lasts.
pub(crate) struct RunProgress {
    style: ProgressStyle,
    hunt: Option<HuntProgress>,
    /// When a log spoke last: short hunts follow each other, and it need not speak in each.
    spoken: Instant,
}

impl RunProgress {
    /// Begins with no hunt.
    pub fn new(style: ProgressStyle) -> Self {
        Self { style, hunt: None, spoken: Instant::now() }
    }
}

impl Watcher for RunProgress {
    fn begin(&mut self, part: Part, plan: &Plan, store: &Store) -> Result<(), StoreError> {
        match part {
            Part::Yardstick | Part::Stage => {}
            Part::Batch { number, count } => {
                say(|| format!("correctness, batch {number} of {count}"));
            }
            Part::Timing { repetitions } => {
                say(|| format!("times, each formula {repetitions} times"));
            }
        }
        let hunt = HuntProgress::new(plan, store, self.style)?;
        let is_log = self.style == ProgressStyle::Log;
        self.hunt = Some(if is_log { hunt.after(self.spoken) } else { hunt });
        Ok(())
    }

    fn hear(&mut self, event: &Event) {
        if let Some(hunt) = &mut self.hunt {
            hunt.show(event);
        }
    }

    fn end(&mut self) {
        if let Some(mut hunt) = self.hunt.take() {
            hunt.close();
            self.spoken = hunt.spoken().unwrap_or(self.spoken);
        }
    }

    fn warn(&mut self, message: &str) {
        warn(message);
    }
}
