//! Writing to a process and reading what it says, until it is done or a limit
//! is reached. One thread, no polling: the system wakes us.

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::child::Child;
use crate::limits::Limits;
use crate::verdict::Stop;

/// Output of a process so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Said {
    fn len(&self) -> usize {
        self.stdout.len() + self.stderr.len()
    }

    /// Both as text, what is no UTF-8 replaced.
    pub fn into_texts(self) -> (String, String) {
        (to_text(self.stdout), to_text(self.stderr))
    }
}

/// Time to stop listening.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Until<'a> {
    /// Until the process ends. It gets no more input.
    Exit,
    /// Until a line that holds this text is complete on standard output.
    Marker(&'a str),
}

/// Reason why listening ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The marker's line was read; it and what is behind it is not in [`Said`].
    Marked,
    /// The process ended.
    Exited,
    /// It lives, but will never print the marker: its standard output is closed.
    Mute,
    /// A limit was reached. The process still runs.
    Stopped(Stop),
}

/// Time between two looks at memory, and before the first: most scripts are done before.
const LOOK: Duration = Duration::from_millis(50);

/// Number of looks after which the children are counted too, which costs more.
const LOOKS_A_CENSUS: u32 = 4;

impl Child {
    /// Writes `input` and adds what is printed to `said`, until `until`, or
    /// until one of `limits` is reached, its time counted from `start`.
    pub fn listen(
        &mut self,
        input: &[u8],
        until: Until,
        start: Instant,
        limits: &Limits,
        said: &mut Said,
    ) -> Event {
        let mut rest = input;
        let mut searched = said.stdout.len();
        let mut looks = 0;
        loop {
            rest = self.write(rest, until);
            // Reading comes before all else, so that an answer in time counts.
            if let Until::Marker(marker) = until {
                if let Some(end) = find_line(&said.stdout, searched, marker) {
                    said.stdout.truncate(end);
                    self.read_stderr(limits, said);
                    return Event::Marked;
                }
                searched = said.stdout.len().saturating_sub(marker.len() + 2);
                if self.stdout.is_none() && !self.is_dying() {
                    return Event::Mute;
                }
            }
            if said.len() >= limits.output {
                return Event::Stopped(Stop::Output);
            }
            let elapsed = start.elapsed();
            if elapsed >= limits.wall {
                return Event::Stopped(Stop::Time);
            }
            if elapsed >= LOOK * (looks + 1) {
                // Seven years fit; after that every moment is a look.
                looks = u32::try_from(elapsed.as_millis() / LOOK.as_millis()).unwrap_or(u32::MAX);
                if self.is_too_large(limits, looks) {
                    return Event::Stopped(Stop::Memory);
                }
            }
            let mut patience = limits.wall.saturating_sub(elapsed);
            if limits.memory.is_some() {
                patience = patience.min((LOOK * (looks + 1)).saturating_sub(elapsed));
            }
            if self.await_news(!rest.is_empty(), patience, limits, said) {
                self.read_rest(limits, said);
                if let Until::Marker(marker) = until
                    && let Some(end) = find_line(&said.stdout, searched, marker)
                {
                    // It answered and then died, which the next script will find.
                    said.stdout.truncate(end);
                }
                return Event::Exited;
            }
        }
    }

    /// Reads what a process that has ended left in its pipes.
    pub fn read_rest(&mut self, limits: &Limits, said: &mut Said) {
        self.end();
        read(&mut self.stdout, limits.output, &mut said.stdout);
        self.read_stderr(limits, said);
    }

    fn read_stderr(&mut self, limits: &Limits, said: &mut Said) {
        read(&mut self.stderr, limits.output, &mut said.stderr);
    }

