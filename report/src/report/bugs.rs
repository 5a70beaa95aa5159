//! Bugs as a report shows them: formula, answers, evaluation, and since when.

use std::collections::BTreeMap;

use campaign::commands_for_people::Candidates;
use campaign::{
    Argument, Bug, Finding, Kind, Manner, Outcome, StoreError, StoredSetting, Testimony, Trigger,
    commands_for_people, folder_name,
};
use serde::Serialize;
use solvers::Release;

use super::Campaign;

/// A bug.
#[derive(Clone, Debug, Serialize)]
pub struct BugEntry {
    /// The name of its folder in the campaign's `findings`.
    pub id: String,
    /// The same in every campaign that finds it.
    pub fingerprint: String,
    /// What is wrong.
    pub kind: Kind,
    /// Who is to blame.
    pub solver: String,
    /// What is wrong, as a title.
    pub title: String,
    /// What is wrong, in one sentence of Markdown.
    pub sentence: String,
    /// Why it is wrong, in Markdown.
    pub reason: String,
    /// What tells it from others of its kind.
    pub detail: String,
    /// The theory of the smallest formula that shows it.
    pub theory: String,
    /// Its index.
    pub index: String,
    /// Its size.
    pub size: u32,
    /// Its operators.
    pub operators: Vec<String>,
    /// Those that the standard does not have.
    pub outside_standard: Vec<String>,
    /// The formula.
    pub formula: String,
    /// What was said about it.
    pub answers: Vec<Answer>,
    /// The models that decide the matter.
    pub models: Vec<ModelShown>,
    /// That there is no model, where that was shown.
    pub refutation: Option<String>,
    /// What else there is to know.
    pub remarks: Vec<String>,
    /// How many formulas show it.
    pub count: usize,
    /// Some of the others, each as theory and index.
    pub others: Vec<String>,
    /// Since which release it is there.
    pub age: Age,
    /// Older releases whose bug of this kind begins with the same formula: what is told of this
    /// one is true of them.
    pub also_in: Vec<String>,
    /// The bug of a newer release that tells of this one too.
    pub told_by: Option<String>,
    /// The commands that show it again.
    pub reproduction: Vec<String>,
    /// The command that prints the formula.
    pub show: String,
    /// The command that lists all formulas of the theory with a finding of this kind against this
    /// solver; none where nobody is blamed alone.
    pub command: Option<String>,
}

/// What a solver said about a formula.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The solver.
    pub solver: String,
    /// Its version.
    pub version: Option<String>,
    /// Its verdict, and what it said beyond that.
    pub said: String,
    /// Its verdict in one word.
    pub verdict: String,
    /// How long it took.
    pub seconds: f64,
    /// How long it was allowed to take.
    pub limit_seconds: f64,
    /// Whether a fresh process said so.
    pub is_fresh: bool,
    /// What the formula is under its model: `true`, `false`, or why it is open.
    pub evaluation: Option<String>,
    /// Its model.
    pub model: Option<String>,
}

/// A model with the values of all subterms.
#[derive(Clone, Debug, Serialize)]
pub struct ModelShown {
    /// Whose it is.
    pub title: String,
    /// The model.
    pub model: String,
    /// Each subterm with its value, a line each.
    pub values: Option<String>,
    /// Why there are no values.
    pub problem: Option<String>,
}

/// Since which release a bug is there, as far as the campaign asked.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Age {
    /// How many releases of the solver were asked the formula.
    pub asked: usize,
    /// The oldest of the unbroken run of releases that fail, up to the one that is to blame.
    pub first_bad: Option<String>,
    /// The newest release before it that does not fail.
    pub last_good: Option<String>,
    /// Releases among these whose answers do not tell.
    pub unclear: Vec<String>,
    /// The command that asks other releases.
    pub command: Option<String>,
}

