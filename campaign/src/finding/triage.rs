//! A decision of people about a bug: its state, in the file that they keep.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::finding::Finding;

/// The file in a campaign's folder that says which of its bugs are known: a `known.toml` by another
/// name.
pub const TRIAGE: &str = "triage.toml";

/// A decision of people about a bug. `reported` is one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TriageState {
    /// Nothing yet.
    New,
    /// It is in the tracker of those who mend it.
    Reported,
    /// It is known, and nobody waits for it.
    #[default]
    Known,
    /// A later release does not have it.
    Fixed,
    /// The solver is right, or means something else.
    NotABug,
}

impl TriageState {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::New, Self::Reported, Self::Known, Self::Fixed, Self::NotABug];

    /// Its name in files and options: `not-a-bug`.
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Reported => "reported",
            Self::Known => "known",
            Self::Fixed => "fixed",
            Self::NotABug => "not-a-bug",
        }
    }
}

impl fmt::Display for TriageState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no state. `done` is one; `fixed` is a state.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no state: new, reported, known, fixed, not-a-bug")]
pub struct NoTriageState(String);

impl FromStr for TriageState {
    type Err = NoTriageState;

    fn from_str(text: &str) -> Result<Self, NoTriageState> {
        let found = Self::ALL.into_iter().find(|state| state.name() == text);
        found.ok_or_else(|| NoTriageState(text.to_owned()))
    }
}

/// A decision about a bug, and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Triage {
    /// The state.
    pub state: TriageState,
    /// Address of its report: `https://tracker.example/1234`.
    pub link: Option<String>,
    /// Why, in people's words; it may be empty.
    pub reason: String,
}

impl fmt::Display for Triage {
    /// Writes `reported as #1234`, or `fixed: https://tracker.example/1234`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = (self.state != TriageState::Known || self.reason.is_empty())
            .then(|| self.state.name().to_owned());
        let reason = (!self.reason.is_empty()).then(|| self.reason.clone());
        let parts: Vec<String> = state.into_iter().chain(self.link.clone()).chain(reason).collect();
        f.write_str(&parts.join(": "))
    }
}

/// Returns the place of a campaign's triage file: `nightly/triage.toml`, or `nightly.triage.toml`
/// beside a database `nightly.db`.
pub fn triage_file(campaign: &Path) -> PathBuf {
    let is_file = campaign.extension().is_some_and(|extension| extension == "db");
    if is_file { campaign.with_extension(TRIAGE) } else { campaign.join(TRIAGE) }
}

/// Returns an entry of such a file, in the form of `known.toml`, which covers a finding and those that
/// have its operators.
pub fn triage_entry(finding: &Finding, triage: &Triage) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let operators: Vec<String> = finding.operators.iter().map(|it| quoted(it)).collect();
    let mut lines = vec![
        format!("# {}", outlet::harmless(&finding.title()).replace('\n', " ")),
        "[[known]]".to_owned(),
        format!("solver = {}", quoted(&finding.accused.to_string())),
        format!("kind = {}", quoted(finding.kind.name())),
        format!("operators = [{}]", operators.join(", ")),
    ];
    let detail = finding.fault.to_string();
    if !detail.is_empty() {
        lines.push(format!("detail = {}", quoted(&detail)));
    }
    lines.push(format!("state = {}", quoted(triage.state.name())));
    lines.extend(triage.link.as_ref().map(|link| format!("link = {}", quoted(link))));
    if !triage.reason.is_empty() {
        lines.push(format!("reason = {}", quoted(&triage.reason)));
    }
    lines.join("\n") + "\n"
}
