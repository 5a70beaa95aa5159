//! The kind of a verdict: what a solver said, in one word.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use solvers::{Answer, Check, Verdict};

use crate::judge::reply::Scope;

/// The kind of a verdict, without the words beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VerdictKind {
    /// `sat`.
    Sat,
    /// `unsat`.
    Unsat,
    /// `unknown`.
    Unknown,
    /// No answer in time: `timeout`.
    Timeout,
    /// No answer within the memory: `out-of-memory`.
    OutOfMemory,
    /// The solver died: `crash`.
    Crash,
    /// The solver took its model back: `invalid-model`.
    InvalidModel,
    /// The solver refused the formula: `rejected`.
    Rejected,
    /// No answer, or several: `flawed`.
    Flawed,
}

impl VerdictKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Sat,
        Self::Unsat,
        Self::Unknown,
        Self::Timeout,
        Self::OutOfMemory,
        Self::Crash,
        Self::InvalidModel,
        Self::Rejected,
        Self::Flawed,
    ];

    /// Returns the kind of a verdict.
    pub fn of(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Sat => Self::Sat,
            Verdict::Unsat => Self::Unsat,
            Verdict::Unknown(_) => Self::Unknown,
            Verdict::Timeout => Self::Timeout,
            Verdict::OutOfMemory => Self::OutOfMemory,
            Verdict::Crash(_) => Self::Crash,
            Verdict::InvalidModel(_) => Self::InvalidModel,
            Verdict::Rejected(_) => Self::Rejected,
            Verdict::Flawed(_) => Self::Flawed,
        }
    }

    /// Returns what an answer says of one check of a script: of the last, its verdict; of an earlier
    /// one, what was said there, if anything was.
    pub(crate) fn at(answer: &Answer, scope: Scope) -> Self {
        match (&answer.verdict, answer.checks.get(scope.check)) {
            (verdict, _) if scope.is_last() => Self::of(verdict),
            // Nobody knows which of the answers is this check's.
            (verdict @ Verdict::Flawed(_), _) | (verdict, None) => Self::of(verdict),
            (_, Some(said)) => match said.check {
                Check::Sat => Self::Sat,
                Check::Unsat => Self::Unsat,
                Check::Unknown => Self::Unknown,
            },
        }
    }

    /// Returns its name in tables and files: `out-of-memory`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sat => "sat",
            Self::Unsat => "unsat",
            Self::Unknown => "unknown",
            Self::Timeout => "timeout",
            Self::OutOfMemory => "out-of-memory",
            Self::Crash => "crash",
            Self::InvalidModel => "invalid-model",
            Self::Rejected => "rejected",
            Self::Flawed => "flawed",
        }
    }

    /// Returns the kind with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether the solver said `sat` or `unsat`.
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Sat | Self::Unsat)
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for VerdictKind {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for VerdictKind {
    /// Reads a name. The first versions wrote the worth of an answer behind it: `sat:open`.
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let name = text.split_once(':').map_or(&*text, |(name, _)| name);
        Self::named(name).ok_or_else(|| {
            serde::de::Error::custom(format!("this etude knows no verdict `{text}`"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_verdicts() {
        for verdict in [
            Verdict::Sat,
            Verdict::Unsat,
            Verdict::Unknown(String::new()),
            Verdict::Timeout,
            Verdict::OutOfMemory,
            Verdict::InvalidModel(String::new()),
            Verdict::Rejected(String::new()),
            Verdict::Flawed(String::new()),
        ] {
            let kind = VerdictKind::of(&verdict);
            assert_eq!(kind.name(), verdict.kind());
            assert_eq!(VerdictKind::named(kind.name()), Some(kind));
        }
    }

    #[test]
    fn what_the_first_versions_wrote_is_read() {
        let read = |text: &str| serde_json::from_str::<VerdictKind>(text).ok();
        assert_eq!(read("\"sat:open\""), Some(VerdictKind::Sat));
        assert_eq!(read("\"out-of-memory\""), Some(VerdictKind::OutOfMemory));
        assert_eq!(read("\"sloth\""), None);
    }
}
