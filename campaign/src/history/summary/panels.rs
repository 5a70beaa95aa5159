//! Solvers that were asked the same formulas, so that they can be summed up together.

use std::cmp::Reverse;
use std::ops::Range;

use crate::judge::standing::Voice;
use crate::seat::setting::Description;
use crate::store::{Spans, Store, StoreError, StoredSolver, TrackId, is_in, next_border_of};

/// Solvers that are summed up together.
pub(super) struct Panel {
    /// The place of one who was asked only what the others left open.
    pub arbiter: Option<usize>,
    pub members: Vec<Member>,
}

/// A solver of a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub solver: StoredSolver,
    pub name: String,
    family: String,
    is_standard: bool,
}

impl Member {
    pub fn new(solver: StoredSolver, description: &Description) -> Self {
        Self {
            solver,
            name: description.name.clone(),
            family: description.kin().to_owned(),
            is_standard: description.changes().is_empty(),
        }
    }

    pub fn voice(&self) -> Voice<'_> {
        Voice { family: &self.family, is_standard: self.is_standard }
    }
}

impl Panel {
    pub fn names(&self) -> Vec<String> {
        self.members.iter().map(|member| member.name.clone()).collect()
    }
}

/// For the formulas of a track that some solver was asked, all who were asked these, perhaps among
/// others; the largest panel first.
pub(super) fn panels(
    track: TrackId,
    solvers: &[StoredSolver],
    store: &Store,
) -> Result<Vec<(Spans, Panel)>, StoreError> {
    let done: Vec<Spans> =
        solvers.iter().map(|solver| store.done_by(track, solver)).collect::<Result<_, _>>()?;
    let mut distinct: Vec<&Spans> = Vec::new();
    for spans in done.iter().filter(|spans| !spans.is_empty()) {
        if !distinct.contains(&spans) {
            distinct.push(spans);
        }
    }
    let panel = |numbers: &Spans| {
        let has_all = |other: &Spans| {
            intersection(&[numbers.clone(), other.clone()], &(0..u64::MAX)) == *numbers
        };
        let members = solvers.iter().zip(&done).filter(|(_, other)| has_all(other));
        let members = members.map(|(it, _)| Member::new(it.clone(), &it.recorded().description));
        (numbers.clone(), Panel { arbiter: None, members: members.collect() })
    };
    let mut panels: Vec<(Spans, Panel)> = distinct.into_iter().map(panel).collect();
    panels.sort_by_key(|(_, panel)| Reverse(panel.members.len()));
    Ok(panels)
}

/// The numbers that are in all of some sets and in a range.
pub(super) fn intersection(sets: &[Spans], range: &Range<u64>) -> Spans {
    let mut spans: Spans = Vec::new();
    let mut at = range.start;
    if sets.is_empty() {
        return spans;
    }
    while at < range.end {
        let borders = sets.iter().filter_map(|set| next_border_of(set, at));
        let end = borders.min().unwrap_or(range.end).min(range.end);
        if sets.iter().all(|set| is_in(set, at)) {
            match spans.last_mut() {
                Some(last) if last.end == at => last.end = end,
                _ => spans.push(at..end),
            }
        }
        at = end;
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_intersected() {
        let sets = [vec![0..10, 20..30], vec![5..22, 22..25]];
        assert_eq!(intersection(&sets, &(0..100)), [5..10, 20..25]);
        assert_eq!(intersection(&sets, &(6..22)), [6..10, 20..22]);
        let touching = [vec![0..4, 4..8], vec![0..3, 3..9]];
        assert_eq!(intersection(&touching, &(0..100)).len(), 1);
        assert!(intersection(&[], &(0..100)).is_empty());
    }
}
