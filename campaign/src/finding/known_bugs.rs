//! Bugs that are known already, so that old bugs do not hide new ones: lists that people keep, and
//! the findings of other campaigns.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::finding::Finding;
use crate::finding::old_trigger::OldTrigger;
use crate::finding::signature::Trigger;
use crate::finding::triage::{Triage, TriageState, triage_file};
use crate::judge::kind::Kind;
use crate::store::{Store, StoreError};

/// The bugs that are no news.
///
/// A list is a `known.toml`:
///
/// ```toml
/// [[known]]
/// solver = "z3"                  # how the name of the accused begins
/// kind = "invalid-model"
/// operators = ["tan"]            # all of them occur
/// detail = "theory_arith"        # occurs in what tells the bug from others
/// state = "reported"             # new, reported, known (if left out), fixed, not-a-bug
/// link = "https://tracker.example/1234"
/// reason = "crashes since 2023"  # may be left out where there is a state
/// ```
///
/// All but `reason` may be left out, but not all of them at once. Of several entries that mean a bug
/// the last counts, so that a new decision is a new entry at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownBugs {
    listed: Vec<Entry>,
    elsewhere: Vec<Elsewhere>,
    /// The formulas of the findings of other campaigns, where a solver is wrong.
    old_triggers: Vec<OldTrigger>,
}

/// The bugs of another campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Elsewhere {
    /// The campaign's path, as it was given.
    campaign: String,
    triggers: Vec<Trigger>,
}

/// Reason why it cannot be told what is known. A file `known.toml` that cannot be read is one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KnownBugsError {
    /// A list cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        /// The list's file.
        path: PathBuf,
        /// The system's reason.
        reason: io::Error,
    },
    /// A list says something that cannot be meant.
    #[error("{}: {reason}", path.display())]
    List {
        /// The list's file.
        path: PathBuf,
        /// The fault.
        reason: ListError,
    },
    /// Another campaign cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A fault of a list of known bugs.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ListError {
    /// It is no TOML, or has fields that no entry has.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// An entry names a kind that there is not: `kind = "wrong"`.
    #[error("`{0}` is no kind of finding: {kinds}", kinds = Kind::ALL.map(Kind::name).join(", "))]
    Kind(String),
    /// An entry says neither why nor what was decided.
    #[error("an entry needs a `reason` or a `state`")]
    NoReason,
    /// An entry has a reason and nothing else.
    #[error("an entry that says only its reason would hide everything")]
    Everything,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    known: Vec<Written>,
}

/// An entry, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    solver: Option<String>,
    kind: Option<String>,
    operators: Option<Vec<String>>,
    detail: Option<String>,
    theory: Option<String>,
    state: Option<TriageState>,
    link: Option<String>,
    reason: Option<String>,
}

/// An entry whose parts were checked.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    solver: Option<String>,
    kind: Option<Kind>,
    operators: Vec<String>,
    detail: Option<String>,
    theory: Option<String>,
    triage: Triage,
}

impl KnownBugs {
    /// Reads lists (files that end in `.toml`) and other campaigns (all other paths).
    pub fn read(paths: &[PathBuf]) -> Result<Self, KnownBugsError> {
        let mut known = Self::default();
        for path in paths {
            let is_list = path.extension().is_some_and(|extension| extension == "toml");
            if is_list {
                known.listed.extend(list(path)?.listed);
            } else {
                let bugs = Store::open_to_read(path)?.bugs(None)?;
                let triggers = bugs.iter().map(|bug| Trigger::of(&bug.finding)).collect();
                let campaign = path.display().to_string();
                known.elsewhere.push(Elsewhere { campaign, triggers });
                let old = bugs.iter().filter_map(|bug| OldTrigger::of(&bug.finding));
                known.old_triggers.extend(old);
            }
        }
        Ok(known)
    }

    /// Reads the same, and after them the triage file of a campaign, if it has one.
    pub fn of_campaign(campaign: &Path, paths: &[PathBuf]) -> Result<Self, KnownBugsError> {
        let mut known = Self::read(paths)?;
        let own = triage_file(campaign);
        if own.is_file() {
            known.listed.extend(list(&own)?.listed);
        }
        Ok(known)
    }

    /// Parses a list; the error says what is wrong with it and where.
    pub fn parse(text: &str) -> Result<Self, ListError> {
        let file: File = toml::from_str(text)?;
        let listed = file.known.into_iter().map(Written::check).collect::<Result<_, _>>()?;
        Ok(Self { listed, ..Self::default() })
    }

    /// Returns formulas on which a solver is wrong in the other campaigns.
    pub fn old_triggers(&self) -> &[OldTrigger] {
        &self.old_triggers
    }

    /// Returns why a finding is no news: `reported as #1234`, `in nightly`; `None` if it is news.
    pub fn reason(&self, finding: &Finding) -> Option<String> {
        let triage = self.triage(finding).filter(|it| it.state != TriageState::New)?;
        Some(triage.to_string())
    }

