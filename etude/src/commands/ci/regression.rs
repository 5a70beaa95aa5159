//! What is worse than before: looked at again, and told so that a person can see it, too.

use std::fmt::Write as _;
use std::time::Duration;

use anyhow::Result;
use campaign::{
    Bug, Change, Difference, Finding, Kind, NewBug, TheoryDifference, Tolerance, folder_name,
};
use campaign::{Outcome, Store, Track, grouped};
use solvers::Answer;

use super::Course;
use super::stopwatch::measure_again;
use crate::commands::hunt::{Knowledge, findings_folder};

/// So many formulas of each theory are asked again; they speak for the others.
const AGAIN: usize = 20;
/// So many formulas are named.
const NAMED: usize = 10;

/// In which respect a theory is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aspect {
    Answers,
    Completeness,
    Speed,
}

impl Aspect {
    pub const ALL: [Self; 3] = [Self::Answers, Self::Completeness, Self::Speed];

    pub fn name(self) -> &'static str {
        match self {
            Self::Answers => "answers",
            Self::Completeness => "completeness",
            Self::Speed => "speed",
        }
    }
}

/// Something that is worse than it was, or wrong where nobody knows how it was.
#[derive(Clone, Debug)]
pub(super) struct Regression {
    pub aspect: Aspect,
    pub theory: String,
    /// The formula that shows it best.
    pub index: Option<String>,
    pub title: String,
    /// What there is to know, and how to see it.
    pub text: String,
}

/// Looks at what differs, and asks again where one look is not enough.
pub(super) struct Review<'a> {
    pub course: &'a Course<'a>,
    pub store: &'a Store,
    pub tolerance: Tolerance,
    pub known: &'a Knowledge,
}

/// Formulas that were asked again.
struct Reviewed {
    /// Those that are as bad again.
    standing: Vec<Change>,
    /// How many were not asked again.
    unasked: usize,
}

/// What formulas of a theory have in common.
struct Topic<'a> {
    aspect: Aspect,
    theory: &'a str,
    what: String,
}

