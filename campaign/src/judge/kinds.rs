//! A choice of kinds of findings, and its text: `crash,invalid-model`.

use std::str::FromStr;

use thiserror::Error;

use crate::judge::kind::Kind;
use crate::judge::severity::Severity;

/// Some kinds of findings, at least one. Written `crash,invalid-model`, as behind `--kinds`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds([bool; Kind::ALL.len()]);

/// A text that chooses no kinds. `crush` is one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{0}` is no kind of finding: {kinds}, or all of one severity: wrong, suspicious, note",
    kinds = Kind::ALL.map(Kind::name).join(", ")
)]
pub struct NoKinds(String);

impl Kinds {
    /// All kinds.
    pub const ALL: Self = Self([true; Kind::ALL.len()]);

    /// Whether a kind is among them.
    pub fn has(self, kind: Kind) -> bool {
        self.0[kind as usize]
    }
}

impl Default for Kinds {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromStr for Kinds {
    type Err = NoKinds;

    /// Reads names of kinds and severities with commas between them: `crash,suspicious`.
    fn from_str(text: &str) -> Result<Self, NoKinds> {
        let mut chosen = Self([false; Kind::ALL.len()]);
        for word in text.split(',').map(str::trim) {
            let severity: Option<Severity> = word.parse().ok();
            let named = Kind::named(word);
            if severity.is_none() && named.is_none() {
                return Err(NoKinds(word.to_owned()));
            }
            for kind in Kind::ALL {
                chosen.0[kind as usize] |= named == Some(kind) || severity == Some(kind.severity());
            }
        }
        Ok(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_chosen_by_name_or_by_severity() {
        let chosen = |text: &str| -> Vec<Kind> {
            let kinds: Kinds = text.parse().unwrap();
            Kind::ALL.into_iter().filter(|kind| kinds.has(*kind)).collect()
        };
        assert_eq!(chosen("crash, session-only"), [Kind::Crash, Kind::SessionOnly]);
        assert_eq!(chosen("note,crash"), [Kind::Crash, Kind::Performance, Kind::Incompleteness]);
        assert_eq!(chosen("wrong,suspicious,note"), Kind::ALL);
        for wrong in ["", "crash,", "bad"] {
            assert!(wrong.parse::<Kinds>().is_err(), "{wrong}");
        }
    }
}
