//! The database of a campaign: one file of `SQLite`, written in transactions, so that a program that
//! is killed loses at most what it was about to write.

mod chunks;
mod findings;
mod gaps;
mod made;
mod merge;
mod occasions;
mod of_findings;
mod opening;
mod reasons;
mod reductions;
mod sequels;
mod solvers;
mod spans;
mod stored;
mod unread;
mod yields;

use std::fs::File;
use std::path::{Path, PathBuf};

use mutation::RuleName;
use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;

use crate::finding::Finding;
use crate::finding::commands_for_people::ANOTHER_NAME;
use crate::seat::setting::{Recorded, Setting};
use crate::source::identity::Identity;
use crate::source::order::{Order, OrderError};
use crate::source::{Gap, Source};

pub use chunks::Chunk;
pub use findings::{Accusation, Bug, causes_of};
pub use made::{MadeMutant, OperatorSet};
pub use merge::Merged;
pub use occasions::Occasion;
pub(crate) use reasons::Gathered;
pub use reasons::Reason;
pub(crate) use solvers::Recollection;
pub use solvers::StoredSolver;
pub use spans::{Spans, spans};
pub(crate) use spans::{contains as is_in, next_border as next_border_of};
pub use stored::{StoredRun, StoredSetting, StoredTrack};
pub use unread::Unread;
pub use yields::{Lesson, Yield, Yields};

/// Reason why a campaign cannot be read or written. `Busy` where another program writes it.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file is no database of a campaign.
    #[error("{} is no campaign of etude: {reason}; {ANOTHER_NAME}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Its true nature.
        reason: String,
    },
    /// There is nothing where the campaign should be.
    #[error("cannot use {}: there is no such campaign", .0.display())]
    Missing(PathBuf),
    /// Another program is at it.
    #[error("{} is in use by another etude: wait for it, or {ANOTHER_NAME}", .0.display())]
    Busy(PathBuf),
    /// There is no room left.
    #[error("the disk is full: {} cannot be written; make room and run the same command again, which goes on from here", .0.display())]
    Full(PathBuf),
    /// The file contradicts itself.
    #[error(
        "{} contradicts itself: {reason}; it was damaged, or changed by another program. Nothing in \
         it is believed: restore it from a copy, or ask anew under another name", path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The contradiction.
        reason: String,
    },
    /// A later version of etude wrote it.
    #[error(
        "{} has formulas in an order that this etude does not know: {what}; a later version wrote \
         them: use that version, or give --campaign another name", path.display()
    )]
    Later {
        /// The file.
        path: PathBuf,
        /// The formulas, and their order.
        what: String,
    },
    /// The file or its folder cannot be used.
    #[error("cannot use {}: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// The system's own words.
        reason: String,
    },
}

/// A campaign on the disk. That of `etude hunt` lies in `etude-hunt/campaign.db`.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The run that writes, once it has begun.
    begun: Option<occasions::Begun>,
    /// Held as long as the store is open for writing, or read as if nobody could write.
    _lock: Option<File>,
    /// Closed before it goes, since it stands behind the connection.
    _copy: Option<opening::Copy>,
}

/// A track of a store. That of `Strings` from the first formula on is one, that of its mutants
/// another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrackId(i64);

#[cfg(test)]
impl TrackId {
    pub(crate) fn for_tests() -> Self {
        Self(1)
    }
}

/// A setting of a store. `z3-4.8.7` within 10 ms has another than within 2 s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SettingId(i64);

/// All that was found out about questions of a track. It has a chunk for `z3-4.8.7` and one for
/// `cvc5-1.4.2`, say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry<'a> {
    /// The solvers' answers.
    pub chunks: &'a [(SettingId, Chunk)],
    /// The findings, each with the number of its question.
    pub findings: &'a [(u64, Finding)],
    /// The words of those who gave no answer.
    pub reasons: &'a [(SettingId, Reason)],
    /// The scripts of a corpus that etude cannot read.
    pub unread: &'a [Unread],
    /// Numbers without a question, in order.
    pub gaps: &'a [(u64, Gap)],
    /// The rules that lost attempts to make a question.
    pub lost: &'a [(u64, RuleName)],
    /// The rules and operators of the mutants that were asked.
    pub made: &'a [MadeMutant],
}

/// A run of a store; a later one is greater. `etude hunt`, run twice on one campaign, has two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId(i64);

