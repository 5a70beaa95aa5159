//! A hunt while it runs, as a person or a program sees it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use campaign::{
    Chunk, Event, Finding, Missing, OwnFault, PerSeat, Plan, Store, StoreError, Trigger,
    VerdictKind, summarize,
};
use outlet::times::rough;
use outlet::{grouped, harmless};
use serde_json::json;

/// The shortest time between two drawings of the lines.
const PAUSE: Duration = Duration::from_millis(250);

/// The time between two lines of a log.
const LOG_PAUSE: Duration = Duration::from_secs(30);

/// Lines on a terminal or in a log, events for a program, or nothing.
pub(crate) struct HuntProgress {
    theories: Vec<TheoryProgress>,
    solvers: Vec<String>,
    begin: Instant,
    time: Option<Duration>,
    shown: Option<Instant>,
    /// The lines of progress on the terminal.
    lines: usize,
    style: ProgressStyle,
    /// The bugs that were shown.
    told: Vec<Trigger>,
}

/// How a hunt is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgressStyle {
    /// Lines on a terminal, which are written anew.
    Terminal,
    /// A few lines every half minute, for a log that somebody follows.
    Log,
    /// One JSON object per event.
    Json,
    /// Not at all.
    Quiet,
}

impl ProgressStyle {
    /// For a person: quiet where nobody watches.
    pub fn for_people() -> Self {
        if io::stderr().is_terminal() { Self::Terminal } else { Self::Quiet }
    }

    /// For a log: lines on a terminal are written anew, elsewhere they follow each other.
    pub fn for_logs() -> Self {
        if io::stderr().is_terminal() { Self::Terminal } else { Self::Log }
    }

    /// For a program where JSON is asked for, else for a person.
    pub fn of(is_json: bool) -> Self {
        if is_json { Self::Json } else { Self::for_people() }
    }
}

/// How far the formulas of one theory are.
struct TheoryProgress {
    title: String,
    /// How many formulas were done before, are done now, and will be.
    before: u64,
    done: u64,
    total: Option<u64>,
    counts: BTreeMap<&'static str, u64>,
    findings: u64,
}

impl HuntProgress {
    /// Begins with what is known of the plan's formulas already.
    pub fn new(plan: &Plan, store: &Store, style: ProgressStyle) -> Result<Self, StoreError> {
        let summary = summarize(plan, store)?;
        let theories = plan
            .stretches
            .iter()
            .zip(summary.theories)
            .map(|(stretch, before)| TheoryProgress {
                title: before.name,
                before: before.formulas + before.missing.as_ref().map_or(0, Missing::all),
                done: 0,
                total: stretch.count().map(|_| plan.shard.share(&stretch.numbers)),
                counts: BTreeMap::new(),
                findings: before.findings.values().sum(),
            })
            .collect();
        let view = Self {
            theories,
            solvers: plan.settings.iter().map(|it| it.name().to_owned()).collect(),
            begin: Instant::now(),
            time: plan.time,
            shown: None,
            lines: 0,
            style,
            told: Vec::new(),
        };
        view.begin(plan);
        Ok(view)
    }

    fn begin(&self, plan: &Plan) {
        match self.style {
            ProgressStyle::Terminal => {
                let lines: Vec<String> = plan
                    .settings
                    .iter()
                    .map(|it| format!("{} ({})", it.name(), it.solver.command_line()))
                    .collect();
                let line = lines.join(" and ");
                let _ = writeln!(io::stderr(), "asking {}", harmless(&line));
            }
            ProgressStyle::Json => emit(&json!({
                "event": "begin",
                "solvers": plan.settings.iter().map(|it| json!({
                    "name": it.name(),
                    "version": it.solver.version.map(|version| version.to_string()),
                    "command": it.solver.command_line(),
                })).collect::<Vec<_>>(),
                "theories": self.theories.iter().map(|theory| json!({
                    "theory": theory.title, "done": theory.before, "total": theory.total,
                })).collect::<Vec<_>>(),
            })),
            ProgressStyle::Log | ProgressStyle::Quiet => {}
        }
    }

    /// The same, in a log that spoke last at `spoken`.
    #[must_use]
    pub fn after(self, spoken: Instant) -> Self {
        Self { shown: Some(spoken), ..self }
    }

    /// Returns when anything was shown last.
    pub fn spoken(&self) -> Option<Instant> {
        self.shown
    }

    /// Shows an event.
    pub fn show(&mut self, event: &Event) {
        match event {
            Event::Asked { stretch, formulas, is_again, answers, .. } => {
                self.asked(*stretch, *formulas, *is_again, answers);
            }
            Event::Found { stretch, finding } => self.found(*stretch, finding),
            Event::OwnFault(fault) => self.own_fault(fault),
            Event::Waiting { .. } => {}
        }
        let pause = match self.style {
            ProgressStyle::Terminal => PAUSE,
            ProgressStyle::Log => LOG_PAUSE,
            ProgressStyle::Json | ProgressStyle::Quiet => return,
        };
        let now = Instant::now();
        if self.shown.is_none_or(|shown| now - shown >= pause) {
            self.shown = Some(now);
            if self.style == ProgressStyle::Terminal {
                self.draw(now - self.begin);
            } else {
                self.log(now - self.begin);
            }
        }
    }

    /// Writes a line for each theory that is under way.
    fn log(&self, time: Duration) {
        for theory in self.theories.iter().filter(|theory| theory.done > 0) {
            let _ = writeln!(io::stderr(), "{}", harmless(&theory.line(time, self.time)));
        }
    }