impl Age {
    /// Since when, in one sentence of Markdown.
    pub fn sentence(&self) -> String {
        let unclear = match self.unclear.len() {
            0 => String::new(),
            _ => format!(" What {} said does not tell.", self.unclear.join(", ")),
        };
        match (&self.first_bad, &self.last_good, &self.command) {
            (Some(bad), Some(good), _) => format!(
                "First bad version: {bad}; the last good one is {good} ({} releases were asked \
                 this formula).{unclear}",
                self.asked
            ),
            (Some(bad), None, _) if self.asked > 1 => format!(
                "First bad version: {bad} or an older one ({} releases were asked this formula, \
                 and none before it is good).{unclear}",
                self.asked
            ),
            (_, _, Some(command)) => {
                format!("First bad version: no other release was asked; `{command}` finds it.")
            }
            _ => "First bad version: nobody is blamed alone, so there is none.".to_owned(),
        }
    }
}

impl BugEntry {
    /// Which older releases have it too, in one sentence.
    pub fn also(&self) -> Option<String> {
        let releases = self.also_in.join(", ");
        (!releases.is_empty()).then(|| format!("With this formula it shows in {releases} too."))
    }
}

pub(super) fn entry(campaign: &Campaign<'_>, bug: &Bug) -> Result<BugEntry, StoreError> {
    let finding = &bug.finding;
    let is_alone = finding.accused().len() == 1;
    let command = is_alone.then(|| {
        let is_accused =
            |it: &&StoredSetting| it.name() == finding.solver && !it.recorded.manner.is_timed();
        let accused = campaign.settings.iter().find(is_accused);
        let manner = accused.map_or(Manner::Session, |it| it.recorded.manner);
        let rest = format!(" --kind {}", finding.kind);
        campaign.verdicts(&finding.theory, &finding.solver, manner, &rest)
    });
    Ok(BugEntry {
        id: folder_name(finding),
        fingerprint: Trigger::of(finding).fingerprint(),
        kind: finding.kind,
        solver: finding.solver.clone(),
        title: finding.title(),
        sentence: finding.sentence(),
        reason: finding.reason(),
        detail: finding.detail.clone(),
        theory: finding.theory.clone(),
        index: finding.index.clone(),
        size: finding.size,
        operators: finding.operators.clone(),
        outside_standard: finding.evidence.outside_standard.clone(),
        formula: finding.evidence.formula.clone(),
        answers: finding.evidence.answers.iter().map(answer).collect(),
        models: finding.arguments().into_iter().map(shown).collect(),
        refutation: finding.refutation(),
        remarks: finding.evidence.remarks.clone(),
        count: bug.count,
        others: bug.others.iter().map(|(theory, index)| format!("{theory} {index}")).collect(),
        age: age(campaign, bug)?,
        also_in: Vec::new(),
        told_by: None,
        reproduction: finding.reproduction(),
        show: finding.show(),
        command,
    })
}

/// Lets the newest release tell of a bug that several releases of a solver have.
pub(super) fn gather(campaign: &Campaign<'_>, bugs: &mut [BugEntry]) {
    let mut alike: BTreeMap<_, Vec<(Rank, usize)>> = BTreeMap::new();
    for (place, bug) in bugs.iter().enumerate() {
        // Of a disagreement nobody is to blame alone, and no setting has its name.
        let blamed = campaign.settings.iter().find(|it| it.name() == bug.solver);
        let Some(blamed) = blamed.filter(|it| it.recorded.description.version.is_some()) else {
            continue;
        };
        let solver = &blamed.recorded.description;
        let formula = (bug.kind, bug.theory.clone(), bug.index.clone());
        let key = (formula, solver.kin().to_owned(), solver.options.clone());
        alike.entry(key).or_default().push((rank(blamed), place));
    }
    for mut releases in alike.into_values() {
        releases.sort();
        let Some((_, newest)) = releases.pop() else { continue };
        let id = bugs[newest].id.clone();
        for (_, place) in releases {
            let solver = bugs[place].solver.clone();
            bugs[newest].also_in.push(solver);
            bugs[place].told_by = Some(id.clone());
        }
    }
}

fn answer(testimony: &Testimony) -> Answer {
    Answer {
        solver: testimony.solver.name.clone(),
        version: testimony.solver.version.clone(),
        said: testimony.said(),
        verdict: testimony.verdict.clone(),
        seconds: testimony.seconds,
        limit_seconds: testimony.limit_seconds,
        is_fresh: testimony.is_fresh,
        evaluation: testimony.evaluation.clone(),
        model: testimony.model.clone(),
    }
}

