//! Reasons of solvers for refusing formulas, in their own words; a missing operator is told once.

use super::{Excuse, TheorySummary};
use crate::judge::outcome::Outcome;
use outlet::grouped;

/// The reasons of one solver that are told.
const MOST_REASONS: usize = 3;

impl TheorySummary {
    /// Whether a solver gave no answer to more than a tenth of the formulas.
    pub(super) fn has_gap(&self, place: usize) -> bool {
        self.count(place, Outcome::is_silent) * 10 > self.count(place, |_| true)
    }

    /// Returns what a solver said where it refused formulas, the most frequent reasons first:
    /// ` (16 × Try --arrays-exp.)`; nothing if it refused none, or if `told` was told already.
    pub(super) fn refusals(&self, place: usize, told: Option<&Excuse>) -> String {
        let is_told = |excuse: &&Excuse| {
            told.is_some_and(|told| told.reason.message == excuse.reason.message)
        };
        let refused = self.reasons[place].iter().filter(|excuse| {
            excuse.reason.outcome == Outcome::Rejected && !excuse.reason.message.is_empty()
        });
        let words = refused
            .filter(|excuse| !is_told(excuse))
            .map(|Excuse { reason, .. }| format!("{} × {}", grouped(reason.count), reason.message));
        let words: Vec<String> = words.take(MOST_REASONS).collect();
        if words.is_empty() { String::new() } else { format!(" ({})", words.join("; ")) }
    }
}
