//! Whether a release of a solver has a bug.

use serde::{Deserialize, Serialize};

/// Whether a release has a bug. What tells more is greater: of several answers of one release the
/// greatest counts. Written `bad`, `good` or `untestable`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Health {
    /// Its answer does not tell.
    Untestable,
    /// It has not.
    Good,
    /// It has.
    Bad,
}

impl Health {
    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Untestable => "untestable",
        }
    }
}
