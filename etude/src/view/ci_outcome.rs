//! The outcome of `etude ci`: for people, for programs, for the platform that runs it.

mod annotation;
mod causes;
mod json;
mod junit;
mod step_summary;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use campaign::{
    Aspect, Difference, Machine, Missing, Note, Plan, Regression, Reproduction, Stretch, Summary,
    TheorySummary,
};
use outlet::{counted, grouped};

use crate::config::ci::CiConfig;
use crate::destination::write;
use crate::output::{exact_stdout, stdout};
use junit::{Failure, TheorySuite, render};

/// The outcome of a test of a build.
pub(crate) struct CiOutcome<'a> {
    /// The request.
    pub config: &'a CiConfig,
    /// The commands that show a regression again.
    pub how: Reproduction<'a>,
    /// The plan for time enough.
    pub everything: &'a Plan,
    /// Everything that the campaign knows of the plan's formulas.
    pub summary: Summary,
    /// The comparison with the baseline, if there is one.
    pub difference: Option<Difference>,
    /// All that is worse.
    pub regressions: Vec<Regression>,
    /// Notes that are no regressions.
    pub notes: Vec<Note>,
    /// The time that it took.
    pub time: Duration,
}

impl CiOutcome<'_> {
    /// Tells everybody who listens.
    pub fn write(&self) -> Result<()> {
        if let Some(path) = &self.config.junit {
            write(path, &self.junit())?;
        }
        if self.config.is_annotated {
            self.annotate()?;
        }
        if let Some(path) = &self.config.step_summary {
            self.add_step_summary(path)?;
        }
        let mut out = stdout(self.config.is_json);
        if self.config.is_json {
            writeln!(out, "{}", self.json())?;
            return Ok(());
        }
        for (title, lines) in self.sections() {
            let title = title.filter(|_| self.config.is_annotated && !lines.is_empty());
            if let Some(title) = title {
                writeln!(out, "::group::{}", annotation::plain(title))?;
            }
            for line in lines.iter().flat_map(|lines| lines.split('\n')) {
                writeln!(out, "{}", annotation::plain(line))?;
            }
            if title.is_some() {
                writeln!(out, "::endgroup::")?;
            }
        }
        Ok(())
    }

    /// The platform reads both streams; a program that reads JSON reads one.
    fn annotate(&self) -> Result<()> {
        for regression in &self.regressions {
            let line = annotation::github(&regression.title(), &regression.text(&self.how));
            if self.config.is_json {
                writeln!(io::stderr(), "{line}")?;
            } else {
                writeln!(exact_stdout()?, "{line}")?;
            }
        }
        Ok(())
    }

    /// Returns what people read, in parts; those with a title may be folded.
    fn sections(&self) -> Vec<(Option<&'static str>, Vec<String>)> {
        // Who did not answer comes first: what follows rests on the others.
        let (of_theories, of_all) = self.summary.failures();
        let warnings = of_theories.iter().chain(&of_all).map(|line| format!("WARNING: {line}"));
        let theories = self.summary.theories.iter().flat_map(|theory| self.said_of(theory));
        let mut regressions = Vec::new();
        // Without an earlier build nobody knows whether anything is worse than it was.
        let word = if self.config.baseline.is_some() { "REGRESSION" } else { "FINDING" };
        for regression in &self.regressions {
            regressions.push(format!("\n{word}: {}", regression.title()));
            let text = regression.text(&self.how);
            regressions.extend(text.lines().map(|line| format!("  {line}")));
        }
        let mut notes = Vec::new();
        if !self.notes.is_empty() {
            notes.push("\nno regressions, but to be known:".to_owned());
            notes.extend(self.notes.iter().map(|note| format!("  {note}")));
        }
        let mut end = vec![String::new()];
        end.extend(self.causes());
        let unreached = self.unreached();
        if !unreached.is_empty() {
            end.push(format!("not reached within the budget: {}", unreached.join("; ")));
        }
        end.push(format!(
            "{:.1} s of {:.0} s were used",
            self.time.as_secs_f64(),
            self.config.course.budget.as_secs_f64()
        ));
        end.push(self.verdict());
        vec![
            (None, warnings.collect()),
            (Some("What is known of which formulas"), theories.collect()),
            (Some("Compared with the baseline"), self.comparison()),
            (None, regressions),
            (Some("To be known"), notes),
            (None, end),
        ]
    }

    /// Returns how much of a theory was not reached within the budget: `12 of 51,000 formulas were
    /// reached
    /// within the budget`; `None` if all of it was.
    fn unreached_of(&self, place: usize) -> Option<String> {
        let theory = &self.summary.theories[place];
        let (all, reached) =
            (to_reach(self.everything.stretches.get(place)?, theory)?, theory.formulas);
        let verb = if reached == 1 { "was" } else { "were" };
        (reached < all).then(|| match (reached, counted(all, "formula")) {
            (0, _) => "not reached within the budget".to_owned(),
            (_, all) => format!("{} of {all} {verb} reached within the budget", grouped(reached)),
        })
    }

    /// The guarantee of a theory, and who left what open.
    fn said_of(&self, theory: &TheorySummary) -> Vec<String> {
        let open = theory.left_open(&self.summary.solvers);
        let open = open.into_iter().map(|line| format!("  left open by {line}"));
        let missing = theory.missing.iter().flat_map(Missing::lines);
        let missing = missing.map(|line| format!("  {line}"));
        [theory.guarantee(&self.summary.solvers)].into_iter().chain(open).chain(missing).collect()
    }

    /// Returns how the two builds and their machines compare.
    fn comparison(&self) -> Vec<String> {
        let Some(difference) = &self.difference else { return Vec::new() };
        let tested = &self.summary.solvers[0];
        let mut lines = vec![format!("\n{tested} compared with {}:", difference.counterpart)];
        lines.push(match difference.machine {
            Some(Machine { factor, pairs, noise }) => format!(
                "  this machine takes {factor:.2} times as long, by {} of the reference, \
                 which itself looks up to {noise:.2} times as slow in a theory",
                counted(pairs as u64, "formula")
            ),
            None => "  how fast the machine of the baseline was is not known: times are compared \
                     as they are"
                .to_owned(),
        });
        for theory in &difference.theories {
            let name = &theory.name;
            lines.push(match (theory.compared, theory.speed.pairs) {
                (0, _) => format!("  {name}: the baseline and this run share no formulas"),
                (compared, 0) => format!("  {name}: {}", counted(compared, "formula")),
                (compared, pairs) => format!(
                    "  {name}: {}; of {} that both decide, the median takes {:.2} times \
                     as long",
                    counted(compared, "formula"),
                    grouped(pairs),
                    theory.speed.ratio
                ),
            });
        }
        lines
    }

    /// The formulas that were not asked.
    fn unreached(&self) -> Vec<String> {
        let stretches = self.everything.stretches.iter().zip(&self.summary.theories);
        stretches
            .filter_map(|(stretch, theory)| {
                let left = to_reach(stretch, theory)?.saturating_sub(theory.formulas);
                let name = &theory.name;
                match (left, theory.formulas) {
                    (0, _) => None,
                    (_, 0) => Some(format!("{name}, all of it")),
                    (left, _) => Some(format!("{} of {name}", counted(left, "formula"))),
                }
            })
            .collect()
    }

    fn verdict(&self) -> String {
        let count = self.regressions.len() as u64;
        let Some(baseline) = &self.config.baseline else {
            let what = match count {
                0 => "PASS: nothing is wrong".to_owned(),
                _ => format!("FAIL: {}", counted(count, "finding")),
            };
            return format!("{what} (there is no baseline: wrong answers and crashes count)");
        };
        let path = baseline.path.display();
        match count {
            0 => format!("PASS: no regression against {path}"),
            _ => format!("FAIL: {} against {path}", counted(count, "regression")),
        }
    }

    fn junit(&self) -> String {
        let suites: Vec<TheorySuite> = self
            .summary
            .theories
            .iter()
            .enumerate()
            .map(|(place, theory)| {
                let is_here = |it: &&Regression| it.theory == theory.name;
                let failure = |it: &Regression| Failure {
                    aspect: it.aspect(),
                    title: it.title(),
                    text: it.text(&self.how),
                };
                let mut skipped = Vec::new();
                let is_mute = !theory.tallies[0].keys().any(|outcome| outcome.is_decided());
                let skip = |reason: &str| Aspect::ALL.map(|it| (it, reason.to_owned()));
                if let Some(reason) = self.unreached_of(place) {
                    // What was not asked has not passed.
                    skipped.extend(skip(&reason));
                } else if is_mute {
                    skipped.extend(skip("it answered no formula"));
                } else if self.difference.is_none() {
                    let others = [Aspect::Completeness, Aspect::Speed];
                    skipped.extend(others.map(|it| (it, "there is no baseline".to_owned())));
                }
                TheorySuite {
                    theory: &theory.name,
                    regressions: self.regressions.iter().filter(is_here).map(failure).collect(),
                    skipped,
                    said: [theory.gaps(&self.summary.solvers), self.said_of(theory)].concat(),
                }
            })
            .collect();
        render(&suites, self.time.as_secs_f64())
    }
}

/// Returns how many questions a stretch has, as far as it is known which numbers have none.
fn to_reach(stretch: &Stretch, theory: &TheorySummary) -> Option<u64> {
    let missing = theory.missing.as_ref().map_or(0, Missing::all);
    Some(stretch.count()?.saturating_sub(missing))
}
