//! A hunt while it runs, as a person or a program sees it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use anstyle::AnsiColor;
use campaign::{
    Chunk, Event, Finding, Missing, OwnFault, PerSeat, Plan, Store, StoreError, Trigger,
    VerdictKind, summarize,
};
use outlet::times::rough;
use outlet::{counted, grouped, harmless};
use serde_json::json;

use crate::output::{flag, say};
use crate::terminal::{Frame, Progress};

/// The widest column of theories' names.
const MOST_NAME: usize = 24;

/// Lines for people, or events for a program.
pub(crate) struct HuntProgress {
    theories: Vec<TheoryProgress>,
    solvers: Vec<String>,
    time: Option<Duration>,
    lines: Progress,
    style: ProgressStyle,
    /// The bugs that were shown.
    told: Vec<Trigger>,
}

/// The form in which a hunt is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgressStyle {
    /// Lines on a terminal or in a log.
    People,
    /// One JSON object per event.
    Json,
}

impl ProgressStyle {
    /// For a program where JSON is asked for, else for people.
    pub fn of(is_json: bool) -> Self {
        if is_json { Self::Json } else { Self::People }
    }

    /// Returns the lines that go with it.
    pub fn lines(self) -> Progress {
        match self {
            Self::People => Progress::new(),
            Self::Json => Progress::unseen(),
        }
    }
}

/// Progress of the formulas of one theory.
struct TheoryProgress {
    title: String,
    /// Number of formulas that were done before, are done now, and will be.
    before: u64,
    done: u64,
    total: Option<u64>,
    counts: BTreeMap<&'static str, u64>,
    findings: u64,
    /// Whether the latest answers were those within a longer limit.
    is_again: bool,
}

impl HuntProgress {
    /// Begins with what is known of the plan's formulas already.
    pub fn new(plan: &Plan, store: &Store, style: ProgressStyle) -> Result<Self, StoreError> {
        Self::with_lines(plan, store, style, style.lines())
    }

    /// The same in the lines that an earlier hunt of the same run was shown in.
    pub fn with_lines(
        plan: &Plan,
        store: &Store,
        style: ProgressStyle,
        mut lines: Progress,
    ) -> Result<Self, StoreError> {
        lines.again();
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
                is_again: false,
            })
            .collect();
        let view = Self {
            theories,
            solvers: plan.settings.iter().map(|it| it.name().to_owned()).collect(),
            time: plan.time,
            lines,
            style,
            told: Vec::new(),
        };
        view.begin(plan);
        Ok(view)
    }

    fn begin(&self, plan: &Plan) {
        match self.style {
            ProgressStyle::People => say(|| {
                let lines: Vec<String> = plan
                    .settings
                    .iter()
                    .map(|it| format!("{} ({})", it.name(), it.solver.command_line()))
                    .collect();
                format!("asking {}", lines.join(" and "))
            }),
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
        }
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
        let (theories, limit) = (&self.theories, self.time);
        self.lines.show(|time| frame(theories, time, limit));
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
        theory.is_again = is_again;
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
            ProgressStyle::People if is_new && self.lines.is_watched() => {
                let operators = finding.operators.join(" ");
                let (accused, kind, name) = (&finding.accused, finding.kind, formula.name());
                let line = format!("{accused} {kind}: {name}  {operators}");
                flag("found", AnsiColor::Yellow, &line);
            }
            ProgressStyle::People => {}
        }
    }

    /// Leaves the terminal as it was, and returns the lines for the next hunt of the same run.
    pub fn close(self) -> Progress {
        self.lines.close();
        self.lines
    }
}

/// Returns a line for each theory that was begun, and one for all of them.
fn frame(theories: &[TheoryProgress], time: Duration, limit: Option<Duration>) -> Frame {
    let names = theories.iter().map(|it| it.title.chars().count()).max();
    let name = names.map_or(0, |it| it.clamp("total".len(), MOST_NAME));
    let begun = theories.iter().filter(|it| it.before + it.done > 0);
    let parts = begun.map(|it| harmless(&it.line(name, time)).into_owned()).collect();
    Frame { parts, total: total(theories, name, time, limit) }
}

