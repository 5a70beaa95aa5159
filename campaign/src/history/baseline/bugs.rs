//! Bugs that came, and bugs that went.

use std::sync::Arc;

use super::answers::find_track;
use super::{NewBug, Sides};
use crate::finding::signature::Trigger;
use crate::source::Source;
use crate::store::{Bug, Spans, Store, StoreError, StoredSolver, TrackId, is_in};

impl Sides<'_> {
    /// The bugs of this build that no bug of the earlier one stands for, and the bugs of the
    /// earlier one that are gone.
    pub(super) fn bugs(
        &self,
        sources: &[Arc<dyn Source>],
    ) -> Result<(Vec<NewBug>, Vec<Bug>), StoreError> {
        let now = of_solver(self.store.bugs(None)?, self.now.name());
        let before = of_solver(self.baseline.bugs(None)?, self.earlier.name());
        let asked_now = Asked::read(self.store, &self.now, sources)?;
        let asked_before = Asked::read(self.baseline, &self.earlier, sources)?;
        let is_known = |trigger: &Trigger<Role>, by: &[(Trigger<Role>, Bug)]| {
            by.iter().any(|(known, _)| known.stands_for(trigger))
        };
        let new = now
            .iter()
            .filter(|(trigger, _)| !is_known(trigger, &before))
            .filter_map(|(_, bug)| {
                let place = asked_now.place(bug)?;
                asked_now.has(place, bug.number).then(|| NewBug {
                    bug: bug.clone(),
                    was_asked: asked_before.has(place, bug.number),
                })
            })
            .collect();
        let fixed = before
            .iter()
            .filter(|(trigger, _)| !is_known(trigger, &now))
            .filter(|(_, bug)| {
                let place = asked_before.place(bug);
                place.is_some_and(|place| asked_now.has(place, bug.number))
            })
            .map(|(_, bug)| bug.clone())
            .collect();
        Ok((new, fixed))
    }
}

/// The part of a solver in a finding. Builds have different names, and so have the references of
/// different days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It alone is accused.
    Alone,
    /// It disagrees with others.
    AmongOthers,
}

/// Returns the bugs that a solver has a part in, each with what tells it from others in any build.
fn of_solver(bugs: Vec<Bug>, name: &str) -> Vec<(Trigger<Role>, Bug)> {
    let with_trigger = |bug: Bug| {
        let Trigger { accused, kind, fault, operators, size } = Trigger::of(&bug.finding);
        let role = if accused.alone().is_some() { Role::Alone } else { Role::AmongOthers };
        let trigger = Trigger { accused: role, kind, fault: fault.without_line(), operators, size };
        (trigger, bug)
    };
    let of_it = bugs.into_iter().filter(|bug| bug.finding.accused.include(name));
    of_it.map(with_trigger).collect()
}

/// The formulas of some tracks that a solver was asked, with the names of the tracks in a database.
struct Asked(Vec<Option<(TrackId, Spans)>>);

impl Asked {
    /// Reads what a solver was asked; one entry for each track, `None` where a database has none.
    fn read(
        store: &Store,
        solver: &StoredSolver,
        sources: &[Arc<dyn Source>],
    ) -> Result<Self, StoreError> {
        let asked = |source: &Arc<dyn Source>| -> Result<_, StoreError> {
            let Some(id) = find_track(store, source)? else { return Ok(None) };
            Ok(Some((id, store.done_by(id, solver)?)))
        };
        Ok(Self(sources.iter().map(asked).collect::<Result<_, _>>()?))
    }

    /// The place, among the tracks, of the formula that stands for a bug of this database.
    fn place(&self, bug: &Bug) -> Option<usize> {
        self.0.iter().position(|it| it.as_ref().is_some_and(|(id, _)| *id == bug.track))
    }

    /// Whether a formula of a track is among them, by its number, which is the same everywhere.
    fn has(&self, place: usize, number: u64) -> bool {
        self.0[place].as_ref().is_some_and(|(_, spans)| is_in(spans, number))
    }
}
