//! Campaigns of several machines into one.

use super::spans::{contains, next_border};
use super::{Chunk, RunId, Store, StoreError, params};
use crate::finding::Finding;

/// What a merge brought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// How many verdicts are new.
    pub verdicts: u64,
    /// How many verdicts were there already.
    pub known: u64,
    /// How many findings are new.
    pub findings: u64,
}

impl Store {
    /// Adds what another campaign found out, but for what this one knows already. All of it is
    /// added, or nothing.
    pub fn merge(&mut self, other: &Store) -> Result<Merged, StoreError> {
        self.attempt(|connection| connection.execute_batch("BEGIN IMMEDIATE"))?;
        let merged = self.merge_inside(other);
        let end = if merged.is_ok() { "COMMIT" } else { "ROLLBACK" };
        self.attempt(|connection| connection.execute_batch(end))?;
        merged
    }

    fn merge_inside(&self, other: &Store) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        let plan = other.last_plan()?.unwrap_or_else(|| "{}".to_owned());
        let run = self.begin_run(&plan)?;
        let settings = other.settings()?;
        for track in other.tracks()? {
            let own_track = self.track_of(&track.name, &track.grammar, &track.sequence)?;
            for setting in &settings {
                let own_setting = self.setting_of(&setting.key, &setting.recorded)?;
                let done = self.done(own_track, own_setting)?;
                let mut chunks = Vec::new();
                other.chunks(track.id, setting.id, 0..u64::MAX, |chunk| chunks.push(chunk))?;
                for chunk in chunks {
                    let all = chunk.outcomes.len() as u64;
                    let mut new = 0;
                    for part in missing(&chunk, &done) {
                        new += part.outcomes.len() as u64;
                        self.attempt(|connection| {
                            super::put_chunk(connection, own_track, own_setting, &part)
                        })?;
                    }
                    merged.verdicts += new;
                    merged.known += all - new;
                }
            }
            for (number, finding) in other.findings_of(track.id)? {
                merged.findings += self.add_finding(own_track, number, &finding, run)?;
            }
        }
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
                    .map_err(|error| self.spoilt(&format!("finding of {number}: {error}")))?;
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
                params![track.0, number, finding.solver, finding.kind.name()],
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
