//! A hunt's results, for people and programs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use campaign::{
    Bug, Cause, Ending, KnownBugs, Lifetime, Missing, RunId, Severity, Summary, Yield, Yields,
    causes_of, findings_folder,
};
use outlet::{counted, grouped, harmless};
use serde_json::{Value, json};

use crate::output::stdout;
use crate::view::theory::theory_object;

/// Further triggers of one cause that are shown; each has its folder.
const MOST_TRIGGERS: usize = 5;

/// A hunt's results: what was asked, and which bugs were found.
pub(crate) struct HuntSummary<'a> {
    /// The campaign's path.
    pub campaign: &'a Path,
    /// The bugs that are no news.
    pub known: &'a KnownBugs,
    /// The run that ends.
    pub run: RunId,
    /// Everything that the campaign knows of the plan's formulas.
    pub summary: Summary,
    /// The bugs of the plan's solvers.
    pub bugs: Vec<Bug>,
    /// Whether JSON is written.
    pub is_json: bool,
}

/// The longest formula that stands in a summary.
const LONGEST_FORMULA: usize = 100;

/// Returns what a bug's formula was reduced to in a line, if that is short: without its last word, which
/// all have.
fn short_formula(bug: &Bug) -> Option<String> {
    bug.finding.evidence.original.as_ref()?;
    let formula = bug.finding.evidence.formula.trim_end();
    let formula = formula.strip_suffix("(check-sat)").unwrap_or(formula);
    let line = formula.split_whitespace().collect::<Vec<_>>().join(" ");
    // A string may hold spaces that are not to be lost.
    let is_whole = !formula.contains("  ") && !formula.contains('\t');
    (is_whole && line.len() <= LONGEST_FORMULA).then(|| harmless(&line).into_owned())
}

impl HuntSummary<'_> {
    /// Returns true if a finding of this weight or worse is news.
    pub fn has_news(&self, fail_on: Severity) -> bool {
        let mut bad = self.bugs.iter().filter(|bug| bug.finding.severity() <= fail_on);
        bad.any(|bug| self.reason(bug).is_none())
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
            for line in theory.brought() {
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
        self.print_findings(&mut out)
    }

    /// Writes the probable causes, the worst first, each with its triggers.
    fn print_findings(&self, out: &mut impl Write) -> Result<()> {
        if self.bugs.is_empty() {
            writeln!(out, "no findings")?;
            return Ok(());
        }
        let causes = causes_of(&self.bugs);
        let severity = |cause: &Cause| self.bugs[cause.first()].finding.severity();
        let is_new =
            |cause: &&Cause| cause.all().any(|place| self.reason(&self.bugs[place]).is_none());
        let counts: Vec<String> = Severity::ALL
            .into_iter()
            .filter_map(|of| match causes.iter().filter(|it| severity(it) == of).count() {
                0 if of != Severity::Wrong => None,
                0 => Some("no bugs".to_owned()),
                count => Some(of.counted(count as u64)),
            })
            .collect();
        writeln!(
            out,
            "\n{}; {} new; folders in {}",
            counts.join(", "),
            grouped(causes.iter().filter(is_new).count()),
            findings_folder(self.campaign).display()
        )?;
        for cause in &causes {
            let of = severity(cause);
            writeln!(out, "{:<10}  {}", of, self.line(&self.bugs[cause.first()]))?;
            if let Some(formula) = short_formula(&self.bugs[cause.first()]) {
                writeln!(out, "{:<10}    {formula}", "")?;
            }
            if let Some(lifetime) = self.bugs[cause.first()].lifetime() {
                writeln!(out, "{:<10}    {}", "", lifetime.words_with_advice())?;
            }
            if let Some(words) = cause.words(of) {
                writeln!(out, "{:<10}    {words}; the others:", "")?;
            }
            for &place in cause.others().iter().take(MOST_TRIGGERS) {
                writeln!(out, "{:<10}      {}", "", self.line(&self.bugs[place]))?;
            }
            if let more @ 1.. = cause.others().len().saturating_sub(MOST_TRIGGERS) {
                writeln!(out, "{:<10}      and {} more", "", grouped(more))?;
            }
            if !cause.older.is_empty() {
                writeln!(out, "{:<10}    also in {}", "", self.older(cause))?;
            }
        }
        Ok(())
    }

    /// Returns the older releases that have bugs of a cause: `z3-4.5.1, z3-4.8.7`.
    fn older(&self, cause: &Cause) -> String {
        let accused = |&place: &usize| self.bugs[place].finding.accused.to_string();
        let names: BTreeSet<String> = cause.older.iter().map(accused).collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    }

    /// `z3-4.8.7  invalid-model  Ints 1234  12 formulas  div, =`.
    fn line(&self, bug: &Bug) -> String {
        let finding = &bug.finding;
        let formulas = counted(bug.count as u64, "formula");
        let since = if bug.run == self.run { "" } else { "(an earlier run found it)" };
        let known = match self.reason(bug) {
            Some(reason) => format!("(known: {reason})"),
            None => since.to_owned(),
        };
        let detail = if finding.kind.is_wrong_answer() {
            finding.operators.join(" ")
        } else {
            finding.fault.to_string()
        };
        let outside = finding.standing_outside().map_or_else(String::new, |it| format!("[{it}]"));
        let (accused, kind) = (finding.accused.to_string(), finding.kind.to_string());
        let mut parts = vec![accused, kind, finding.formula.name().to_string(), formulas];
        if finding.evidence.original.is_some() {
            let bytes = counted(finding.evidence.formula.len() as u64, "byte");
            parts.push(format!("reduced to {bytes}"));
        }
        // An `unknown` without a reason has no detail.
        parts.extend([detail, outside, known].into_iter().filter(|part| !part.is_empty()));
        parts.join("  ")
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
                    if let Some(crowded) = &missing.crowded {
                        object["crowded"] = json!(crowded.seeds);
                    }
                }
                if let Some(yields) = &theory.yields {
                    object["yields"] = yields_object(yields);
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
                let asked = bug.finding.evidence.original.as_ref();
                json!({
                    "severity": bug.finding.severity(),
                    "kind": bug.finding.kind.name(),
                    "solver": bug.finding.accused,
                    "theory": bug.finding.formula.theory,
                    (bug.finding.formula.place.key()): bug.finding.formula.place,
                    "detail": bug.finding.fault,
                    "operators": bug.finding.operators,
                    "formulas": bug.count,
                    "reduced": asked.map(|_| &bug.finding.evidence.formula),
                    "known": self.reason(bug),
                    "releases": bug.lifetime().map(Lifetime::words),
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

/// Returns what mutants brought, by technique and by rule.
fn yields_object(yields: &Yields) -> Value {
    let object = |it: &Yield| {
        let Yield { mutants, lost, combinations, findings } = it;
        json!({
            "mutants": mutants,
            "lost": lost,
            "combinations": combinations,
            "findings": findings,
        })
    };
    let techniques = yields.techniques().iter().map(|(it, brought)| (it.name(), object(brought)));
    let rules = yields.rules().iter().map(|(it, brought)| (it.to_string(), object(brought)));
    json!({
        "techniques": techniques.collect::<BTreeMap<_, _>>(),
        "rules": rules.collect::<BTreeMap<_, _>>(),
    })
}
