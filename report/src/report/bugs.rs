//! Bugs as a report shows them: formula, answers, evaluation, and since when.

mod age;
mod written;

use std::collections::BTreeMap;

use campaign::folder_name;
use campaign::{
    Argument, Bug, Cause, Dossier, Finding, FormulaName, Lifetime, Manner, Severity, StoreError,
    StoredSolver, Triage, TriageState, Trigger, causes,
};
use serde::Serialize;
use solvers::Release;

use super::Campaign;

pub use age::Age;

/// A bug.
#[derive(Clone, Debug)]
pub struct BugEntry {
    /// The name of its folder in the campaign's `findings`.
    pub id: String,
    /// The same in every campaign that finds it.
    pub fingerprint: String,
    /// Its weight.
    pub severity: Severity,
    /// The smallest formula that shows it, with what was said of it.
    pub finding: Finding,
    /// The releases that have it, by asking them after it was found: `z3 4.8.5 to 4.8.7; fixed in
    /// 4.8.8`.
    pub lifetime: Option<Lifetime>,
    /// The number of the run that found it first, from 1.
    pub run: usize,
    /// The time when it was first seen, in seconds since 1970 (UTC), where that was kept.
    pub seen: Option<u64>,
    /// The decision of people about it, if they wrote it down.
    pub triage: Option<Triage>,
    /// The formula that people read: the shortest that was seen to show it.
    pub formula: String,
    /// The models that decide the matter.
    pub models: Vec<Argument>,
    /// Number of formulas that show it.
    pub count: usize,
    /// Some of the others.
    pub others: Vec<FormulaName>,
    /// Since which release it is there.
    pub age: Age,
    /// Older releases whose bug of this kind begins with the same formula: what is told of this
    /// one is true of them.
    pub also_in: Vec<String>,
    /// The bug of a newer release that tells of this one too.
    pub told_by: Option<String>,
    /// The command that lists all formulas of the theory with a finding of this kind against this
    /// solver; none where nobody is blamed alone.
    pub command: Option<String>,
}

/// Bugs that probably have one root cause.
#[derive(Clone, Debug, Serialize)]
pub struct CauseEntry {
    /// Its weight.
    pub severity: Severity,
    /// The names of the bugs, at least one; the first stands for all.
    pub bugs: Vec<String>,
    /// The operator that all of them have, where there are several.
    pub shared: Option<String>,
    /// Number of bugs that probably are one, and why: `probably one bug, 4 triggers, all with
    /// str.<`.
    pub words: Option<String>,
}

/// Returns the probable causes of some bugs.
pub(super) fn gather_causes(bugs: &[&BugEntry]) -> Vec<CauseEntry> {
    let findings: Vec<&Finding> = bugs.iter().map(|bug| &bug.finding).collect();
    let entry = |cause: Cause| {
        let severity = bugs[cause.first()].severity;
        CauseEntry {
            severity,
            bugs: cause.bugs.iter().map(|&place| bugs[place].id.clone()).collect(),
            words: cause.words(severity),
            shared: cause.shared,
        }
    };
    let fixed = |place: usize| bugs[place].lifetime.as_ref()?.fixed_in().map(str::to_owned);
    causes(&findings, fixed).into_iter().map(entry).collect()
}

impl BugEntry {
    /// Returns what people decided, where it is no longer new.
    pub fn decided(&self) -> Option<&Triage> {
        self.triage.as_ref().filter(|triage| triage.state != TriageState::New)
    }

    /// Returns since which release it is there, in few words: `4.8.5`, `4.8.7 or older`, `–`.
    pub fn since(&self) -> String {
        let told = self.lifetime.as_ref().map(|it| it.since().unwrap_or_else(|| it.words()));
        match (told, &self.age.first_bad, &self.age.last_good) {
            (Some(told), _, _) => told,
            (None, Some(bad), Some(_)) => bad.clone(),
            (None, Some(bad), None) if self.age.asked > 1 => format!("{bad} or older"),
            _ => "–".to_owned(),
        }
    }

