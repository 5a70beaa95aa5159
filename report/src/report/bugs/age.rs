//! Since which release a bug is there, by what older releases said of its formula.

use std::collections::BTreeMap;

use campaign::commands_for_people::{self, BisectOver};
use campaign::{
    Accusation, Bug, Finding, Health, Kind, Outcome, StoreError, StoredSolver, folder_name,
};
use outlet::counted;
use serde::Serialize;

use super::{Campaign, Rank, rank};

/// Since which release a bug is there, as far as the campaign asked. People read `First bad version: 4.8.6; the last good one is 4.8.5`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Age {
    /// The number of releases of the solver that were asked the formula.
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
    /// Returns since when, in one sentence of Markdown.
    pub fn sentence(&self) -> String {
        let unclear = match self.unclear.len() {
            0 => String::new(),
            _ => format!(" What {} said does not tell.", self.unclear.join(", ")),
        };
        let verb = if self.asked == 1 { "was" } else { "were" };
        let asked = format!("{} {verb} asked", counted(self.asked as u64, "release"));
        match (&self.first_bad, &self.last_good, &self.command) {
            (Some(bad), Some(good), _) => format!(
                "First bad version: {bad}; the last good one is {good} ({asked} \
                 this formula).{unclear}"
            ),
            (Some(bad), None, _) if self.asked > 1 => format!(
                "First bad version: {bad} or an older one ({asked} this formula, and none \
                 before it is good).{unclear}"
            ),
            (_, _, Some(command)) => {
                format!("First bad version: no other release was asked; `{command}` finds it.")
            }
            _ => "First bad version: nobody is blamed alone, so there is none.".to_owned(),
        }
    }
}

/// Returns since when a bug is there; nothing is known where nobody is blamed alone.
pub(super) fn age(campaign: &Campaign<'_>, bug: &Bug) -> Result<Age, StoreError> {
    let finding = &bug.finding;
    let [accused] = finding.accused_replies()[..] else { return Ok(Age::default()) };
    let folder = format!("{}/findings/{}", campaign.name, folder_name(finding));
    // Only releases that can be fetched are known by their versions.
    let candidates = match accused.solver.request() {
        Some(_) => BisectOver::Releases,
        None => BisectOver::Builds,
    };
    let command = Some(commands_for_people::bisect(&folder, candidates));
    let family = accused.solver.family.as_str();
    let of_family = campaign.settings.iter().filter(|it| {
        let solver = &it.recorded().description;
        let is_alike = solver.family == family && solver.options == accused.solver.options
            || solver.kin() == accused.solver.kin() && solver.family != family;
        is_alike && solver.version.is_some() && !it.recorded().manner.is_timed()
    });
    let found = campaign.store.found(bug.track)?;
    let mut releases: BTreeMap<Rank, (String, Health)> = BTreeMap::new();
    for setting in of_family {
        if let Some(health) = health(campaign, bug, setting, &found)? {
            let label = setting.recorded().description.label();
            let known = releases.entry(rank(setting)).or_insert((label, health));
            known.1 = known.1.max(health);
        }
    }
    let own = campaign.settings.iter().find(|it| finding.accused.is_only(it.name())).map(rank);
    let upto = releases.iter().rev().skip_while(|(rank, _)| Some(*rank) != own.as_ref());
    let mut age = Age { asked: releases.len(), command, ..Age::default() };
    let mut unclear = Vec::new();
    for (_, (label, health)) in upto {
        match health {
            Health::Bad => {
                age.first_bad = Some(label.clone());
                age.unclear.append(&mut unclear);
            }
            Health::Untestable => unclear.push(label.clone()),
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

/// Returns whether a solver has a bug, by its formula; `None` if the solver was not asked.
fn health(
    campaign: &Campaign<'_>,
    bug: &Bug,
    setting: &StoredSolver,
    found: &[Accusation],
) -> Result<Option<Health>, StoreError> {
    let answer = campaign.store.best_of(bug.track, setting, bug.number)?;
    let Some((outcome, _)) = answer else { return Ok(None) };
    let of_solver =
        found.iter().filter(|it| it.number == bug.number && it.accused.is_only(setting.name()));
    let kinds: Vec<Kind> = of_solver.map(|it| it.kind).collect();
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
    if tells && !is_otherwise_wrong { Health::Good } else { Health::Untestable }
}