impl Store {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn attempt<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| opening::store_error(&self.path, &error))
    }

    /// Returns the track of a source in this store; it is written down if it is new.
    pub fn track(&self, source: &dyn Source) -> Result<TrackId, StoreError> {
        let id = self.track_of(source.identity())?;
        self.check_extent(id, source)?;
        Ok(id)
    }

    fn track_of(&self, identity: &Identity) -> Result<TrackId, StoreError> {
        let Identity { name, digest, order, .. } = identity;
        let order = order.to_json();
        self.attempt(|connection| {
            connection.execute(
                "INSERT OR IGNORE INTO track (name, grammar, sequence) VALUES (?, ?, ?)",
                params![name, digest, order],
            )?;
            let find = "SELECT id FROM track WHERE name = ? AND grammar = ? AND sequence = ?";
            connection.query_row(find, params![name, digest, order], |row| row.get(0).map(TrackId))
        })
    }

    /// The setting in this store; it is written down if it is new.
    pub fn setting(&self, setting: &Setting) -> Result<SettingId, StoreError> {
        self.setting_of(&setting.key(), &setting.recorded())
    }

    fn setting_of(&self, key: &str, setting: &Recorded) -> Result<SettingId, StoreError> {
        let description = serde_json::to_string(setting).expect("a setting is plain data");
        self.attempt(|connection| {
            connection.execute(
                "INSERT OR IGNORE INTO setting (key, name, description) VALUES (?, ?, ?)",
                params![key, setting.description.name, description],
            )?;
            let find = "SELECT id FROM setting WHERE key = ?";
            connection.query_row(find, [key], |row| row.get(0).map(SettingId))
        })
    }

    /// Notes that a run begins, with what was asked for.
    pub fn begin_run(&self, plan: &str) -> Result<RunId, StoreError> {
        self.attempt(|connection| {
            connection.execute(
                "INSERT INTO run (plan, version) VALUES (?, ?)",
                params![plan, env!("CARGO_PKG_VERSION")],
            )?;
            Ok(RunId(connection.last_insert_rowid()))
        })
    }

    /// Returns what the last run was asked for.
    pub fn last_plan(&self) -> Result<Option<String>, StoreError> {
        let find = "SELECT plan FROM run ORDER BY id DESC LIMIT 1";
        self.attempt(|connection| connection.query_row(find, [], |row| row.get(0)).optional())
    }

    /// The runs, in order.
    pub fn runs(&self) -> Result<Vec<StoredRun>, StoreError> {
        self.attempt(|connection| {
            let mut statement =
                connection.prepare("SELECT id, plan, version FROM run ORDER BY id")?;
            let rows = statement.query_map([], |row| {
                Ok(StoredRun { id: RunId(row.get(0)?), plan: row.get(1)?, version: row.get(2)? })
            })?;
            rows.collect()
        })
    }

    /// Writes down what was found out, all of it or nothing.
    pub fn commit(
        &mut self,
        track: TrackId,
        chunks: &[(SettingId, Chunk)],
        findings: &[(u64, Finding)],
        run: RunId,
    ) -> Result<(), StoreError> {
        self.commit_all(track, Entry { chunks, findings, ..Entry::default() }, run)
    }

    /// Writes down what was found out, all of it or nothing.
    pub fn commit_all(
        &mut self,
        track: TrackId,
        entry: Entry<'_>,
        run: RunId,
    ) -> Result<(), StoreError> {
        let Entry { chunks, findings, reasons, unread, gaps, lost, made } = entry;
        let now = self.begun.map(|begun| begun.now());
        let write = |connection: &mut Connection| -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            for (setting, chunk) in chunks {
                chunks::put(&transaction, track, *setting, chunk)?;
            }
            for (number, finding) in findings {
                findings::put(&transaction, track, *number, finding, run)?;
                if let Some(now) = now {
                    occasions::put_sighting(&transaction, (track, *number, finding), now)?;
                }
            }
            for (setting, reason) in reasons {
                reasons::put(&transaction, track, *setting, reason, reasons::Told::Now)?;
            }
            gaps::put(&transaction, track, gaps)?;
            gaps::put_losses(&transaction, track, lost)?;
            made::put(&transaction, track, made)?;
            for unread in unread {
                unread::put(&transaction, track, unread)?;
            }
            transaction.commit()
        };
        write(&mut self.connection).map_err(|error| opening::store_error(&self.path, &error))
    }

    /// The tracks, in the order in which they were first asked.
    pub fn tracks(&self) -> Result<Vec<StoredTrack>, StoreError> {
        let rows: Vec<(i64, String, String, String)> = self.attempt(|connection| {
            let mut statement =
                connection.prepare("SELECT id, name, grammar, sequence FROM track ORDER BY id")?;
            let rows = statement
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
            rows.collect()
        })?;
        let tracks: Vec<StoredTrack> = rows
            .into_iter()
            .map(|(id, name, digest, sequence)| {
                let what = || format!("track {id} ({name})");
                let order = Order::parse(&sequence).map_err(|error| match error {
                    OrderError::Later { .. } => {
                        let what = format!("{}, {error}", what());
                        StoreError::Later { path: self.path.clone(), what }
                    }
                    OrderError::Damaged(reason) => {
                        self.damaged(format!("{}: the order of its formulas: {reason}", what()))
                    }
                })?;
                let identity = Identity { name, digest, order, origin: None };
                Ok(StoredTrack { id: TrackId(id), identity })
            })
            .collect::<Result<_, StoreError>>()?;
        tracks.iter().try_for_each(|it| self.check_names(it.id, &it.identity))?;
        Ok(tracks)
    }

    /// The settings, in the order in which they were first asked.
    pub fn settings(&self) -> Result<Vec<StoredSetting>, StoreError> {
        let rows: Vec<(i64, String, String)> = self.attempt(|connection| {
            let mut statement =
                connection.prepare("SELECT id, key, description FROM setting ORDER BY id")?;
            let rows =
                statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })?;
        rows.into_iter()
            .map(|(id, key, text)| {
                let recorded = serde_json::from_str(&text)
                    .map_err(|error| self.damaged(format!("setting {id}: {error}")))?;
                Ok(StoredSetting { id: SettingId(id), key, recorded })
            })
            .collect()
    }

    fn damaged(&self, reason: impl Into<String>) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), reason: reason.into() }
    }
}