    fn asked(
        &mut self,
        stretch: usize,
        formulas: u64,
        is_again: bool,
        answers: &PerSeat<Vec<Chunk>>,
    ) {
        let theory = &mut self.theories[stretch];
        theory.done += formulas;
        let mut verdicts: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
        for (solver, chunks) in self.solvers.iter().zip(answers) {
            for (outcome, _) in chunks.iter().flat_map(|chunk| &chunk.outcomes) {
                let word = outcome.verdict().name();
                *theory.counts.entry(word).or_default() += 1;
                if is_again {
                    // The answer within the shorter limit no longer counts.
                    let late = theory.counts.entry(VerdictKind::Timeout.name()).or_default();
                    *late = late.saturating_sub(1);
                }
                *verdicts.entry(solver).or_default().entry(outcome.name()).or_default() += 1;
            }
        }
        if self.style == ProgressStyle::Json && !verdicts.is_empty() {
            emit(&json!({
                "event": if is_again { "asked-again" } else { "asked" },
                "theory": theory.title,
                "formulas": formulas,
                "done": theory.before + theory.done,
                "total": theory.total,
                "verdicts": verdicts,
            }));
        }
    }

    /// Tells a program that an answer of etude's own is wrong; people read it at the end.
    fn own_fault(&self, fault: &OwnFault) {
        if self.style == ProgressStyle::Json {
            emit(&json!({
                "event": "own-fault",
                "theory": fault.source,
                (fault.place.key()): fault.place,
                "known": fault.known.to_string(),
                "reason": fault.reason,
                "rules": fault.rules.iter().map(ToString::to_string).collect::<Vec<_>>(),
            }));
        }
    }

    fn found(&mut self, stretch: usize, finding: &Finding) {
        self.theories[stretch].findings += 1;
        let formula = &finding.formula;
        let trigger = Trigger::of(finding);
        let is_new = !self.told.iter().any(|told| told.stands_for(&trigger));
        if is_new {
            self.told.push(trigger);
        }
        match self.style {
            ProgressStyle::Json => emit(&json!({
                "event": "finding",
                "kind": finding.kind.name(),
                "solver": finding.accused,
                "detail": finding.fault,
                "theory": formula.theory,
                (formula.place.key()): formula.place,
                "operators": finding.operators,
                "is_new": is_new,
            })),
            ProgressStyle::Terminal if is_new => {
                self.erase();
                let line = format!(
                    "{} {}: {}  {}",
                    finding.accused,
                    finding.kind,
                    formula.name(),
                    finding.operators.join(" "),
                );
                let _ = writeln!(io::stderr(), "\x1b[1;33mfound\x1b[0m {}", harmless(&line));
                self.shown = None;
            }
            _ => {}
        }
    }

    fn draw(&mut self, time: Duration) {
        let mut text = String::new();
        for theory in &self.theories {
            let _ = writeln!(text, "\x1b[K{}", harmless(&theory.line(time, self.time)));
        }
        self.erase();
        self.lines = self.theories.len();
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// Takes the lines of progress off the terminal.
    fn erase(&mut self) {
        if self.lines > 0 {
            let _ = write!(io::stderr(), "\x1b[{}A\x1b[J", self.lines);
            self.lines = 0;
        }
    }

    /// Leaves the terminal as it was.
    pub fn close(&mut self) {
        if self.style == ProgressStyle::Terminal {
            self.erase();
        }
    }
}

impl TheoryProgress {
    /// `Ints  1,234 of 2,000  310/s  sat 900 unsat 300 timeout 34  2 findings  3 s left`.
    fn line(&self, time: Duration, limit: Option<Duration>) -> String {
        let seconds = time.as_secs_f64().max(1e-9);
        let rate = approximate(self.done) / seconds;
        let all = self.before + self.done;
        let mut line = format!("{:<12}{:>9}", self.title, grouped(all));
        if let Some(total) = self.total {
            let _ = write!(line, " of {}", grouped(total));
        }
        let _ = write!(line, "  {rate:.0}/s ");
        for (word, count) in &self.counts {
            let _ = write!(line, " {word} {}", grouped(*count));
        }
        if self.findings > 0 {
            let _ = write!(line, "  {} findings", grouped(self.findings));
        }
        let left = match (self.total, limit) {
            (Some(total), _) if all >= total => return line + "  done",
            (Some(total), None) if self.done > 0 => Some(approximate(total - all) / rate),
            (Some(total), Some(limit)) if self.done > 0 => {
                Some((approximate(total - all) / rate).min(limit.as_secs_f64() - seconds))
            }
            (_, Some(limit)) => Some(limit.as_secs_f64() - seconds),
            _ => None,
        };
        if let Some(left) = left {
            let _ = write!(line, "  {} left", rough(left.max(0.0)));
        }
        line
    }
}

fn emit(object: &serde_json::Value) {
    // A reader that is gone is told of at the end.
    let _ = writeln!(io::stdout(), "{object}");
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn approximate(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_and_how_long() {
        let mut theory = TheoryProgress {
            title: "Ints".to_owned(),
            before: 1000,
            done: 500,
            total: Some(2000),
            counts: BTreeMap::from([("sat", 900), ("unsat", 100)]),
            findings: 2,
        };
        let line = theory.line(Duration::from_secs(5), None);
        assert_eq!(
            line,
            "Ints            1,500 of 2,000  100/s  sat 900 unsat 100  2 findings  5 s left"
        );
        theory.total = Some(1500);
        assert!(theory.line(Duration::from_secs(5), None).ends_with("  done"));
        theory.total = None;
        let line = theory.line(Duration::from_secs(5), Some(Duration::from_secs(600)));
        assert!(line.ends_with("  10 min left"), "{line}");
    }
}
