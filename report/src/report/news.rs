//! News: since the run before, or against another campaign.

use std::collections::BTreeSet;

use campaign::{Bug, FormulaName, Store, StoreError, StoredSolver, Trigger};
use serde::Serialize;

use super::Report;

/// News of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct News {
    /// The earlier state that it is held against: `the runs before the last`, `campaign nightly-1`.
    pub against: String,
    /// The names of the bugs that are new, the worst first.
    pub new: Vec<String>,
    /// The bugs of the other campaign that nothing here shows.
    pub gone: Vec<Gone>,
}

/// A bug of another campaign that nothing here shows. Its title is such as `z3 4.8.7 gives an invalid model (<=, div)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Gone {
    /// The fault, as the title of an issue.
    pub title: String,
    /// The formula that showed it.
    pub formula: FormulaName,
    /// Whether the solver was asked that formula here too. If not, nobody knows whether it is gone.
    pub was_asked: bool,
}

impl News {
    /// Returns what the last run found first; nothing if it is the only one. Bugs come with the
    /// numbers of
    /// their runs, from 1.
    pub(super) fn of_last_run(bugs: &[(String, usize)], runs: usize) -> Option<Self> {
        let new = bugs.iter().filter(|(_, run)| *run == runs).map(|(id, _)| id.clone());
        let against = if runs == 2 { "the first run" } else { "the runs before the last" };
        (runs > 1).then(|| Self {
            against: against.to_owned(),
            new: new.collect(),
            gone: Vec::new(),
        })
    }
}

impl Report {
    /// Holds the bugs against those of another campaign, which is called `name`. A solver that both
    /// asked is itself; others are taken for builds of one if they are of one family.
    ///
    /// Costs the number of bugs here times that of bugs there.
    pub fn compare(&mut self, store: &Store, other: &Store, name: &str) -> Result<(), StoreError> {
        let (own, others) = (store.solvers()?, other.solvers()?);
        let names = |solvers: &[StoredSolver]| -> BTreeSet<String> {
            solvers.iter().map(|it| it.name().to_owned()).collect()
        };
        let common: BTreeSet<String> = names(&own).intersection(&names(&others)).cloned().collect();
        let (here, there) = (store.bugs(None)?, other.bugs(None)?);
        let signs = |bugs: &[Bug]| -> Vec<Trigger<Vec<String>>> {
            bugs.iter().map(|bug| sign(bug, &common)).collect()
        };
        let (signs_here, signs_there) = (signs(&here), signs(&there));
        // A larger trigger of the same bug is no news, and neither is a smaller one.
        let is_same = |one: &Trigger<Vec<String>>, other: &Trigger<Vec<String>>| {
            one.stands_for(other) || other.stands_for(one)
        };
        let told = self.bugs.iter().zip(&signs_here).filter(|(bug, _)| bug.told_by.is_none());
        let new = told.filter(|(_, sign)| !signs_there.iter().any(|it| is_same(it, sign)));
        let new = new.map(|(bug, _)| bug.id.clone()).collect();
        let mut gone = Vec::new();
        for (bug, sign) in there.iter().zip(&signs_there) {
            if !signs_here.iter().any(|it| is_same(it, sign)) {
                gone.push(Gone {
                    title: bug.finding.title(),
                    formula: bug.finding.formula.name(),
                    was_asked: was_asked(store, &own, other, bug, &common)?,
                });
            }
        }
        self.news = Some(News { against: format!("campaign {name}"), new, gone });
        Ok(())
    }
}

/// Returns what tells a bug from others, in two campaigns that may call its solver differently.
fn sign(bug: &Bug, common: &BTreeSet<String>) -> Trigger<Vec<String>> {
    let Trigger { kind, fault, operators, size, .. } = Trigger::of(&bug.finding);
    Trigger { accused: accused(bug, common), kind, fault, operators, size }
}

/// Returns whom a bug accuses: by name where both campaigns have the solver, else by family.
fn accused(bug: &Bug, common: &BTreeSet<String>) -> Vec<String> {
    let name = |solver: &campaign::Description| {
        if common.contains(&solver.name) { solver.name.clone() } else { solver.kin().to_owned() }
    };
    let replies = bug.finding.accused_replies();
    let mut names: Vec<String> = replies.iter().map(|reply| name(&reply.solver)).collect();
    names.sort();
    names
}

/// Whether one of the solvers that a bug of another campaign accuses was asked its formula here.
fn was_asked(
    store: &Store,
    own: &[StoredSolver],
    other: &Store,
    bug: &Bug,
    common: &BTreeSet<String>,
) -> Result<bool, StoreError> {
    let tracks = other.tracks()?;
    let Some(track) = tracks.iter().find(|track| track.id == bug.track) else { return Ok(false) };
    let own_tracks = store.tracks()?;
    let Some(here) = own_tracks.iter().find(|it| it.identity.is(&track.identity)) else {
        return Ok(false);
    };
    let accused = accused(bug, common);
    for solver in own {
        let (name, kin) = (solver.name(), solver.recorded().description.kin());
        let is_accused =
            accused.iter().any(|it| it == name || (!common.contains(name) && it == kin));
        if is_accused
            && store.done_by(here.id, solver)?.iter().any(|span| span.contains(&bug.number))
        {
            return Ok(true);
        }
    }
    Ok(false)
}
