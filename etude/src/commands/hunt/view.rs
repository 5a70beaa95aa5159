//! What a person or a program sees while a hunt runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use campaign::{Chunk, Event, Finding, Plan, Store, Trigger, grouped, summarize};
use num_bigint::BigUint;
use outlet::harmless;
use serde_json::json;

/// The lines are written anew no more often than this.
const PAUSE: Duration = Duration::from_millis(250);

/// Lines on a terminal, events for a program, or nothing.
pub(crate) struct View {
    theories: Vec<Theory>,
    solvers: Vec<String>,
    begin: Instant,
    time: Option<Duration>,
    shown: Option<Instant>,
    /// How many lines of progress stand on the terminal.
    lines: usize,
    style: Style,
    /// The bugs that were told.
    told: Vec<Trigger>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Terminal,
    Json,
    Quiet,
}

/// How far a theory is.
struct Theory {
    title: String,
    /// The theory's name in its findings, and the least index that these can have.
    name: String,
    first: Option<BigUint>,
    /// How many formulas were done before, are done now, and will be.
    before: u64,
    done: u64,
    total: Option<u64>,
    counts: BTreeMap<&'static str, u64>,
    findings: u64,
}

impl View {
    pub fn new(plan: &Plan, store: &Store, json: bool) -> Result<Self> {
        let summary = summarize(plan, store)?;
        let theories = plan
            .stretches
            .iter()
            .zip(summary.theories)
            .map(|(stretch, before)| Theory {
                title: before.name,
                name: stretch.track.name.clone(),
                first: stretch.first(),
                before: before.formulas,
                done: 0,
                total: stretch.count().map(|_| plan.shard.share(&stretch.numbers)),
                counts: BTreeMap::new(),
                findings: before.findings.values().sum(),
            })
            .collect();
        let style = match (json, io::stderr().is_terminal()) {
            (true, _) => Style::Json,
            (false, true) => Style::Terminal,
            (false, false) => Style::Quiet,
        };
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
            Style::Terminal => {
                let lines: Vec<String> = plan
                    .settings
                    .iter()
                    .map(|it| format!("{} ({})", it.name(), it.solver.command_line()))
                    .collect();
                let line = lines.join(" and ");
                let _ = writeln!(io::stderr(), "asking {}", harmless(&line));
            }
            Style::Json => emit(&json!({
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
            Style::Quiet => {}
        }
    }

    pub fn show(&mut self, event: &Event) {
        match event {
            Event::Asked { stretch, formulas, answers } => self.asked(*stretch, *formulas, answers),
            Event::Found(finding) => self.found(finding),
            Event::Waiting => {}
        }
        if self.style == Style::Terminal {
            let now = Instant::now();
            if self.shown.is_none_or(|shown| now - shown >= PAUSE) {
                self.shown = Some(now);
                self.draw(now - self.begin);
            }
        }
    }

    fn asked(&mut self, stretch: usize, formulas: u64, answers: &[Vec<Chunk>]) {
        let theory = &mut self.theories[stretch];
        theory.done += formulas;
        let mut verdicts: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
        for (solver, chunks) in self.solvers.iter().zip(answers) {
            for (outcome, _) in chunks.iter().flat_map(|chunk| &chunk.outcomes) {
                let word = outcome.verdict().name();
                *theory.counts.entry(word).or_default() += 1;
                *verdicts.entry(solver).or_default().entry(outcome.name()).or_default() += 1;
            }
        }
        if self.style == Style::Json && formulas > 0 {
            emit(&json!({
                "event": "asked",
                "theory": theory.title,
                "formulas": formulas,
                "done": theory.before + theory.done,
                "total": theory.total,
                "verdicts": verdicts,
            }));
        }
    }

    fn found(&mut self, finding: &Finding) {
        // Where several begin in one theory, it is of the last that begins no later.
        let formula = &finding.formula;
        let is_its = |it: &&mut Theory| {
            let begins = it.first.as_ref().is_none_or(|first| first <= formula.index.number());
            it.name == formula.theory && begins
        };
        if let Some(theory) = self.theories.iter_mut().rev().find(is_its) {
            theory.findings += 1;
        }
        let trigger = Trigger::of(finding);
        let is_new = !self.told.iter().any(|told| told.stands_for(&trigger));
        if is_new {
            self.told.push(trigger);
        }
        match self.style {
            Style::Json => emit(&json!({
                "event": "finding",
                "kind": finding.kind.name(),
                "solver": finding.accused,
                "detail": finding.fault,
                "theory": formula.theory,
                "index": formula.index.to_string(),
                "operators": finding.operators,
                "is_new": is_new,
            })),
            Style::Terminal if is_new => {
                self.erase();
                let line = format!(
                    "{} {}: {} {}  {}",
                    finding.accused,
                    finding.kind,
                    formula.theory,
                    formula.index,
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

    pub fn close(&mut self) {
        if self.style == Style::Terminal {
            self.erase();
        }
    }
}

impl Theory {
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
            let _ = write!(line, "  {} left", span(left.max(0.0)));
        }
        line
    }
}

/// A time in one unit.
fn span(seconds: f64) -> String {
    if seconds < 100.0 {
        format!("{seconds:.0} s")
    } else if seconds < 6000.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{:.1} h", seconds / 3600.0)
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
        let mut theory = Theory {
            title: "Ints".to_owned(),
            name: "Ints".to_owned(),
            first: None,
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
