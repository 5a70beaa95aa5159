//! A reduction while it runs, and what came of it.

use std::time::{Duration, Instant};

use campaign::{Ended, Progress, Reduced};
use outlet::times::rough;
use outlet::{counted, grouped};
use serde_json::{Value, json};

use crate::terminal::{self, Frame};

/// Progress of a reduction, and whether its time is over.
pub(crate) struct ReductionProgress {
    begin: Instant,
    time: Option<Duration>,
    shown: terminal::Progress,
}

impl ReductionProgress {
    /// Begins now; `time` is how long it may take.
    pub fn new(time: Option<Duration>) -> Self {
        Self { begin: Instant::now(), time, shown: terminal::Progress::new() }
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
        let time = self.time;
        self.shown.show(|elapsed| Frame::line(line(progress, elapsed, time)));
    }

    /// Leaves the terminal as it was.
    pub fn close(&self) {
        self.shown.close();
    }
}

fn line(progress: &Progress, elapsed: Duration, time: Option<Duration>) -> String {
    let Progress { bytes_before, bytes, calls, stage, .. } = progress;
    let (before, now) = (grouped(bytes_before), grouped(bytes));
    let (place, places) = (stage.place, stage.places);
    let left = match time {
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
