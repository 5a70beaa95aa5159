//! Campaigns of several machines into one.

use std::sync::Arc;

use super::reasons::Told;
use super::spans::{contains, next_border};
use super::{Chunk, RunId, Store, StoreError, StoredSetting, StoredTrack, params};
use crate::finding::Finding;
use crate::source::Source;

/// The gain of a merge. Of a part that was merged before all is 0 but `known`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Number of verdicts that are new.
    pub verdicts: u64,
    /// Number of verdicts that were there already.
    pub known: u64,
    /// Number of findings that are new.
    pub findings: u64,
    /// Number of findings that were withdrawn, since they rest on a rule that turned out wrong.
    pub withdrawn: u64,
}

impl Store {
    /// Adds what another campaign found out, but for what this one knows already. All of it is
    /// added, or nothing.
    pub fn merge(&mut self, other: &Store) -> Result<Merged, StoreError> {
        self.at_once(|store| store.merge_inside(other))
    }

    /// Adds what one setting said of some sources in another database, but for what this one knows
    /// already. All of it is added, or nothing. How many answers are new.
    pub(crate) fn adopt(
        &mut self,
        other: &Store,
        key: &str,
        sources: &[Arc<dyn Source>],
    ) -> Result<u64, StoreError> {
        let Some(setting) = other.settings()?.into_iter().find(|it| it.key == key) else {
            return Ok(0);
        };
        let mut stored: Vec<StoredTrack> = Vec::new();
        for it in other.tracks()? {
            let is_it = |source: &&Arc<dyn Source>| it.identity.is(source.identity());
            if let Some(source) = sources.iter().find(is_it) {
                other.check_extent(it.id, source)?;
                stored.push(it);
            }
        }
        self.at_once(|store| {
            let mut new = 0;
            for track in &stored {
                new += store.add_answers(other, track, &setting)?.0;
            }
            Ok(new)
        })
    }

    /// Does all of something, or nothing.
    fn at_once<T>(
        &mut self,
        work: impl FnOnce(&Self) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.attempt(|connection| connection.execute_batch("BEGIN IMMEDIATE"))?;
        let done = work(self);
        let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
        self.attempt(|connection| connection.execute_batch(end))?;
        done
    }

    /// Adds what a setting of another database said of a track: how many answers are new, and how
    /// many were here already.
    fn add_answers(
        &self,
        other: &Store,
        track: &StoredTrack,
        setting: &StoredSetting,
    ) -> Result<(u64, u64), StoreError> {
        let own_track = self.track_of(&track.identity)?;
        let own_setting = self.setting_of(&setting.key, &setting.recorded)?;
        let done = self.done(own_track, own_setting)?;
        let mut chunks = Vec::new();
        other.chunks(track.id, setting.id, 0..u64::MAX, |chunk| chunks.push(chunk))?;
        let (mut new, mut known) = (0, 0);
        for chunk in chunks {
            let all = chunk.outcomes.len() as u64;
            let mut here = 0;
            for part in missing(&chunk, &done) {
                here += part.outcomes.len() as u64;
                self.attempt(|connection| {
                    super::chunks::put(connection, own_track, own_setting, &part)
                })?;
            }
            new += here;
            known += all - here;
        }
        if new > 0 {
            let told = if known == 0 { Told::Now } else { Told::Before };
            for reason in other.reasons(track.id, setting.id)? {
                self.attempt(|connection| {
                    super::reasons::put(connection, own_track, own_setting, &reason, told)
                })?;
            }
        }
        Ok((new, known))
    }

    fn merge_inside(&self, other: &Store) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        // What only kept answers, such as a reference's, had no run of its own.
        let last = other.runs()?.pop();
        let run = self.begin_run(last.as_ref().map_or("{}", |last| &last.plan))?;
        if let Some(occasion) = last.map(|last| other.occasion(last.id)).transpose()?.flatten() {
            self.keep_occasion(run, &occasion)?;
        }
        let sightings = other.sightings()?;
        let settings = other.settings()?;
        for track in other.tracks()? {
            let own_track = self.track_of(&track.identity)?;
            for setting in &settings {
                let (new, known) = self.add_answers(other, &track, setting)?;
                merged.verdicts += new;
                merged.known += known;
            }
            self.add_gaps(other, track.id, own_track)?;
            for unread in other.unread(track.id)? {
                self.attempt(|connection| super::unread::put(connection, own_track, &unread))?;
            }
            for (number, finding) in other.findings_of(track.id)? {
                merged.findings += self.add_finding(own_track, number, &finding, run)?;
                let seen = sightings.get(&super::occasions::sighting(track.id, number, &finding));
                if let Some(&at) = seen {
                    self.attempt(|connection| {
                        super::occasions::put_sighting(
                            connection,
                            (own_track, number, &finding),
                            at,
                        )
                    })?;
                }
            }
        }
        self.add_seed_answers(other)?;
        self.note_rules_off(&other.rules_off()?)?;
        merged.withdrawn = self.withdraw(&self.rules_off()?)?;
        self.take_sequels(other)?;
        Ok(merged)
    }

    fn findings_of(&self, track: super::TrackId) -> Result<Vec<(u64, Finding)>, StoreError> {
        let rows: Vec<(u64, String)> = self.attempt(|connection| {
            let mut statement = connection
                .prepare("SELECT number, finding FROM finding WHERE track = ? ORDER BY id")?;
            let rows = statement.query_map([track.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })?;
        rows.into_iter()
            .map(|(number, text)| {
                let finding = serde_json::from_str(&text)
                    .map_err(|error| self.damaged(format!("finding of {number}: {error}")))?;
                Ok((number, finding))
            })
            .collect()
    }

    /// Adds a finding unless there is one of its kind; how many were added.
    fn add_finding(
        &self,
        track: super::TrackId,
        number: u64,
        finding: &Finding,
        run: RunId,
    ) -> Result<u64, StoreError> {
        self.attempt(|connection| {
            let count: u64 = connection.query_row(
                "SELECT count(*) FROM finding
                 WHERE track = ? AND number = ? AND solver = ? AND kind = ?",
                params![track.0, number, finding.accused.to_string(), finding.kind.name()],
                |row| row.get(0),
            )?;
            if count > 0 {
                return Ok(0);
            }
            super::findings::put(connection, track, number, finding, run)?;
            Ok(1)
        })
    }
}

/// The parts of a chunk whose numbers are not in `done`.
fn missing(chunk: &Chunk, done: &super::Spans) -> Vec<Chunk> {
    let end = chunk.first + chunk.outcomes.len() as u64;
    let mut parts = Vec::new();
    let mut at = chunk.first;
    while at < end {
        let border = next_border(done, at).unwrap_or(end).min(end);
        if !contains(done, at) {
            parts.push(chunk.clone().cut(&(at..border)));
        }
        at = border;
    }
    parts
}
