//! A reduction while it runs, and what came of it.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use campaign::{Ended, Progress, Reduced};
use outlet::times::rough;
use outlet::{counted, grouped};
use serde_json::{Value, json};

/// The shortest time between two lines on a terminal.
const PAUSE: Duration = Duration::from_millis(200);
/// The shortest time between two lines elsewhere, as in the log of a build.
const LONG_PAUSE: Duration = Duration::from_secs(10);

/// A line on a terminal that is written anew, or one now and then.
pub(crate) struct ReductionProgress {
    begin: Instant,
    time: Option<Duration>,
    shown: Instant,
    is_terminal: bool,
}

impl ReductionProgress {
    /// Begins now; `time` is how long it may take.
    pub fn new(time: Option<Duration>) -> Self {
        let begin = Instant::now();
        Self { begin, time, shown: begin, is_terminal: io::stderr().is_terminal() }
    }

    /// Whether its time is over.
    pub fn is_over(&self) -> bool {
        self.time.is_some_and(|time| self.begin.elapsed() >= time)
    }

    /// Returns the time since it began.
    pub fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    /// Shows how far it is, if it is time to.
    pub fn show(&mut self, progress: &Progress) {
        let pause = if self.is_terminal { PAUSE } else { LONG_PAUSE };
        if self.shown.elapsed() < pause {
            return;
        }
        self.shown = Instant::now();
        let line = self.line(progress, self.begin.elapsed());
        // Nobody is the worse off for a line that cannot be written.
        let _ = if self.is_terminal {
            write!(io::stderr(), "\r\x1b[K{line}")
        } else {
            writeln!(io::stderr(), "{line}")
        };
    }

    fn line(&self, progress: &Progress, elapsed: Duration) -> String {
        let Progress { bytes_before, bytes, calls, stage, .. } = progress;
        let (before, now) = (grouped(bytes_before), grouped(bytes));
        let (place, places) = (stage.place, stage.places);
        let left = match self.time {
            Some(time) => {
                format!(", {} left", rough(time.saturating_sub(elapsed).as_secs_f64()))
            }
            None => String::new(),
        };
        format!(
            "{before} → {now} bytes; {} tried in {}{left}; round {}, {} {place}/{places}",
            grouped(calls),
            rough(elapsed.as_secs_f64()),
            stage.round,
            stage.pass,
        )
    }

    /// Leaves the terminal as it was.
    pub fn close(&self) {
        if self.is_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// Returns what came of it in a line: `2,310 bytes → 96 bytes (4 %); 412 scripts tried in 3 s`.
pub(crate) fn summary(bytes_before: usize, reduced: &Reduced, time: Duration) -> String {
    let bytes = reduced.text.len();
    let share = (bytes * 100).div_ceil(bytes_before.max(1));
    let (before, after) = (grouped(bytes_before), grouped(bytes));
    let tried = counted(reduced.calls, "script");
    let more = match reduced.ended {
        Ended::Through => "",
        Ended::Stopped => "; stopped: it may get smaller",
    };
    let time = rough(time.as_secs_f64());
    format!("{before} → {after} bytes ({share} %); {tried} tried in {time}{more}")
}

/// Returns the JSON object of what came of it.
pub(crate) fn object(text: &str, symptom: &str, reduced: &Reduced, time: Duration) -> Value {
    json!({
        "symptom": symptom,
        "bytes_before": text.len(),
        "bytes": reduced.text.len(),
        "tried": reduced.calls,
        "steps": reduced.steps,
        "seconds": time.as_secs_f64(),
        "complete": reduced.ended == Ended::Through,
        "script": reduced.text,
        "model": reduced.witness,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_of_it_is_told() {
        let reduced = Reduced {
            text: "(check-sat)\n".to_owned(),
            witness: None,
            calls: 1200,
            steps: 7,
            ended: Ended::Through,
        };
        let line =
            |ended| summary(2400, &Reduced { ended, ..reduced.clone() }, Duration::from_secs(3));
        assert_eq!(line(Ended::Through), "2,400 → 12 bytes (1 %); 1,200 scripts tried in 3 s");
        assert!(line(Ended::Stopped).ends_with("; stopped: it may get smaller"));
    }
}
