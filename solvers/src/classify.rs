//! From a solver's output and its end to a verdict. Nothing is run here.

mod crash;
mod transcript;

use crate::family::Family;
use crate::verdict::{Cause, Check, Status, Stop, Verdict};

use crash::{has_crash_text, report};
pub(crate) use transcript::Transcript;

/// A run as it was seen from outside: what was asked, printed and done to the solver.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// The family, whose exit codes have a meaning.
    pub family: Family,
    /// Number of answers that the script asks for.
    pub checks: usize,
    /// Text on standard output.
    pub stdout: &'a str,
    /// Text on standard error.
    pub stderr: &'a str,
    /// End of the process; `None` if it still lives.
    pub status: Option<Status>,
    /// Limit at which we stopped it, if any.
    pub stopped: Option<Stop>,
}

/// The verdict that a run comes to, with the answers that it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classified {
    /// The verdict.
    pub verdict: Verdict,
    /// The answers that were given before the first error, one for each `(check-sat)` that was reached.
    pub checks: Vec<Printed>,
}

/// One answer, and the lists that were printed between it and the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The answer.
    pub check: Check,
    /// The first list, if it looks like a model.
    pub model: Option<String>,
    /// The lists after the model, such as the answers to `get-value`; the first few dozens.
    pub lists: Vec<String>,
}

impl Classified {
    /// Returns the answers alone.
    pub fn answers(&self) -> impl Iterator<Item = Check> {
        self.checks.iter().map(|printed| printed.check)
    }
}

/// The verdict that `observed` proves.
///
/// What we did to the solver explains what it did after that; a complaint
/// weighs more than an answer; an answer counts only if every question got one.
pub fn classify(observed: &Observed) -> Classified {
    let transcript = Transcript::read(observed.stdout);
    let verdict = verdict(observed, &transcript);
    let mut checks = transcript.checks;
    // A solver that refused something is asked something else from there on, and may have left out
    // an answer.
    checks.truncate(transcript.errors.first().map_or(usize::MAX, |error| error.answers_before));
    Classified { verdict, checks }
}

fn verdict(observed: &Observed, transcript: &Transcript) -> Verdict {
    let complaints = Complaints::new(observed, transcript);
    if observed.stopped == Some(Stop::Memory) {
        return Verdict::OutOfMemory;
    }
    if let Some(said) = complaints.find(INVALID_MODEL) {
        return Verdict::InvalidModel(said);
    }
    match observed.stopped {
        Some(Stop::Output) => return Verdict::Flawed("it printed more than it may".to_owned()),
        Some(Stop::Time) => return Verdict::Timeout,
        Some(Stop::Memory) | None => {}
    }
    if complaints.find(OUT_OF_MEMORY).is_some() || is_z3_exit(observed, &[101, 113]) {
        return Verdict::OutOfMemory;
    }
    let is_late = transcript.is_timeout || complaints.find(TIMEOUT).is_some();
    if is_late && transcript.checks.len() < observed.checks || is_z3_exit(observed, &[102]) {
        return Verdict::Timeout;
    }
    if let Some(said) = complaints.find(UNIMPLEMENTED) {
        return Verdict::Rejected(said);
    }
    if let Some(cause) = crash_cause(observed, transcript, &complaints) {
        return Verdict::Crash(report(cause, observed.stdout, observed.stderr));
    }
    answered(observed, transcript, &complaints)
}

/// The verdict of a solver that ended well, or lives.
fn answered(observed: &Observed, transcript: &Transcript, complaints: &Complaints) -> Verdict {
    let early = transcript.errors.iter().find(|error| error.answers_before < observed.checks);
    let given = transcript.checks.len();
    if let Some(error) = early.or(transcript.errors.first().filter(|_| observed.checks == 0)) {
        return Verdict::Rejected(error.message.clone());
    }
    if observed.checks == 0 {
        return Verdict::Flawed("the script asks nothing: it has no (check-sat)".to_owned());
    }
    if given == 0 {
        if let Some(Status::Exit(code @ (126 | 127))) = observed.status {
            let said = complaints.last_line();
            return Verdict::Flawed(format!(
                "the command cannot be run (exit code {code}): {said}"
            ));
        }
        return match complaints.find(REFUSAL) {
            Some(said) => Verdict::Rejected(said),
            None => Verdict::Flawed("it gave no answer".to_owned()),
        };
    }
    if given != observed.checks {
        let given_first = transcript.checks.iter().take(8);
        let list: Vec<String> = given_first.map(|printed| printed.check.to_string()).collect();
        let answers = if given == 1 { "answer" } else { "answers" };
        let questions = if observed.checks == 1 { "question" } else { "questions" };
        let (asked, list) = (observed.checks, list.join(", "));
        return Verdict::Flawed(format!("{given} {answers} to {asked} {questions}: {list}"));
    }
    match transcript.last() {
        Some(Check::Sat) => Verdict::Sat,
        Some(Check::Unsat) => Verdict::Unsat,
        // A solver that gives no reason has an empty one.
        _ => unknown(transcript.reason.clone().unwrap_or_default()),
    }
}