    /// Writes as much of `input` as the pipe takes, and returns the rest. A
    /// process that reads no more loses the rest.
    pub fn write<'i>(&mut self, mut input: &'i [u8], until: Until) -> &'i [u8] {
        while !input.is_empty() {
            let Some(stdin) = &self.stdin else { return &[] };
            match rustix::io::write(stdin, input) {
                Ok(written) => input = &input[written..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return input,
                Err(_) => {
                    self.stdin = None;
                    return &[];
                }
            }
        }
        if matches!(until, Until::Exit) {
            self.stdin = None;
        }
        input
    }

    /// Waits until something happened or `patience` is over, and reads what
    /// can be read. Whether the process ended.
    fn await_news(
        &mut self,
        has_input: bool,
        patience: Duration,
        limits: &Limits,
        said: &mut Said,
    ) -> bool {
        let input = if has_input { self.stdin.as_ref() } else { None };
        let mut polled = vec![PollFd::new(&self.report, PollFlags::IN)];
        let outputs = [&self.stdout, &self.stderr].into_iter().flatten();
        polled.extend(outputs.map(|stream| PollFd::new(stream, PollFlags::IN)));
        polled.extend(input.map(|stream| PollFd::new(stream, PollFlags::OUT)));
        let timeout = Timespec::try_from(patience).ok();
        if poll(&mut polled, timeout.as_ref()).is_err() {
            // Interrupted: the caller looks at the clock and comes back.
            return false;
        }
        // The entries are in the order of the streams that are open.
        let mut events = polled.iter().map(|entry| !entry.revents().is_empty());
        let exited = events.next().expect("the supervisor's report is always polled");
        let [printed, complained] = [&self.stdout, &self.stderr]
            .map(|stream| stream.is_some() && events.next().unwrap_or(false));
        if printed {
            read_once(&mut self.stdout, limits.output, &mut said.stdout);
        }
        if complained {
            read_once(&mut self.stderr, limits.output, &mut said.stderr);
        }
        if !exited && (printed && self.stdout.is_none() || complained && self.stderr.is_none()) {
            // It may have ended, and have stopped the one who would say so.
            self.rouse();
        }
        exited
    }

    /// Whether a process whose output is closed is about to end, as most are.
    fn is_dying(&self) -> bool {
        const MOMENT: Duration = Duration::from_millis(100);
        self.has_reported(MOMENT)
    }

    fn is_too_large(&self, limits: &Limits, looks: u32) -> bool {
        let Some(most) = limits.memory else { return false };
        let held = if looks.is_multiple_of(LOOKS_A_CENSUS) {
            Some(self.resident_of_all())
        } else {
            self.resident()
        };
        held.is_some_and(|held| held > most)
    }
}

fn to_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// The start of the line in `text` that holds `marker` and is complete; only
/// lines whose marker is not before `from` are found.
fn find_line(text: &[u8], from: usize, marker: &str) -> Option<usize> {
    let marker = marker.as_bytes();
    let place =
        from + text.get(from..)?.windows(marker.len()).position(|window| window == marker)?;
    text[place..].contains(&b'\n').then(|| {
        text[..place].iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1)
    })
}

/// Reads all that is there, but keeps no more than `most` bytes in `text`.
fn read(stream: &mut Option<OwnedFd>, most: usize, text: &mut Vec<u8>) {
    while text.len() < most && read_once(stream, most, text) {}
}

/// Reads once. Whether there may be more. A stream at its end becomes `None`.
fn read_once(stream: &mut Option<OwnedFd>, most: usize, text: &mut Vec<u8>) -> bool {
    // Most answers are short: room for more is made when there is more.
    const FIRST: usize = 1 << 12;
    const CHUNK: usize = 1 << 16;
    let Some(open) = stream else { return false };
    if text.capacity() - text.len() < FIRST / 2 {
        let chunk = if text.is_empty() { FIRST } else { CHUNK };
        text.reserve(chunk.min(most.saturating_sub(text.len())).max(1));
    }
    let result = loop {
        match rustix::io::read(&*open, rustix::buffer::spare_capacity(text)) {
            Err(Errno::INTR) => {}
            done => break done,
        }
    };
    match result {
        Err(Errno::AGAIN) => false,
        Ok(0) | Err(_) => {
            *stream = None;
            false
        }
        Ok(_) => true,
    }
}