    /// Returns its state.
    pub fn state(&self) -> TriageState {
        self.triage.as_ref().map_or(TriageState::New, |triage| triage.state)
    }

    /// Returns since when it is there and when it went, in one sentence of Markdown.
    pub fn history(&self) -> String {
        match &self.lifetime {
            Some(lifetime) => format!("{}.", lifetime.words()),
            None => self.age.sentence(),
        }
    }

    /// Returns a sentence on the older releases that have it too, if there are such.
    pub fn also(&self) -> Option<String> {
        let releases = self.also_in.join(", ");
        (!releases.is_empty()).then(|| format!("With this formula it shows in {releases} too."))
    }

    /// Returns some of the other formulas that show it: `Ints 1300`.
    pub(crate) fn other_names(&self) -> Vec<String> {
        self.others.iter().map(FormulaName::to_string).collect()
    }
}

pub(super) fn entry(campaign: &Campaign<'_>, bug: &Bug) -> Result<BugEntry, StoreError> {
    let finding = &bug.finding;
    let is_alone = finding.accused_replies().len() == 1;
    let formula = Dossier::of_bug(bug, None).formula().to_owned();
    let command = is_alone.then(|| {
        let is_accused = |it: &&StoredSolver| {
            finding.accused.is_only(it.name()) && !it.recorded().manner.is_timed()
        };
        let accused = campaign.settings.iter().find(is_accused);
        let manner = accused.map_or(Manner::Session, |it| it.recorded().manner);
        let rest = format!(" --kind {}", finding.kind);
        campaign.verdicts(&finding.formula.theory, &finding.accused.to_string(), manner, &rest)
    });
    Ok(BugEntry {
        id: folder_name(finding),
        fingerprint: Trigger::of(finding).fingerprint(),
        severity: finding.severity(),
        lifetime: bug.lifetime().cloned(),
        run: campaign.runs.iter().take_while(|run| run.id <= bug.run).count(),
        seen: bug.seen,
        triage: campaign.known.triage(finding),
        models: finding.arguments(&formula),
        formula,
        finding: finding.clone(),
        count: bug.count,
        others: bug.others.clone(),
        age: age::age(campaign, bug)?,
        also_in: Vec::new(),
        told_by: None,
        command,
    })
}

/// Lets the newest release tell of a bug that several releases of a solver have.
pub(super) fn gather(campaign: &Campaign<'_>, bugs: &mut [BugEntry]) {
    let mut alike: BTreeMap<_, Vec<(Rank, usize)>> = BTreeMap::new();
    for (place, bug) in bugs.iter().enumerate() {
        // Of a disagreement nobody is to blame alone.
        let Finding { kind, accused, formula, .. } = &bug.finding;
        let blamed = campaign.settings.iter().find(|it| accused.is_only(it.name()));
        let Some(blamed) = blamed.filter(|it| it.recorded().description.version.is_some()) else {
            continue;
        };
        let solver = &blamed.recorded().description;
        let key = (*kind, formula.name(), solver.kin().to_owned(), solver.options.clone());
        alike.entry(key).or_default().push((rank(blamed), place));
    }
    for mut releases in alike.into_values() {
        releases.sort();
        let Some((_, newest)) = releases.pop() else { continue };
        let id = bugs[newest].id.clone();
        for (_, place) in releases {
            let solver = bugs[place].finding.accused.to_string();
            bugs[newest].also_in.push(solver);
            bugs[place].told_by = Some(id.clone());
        }
    }
}

/// Older releases first: by family (CVC4 came before cvc5), then by version.
type Rank = (String, Option<Release>);

fn rank(setting: &StoredSolver) -> Rank {
    let solver = &setting.recorded().description;
    (solver.family.clone(), solver.release())
}
