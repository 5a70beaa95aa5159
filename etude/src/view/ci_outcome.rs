//! The outcome of `etude ci`: for people, for programs, for the platform that runs it.

mod annotation;
mod json;
mod junit;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use campaign::{
    Aspect, Difference, Machine, Note, Plan, Regression, Reproduction, Summary, TheorySummary,
};
use outlet::grouped;

use crate::config::ci::CiConfig;
use crate::destination::write;
use crate::output::{exact_stdout, stdout};
use junit::{Failure, TheorySuite, render};

/// The outcome of a test of a build.
pub(crate) struct CiOutcome<'a> {
    /// What was asked for.
    pub config: &'a CiConfig,
    /// How to show a regression again.
    pub how: Reproduction<'a>,
    /// The plan for time enough.
    pub everything: &'a Plan,
    /// What the campaign knows of the plan's formulas.
    pub summary: Summary,
    /// The comparison with the baseline, if there is one.
    pub difference: Option<Difference>,
    /// All that is worse.
    pub regressions: Vec<Regression>,
    /// What is to be known without being a regression.
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
        let mut out = stdout(self.config.is_json);
        if self.config.is_json {
            writeln!(out, "{}", self.json())?;
            return Ok(());
        }
        for line in self.lines().iter().flat_map(|lines| lines.split('\n')) {
            writeln!(out, "{}", annotation::plain(line))?;
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

    fn lines(&self) -> Vec<String> {
        // Who did not answer comes first: what follows rests on the others.
        let (of_theories, of_all) = self.summary.failures();
        let warnings = of_theories.iter().chain(&of_all).map(|line| format!("WARNING: {line}"));
        let mut lines: Vec<String> = warnings.collect();
        for theory in &self.summary.theories {
            lines.extend(self.said_of(theory));
        }
        lines.extend(self.comparison());
        for regression in &self.regressions {
            lines.push(format!("\nREGRESSION: {}", regression.title()));
            let text = regression.text(&self.how);
            lines.extend(text.lines().map(|line| format!("  {line}")));
        }
        if !self.notes.is_empty() {
            lines.push("\nno regressions, but to be known:".to_owned());
            lines.extend(self.notes.iter().map(|note| format!("  {note}")));
        }
        lines.push(String::new());
        let unreached = self.unreached();
        if !unreached.is_empty() {
            lines.push(format!("not reached within the budget: {}", unreached.join("; ")));
        }
        lines.push(format!(
            "{:.1} s of {:.0} s were used",
            self.time.as_secs_f64(),
            self.config.course.budget.as_secs_f64()
        ));
        lines.push(self.verdict());
        lines
    }

    /// The guarantee of a theory, and who left what open.
    fn said_of(&self, theory: &TheorySummary) -> Vec<String> {
        let open = theory.left_open(&self.summary.solvers);
        let open = open.into_iter().map(|line| format!("  left open by {line}"));
        [theory.guarantee(&self.summary.solvers)].into_iter().chain(open).collect()
    }

    /// How the two builds and their machines compare.
    fn comparison(&self) -> Vec<String> {
        let Some(difference) = &self.difference else { return Vec::new() };
        let tested = &self.summary.solvers[0];
        let mut lines = vec![format!("\n{tested} compared with {}:", difference.counterpart)];
        lines.push(match difference.machine {
            Some(Machine { factor, pairs, noise }) => format!(
                "  this machine takes {factor:.2} times as long, by {} formulas of the reference, \
                 which itself looks up to {noise:.2} times as slow in a theory",
                grouped(pairs)
            ),
            None => "  how fast the machine of the baseline was is not known: times are compared \
                     as they are"
                .to_owned(),
        });
        for theory in &difference.theories {
            let name = &theory.name;
            lines.push(match (theory.compared, theory.speed.pairs) {
                (0, _) => format!("  {name}: the baseline and this run share no formulas"),
                (compared, 0) => format!("  {name}: {} formulas", grouped(compared)),
                (compared, pairs) => format!(
                    "  {name}: {} formulas; of {} that both decide, the median takes {:.2} times \
                     as long",
                    grouped(compared),
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
                let left = stretch.count()?.saturating_sub(theory.formulas);
                let name = &theory.name;
                match (left, theory.formulas) {
                    (0, _) => None,
                    (_, 0) => Some(format!("{name}, all of it")),
                    (left, _) => Some(format!("{} formulas of {name}", grouped(left))),
                }
            })
            .collect()
    }

    fn verdict(&self) -> String {
        let against = match &self.config.baseline {
            Some(baseline) => format!(" against {}", baseline.path.display()),
            None => " (there is no baseline: wrong answers and crashes count)".to_owned(),
        };
        match self.regressions.len() {
            0 => format!("PASS: no regression{against}"),
            1 => format!("FAIL: 1 regression{against}"),
            count => format!("FAIL: {count} regressions{against}"),
        }
    }

    fn junit(&self) -> String {
        let suites: Vec<TheorySuite> = self
            .summary
            .theories
            .iter()
            .map(|theory| {
                let is_here = |it: &&Regression| it.theory == theory.name;
                let failure = |it: &Regression| Failure {
                    aspect: it.aspect(),
                    title: it.title(),
                    text: it.text(&self.how),
                };
                let mut skipped = Vec::new();
                let is_mute = !theory.tallies[0].keys().any(|outcome| outcome.is_decided());
                if theory.formulas == 0 {
                    skipped.extend(Aspect::ALL.map(|it| (it, "not reached within the budget")));
                } else if is_mute {
                    skipped.extend(Aspect::ALL.map(|it| (it, "it answered no formula")));
                } else if self.difference.is_none() {
                    let others = [Aspect::Completeness, Aspect::Speed];
                    skipped.extend(others.map(|it| (it, "there is no baseline")));
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
