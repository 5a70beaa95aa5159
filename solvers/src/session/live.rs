//! A session's process, with what is known of it.

use std::time::{Duration, Instant};

use super::dialect::{Dialect, QUICK};
use crate::family::Mode;
use crate::fresh::StartError;
use crate::limits::{Limits, START};
use crate::run::{Child, Event, Launch, Said, Until};
use crate::solver::Solver;
use crate::verdict::Stop;
use crate::want::Want;

/// Result of starting a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Greeting {
    /// It waits for a script.
    Ready,
    /// It waits, and said nothing.
    Mute,
    /// It ended, or did not get so far in its time.
    Failed,
}

#[derive(Debug)]
pub(super) struct Live {
    pub child: Child,
    pub dialect: Dialect,
    /// Whether it was told its time limit.
    pub knows_limit: bool,
    /// Number of scripts that it has answered.
    pub scripts: u64,
    /// Whether it has said anything yet.
    pub has_spoken: bool,
    /// Whether it complained of being told to forget a script.
    pub cannot_forget: bool,
    said: Said,
    /// Text that it prints before it reads the next script, so that we know that it answers while
    /// its input is open, and what was still about the last one.
    threshold: Option<String>,
    /// Last command that it was sent between two scripts.
    farewell: &'static str,
    /// Commands that it was sent between two scripts and took without a word: it need not print
    /// anything there again, which costs us as much as an answer does.
    taken: Vec<&'static str>,
    /// Number of markers that it was told to print.
    markers: u64,
    /// Commands that are still to be sent before the next script.
    unsent: String,
    cpu: Duration,
}

impl Live {
    /// Starts a process that reads script after script.
    pub fn start(
        solver: &Solver,
        limits: &Limits,
        tells_limit: bool,
        mode: Mode,
        want: Want,
    ) -> Result<Self, StartError> {
        let family = solver.family;
        let mut wanted: Vec<String> = solver.session_words(mode).map(str::to_owned).collect();
        if want == Want::Model {
            wanted.extend(family.model_words().iter().map(|&word| word.to_owned()));
        }
        if tells_limit {
            wanted.extend(family.time_words(limits.wall));
        }
        let words = solver.words(wanted);
        let launch = Launch { words: &words, address_space: solver.address_space(limits) };
        let child = Child::start(&launch).map_err(|source| solver.start_error(source))?;
        let mut live = Self {
            child,
            dialect: Dialect::new(mode),
            knows_limit: tells_limit,
            scripts: 0,
            has_spoken: false,
            cannot_forget: false,
            said: Said::default(),
            threshold: None,
            farewell: "",
            taken: Vec::new(),
            markers: 0,
            unsent: String::new(),
            cpu: Duration::ZERO,
        };
        live.say("");
        Ok(live)
    }

    /// Waits until a process that was just started has read what it was told, so that the time
    /// and the work of starting are not the first script's.
    ///
    /// One that does nothing but wait after a while answers only at the end of its input, or never;
    /// one that still works has longer, since the machine may be busy.
    pub fn greet(&mut self, limits: &Limits) -> Greeting {
        const BUSY: Duration = Duration::from_secs(10);
        let Some(marker) = self.threshold.take() else { return Greeting::Ready };
        let start = Instant::now();
        let mut input = std::mem::take(&mut self.unsent);
        let mut listen = |live: &mut Self, patience: Duration| {
            let limits = Limits { wall: patience.max(limits.wall), ..*limits };
            let input = std::mem::take(&mut input);
            let until = Until::Marker(&marker);
            live.child.listen(input.as_bytes(), until, start, &limits, &mut live.said)
        };
        let mut event = listen(self, START);
        if event == Event::Stopped(Stop::Time) {
            if self.child.is_asleep() {
                return Greeting::Mute;
            }
            event = listen(self, BUSY);
        }
        if event != Event::Marked {
            return Greeting::Failed;
        }
        self.has_spoken = true;
        self.cannot_forget |= find(&self.said.stdout, "error").is_some();
        self.take_said();
        self.cpu_since_last();
        Greeting::Ready
    }

    /// Sends `text` and reads what is said, up to a marker of its own.
    pub fn exchange(&mut self, text: &str, start: Instant, limits: &Limits) -> Event {
        let (marker, echo) = self.next_marker();
        let mut input = std::mem::take(&mut self.unsent);
        for part in [text, "\n", &echo] {
            input.push_str(part);
        }
        let until = Until::Marker(&marker);
        let event = self.child.listen(input.as_bytes(), until, start, limits, &mut self.said);
        if let Some(threshold) = self.threshold.take() {
            self.cross(&threshold);
        }
        event
    }

    /// Tells the process something before the next script, and does not wait
    /// until it has understood.
    pub fn say(&mut self, text: &'static str) {
        self.farewell = text;
        let is_taken = self.taken.contains(&text);
        if is_taken && QUICK.contains(&text) {
            // Quickly done: to wake the process for it alone costs more.
            self.unsent = format!("{text}\n");
            return;
        }
        let text = if is_taken {
            format!("{text}\n")
        } else {
            let (marker, echo) = self.next_marker();
            self.threshold = Some(marker);
            format!("{text}\n{echo}")
        };
        let rest = self.child.write(text.as_bytes(), Until::Marker(""));
        self.unsent = String::from_utf8_lossy(rest).into_owned();
    }

    fn next_marker(&mut self) -> (String, String) {
        self.markers += 1;
        let marker = format!("etude marker {};", self.markers);
        let echo = format!("(echo \"{marker}\")\n");
        (marker, echo)
    }

    /// Returns its output since the last script.
    pub fn said(&self) -> (String, String) {
        self.said.clone().into_texts()
    }

    /// The same, to be forgotten here.
    pub fn take_said(&mut self) -> (String, String) {
        std::mem::take(&mut self.said).into_texts()
    }

    /// The memory that it holds, where there is a reason to look: every few scripts, and after one
    /// that took long.
    pub fn resident(&self, time: Duration) -> Option<u64> {
        const PERIOD: u64 = 16;
        const LONG: Duration = Duration::from_millis(10);
        let is_due = self.scripts.is_multiple_of(PERIOD) || time >= LONG;
        is_due.then(|| self.child.resident()).flatten()
    }

    /// The processor time used since the last call.
    pub fn cpu_since_last(&mut self) -> Option<Duration> {
        let now = self.child.cpu()?;
        let used = now.checked_sub(self.cpu);
        self.cpu = now;
        used
    }

    /// Removes what was said up to the line of the marker `threshold`.
    fn cross(&mut self, threshold: &str) {
        let text = &mut self.said.stdout;
        let Some(place) = find(text, threshold) else { return };
        let Some(length) = text[place..].iter().position(|byte| *byte == b'\n') else { return };
        self.has_spoken = true;
        self.cannot_forget |= find(&text[..place], "error").is_some();
        if text[..place].trim_ascii().is_empty() {
            self.taken.push(self.farewell);
        }
        text.drain(..=place + length);
    }
}

fn find(text: &[u8], wanted: &str) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted.as_bytes())
}