    /// Returns what was decided about a finding; `None` if nobody wrote anything down.
    pub fn triage(&self, finding: &Finding) -> Option<Triage> {
        if let Some(entry) = self.listed.iter().rev().find(|entry| entry.covers(finding)) {
            return Some(entry.triage.clone());
        }
        let trigger = Trigger::of(finding);
        let is_there = |it: &&Elsewhere| it.triggers.iter().any(|known| known.stands_for(&trigger));
        self.elsewhere.iter().find(is_there).map(|it| Triage {
            state: TriageState::Known,
            link: None,
            reason: format!("in {}", it.campaign),
        })
    }
}

fn list(path: &Path) -> Result<KnownBugs, KnownBugsError> {
    let text = fs::read_to_string(path)
        .map_err(|reason| KnownBugsError::Read { path: path.to_owned(), reason })?;
    KnownBugs::parse(&text).map_err(|reason| KnownBugsError::List { path: path.to_owned(), reason })
}

impl Written {
    fn check(self) -> Result<Entry, ListError> {
        let Self { solver, kind, operators, detail, theory, state, link, reason } = self;
        if state.is_none() && reason.is_none() {
            return Err(ListError::NoReason);
        }
        let state = state.unwrap_or(TriageState::Known);
        // A reason that was not written is empty.
        let reason = reason.unwrap_or_default();
        let triage = Triage { state, link, reason };
        let kind = kind.map(|name| Kind::named(&name).ok_or(ListError::Kind(name))).transpose()?;
        let is_silent = solver.is_none() && kind.is_none() && detail.is_none() && theory.is_none();
        if is_silent && operators.is_none() {
            return Err(ListError::Everything);
        }
        // An entry that names no operators asks for none.
        let operators = operators.unwrap_or_default();
        Ok(Entry { solver, kind, operators, detail, theory, triage })
    }
}

impl Entry {
    /// Whether it means a finding. People write names and details as reports show them.
    fn covers(&self, finding: &Finding) -> bool {
        let accused = || finding.accused.to_string();
        let fault = || finding.fault.to_string();
        self.solver.as_ref().is_none_or(|name| accused().starts_with(name.as_str()))
            && self.kind.is_none_or(|kind| kind == finding.kind)
            && self.theory.as_ref().is_none_or(|theory| *theory == finding.formula.theory)
            && self.detail.as_ref().is_none_or(|text| fault().contains(text.as_str()))
            && self.operators.iter().all(|operator| finding.operators.contains(operator))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Evidence;
    use crate::finding::fault::Fault;
    use crate::finding::formula_id::FormulaId;
    use crate::finding::triage::triage_entry;

    #[test]
    fn an_entry_covers_what_it_names() {
        let finding = Finding {
            kind: Kind::InvalidModel,
            accused: "z3-5.4.0".parse().unwrap(),
            fault: Fault::Sat,
            formula: FormulaId {
                theory: "Reals".to_owned(),
                grammar: String::new(),
                origin: None,
                place: crate::source::order::Place::Index(7.into()),
                size: 2,
            },
            operators: vec![">".to_owned(), "tan".to_owned()],
            evidence: Evidence::default(),
        };
        let reason = |text: &str| KnownBugs::parse(text).unwrap().reason(&finding);
        let all = "[[known]]\nsolver='z3'\nkind='invalid-model'\noperators=['tan']\nreason='#1'";
        assert_eq!(reason(all).as_deref(), Some("#1"));
        assert_eq!(reason("[[known]]\nsolver='cvc5'\nreason='#1'"), None);
        assert_eq!(reason("[[known]]\noperators=['tan', 'sin']\nreason='#1'"), None);
        assert_eq!(reason(""), None);
        // The last decision counts, and what is new is no known bug.
        assert_eq!(reason(&format!("{all}\n[[known]]\nkind='invalid-model'\nstate='new'")), None);
        let decided = |state: TriageState| {
            let link = Some("https://tracker.example/7".to_owned());
            let triage = Triage { state, link, reason: "a \"word\"".to_owned() };
            let entry = triage_entry(&finding, &triage);
            assert_eq!(KnownBugs::parse(&entry).unwrap().triage(&finding), Some(triage));
            reason(&format!("{all}\n{entry}"))
        };
        assert_eq!(
            TriageState::ALL.map(|state| decided(state).is_some()),
            [false, true, true, true, true]
        );
        assert_eq!(
            decided(TriageState::Fixed).unwrap(),
            "fixed: https://tracker.example/7: a \"word\""
        );
        for wrong in [
            "[[known]]\nreason='all'",
            "[[known]]\nkind='bad'\nreason='x'",
            "[[known]]\nsolver='z3'",
            "[[known]]\nsolvr='z3'\nreason='x'",
            "[[",
        ] {
            assert!(KnownBugs::parse(wrong).is_err(), "{wrong}");
        }
    }
}
