//! The scripts of a corpus that etude cannot read, each with the reason. Solvers are asked them, but
//! no model is evaluated and nothing is searched.

use rusqlite::{Connection, params};

use super::{Store, StoreError, TrackId};

/// The table, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS unread (
    track INTEGER NOT NULL REFERENCES track,
    number INTEGER NOT NULL,      -- the script's number in the track
    reason TEXT NOT NULL,         -- without the place in the script
    PRIMARY KEY (track, number)
) WITHOUT ROWID;
";

/// A script that etude cannot read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its number in its track.
    pub number: u64,
    /// The reason why not, without the place in the script: ``there is no `sep` here``.
    pub reason: String,
}

impl Store {
    /// Returns the scripts of a track that etude could not read, in the order of their numbers;
    /// nothing in a campaign of an etude that did not keep them.
    pub fn unread(&self, track: TrackId) -> Result<Vec<Unread>, StoreError> {
        self.attempt(|connection| {
            let is_there = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'unread'";
            if !connection.query_row(is_there, [], |row| row.get::<_, bool>(0))? {
                return Ok(Vec::new());
            }
            let mut statement = connection.prepare_cached(
                "SELECT number, reason FROM unread WHERE track = ? ORDER BY number",
            )?;
            let rows = statement.query_map([track.0], |row| {
                Ok(Unread { number: row.get(0)?, reason: row.get(1)? })
            })?;
            rows.collect()
        })
    }
}

/// Writes down that a script cannot be read; once, however often it is asked.
pub(super) fn put(
    connection: &Connection,
    track: TrackId,
    unread: &Unread,
) -> rusqlite::Result<()> {
    let mut statement = connection
        .prepare_cached("INSERT OR REPLACE INTO unread (track, number, reason) VALUES (?, ?, ?)")?;
    statement.execute(params![track.0, unread.number, unread.reason])?;
    Ok(())
}
