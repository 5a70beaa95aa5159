//! What a run ends with: for people, for programs, for the platform that runs it.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::Result;
use campaign::{Difference, Machine, Plan, Summary, TheorySummary};
use outlet::grouped;
use serde_json::{Value, json};

use super::annotation;
use super::junit::{Suite, render};
use super::regression::{Aspect, Regression};
use crate::cli::{Annotations, Ci};
use crate::destination::write;
use crate::output::{exact_stdout, stdout};

/// What a run ends with.
pub(super) struct Report<'a> {
    pub arguments: &'a Ci,
    /// What would have been asked with time enough.
    pub everything: &'a Plan,
    pub summary: Summary,
    pub difference: Option<Difference>,
    pub regressions: Vec<Regression>,
    /// What is told without being a regression.
    pub notes: Vec<String>,
    pub time: Duration,
}

impl Report<'_> {
    /// Tells everybody who listens.
    pub fn write(&self) -> Result<()> {
        if let Some(path) = &self.arguments.junit {
            write(path, &self.junit())?;
        }
        if self.is_annotated() {
            self.annotate()?;
        }
        let mut out = stdout(self.arguments.json);
        if self.arguments.json {
            writeln!(out, "{}", self.json())?;
            return Ok(());
        }
        for line in self.lines().iter().flat_map(|lines| lines.split('\n')) {
            writeln!(out, "{}", annotation::plain(line))?;
        }
        Ok(())
    }

    fn is_annotated(&self) -> bool {
        match self.arguments.annotate {
            Some(platform) => platform == Annotations::Github,
            None => std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true"),
        }
    }

    /// The platform reads both streams; a program that reads JSON reads one.
    fn annotate(&self) -> Result<()> {
        for regression in &self.regressions {
            let line = annotation::github(regression);
            if self.arguments.json {
                writeln!(io::stderr(), "{line}")?;
            } else {
                writeln!(exact_stdout(), "{line}")?;
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
        for Regression { title, text, .. } in &self.regressions {
            lines.push(format!("\nREGRESSION: {title}"));
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
            self.arguments.budget.as_secs_f64()
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
        let against = match &self.arguments.baseline {
            Some(path) => format!(" against {}", path.display()),
            None => " (there is no baseline: wrong answers and crashes count)".to_owned(),
        };
        match self.regressions.len() {
            0 => format!("PASS: no regression{against}"),
            1 => format!("FAIL: 1 regression{against}"),
            count => format!("FAIL: {count} regressions{against}"),
        }
    }

    fn junit(&self) -> String {
        let suites: Vec<Suite> = self
            .summary
            .theories
            .iter()
            .map(|theory| {
                let is_here = |it: &&Regression| it.theory == theory.name;
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
                Suite {
                    theory: &theory.name,
                    regressions: self.regressions.iter().filter(is_here).collect(),
                    skipped,
                    said: [theory.gaps(&self.summary.solvers), self.said_of(theory)].concat(),
                }
            })
            .collect();
        render(&suites, self.time.as_secs_f64())
    }

    fn json(&self) -> Value {
        let theories: Vec<Value> = self
            .summary
            .theories
            .iter()
            .enumerate()
            .map(|(place, theory)| {
                let compared = self.difference.as_ref().map(|it| &it.theories[place]);
                json!({
                    "theory": theory.name,
                    "formulas": theory.formulas,
                    "complete_size": theory.complete.map(|(size, _)| size),
                    "guarantee": theory.guarantee(&self.summary.solvers),
                    "standings": theory.standings,
                    "wrong": theory.wrong,
                    "compared": compared.map(|it| it.compared),
                    "speed": compared.map(|it| json!({
                        "pairs": it.speed.pairs,
                        "ratio": it.speed.ratio,
                        "probability": it.speed.probability,
                        "slower": it.speed.is_slower,
                    })),
                })
            })
            .collect();
        let regressions: Vec<Value> = self
            .regressions
            .iter()
            .map(|it| {
                json!({
                    "aspect": it.aspect.name(),
                    "theory": it.theory,
                    "index": it.index,
                    "title": it.title,
                    "text": it.text,
                })
            })
            .collect();
        let (of_theories, of_all) = self.summary.failures();
        let warnings = [of_theories, of_all].concat();
        json!({
            "solver": self.summary.solvers[0],
            "reference": self.summary.solvers[1],
            "baseline": self.arguments.baseline.as_ref().map(|path| path.to_string_lossy()),
            "counterpart": self.difference.as_ref().map(|it| &it.counterpart),
            "machine": self.difference.as_ref().and_then(|it| it.machine).map(|it| json!({
                "factor": it.factor, "pairs": it.pairs, "noise": it.noise,
            })),
            "theories": theories,
            "regressions": regressions,
            "notes": self.notes,
            "warnings": warnings,
            "unreached": self.unreached(),
            "seconds": self.time.as_secs_f64(),
            "verdict": self.verdict(),
        })
    }
}