impl Review<'_> {
    /// The regressions, and what is told without being one.
    pub fn regressions(
        &self,
        bugs: &[Bug],
        difference: Option<&Difference>,
    ) -> Result<(Vec<Regression>, Vec<String>)> {
        let (mut regressions, mut notes) = (Vec::new(), Vec::new());
        let Some(difference) = difference else {
            for bug in bugs {
                // Worse than that is no matter of taste.
                let is_bad = bug.finding.kind <= Kind::Disagreement;
                self.sort(bug, is_bad, "", &mut regressions, &mut notes);
            }
            return Ok((regressions, notes));
        };
        for NewBug { bug, was_asked } in &difference.new {
            let remark = if *was_asked {
                ""
            } else {
                "the baseline was not asked this formula, so this may be an old bug"
            };
            self.sort(bug, !bug.finding.kind.is_of_time(), remark, &mut regressions, &mut notes);
        }
        let old = bugs.len() - difference.new.len().min(bugs.len());
        if old > 0 {
            notes.push(format!("{old} of the findings are in the baseline, too"));
        }
        notes.extend(difference.fixed.iter().map(|bug| format!("gone: {}", line(bug))));
        for (theory, track) in difference.theories.iter().zip(&self.course.tracks) {
            self.completeness(theory, track, &mut regressions, &mut notes)?;
            let noise = difference.machine.map_or(1.0, |machine| machine.noise);
            self.speed(theory, track, noise, &mut regressions, &mut notes)?;
        }
        Ok((regressions, notes))
    }

    fn sort(
        &self,
        bug: &Bug,
        is_bad: bool,
        remark: &str,
        regressions: &mut Vec<Regression>,
        notes: &mut Vec<String>,
    ) {
        match self.reason(bug) {
            Some(reason) => notes.push(format!("known ({reason}): {}", line(bug))),
            None if is_bad => regressions.push(self.of_bug(bug, remark)),
            None => notes.push(line(bug)),
        }
    }

    /// Why a bug is known. Lists and hunts do not know which build this is.
    fn reason(&self, bug: &Bug) -> Option<String> {
        let of_any_build = || {
            let accused = &bug.finding.accused;
            let accused = accused.renamed(self.course.tested.name(), &self.course.plain_name);
            self.known.reason_of(&Finding { accused, ..bug.finding.clone() })
        };
        self.known.reason(bug).or_else(of_any_build)
    }

    fn of_bug(&self, bug: &Bug, remark: &str) -> Regression {
        let finding = &bug.finding;
        let mut text = format!("{}\n", line(bug));
        if !remark.is_empty() {
            let _ = writeln!(text, "{remark}");
        }
        for answer in &finding.evidence.answers {
            let evaluation = answer.evaluation.as_ref();
            let evaluation =
                evaluation.map(|it| format!(", under its model: {it}")).unwrap_or_default();
            let _ = writeln!(text, "{} says {}{evaluation}", answer.solver.name, answer.verdict);
        }
        let _ = writeln!(text, "{}", finding.evidence.formula.trim_end());
        let folder = findings_folder(&self.course.arguments.campaign).join(folder_name(finding));
        let _ = writeln!(text, "see it again: etude replay {}", folder.display());
        let formula = &finding.formula;
        text.push_str(&self.reproduction(&formula.theory, &formula.index));
        Regression {
            aspect: Aspect::Answers,
            theory: formula.theory.clone(),
            index: Some(formula.index.to_string()),
            title: format!("{} on {}", finding.kind, formula.name()),
            text,
        }
    }

    /// A command that shows what the solver says of a formula.
    fn reproduction(&self, theory: &str, index: impl std::fmt::Display) -> String {
        let solver = self.course.arguments.solver.replace('\'', "'\\''");
        let timeout = self.course.arguments.timeout.as_millis();
        format!(
            "or: etude show {theory} {index} | etude solve - --solver '{solver}' --timeout {timeout}ms"
        )
    }

    fn completeness(
        &self,
        theory: &TheoryDifference,
        track: &Track,
        regressions: &mut Vec<Regression>,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        let limit = self.course.arguments.timeout;
        let reviewed = self.review(track, &theory.undecided, |_, answer| {
            let outcome = Outcome::of_verdict(&answer.verdict);
            let time = answer.cpu.unwrap_or(answer.time);
            // A solver that hardly got a core is late for no fault of its own.
            !outcome.is_decided() && (outcome != Outcome::Timeout || time * 8 >= limit)
        })?;
        let topic = Topic {
            aspect: Aspect::Completeness,
            theory: &theory.name,
            what: "no longer decided".to_owned(),
        };
        self.add(&topic, &theory.undecided, &reviewed, regressions, notes);
        Ok(())
    }

    fn speed(
        &self,
        theory: &TheoryDifference,
        track: &Track,
        noise: f64,
        regressions: &mut Vec<Regression>,
        notes: &mut Vec<String>,
    ) -> Result<()> {
        let (name, speed) = (&theory.name, &theory.speed);
        if speed.is_slower {
            let again = measure_again(self.course, self.store, track, &theory.sample)?;
            let second = match again {
                Some(ratio) => format!("measured again, {ratio:.2} times"),
                None => "there was no time to measure it again".to_owned(),
            };
            if again.is_some_and(|ratio| ratio < self.tolerance.ratio * noise) {
                let ratio = speed.ratio;
                notes.push(format!("{name} looked slower, {ratio:.2} times as long; {second}"));
            } else {
                regressions.push(self.of_speed(theory, &second));
            }
        }
        let (times, slow) = (self.tolerance.times, self.tolerance.slow);
        let reviewed = self.review(track, &theory.laggards, |change, answer| {
            let time = answer.cpu.unwrap_or(answer.time);
            time > slow && time >= change.before.1 * times
        })?;
        let what = format!("{times} times as slow, or worse");
        let topic = Topic { aspect: Aspect::Speed, theory: name, what };
        self.add(&topic, &theory.laggards, &reviewed, regressions, notes);
        Ok(())
    }

    fn of_speed(&self, theory: &TheoryDifference, second: &str) -> Regression {
        let (name, speed) = (&theory.name, &theory.speed);
        let text = format!(
            "of {} formulas that both builds decide, the median takes {:.2} times as long on the \
             same machine ({second}); chance alone makes it look so slow with probability {:.1e}\n\
             the slowest: etude verdicts {} --theory {name} --solver {} --slower 100ms",
            grouped(speed.pairs),
            speed.ratio,
            speed.probability,
            self.course.arguments.campaign.display(),
            self.course.tested.name(),
        );
        Regression {
            aspect: Aspect::Speed,
            theory: name.clone(),
            index: None,
            title: format!("{name} is slower: {:.2} times as long", speed.ratio),
            text,
        }
    }

    /// Asks some formulas again, each in a fresh process; `is_bad` says whether one is bad again.
    fn review(
        &self,
        track: &Track,
        changes: &[Change],
        is_bad: impl Fn(&Change, &Answer) -> bool,
    ) -> Result<Reviewed> {
        let setting = &self.course.tested;
        let (mut standing, mut asked) = (Vec::new(), 0);
        for change in changes.iter().take(AGAIN) {
            if self.course.is_over() {
                break;
            }
            asked += 1;
            let formulas = track.formulas(change.number..change.number + 1);
            let Some(formula) = formulas.first() else { continue };
            let answer =
                setting.solver.confirm(&formula.text, &setting.limits, &mut |_| Vec::new())?;
            if is_bad(change, &answer) {
                standing.push(*change);
            }
        }
        Ok(Reviewed { standing, unasked: changes.len() - asked })
    }

    fn add(
        &self,
        topic: &Topic,
        changes: &[Change],
        reviewed: &Reviewed,
        regressions: &mut Vec<Regression>,
        notes: &mut Vec<String>,
    ) {
        let Topic { aspect, theory, what } = topic;
        let Some(first) = reviewed.standing.first() else {
            if !changes.is_empty() {
                let asked = changes.len() - reviewed.unasked;
                let count = formulas(changes.len());
                notes.push(format!(
                    "{theory}: {count} {what}; of {asked} that were asked again, none"
                ));
            }
            return;
        };
        let count = match reviewed.unasked {
            0 => formulas(reviewed.standing.len()),
            // Those that were asked again speak for the rest.
            unasked => format!("about {}", formulas(reviewed.standing.len() + unasked)),
        };
        let mut text = String::new();
        for change in reviewed.standing.iter().take(NAMED) {
            let ((before, then), (now, time)) = (change.before, change.now);
            let (then, time) = (milliseconds(then), milliseconds(time));
            let number = change.number;
            let _ = writeln!(text, "{theory} {number}: {before} in {then}, now {now} in {time}");
        }
        if reviewed.standing.len() > NAMED {
            let _ = writeln!(text, "and {} more", reviewed.standing.len() - NAMED);
        }
        let asked = changes.len() - reviewed.unasked;
        let _ = writeln!(text, "{} of {asked} that were asked again", reviewed.standing.len());
        let command = self.reproduction(theory, first.number);
        text.push_str(command.strip_prefix("or: ").unwrap_or(&command));
        regressions.push(Regression {
            aspect: *aspect,
            theory: (*theory).to_owned(),
            index: Some(first.number.to_string()),
            title: format!("{theory}: {count} {what}"),
            text,
        });
    }
}

/// `z3-4.13.0+12ab34cd: invalid-model on Ints 1234, 12 formulas: div =`.
fn line(bug: &Bug) -> String {
    let finding = &bug.finding;
    let fault = finding.fault.to_string();
    let detail = if finding.kind.is_wrong_answer() || fault.is_empty() {
        finding.operators.join(" ")
    } else {
        fault
    };
    let detail = if detail.is_empty() { detail } else { format!(": {detail}") };
    format!(
        "{}: {} on {}, {}{detail}",
        finding.accused,
        finding.kind,
        finding.formula.name(),
        formulas(bug.count)
    )
}

fn formulas(count: usize) -> String {
    if count == 1 { "1 formula".to_owned() } else { format!("{} formulas", grouped(count)) }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1e3)
}