/// `total     1,500 of 2,000  5 s, 4 s left  100/s  2 findings`: a narrow terminal cuts its end. When
/// all were asked once, nobody knows how long those take that stayed open:
/// `total     2,000 of 2,000  9 s, again what stayed open, 21 s left at most`.
fn total(
    theories: &[TheoryProgress],
    name: usize,
    time: Duration,
    limit: Option<Duration>,
) -> String {
    let sum = |of: fn(&TheoryProgress) -> u64| theories.iter().map(of).sum::<u64>();
    let (done, all) = (sum(|it| it.done), sum(|it| it.before + it.done));
    let wanted: Option<u64> = theories.iter().map(|it| it.total).sum();
    let mut line = format!("{:<name$}  {:>9}", "total", grouped(all));
    if let Some(wanted) = wanted {
        let _ = write!(line, " of {}", grouped(wanted));
    }
    let rate = rate(done, time);
    let _ = write!(line, "  {}", rough(time.as_secs_f64()));
    let by_limit = limit.map(|limit| limit.saturating_sub(time).as_secs_f64());
    if wanted.is_some_and(|wanted| all >= wanted) && theories.iter().any(|it| it.is_again) {
        line.push_str(", again what stayed open");
        if let Some(left) = by_limit {
            let _ = write!(line, ", {} left at most", rough(left));
        }
        add_findings(&mut line, sum(|it| it.findings));
        return line;
    }
    let by_count =
        wanted.filter(|_| done > 0).map(|wanted| approximate(wanted.saturating_sub(all)) / rate);
    let left = match (by_limit, by_count) {
        (Some(limit), Some(count)) => Some(count.min(limit)),
        (limit, count) => limit.or(count),
    };
    if let Some(left) = left {
        let _ = write!(line, ", {} left", rough(left));
    }
    let _ = write!(line, "  {rate:.0}/s");
    add_findings(&mut line, sum(|it| it.findings));
    line
}

fn add_findings(line: &mut String, findings: u64) {
    if findings > 0 {
        let _ = write!(line, "  {}", counted(findings, "finding"));
    }
}

/// Returns how many there are in a second.
fn rate(done: u64, time: Duration) -> f64 {
    approximate(done) / time.as_secs_f64().max(1e-9)
}

impl TheoryProgress {
    /// `Ints      1,234 of 2,000  310/s  2 findings  sat 900 unsat 300 timeout 34`: what matters
    /// most comes first, since a narrow terminal cuts the rest.
    fn line(&self, name: usize, time: Duration) -> String {
        let all = self.before + self.done;
        let mut line = format!("{:<name$}  {:>9}", self.title, grouped(all));
        if let Some(total) = self.total {
            let _ = write!(line, " of {}", grouped(total));
        }
        if self.total.is_some_and(|total| all >= total) {
            line.push_str("  done");
        } else {
            let _ = write!(line, "  {:.0}/s", rate(self.done, time));
        }
        add_findings(&mut line, self.findings);
        for (place, (word, count)) in self.counts.iter().enumerate() {
            let space = if place == 0 { "  " } else { " " };
            let _ = write!(line, "{space}{word} {}", grouped(*count));
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

    fn theory(title: &str, done: u64, total: Option<u64>) -> TheoryProgress {
        TheoryProgress {
            title: title.to_owned(),
            before: 1000,
            done,
            total,
            counts: BTreeMap::from([("sat", 900), ("unsat", 100)]),
            findings: 0,
            is_again: false,
        }
    }

    const TIME: Duration = Duration::from_secs(5);

    #[test]
    fn a_line_says_how_far_a_theory_is() {
        let check = |theory: TheoryProgress, expected: &str| {
            assert_eq!(theory.line(7, TIME), expected);
        };
        check(
            theory("Ints", 500, Some(2000)),
            "Ints         1,500 of 2,000  100/s  sat 900 unsat 100",
        );
        check(
            theory("Ints", 1000, Some(2000)),
            "Ints         2,000 of 2,000  done  sat 900 unsat 100",
        );
        let found = TheoryProgress { findings: 2, ..theory("Ints", 500, None) };
        check(found, "Ints         1,500  100/s  2 findings  sat 900 unsat 100");
    }

    #[test]
    fn the_last_line_says_how_long_it_takes() {
        let check = |theories: &[TheoryProgress], limit: Option<u64>, expected: &str| {
            let limit = limit.map(Duration::from_secs);
            assert_eq!(frame(theories, TIME, limit).total, expected);
        };
        let both = [theory("Core", 300, Some(2000)), theory("Strings", 200, Some(2000))];
        check(&both, None, "total        2,500 of 4,000  5 s, 15 s left  100/s");
        check(&both, Some(9), "total        2,500 of 4,000  5 s, 4 s left  100/s");
        check(&[theory("Core", 0, Some(2000))], None, "total      1,000 of 2,000  5 s  0/s");
        check(&[theory("Core", 0, None)], Some(605), "total      1,000  5 s, 10 min left  0/s");
        let found = TheoryProgress { findings: 1, ..theory("Core", 500, Some(2000)) };
        check(&[found], None, "total      1,500 of 2,000  5 s, 5 s left  100/s  1 finding");
        let again = || [TheoryProgress { is_again: true, ..theory("Core", 1000, Some(2000)) }];
        check(&again(), None, "total      2,000 of 2,000  5 s, again what stayed open");
        let limited = "total      2,000 of 2,000  5 s, again what stayed open, 10 min left at most";
        check(&again(), Some(605), limited);
    }
}
