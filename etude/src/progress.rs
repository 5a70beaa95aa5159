//! A line for a person who waits: how many, how fast, how long still.

use std::fmt::Write as _;
use std::io::{self, IsTerminal};
use std::time::Duration;

use crate::terminal::{Frame, Progress};

/// A line for whoever waits.
pub(crate) struct WritingProgress {
    total: Option<u64>,
    formulas: u64,
    bytes: u64,
    shown: Progress,
}

/// The reader of the formulas themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    Files,
}

impl WritingProgress {
    /// Of `total` formulas, if their number is known. A terminal that shows the formulas
    /// shows no progress.
    pub fn new(total: Option<u64>, output: Output) -> Self {
        let is_in_the_way = output == Output::Stdout && io::stdout().is_terminal();
        let shown = if is_in_the_way { Progress::unseen() } else { Progress::new() };
        Self { total, formulas: 0, bytes: 0, shown }
    }

    /// Counts more formulas that were written.
    pub fn add(&mut self, formulas: u64, bytes: usize) {
        self.formulas += formulas;
        self.bytes += bytes as u64;
        let (total, formulas, bytes) = (self.total, self.formulas, self.bytes);
        self.shown.show(|time| Frame::line(line(total, formulas, bytes, time)));
    }
}

/// `1.0 M formulas, 150 MB; 500 k formulas/s, 75.0 MB/s; 25 %, 6 s left`.
fn line(total: Option<u64>, formulas: u64, bytes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64().max(1e-9);
    let rate = |number: u64| scaled(approximate(number) / seconds);
    let mut line = format!(
        "{} formulas, {}B; {} formulas/s, {}B/s",
        scaled(approximate(formulas)),
        scaled(approximate(bytes)),
        rate(formulas),
        rate(bytes),
    );
    if let Some(total) = total {
        let part = approximate(formulas) / approximate(total.max(1));
        let left = seconds * (1.0 - part) / part.max(1e-9);
        let _ = write!(line, "; {:.0} %, {left:.0} s left", 100.0 * part);
    }
    line
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn approximate(number: u64) -> f64 {
    number as f64
}

/// Three digits and a unit: `12.3 M`.
fn scaled(number: f64) -> String {
    let mut scaled = number;
    for unit in ["", "k", "M", "G"] {
        if scaled < 999.5 {
            let digits = usize::from(!unit.is_empty() && scaled < 99.95);
            return format!("{scaled:.digits$} {unit}");
        }
        scaled /= 1000.0;
    }
    format!("{scaled:.1} T")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits_at_the_most() {
        let check = |number: f64, shown: &str| assert_eq!(scaled(number), shown);
        check(0.0, "0 ");
        check(999.0, "999 ");
        check(1234.0, "1.2 k");
        check(12_345_678.0, "12.3 M");
        check(999_999.0, "1.0 M");
        check(123_456_789_000.0, "123 G");
        check(5e15, "5000.0 T");
    }

    #[test]
    fn the_rest_takes_as_long_as_what_was_done() {
        let line = line(Some(4_000_000), 1_000_000, 150_000_000, Duration::from_secs(2));
        assert_eq!(line, "1.0 M formulas, 150 MB; 500 k formulas/s, 75.0 MB/s; 25 %, 6 s left");
    }
}
