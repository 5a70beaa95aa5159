//! Counting with somebody who waits: refused at once where memory or patience cannot hold it, and
//! otherwise said after a second what is counted and how long it will take.

use std::fs;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use feat_runtime::{
    Counting, CountingBudget, Excess, Index, MOST_SIZE, Position, Size, Space, TooLarge,
};
use outlet::short_number;
use outlet::times::foreseen;

use crate::output::note;
use crate::source::NamedSpace;
use crate::terminal::{Frame, Progress};

/// The longest that anybody is kept waiting without having asked for it.
pub(crate) const USUAL_PATIENCE: Duration = Duration::from_secs(600);

/// Memory that tables may take where the machine does not say how much it has.
const USUAL_MEMORY: u64 = 4 << 30;

/// Whoever waits is told after this long, and again as often on a terminal.
const PAUSE: Duration = Duration::from_secs(1);

impl NamedSpace {
    /// Counts until the formula of that index can be had.
    pub fn reach(&self, index: &Index) -> Result<Position> {
        let position = watched(self, || self.space.reach(index, &self.budget()));
        let position = position.map_err(|refused| {
            let what = format!("formula {}", short_number(index.number()));
            self.refusal(&what, &refused)
        })?;
        position.ok_or_else(|| self.out_of_range(index))
    }

    /// Counts the formulas of all sizes up to this one.
    pub fn reach_size(&self, size: Size) -> Result<()> {
        watched(self, || self.space.reach_size(size, &self.budget()))
            .map_err(|refused| self.refusal(&format!("size {size}"), &refused))
    }

    /// Half of the memory that is free, and as much time as was granted.
    fn budget(&self) -> CountingBudget {
        let memory = available_memory().map_or(USUAL_MEMORY, |bytes| bytes / 2);
        CountingBudget { memory, time: self.patience }
    }

    /// Returns why a formula of that index cannot be had: the language is finite, or grows too
    /// slowly.
    fn out_of_range(&self, index: &Index) -> anyhow::Error {
        let index = short_number(index.number());
        match self.space.cardinality() {
            Some(len) => {
                let (name, len) = (&self.name, short_number(&len));
                anyhow!("there is no formula {index}: {name} has {len} formulas, numbered from 0")
            }
            None => anyhow!("formula {index} is out of reach: {}", self.slow()),
        }
    }

    fn slow(&self) -> String {
        format!("{} grows so slowly that it would be larger than size {MOST_SIZE}", self.name)
    }

    /// Returns why something is not counted, and what can be had instead.
    fn refusal(&self, what: &str, refused: &TooLarge) -> anyhow::Error {
        let largest = match refused.digits {
            Some(digits) => format!("size {}, index 10^{digits} or so", refused.largest),
            None => format!("size {}", refused.largest),
        };
        let size = refused.size.map_or(String::new(), |size| format!(" up to size {size}"));
        match refused.excess {
            Excess::Size => {
                let slow = self.slow();
                anyhow!("{what} is out of reach: {slow}; the largest that can be had: {largest}")
            }
            Excess::Memory { needed, allowed } => anyhow!(
                "{what} is out of reach: counting {}{size} takes {} of memory, and {} may be used; \
                 the largest that can be had: {largest}",
                self.name,
                bytes_text(needed),
                bytes_text(allowed),
            ),
            Excess::Time(time) => anyhow!(
                "{what} is far away: counting {}{size} takes about {}; add --patience {} to wait \
                 for it, or ask for less: up to {largest}, it takes less than {}",
                self.name,
                foreseen(time),
                patience_for(time),
                foreseen(self.patience),
            ),
        }
    }
}

/// Does the work, and tells whoever waits how it goes.
fn watched<T>(source: &NamedSpace, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (working, done) = mpsc::channel::<()>();
        let (name, space) = (&source.name, &source.space);
        scope.spawn(move || tell(name, space, &done));
        let result = work();
        // The other end hears that nothing will come any more.
        drop(working);
        result
    })
}

fn tell(name: &str, space: &Space, done: &Receiver<()>) {
    let mut lines = Progress::on_terminal();
    let mut told: Option<Size> = None;
    let begin = Instant::now();
    while done.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
        let Some(counting) = space.counting() else { continue };
        let line = || line(name, counting, begin.elapsed());
        // A file is told once for each size, a terminal as long as it lasts.
        if lines.is_watched() {
            lines.show(|_| Frame::line(line()));
        } else if told != Some(counting.size) && counting.part > 0.001 {
            told = Some(counting.size);
            note(line);
        }
    }
}

/// `counting Core up to size 8000: 25 % done, about 18 s left`
fn line(name: &str, counting: Counting, elapsed: Duration) -> String {
    let Counting { size, part } = counting;
    let left = if part > 0.0 {
        let left = elapsed.mul_f64(((1.0 - part) / part).min(1e6));
        format!("about {} left", foreseen(left))
    } else {
        "just begun".to_owned()
    };
    format!("counting {name} up to size {size}: {:.0} % done, {left}", 100.0 * part)
}

/// A time to write after `--patience`, with room for a busy machine.
fn patience_for(time: Duration) -> String {
    match time.as_secs() {
        seconds @ 0..3600 => format!("{}m", 2 * seconds / 60 + 1),
        seconds => format!("{}h", 2 * seconds / 3600 + 1),
    }
}

/// `1.5 GB`
fn bytes_text(bytes: u64) -> String {
    let tenths = bytes / 100_000_000;
    format!("{}.{} GB", tenths / 10, tenths % 10)
}

/// The memory that is free for use; `None` where the system does not tell.
fn available_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes * 1024)
}
