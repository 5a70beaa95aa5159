//! Times and places of runs, and the times when findings were first seen, in the database.

use std::collections::BTreeMap;
use std::time::Instant;

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::{RunId, Store, StoreError, TrackId};
use crate::finding::Finding;

/// The tables, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS occasion (
    run INTEGER PRIMARY KEY REFERENCES run,
    occasion TEXT NOT NULL        -- all of it, as JSON
);
CREATE TABLE IF NOT EXISTS sighting (
    track INTEGER NOT NULL REFERENCES track,
    number INTEGER NOT NULL,      -- the formula's number in the track
    solver TEXT NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,          -- when it was first seen, in seconds since 1970 (UTC)
    PRIMARY KEY (track, number, solver, kind)
) WITHOUT ROWID;
";

/// When, where and under which load a run took place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Occasion {
    /// The time when it began, in seconds since 1970 (UTC).
    pub began: u64,
    /// The time when it ended; `None` for a run that goes on, or was killed.
    pub ended: Option<u64>,
    /// The processor, such as `AMD EPYC 7B13`, where the system tells.
    pub processor: Option<String>,
    /// Number of cores that the run could use.
    pub cores: usize,
    /// The operating system with its release: `Debian GNU/Linux 12 (bookworm), Linux 6.1.0, x86_64`.
    pub system: String,
    /// Number of processes that wanted a core in the minute before it began, on average, where the
    /// system
    /// tells.
    pub load_at_begin: Option<f64>,
    /// The same in its last minute.
    pub load_at_end: Option<f64>,
}

/// The run that a store is being written by: when it began by the calendar, and by our own clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    began: u64,
    instant: Instant,
}

impl Begun {
    /// Returns the present moment, in seconds since 1970.
    pub(super) fn now(&self) -> u64 {
        self.began + self.instant.elapsed().as_secs()
    }
}

/// A sighting: track, number, accused and kind.
pub(super) type Sighting = (i64, u64, String, String);

/// Times when findings were first seen.
pub(super) type Sightings = BTreeMap<Sighting, u64>;

/// Returns what is seen where a finding is.
pub(super) fn sighting(track: TrackId, number: u64, finding: &Finding) -> Sighting {
    (track.0, number, finding.accused.to_string(), finding.kind.name().to_owned())
}

impl Store {
    /// Notes that a run begins, with what was asked for, and on which occasion.
    pub fn begin_run_on(&mut self, plan: &str, occasion: &Occasion) -> Result<RunId, StoreError> {
        let run = self.begin_run(plan)?;
        self.keep_occasion(run, occasion)?;
        self.begun = Some(Begun { began: occasion.began, instant: Instant::now() });
        Ok(run)
    }

    /// Keeps what is known of a run's occasion, in place of what was known before.
    pub fn keep_occasion(&self, run: RunId, occasion: &Occasion) -> Result<(), StoreError> {
        let text = serde_json::to_string(occasion).expect("an occasion is plain data");
        self.attempt(|connection| {
            connection.execute(
                "INSERT OR REPLACE INTO occasion (run, occasion) VALUES (?, ?)",
                params![run.0, text],
            )
        })?;
        Ok(())
    }

    /// Returns the occasion of a run; `None` if an etude made it that did not keep it.
    pub fn occasion(&self, run: RunId) -> Result<Option<Occasion>, StoreError> {
        let text: Option<String> = self.attempt(|connection| {
            if !is_there(connection, "occasion")? {
                return Ok(None);
            }
            let find = "SELECT occasion FROM occasion WHERE run = ?";
            connection.query_row(find, [run.0], |row| row.get(0)).optional()
        })?;
        let read = |text: String| {
            serde_json::from_str(&text)
                .map_err(|error| self.damaged(format!("the occasion of run {}: {error}", run.0)))
        };
        text.map(read).transpose()
    }

    /// Returns when findings were first seen; nothing in a campaign of an etude that did not keep it.
    pub(super) fn sightings(&self) -> Result<Sightings, StoreError> {
        self.attempt(|connection| {
            if !is_there(connection, "sighting")? {
                return Ok(Sightings::new());
            }
            let mut statement =
                connection.prepare("SELECT track, number, solver, kind, at FROM sighting")?;
            let rows = statement.query_map([], |row| {
                Ok(((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?), row.get(4)?))
            })?;
            rows.collect()
        })
    }
}

/// Writes down that a finding was seen at some time, unless it was seen before.
pub(super) fn put_sighting(
    connection: &Connection,
    (track, number, finding): (TrackId, u64, &Finding),
    at: u64,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT OR IGNORE INTO sighting (track, number, solver, kind, at) VALUES (?, ?, ?, ?, ?)",
    )?;
    let (accused, kind) = (finding.accused.to_string(), finding.kind.name());
    statement.execute(params![track.0, number, accused, kind, at])?;
    Ok(())
}

fn is_there(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    let find = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = ?";
    connection.query_row(find, [table], |row| row.get(0))
}
