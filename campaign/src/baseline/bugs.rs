//! Bugs that came, and bugs that went.

use super::answers::find_track;
use super::{NewBug, Sides};
use crate::signature::Trigger;
use crate::store::{Bug, SettingId, Spans, Store, StoreError, is_in};
use crate::track::Track;

impl Sides<'_> {
    /// The bugs of this build that no bug of the earlier one stands for, and the bugs of the
    /// earlier one that are gone.
    pub(super) fn bugs(&self, tracks: &[&Track]) -> Result<(Vec<NewBug>, Vec<Bug>), StoreError> {
        let now = of_solver(self.store.bugs(None)?, self.now.name());
        let before = of_solver(self.baseline.bugs(None)?, self.earlier.name());
        let asked_now = Asked::read(self.store, self.now.id, tracks)?;
        let asked_before = Asked::read(self.baseline, self.earlier.id, tracks)?;
        let is_known = |trigger: &Trigger, by: &[(Trigger, Bug)]| {
            by.iter().any(|(known, _)| known.stands_for(trigger))
        };
        let new = now
            .iter()
            .filter(|(trigger, bug)| asked_now.has(bug) && !is_known(trigger, &before))
            .map(|(_, bug)| NewBug { bug: bug.clone(), was_asked: asked_before.has(bug) })
            .collect();
        let fixed = before
            .iter()
            .filter(|(trigger, bug)| asked_now.has(bug) && !is_known(trigger, &now))
            .map(|(_, bug)| bug.clone())
            .collect();
        Ok((new, fixed))
    }
}

/// The bugs that a solver has a part in, and what tells each from others in any build.
fn of_solver(bugs: Vec<Bug>, name: &str) -> Vec<(Trigger, Bug)> {
    bugs.into_iter()
        .filter_map(|bug| {
            let mut trigger = Trigger::of(&bug.finding);
            let parts: Vec<&str> = trigger.solver.split(" and ").collect();
            if !parts.contains(&name) {
                return None;
            }
            // Builds have different names, and so have the references of different days.
            let role = if parts.len() == 1 { "it alone" } else { "it and others" };
            role.clone_into(&mut trigger.solver);
            trigger.detail = without_lines(&trigger.detail);
            Some((trigger, bug))
        })
        .collect()
}

/// `bad index at a.cpp:12` without the number: a line moves with every change above it.
fn without_lines(detail: &str) -> String {
    match detail.rsplit_once(':') {
        Some((file, line)) if !line.is_empty() && line.chars().all(|c| c.is_ascii_digit()) => {
            file.to_owned()
        }
        _ => detail.to_owned(),
    }
}

/// Which formulas a solver was asked.
struct Asked<'a>(Vec<(&'a Track, Spans)>);

impl<'a> Asked<'a> {
    fn read(store: &Store, setting: SettingId, tracks: &[&'a Track]) -> Result<Self, StoreError> {
        let mut asked = Vec::new();
        for &track in tracks {
            if let Some(id) = find_track(store, track)? {
                asked.push((track, store.done(id, setting)?));
            }
        }
        Ok(Self(asked))
    }

    /// Whether the formula that stands for a bug is among them.
    fn has(&self, bug: &Bug) -> bool {
        let Ok(number) = bug.finding.index.parse() else { return false };
        self.0.iter().any(|(track, spans)| {
            track.name == bug.finding.theory
                && track.digest == bug.finding.grammar
                && is_in(spans, number)
        })
    }
}