/// An `unknown`, unless its reason is a limit.
fn unknown(reason: String) -> Verdict {
    let lower = reason.to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if says(&["timeout", "canceled", "cancelled"]) {
        Verdict::Timeout
    } else if says(&["memout", "memory"]) {
        Verdict::OutOfMemory
    } else {
        Verdict::Unknown(reason)
    }
}

/// Returns what ended a solver that did not end well.
fn crash_cause(
    observed: &Observed,
    transcript: &Transcript,
    complaints: &Complaints,
) -> Option<Cause> {
    let is_reported = has_crash_text(observed.stdout, observed.stderr);
    match observed.status {
        Some(Status::Signal(number)) => Some(Cause::Signal(number)),
        // A shell, and cvc5 itself, pass a signal on as an exit code.
        Some(Status::Exit(code @ 129..=192)) => Some(Cause::Signal(code - 128)),
        Some(Status::Exit(code)) if code != 0 && is_reported => Some(Cause::Exit(code)),
        // Unsoundness found by itself; an internal fault; unreachable code.
        Some(Status::Exit(code)) if is_z3_exit(observed, &[104, 110, 114]) => {
            Some(Cause::Exit(code))
        }
        Some(Status::Exit(code)) if !is_explained(code, transcript, complaints) => {
            Some(Cause::Exit(code))
        }
        _ if is_reported => Some(Cause::Report),
        _ => None,
    }
}

/// Whether an exit code says no more than what was printed: 10 and 20 are sat
/// and unsat with SAT solvers and what is built on them.
fn is_explained(code: i32, transcript: &Transcript, complaints: &Complaints) -> bool {
    match code {
        0 => true,
        10 if transcript.last() == Some(Check::Sat) => true,
        20 if transcript.last() == Some(Check::Unsat) => true,
        126 | 127 => transcript.checks.is_empty(),
        _ => !transcript.errors.is_empty() || complaints.find(REFUSAL).is_some(),
    }
}

fn is_z3_exit(observed: &Observed, codes: &[i32]) -> bool {
    let is_one = |status| matches!(status, Status::Exit(code) if codes.contains(&code));
    observed.family == Family::Z3 && observed.status.is_some_and(is_one)
}

/// Words by which solvers say that their own model is wrong.
const INVALID_MODEL: &[&str] =
    &["invalid model", "failed to verify", "errors satisfying assertions", "model is incorrect"];

/// Words by which solvers say that they cannot get more memory.
const OUT_OF_MEMORY: &[&str] = &[
    "out of memory",
    "out-of-memory",
    "outofmemoryerror",
    "bad_alloc",
    "memory exhausted",
    "memory limit",
    "memoryerror",
    "cannot allocate memory",
    "max. memory exceeded",
    "allocation failed",
    "failed to allocate",
    "memory allocation of",
];

/// Words by which solvers say that their own time limit was reached.
const TIMEOUT: &[&str] = &["interrupted by timeout", "timeout reached", "time limit exceeded"];

/// Words by which CVC4 and cvc5 say, by dying, that they lack what a script needs.
const UNIMPLEMENTED: &[&str] = &["unimplemented code encountered"];

/// Words on standard error by which solvers refuse a script or an option.
const REFUSAL: &[&str] = &[
    "error",
    "unsupported",
    "not supported",
    "unknown",
    "invalid",
    "unrecognized",
    "unexpected",
    "undefined",
    "undeclared",
    "expected",
    "usage",
    "cannot",
    "can't",
    "not found",
];

/// Lines in which a solver may complain: its errors, and its standard error.
struct Complaints<'a> {
    lines: Vec<&'a str>,
}

impl<'a> Complaints<'a> {
    fn new(observed: &Observed<'a>, transcript: &'a Transcript) -> Self {
        let errors = transcript.errors.iter().flat_map(|error| error.message.lines());
        let noise = transcript.noise.iter().map(String::as_str);
        let stderr = observed.stderr.lines().take(10_000);
        Self { lines: errors.chain(stderr).chain(noise).map(str::trim).collect() }
    }

    /// The first line that holds one of `words`, in letters of any case.
    fn find(&self, words: &[&str]) -> Option<String> {
        let says = |line: &&&str| {
            let lower = line.to_ascii_lowercase();
            words.iter().any(|word| lower.contains(word))
        };
        self.lines.iter().find(says).map(|line| shortened(line))
    }

    fn last_line(&self) -> String {
        let line = self.lines.iter().rev().find(|line| !line.is_empty());
        line.map_or_else(String::new, |line| shortened(line))
    }
}

/// At most three hundred characters of a line.
fn shortened(line: &str) -> String {
    const MOST: usize = 300;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