fn shown(argument: Argument) -> ModelShown {
    let (values, problem) = match argument.values {
        Ok(values) => (Some(values), None),
        Err(problem) => (None, Some(problem)),
    };
    ModelShown { title: argument.title, model: argument.model, values, problem }
}

/// How a release did on a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Health {
    Unclear,
    Good,
    Bad,
}

/// Older releases first: by lineage (CVC4 came before cvc5), then by version.
type Rank = (String, Option<Release>);

fn rank(setting: &StoredSetting) -> Rank {
    let solver = &setting.recorded.description;
    let version = solver.version.as_ref().and_then(|version| version.parse().ok());
    (solver.family.clone(), version)
}

fn age(campaign: &Campaign<'_>, bug: &Bug) -> Result<Age, StoreError> {
    let finding = &bug.finding;
    let [accused] = finding.accused()[..] else { return Ok(Age::default()) };
    let folder = format!("{}/findings/{}", campaign.name, folder_name(finding));
    // Only releases that can be fetched are known by their versions.
    let candidates = match accused.solver.request() {
        Some(_) => Candidates::Releases,
        None => Candidates::Builds,
    };
    let command = Some(commands_for_people::bisect(&folder, candidates));
    let family = accused.solver.family.as_str();
    let of_family = campaign.settings.iter().filter(|it| {
        let solver = &it.recorded.description;
        let is_alike = solver.family == family && solver.options == accused.solver.options
            || solver.kin() == accused.solver.kin() && solver.family != family;
        is_alike && solver.version.is_some() && !it.recorded.manner.is_timed()
    });
    let found = campaign.store.found(bug.track)?;
    let mut releases: BTreeMap<Rank, (String, Health)> = BTreeMap::new();
    for setting in of_family {
        if let Some(health) = health(campaign, bug, setting, &found)? {
            let label = setting.recorded.description.label();
            let known = releases.entry(rank(setting)).or_insert((label, health));
            known.1 = known.1.max(health);
        }
    }
    let own = campaign.settings.iter().find(|it| it.name() == finding.solver).map(rank);
    let upto = releases.iter().rev().skip_while(|(rank, _)| Some(*rank) != own.as_ref());
    let mut age = Age { asked: releases.len(), command, ..Age::default() };
    let mut unclear = Vec::new();
    for (_, (label, health)) in upto {
        match health {
            Health::Bad => {
                age.first_bad = Some(label.clone());
                age.unclear.append(&mut unclear);
            }
            Health::Unclear => unclear.push(label.clone()),
            Health::Good => {
                age.last_good = Some(label.clone());
                break;
            }
        }
    }
    age.unclear.append(&mut unclear);
    age.unclear.reverse();
    Ok(age)
}

/// How a solver did on the formula of a bug; `None` if it was not asked.
fn health(
    campaign: &Campaign<'_>,
    bug: &Bug,
    setting: &StoredSetting,
    found: &[(u64, String, Kind)],
) -> Result<Option<Health>, StoreError> {
    let mut outcome = None;
    campaign.store.chunks(bug.track, setting.id, bug.number..bug.number + 1, |chunk| {
        outcome = chunk.outcomes.first().map(|(outcome, _)| *outcome);
    })?;
    let Some(outcome) = outcome else { return Ok(None) };
    let of_solver = found
        .iter()
        .filter(|(number, solver, _)| *number == bug.number && solver == setting.name());
    let kinds: Vec<Kind> = of_solver.map(|(_, _, kind)| *kind).collect();
    Ok(Some(judge(&bug.finding, outcome, &kinds)))
}

fn judge(finding: &Finding, outcome: Outcome, kinds: &[Kind]) -> Health {
    if kinds.contains(&finding.kind) {
        return Health::Bad;
    }
    let tells = match finding.kind {
        // A model that nobody could judge may be as wrong.
        Kind::InvalidModel | Kind::Disagreement => {
            matches!(outcome, Outcome::SatTrue | Outcome::SatChosen) || outcome.is_unsat()
        }
        _ => outcome.is_decided(),
    };
    let is_otherwise_wrong = kinds.iter().any(|kind| kind.is_wrong_answer());
    if tells && !is_otherwise_wrong { Health::Good } else { Health::Unclear }
}
