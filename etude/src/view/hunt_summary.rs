//! A hunt's results, for people and programs.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use campaign::{Bug, Ending, KnownBugs, Missing, RunId, Summary, findings_folder};
use outlet::grouped;
use serde_json::{Value, json};

use crate::output::stdout;
use crate::view::theory::theory_object;

/// A hunt's results: what was asked, and which bugs were found.
pub(crate) struct HuntSummary<'a> {
    /// The campaign's path.
    pub campaign: &'a Path,
    /// The bugs that are no news.
    pub known: &'a KnownBugs,
    /// The run that ends.
    pub run: RunId,
    /// What the campaign knows of the plan's formulas.
    pub summary: Summary,
    /// The bugs of the plan's solvers.
    pub bugs: Vec<Bug>,
    /// Whether JSON is written.
    pub is_json: bool,
}

impl HuntSummary<'_> {
    /// Returns true if a bug is news.
    pub fn has_news(&self) -> bool {
        self.bugs.iter().any(|bug| self.reason(bug).is_none())
    }

    fn reason(&self, bug: &Bug) -> Option<String> {
        self.known.reason(&bug.finding)
    }

    /// Writes a JSON object, or guarantees, what was left open, and a line for each bug; `ending`
    /// is `None` if the hunt failed.
    pub fn print(&self, ending: Option<Ending>) -> Result<()> {
        let mut out = stdout(self.is_json);
        if self.is_json {
            writeln!(out, "{}", self.json(ending))?;
            return Ok(());
        }
        // Who did not answer comes first: what follows rests on the others.
        let (of_theories, of_all) = self.summary.failures();
        for line in of_theories.iter().chain(&of_all) {
            writeln!(out, "WARNING: {line}")?;
        }
        for theory in &self.summary.theories {
            writeln!(out, "{}", theory.guarantee(&self.summary.solvers))?;
            for line in theory.left_open(&self.summary.solvers) {
                writeln!(out, "  left open by {line}")?;
            }
            for line in theory.missing.iter().flat_map(Missing::lines) {
                writeln!(out, "  {line}")?;
            }
            if let Some(words) = theory.unreadable_words() {
                writeln!(out, "  {words}")?;
            }
            for (place, excuse) in theory.unread() {
                let solver = &self.summary.solvers[place];
                let (reason, first) = (&excuse.reason, excuse.first.at());
                let count = grouped(reason.count);
                let message = &reason.message;
                writeln!(
                    out,
                    "  models of {solver} that cannot be read: {count}, first {first}: {message}"
                )?;
            }
        }
        if self.bugs.is_empty() {
            writeln!(out, "no findings")?;
            return Ok(());
        }
        let new = self.bugs.iter().filter(|bug| self.reason(bug).is_none()).count();
        let bugs = if self.bugs.len() == 1 { "bug" } else { "bugs" };
        writeln!(
            out,
            "\n{} {bugs}, {new} not known; folders in {}",
            self.bugs.len(),
            findings_folder(self.campaign).display()
        )?;
        for bug in &self.bugs {
            writeln!(out, "{}", self.line(bug))?;
        }
        Ok(())
    }

    /// `z3-4.8.7  invalid-model  Ints 1234  12 formulas  div, =`.
    fn line(&self, bug: &Bug) -> String {
        let finding = &bug.finding;
        let formulas = match bug.count {
            1 => "1 formula".to_owned(),
            count => format!("{count} formulas"),
        };
        let since = if bug.run == self.run { "" } else { " (an earlier run found it)" };
        let known = match self.reason(bug) {
            Some(reason) => format!(" (known: {reason})"),
            None => since.to_owned(),
        };
        let detail = if finding.kind.is_wrong_answer() {
            finding.operators.join(" ")
        } else {
            finding.fault.to_string()
        };
        format!(
            "  {}  {}  {}  {formulas}  {detail}{known}",
            finding.accused,
            finding.kind,
            finding.formula.name()
        )
    }

    fn json(&self, ending: Option<Ending>) -> Value {
        let ending = match ending {
            Some(Ending::Done) => "done",
            Some(Ending::Time) => "time",
            Some(Ending::Stopped) => "stopped",
            None => "failed",
        };
        let theories: Vec<Value> = self
            .summary
            .theories
            .iter()
            .map(|theory| {
                let tallies: BTreeMap<&str, BTreeMap<&str, u64>> = self
                    .summary
                    .solvers
                    .iter()
                    .zip(&theory.tallies)
                    .map(|(solver, tally)| {
                        let tally = tally.iter().map(|(outcome, count)| (outcome.name(), *count));
                        (solver.as_str(), tally.collect())
                    })
                    .collect();
                let unread = theory.unread().into_iter().map(|(place, excuse)| {
                    json!({
                        "solver": self.summary.solvers[place],
                        "reason": excuse.reason.message,
                        "formulas": excuse.reason.count,
                        (excuse.first.key()): excuse.first,
                    })
                });
                let mut object = theory_object(theory, &self.summary.solvers);
                object["verdicts"] = json!(tallies);
                object["unread"] = unread.collect();
                if let Some(missing) = &theory.missing {
                    let gaps = missing.gaps.iter().map(|(gap, count)| (gap.name(), *count));
                    let lost = missing.lost.iter().map(|(rule, count)| (rule.to_string(), *count));
                    let off: Vec<String> = missing.off.iter().map(ToString::to_string).collect();
                    object["missing"] = json!(gaps.collect::<BTreeMap<_, _>>());
                    object["lost"] = json!(lost.collect::<BTreeMap<_, _>>());
                    object["rules_off"] = json!(off);
                }
                if theory.scripts.is_some() {
                    let reasons = theory.unreadable.iter();
                    let reason = |(reason, count): &(String, u64)| {
                        json!({ "reason": reason, "scripts": count })
                    };
                    object["scripts"] = json!(theory.scripts);
                    object["unreadable"] = reasons.map(reason).collect();
                }
                object
            })
            .collect();
        let bugs: Vec<Value> = self
            .bugs
            .iter()
            .map(|bug| {
                json!({
                    "kind": bug.finding.kind.name(),
                    "solver": bug.finding.accused,
                    "theory": bug.finding.formula.theory,
                    (bug.finding.formula.place.key()): bug.finding.formula.place,
                    "detail": bug.finding.fault,
                    "operators": bug.finding.operators,
                    "formulas": bug.count,
                    "known": self.reason(bug),
                })
            })
            .collect();
        let (of_theories, of_all) = self.summary.failures();
        let warnings = [of_theories, of_all].concat();
        json!({
            "event": "end",
            "ending": ending,
            "theories": theories,
            "bugs": bugs,
            "warnings": warnings,
        })
    }
}
