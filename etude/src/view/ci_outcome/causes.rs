//! Regressions that probably are one bug, in a line for each.

use campaign::{Bug, Worse, causes_of};

use super::CiOutcome;

impl CiOutcome<'_> {
    /// Returns a line for each probable cause of several regressions: `probably one bug, 2 triggers, all
    /// with str.<: Strings 1791, Strings 2471`.
    pub(super) fn causes(&self) -> Vec<String> {
        let bugs: Vec<Bug> = self
            .regressions
            .iter()
            .filter_map(|regression| match &regression.worse {
                Worse::Bug { bug, .. } => Some((**bug).clone()),
                _ => None,
            })
            .collect();
        let line = |cause: &campaign::Cause| {
            let words = cause.words(bugs[cause.first()].finding.severity())?;
            let names: Vec<String> = cause
                .bugs
                .iter()
                .map(|&place| bugs[place].finding.formula.name().to_string())
                .collect();
            Some(format!("{words}: {}", names.join(", ")))
        };
        causes_of(&bugs).iter().filter_map(line).collect()
    }
}
