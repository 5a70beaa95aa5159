//! A line for a person who waits: how many, how fast, how long still.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The line is written anew no more often than this.
const PAUSE: Duration = Duration::from_millis(200);

/// A line on a terminal; nothing where there is none.
pub(crate) struct WritingProgress {
    total: Option<u64>,
    formulas: u64,
    bytes: u64,
    begin: Instant,
    /// When the line was last written; `None` if nobody watches.
    shown: Option<Instant>,
}

/// Who sees the formulas themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    Files,
}

impl WritingProgress {
    /// Of `total` formulas, if their number is known. A terminal that shows the formulas
    /// shows no progress.
    pub fn new(total: Option<u64>, output: Output) -> Self {
        let is_shown =
            io::stderr().is_terminal() && (output == Output::Files || !io::stdout().is_terminal());
        let begin = Instant::now();
        Self { total, formulas: 0, bytes: 0, begin, shown: is_shown.then_some(begin) }
    }

    /// So many more were written.
    pub fn add(&mut self, formulas: u64, bytes: usize) {
        self.formulas += formulas;
        self.bytes += bytes as u64;
        let Some(shown) = self.shown else { return };
        let now = Instant::now();
        if now - shown >= PAUSE {
            self.shown = Some(now);
            let _ = write!(io::stderr(), "\r\x1b[K{}", self.line(now - self.begin));
        }
    }

    fn line(&self, time: Duration) -> String {
        let seconds = time.as_secs_f64().max(1e-9);
        let rate = |number: u64| scaled(approximate(number) / seconds);
        let mut line = format!(
            "{} formulas, {}B; {} formulas/s, {}B/s",
            scaled(approximate(self.formulas)),
            scaled(approximate(self.bytes)),
            rate(self.formulas),
            rate(self.bytes),
        );
        if let Some(total) = self.total {
            let part = approximate(self.formulas) / approximate(total.max(1));
            let left = seconds * (1.0 - part) / part.max(1e-9);
            let _ = write!(line, "; {:.0} %, {left:.0} s left", 100.0 * part);
        }
        line
    }
}

impl Drop for WritingProgress {
    /// Leaves the terminal as it was.
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
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
        let mut progress = WritingProgress::new(Some(4_000_000), Output::Files);
        progress.add(1_000_000, 150_000_000);
        let line = progress.line(Duration::from_secs(2));
        assert_eq!(line, "1.0 M formulas, 150 MB; 500 k formulas/s, 75.0 MB/s; 25 %, 6 s left");
    }
}
