//! Reasons why solvers gave no answer, in their own words, and why models of theirs cannot be read:
//! the
//! most frequent of each.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::{SettingId, Store, StoreError, TrackId};
use crate::judge::outcome::Outcome;

/// The table, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS reason (
    track INTEGER NOT NULL REFERENCES track,
    setting INTEGER NOT NULL REFERENCES setting,
    outcome INTEGER NOT NULL,     -- its code
    message TEXT NOT NULL,        -- numbers are N; empty where there were too many different ones
    count INTEGER NOT NULL,       -- how many formulas, at least
    number INTEGER NOT NULL,      -- the first of them
    PRIMARY KEY (track, setting, outcome, message)
) WITHOUT ROWID;
";

/// Different messages per track, setting and outcome; what comes later is counted without its
/// words, so that a solver which repeats each formula in its message fills no disk.
const MOST: u64 = 50;

/// A reason why a solver gave no answer to some formulas, or a model that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The outcome of these formulas: `rejected`, `crash`, `unknown`, ….
    pub outcome: Outcome,
    /// The solver's words, or what is strange about its model, with `N` for every number; empty
    /// where it
    /// said nothing, or too many different things.
    pub message: String,
    /// Number of formulas, at least.
    pub count: u64,
    /// The number of the first of them in the track.
    pub number: u64,
}

/// Whether formulas with a reason are new to a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// All of them are, so they are added.
    Now,
    /// Some were there before, so the larger count is kept.
    Before,
}

impl Store {
    /// Returns why a solver gave no answer to formulas of a track, the most frequent reason first;
    /// nothing in a campaign of an etude that did not keep it.
    pub fn reasons(&self, track: TrackId, setting: SettingId) -> Result<Vec<Reason>, StoreError> {
        let rows: Vec<(u8, String, u64, u64)> = self.attempt(|connection| {
            let is_there = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'reason'";
            if !connection.query_row(is_there, [], |row| row.get::<_, bool>(0))? {
                return Ok(Vec::new());
            }
            let mut statement = connection.prepare_cached(
                "SELECT outcome, message, count, number FROM reason
                 WHERE track = ? AND setting = ? ORDER BY count DESC, outcome, message",
            )?;
            let rows = statement.query_map([track.0, setting.0], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?;
            rows.collect()
        })?;
        rows.into_iter()
            .map(|(code, message, count, number)| {
                let outcome = Outcome::of_code(code)
                    .ok_or_else(|| self.damaged(format!("a reason has outcome {code}")))?;
                Ok(Reason { outcome, message, count, number })
            })
            .collect()
    }
}

/// Counts a reason.
pub(super) fn put(
    connection: &Connection,
    track: TrackId,
    setting: SettingId,
    reason: &Reason,
    told: Told,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "SELECT count(*), coalesce(sum(message = ?4), 0) FROM reason
         WHERE track = ?1 AND setting = ?2 AND outcome = ?3",
    )?;
    let code = reason.outcome.code();
    let (different, is_known): (u64, bool) = statement
        .query_row(params![track.0, setting.0, code, reason.message], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let message = if is_known || different < MOST { &*reason.message } else { "" };
    let mut statement = connection.prepare_cached(match told {
        Told::Now => {
            "INSERT INTO reason (track, setting, outcome, message, count, number)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
             count = count + excluded.count, number = min(number, excluded.number)"
        }
        Told::Before => {
            "INSERT INTO reason (track, setting, outcome, message, count, number)
             VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
             count = max(count, excluded.count), number = min(number, excluded.number)"
        }
    })?;
    let (count, number) = (reason.count, reason.number);
    statement.execute(params![track.0, setting.0, code, message, count, number])?;
    Ok(())
}

/// Reasons of formulas one after the other into one for each message.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gathered(BTreeMap<(Outcome, String), (u64, u64)>);

impl Gathered {
    /// Counts the reason of a formula.
    pub(crate) fn add(&mut self, number: u64, outcome: Outcome, message: String) {
        let (count, first) = self.0.entry((outcome, message)).or_insert((0, number));
        *count += 1;
        *first = number.min(*first);
    }

    /// Returns them, each message once.
    pub(crate) fn into_reasons(self) -> impl Iterator<Item = Reason> {
        self.0.into_iter().map(|((outcome, message), (count, number))| Reason {
            outcome,
            message,
            count,
            number,
        })
    }
}
