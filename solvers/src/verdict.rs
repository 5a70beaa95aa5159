//! A solver's answer to a script, as data.

use std::fmt;
use std::time::Duration;

use crate::adapt::Adaptation;

/// One solver's answer to one script. `sat`, `timeout` and `crash` are three, as they are
/// displayed.
///
/// Whatever a solver does is a verdict, never an error of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver gave up, for the reason it gave (empty if it gave none).
    Unknown(String),
    /// It was stopped, or stopped itself, because its time was up.
    Timeout,
    /// It was stopped, or stopped itself, because its memory was used up.
    OutOfMemory,
    /// It died.
    Crash(Crash),
    /// It answered sat and then found, by itself, that its model is wrong.
    InvalidModel(String),
    /// It refused the script, with this message.
    Rejected(String),
    /// It gave no answer, or several to one question.
    Flawed(String),
}

/// Death of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// Signal or exit code that ended it.
    pub cause: Cause,
    /// Its words: the assertion that failed, or a sanitizer's summary.
    pub message: String,
    /// Place in its source, as it said: `src/smt/theory_arith.cpp:123`.
    pub location: Option<String>,
}

/// Signal or exit code that ended a solver that crashed. `SIGSEGV` and `exit code 134` are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A signal, by its number; also where a shell passed it on as 128 + number.
    Signal(i32),
    /// An exit code that means no success.
    Exit(i32),
    /// Nothing: it ran on, and a sanitizer or an assertion reported the fault.
    Report,
}

/// The answer to one `(check-sat)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// `sat`, or `delta-sat`.
    Sat,
    /// `unsat`.
    Unsat,
    /// `unknown`.
    Unknown,
}

/// One `(check-sat)` that a solver answered, with what it said of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The answer.
    pub check: Check,
    /// The model, if one was asked for and given.
    pub model: Option<String>,
    /// Answers to questions beyond the model, by the same process that gave it.
    pub values: Vec<Exchange>,
}

/// A question about values in a model, and the solver's answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The question, such as `(get-value ((div 5 0)))`.
    pub question: String,
    /// The answer, such as `(((div 5 0) 7))`.
    pub reply: String,
}

/// End of a solver's run. A process may end with exit code `0`, or by `SIGKILL`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// With this exit code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}

impl fmt::Display for Status {
    /// Writes `exit status: 1` or `signal: 9`, as the standard library does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(code) => write!(f, "exit status: {code}"),
            Self::Signal(signal) => write!(f, "signal: {signal}"),
        }
    }
}

/// Limit at which we stopped a solver. A solver that runs for two seconds within `2s` meets `Time`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// [`Limits::wall`](crate::Limits::wall).
    Time,
    /// [`Limits::memory`](crate::Limits::memory).
    Memory,
    /// [`Limits::output`](crate::Limits::output).
    Output,
}

/// A verdict with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict; for a script of several `(check-sat)`, that of the last.
    pub verdict: Verdict,
    /// Each `(check-sat)` that was answered, as far as the solver came without an error.
    pub checks: Vec<Checked>,
    /// Time that it took by the clock on the wall.
    pub time: Duration,
    /// The processor time that the solver used, where the system tells.
    pub cpu: Option<Duration>,
    /// The most memory it held, in bytes, where the system tells. In a session
    /// it is what the process held after the script, where that was looked at.
    pub memory: Option<u64>,
    /// Standard output, at most [`Limits::output`](crate::Limits::output) bytes.
    pub stdout: String,
    /// Standard error; z3 reports invalid models here.
    pub stderr: String,
    /// End of the process; `None` if it lives on in a session.
    pub status: Option<Status>,
    /// Verdict of the script's process in a session, where it died and the verdict is that of a
    /// fresh process. If the two differ, the solver's state leaked from one script into the next.
    pub in_session: Option<Verdict>,
    /// The commands of the script that the solver does not know and got otherwise, or not at all.
    pub adapted: Vec<Adaptation>,
}

impl Answer {
    /// Returns the model that was given for the last `(check-sat)`.
    pub fn model(&self) -> Option<&str> {
        self.checks.last()?.model.as_deref()
    }
}

impl Verdict {
    /// Its kind, in one word for tables and files: `sat`, `out-of-memory`, ….
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Unsat => "unsat",
            Self::Unknown(_) => "unknown",
            Self::Timeout => "timeout",
            Self::OutOfMemory => "out-of-memory",
            Self::Crash(_) => "crash",
            Self::InvalidModel(_) => "invalid-model",
            Self::Rejected(_) => "rejected",
            Self::Flawed(_) => "flawed",
        }
    }

    /// Returns what there is to say beyond the kind; empty if nothing.
    pub fn detail(&self) -> String {
        match self {
            Self::Sat | Self::Unsat | Self::Timeout | Self::OutOfMemory => String::new(),
            Self::Unknown(text)
            | Self::InvalidModel(text)
            | Self::Rejected(text)
            | Self::Flawed(text) => text.clone(),
            Self::Crash(crash) => crash.to_string(),
        }
    }
}

impl fmt::Display for Verdict {
    /// `sat`, or `rejected: line 1 column 9: unknown constant x`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let detail = self.detail();
        f.write_str(self.kind())?;
        if detail.is_empty() { Ok(()) } else { write!(f, ": {detail}") }
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)?;
        if !self.message.is_empty() {
            write!(f, ", {}", self.message)?;
        }
        self.location.as_ref().map_or(Ok(()), |location| write!(f, " at {location}"))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signal(number) => match signal_name(*number) {
                Some(name) => f.write_str(name),
                None => write!(f, "signal {number}"),
            },
            Self::Exit(code) => write!(f, "exit code {code}"),
            Self::Report => f.write_str("report"),
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sat => "sat",
            Self::Unsat => "unsat",
            Self::Unknown => "unknown",
        })
    }
}

/// The name of a signal that a program dies of.
fn signal_name(number: i32) -> Option<&'static str> {
    let names = [
        (libc::SIGHUP, "SIGHUP"),
        (libc::SIGINT, "SIGINT"),
        (libc::SIGQUIT, "SIGQUIT"),
        (libc::SIGILL, "SIGILL"),
        (libc::SIGTRAP, "SIGTRAP"),
        (libc::SIGABRT, "SIGABRT"),
        (libc::SIGBUS, "SIGBUS"),
        (libc::SIGFPE, "SIGFPE"),
        (libc::SIGKILL, "SIGKILL"),
        (libc::SIGUSR1, "SIGUSR1"),
        (libc::SIGSEGV, "SIGSEGV"),
        (libc::SIGUSR2, "SIGUSR2"),
        (libc::SIGPIPE, "SIGPIPE"),
        (libc::SIGALRM, "SIGALRM"),
        (libc::SIGTERM, "SIGTERM"),
        (libc::SIGXCPU, "SIGXCPU"),
        (libc::SIGXFSZ, "SIGXFSZ"),
        (libc::SIGVTALRM, "SIGVTALRM"),
        (libc::SIGPROF, "SIGPROF"),
        (libc::SIGSYS, "SIGSYS"),
    ];
    names.iter().find(|(known, _)| *known == number).map(|(_, name)| *name)
}
