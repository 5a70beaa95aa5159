//! The database of a campaign: one file of `SQLite`, written in transactions, so that a program that
//! is killed loses at most what it was about to write.

mod findings;
mod merge;
mod spans;
mod stored;

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, params};
use thiserror::Error;

use crate::finding::Finding;
use crate::outcome::{Outcome, pack_time, unpack_time};
use crate::setting::{Recorded, Setting};
use crate::track::Track;

pub use findings::Bug;
pub use merge::Merged;
pub use spans::{Spans, spans};
pub(crate) use spans::{contains as is_in, next_border as next_border_of};
pub use stored::{StoredRun, StoredSetting, StoredTrack};

/// The format of the database; files of another one are refused.
const FORMAT: i64 = 1;
/// Marks the file as ours ("etud").
const APPLICATION: i64 = 0x6574_7564;

/// Why a campaign cannot be read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The file is no database of a campaign.
    #[error("{} is no campaign of etude: {reason}; give --campaign another name", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        reason: String,
    },
    /// There is nothing where the campaign should be.
    #[error("cannot use {}: there is no such campaign", .0.display())]
    Missing(PathBuf),
    /// Another program is at it.
    #[error("{} is in use by another etude: wait for it, or give --campaign another name", .0.display())]
    Busy(PathBuf),
    /// There is no room left.
    #[error("the disk is full: {} cannot be written; make room and run the same command again, which goes on from here", .0.display())]
    Full(PathBuf),
    /// The file or its folder cannot be used.
    #[error("cannot use {}: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

/// A campaign on the disk.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Held as long as the store is open for writing.
    _lock: Option<File>,
}

/// A track of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrackId(i64);

#[cfg(test)]
impl TrackId {
    pub(crate) fn for_tests() -> Self {
        Self(1)
    }
}

/// A setting of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SettingId(i64);

/// A run of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunId(i64);

/// What a solver said of formulas that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The number of the first formula.
    pub first: u64,
    /// An outcome and a time for each.
    pub outcomes: Vec<(Outcome, Duration)>,
}

impl Store {
    /// Opens the campaign in a folder, or makes one there. Nobody else can write to it until the
    /// store is dropped.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let path = database(folder);
        let unusable = |error: io::Error| StoreError::Unusable {
            path: path.clone(),
            reason: error.to_string(),
        };
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::create_dir_all(parent).map_err(|error| full_or(error, &path, unusable))?;
        }
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path.with_extension("lock"))
            .map_err(|error| full_or(error, &path, unusable))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy(path)),
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags)
            .map_err(|error| store_error(&path, &error))?;
        let store = Self { connection, path, _lock: Some(lock) };
        store.prepare()?;
        Ok(store)
    }

    /// Whether there is something where a campaign would be.
    pub fn is_there(path: &Path) -> bool {
        database(path).exists()
    }

    /// Opens a campaign that is there, to be read: a folder, or its database.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        let path = database(path);
        if !path.is_file() {
            return Err(StoreError::Missing(path));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags)
            .map_err(|error| store_error(&path, &error))?;
        let store = Self { connection, path, _lock: None };
        store.check_format()?;
        Ok(store)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn prepare(&self) -> Result<(), StoreError> {
        let is_new: bool = self.attempt(|connection| {
            // A killed program leaves a log, from which the next one goes on.
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.busy_timeout(Duration::from_secs(5))?;
            connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", [], |row| row.get(0))
        })?;
        if is_new {
            return self.attempt(|connection| {
                connection.execute_batch(&format!(
                    "BEGIN;{}PRAGMA application_id={APPLICATION};PRAGMA user_version={FORMAT};COMMIT;",
                    include_str!("store/schema.sql")
                ))
            });
        }
        self.check_format()
    }

    fn check_format(&self) -> Result<(), StoreError> {
        let read = |name: &str| {
            self.attempt(|connection| {
                connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0))
            })
        };
        let (application, format) = (read("application_id")?, read("user_version")?);
        if application != APPLICATION {
            let reason = "it is another program's database".to_owned();
            return Err(StoreError::Foreign { path: self.path.clone(), reason });
        }
        if format != FORMAT {
            let reason = format!("its format is {format}, and this etude reads {FORMAT}");
            return Err(StoreError::Foreign { path: self.path.clone(), reason });
        }
        Ok(())
    }

    fn attempt<T>(
        &self,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&self.connection).map_err(|error| store_error(&self.path, &error))
    }

    /// The track in this store; it is written down if it is new.
    pub fn track(&self, track: &Track) -> Result<TrackId, StoreError> {
        self.track_of(&track.name, &track.digest, &track.order_text())
    }

    fn track_of(&self, name: &str, grammar: &str, order: &str) -> Result<TrackId, StoreError> {
        self.attempt(|connection| {
            connection.execute(
                "INSERT OR IGNORE INTO track (name, grammar, sequence) VALUES (?, ?, ?)",
                params![name, grammar, order],
            )?;
            let find = "SELECT id FROM track WHERE name = ? AND grammar = ? AND sequence = ?";
            connection.query_row(find, params![name, grammar, order], |row| row.get(0).map(TrackId))
        })
    }

    /// The setting in this store; it is written down if it is new.
    pub fn setting(&self, setting: &Setting) -> Result<SettingId, StoreError> {
        self.setting_of(&setting.key(), &setting.recorded())
    }

    fn setting_of(&self, key: &str, setting: &Recorded) -> Result<SettingId, StoreError> {
        let description = serde_json::to_string(setting).unwrap_or_default();
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

    /// What the last run was asked for.
    pub fn last_plan(&self) -> Result<Option<String>, StoreError> {
        let find = "SELECT plan FROM run ORDER BY id DESC LIMIT 1";
        self.attempt(|connection| connection.query_row(find, [], |row| row.get(0)).optional())
    }

    /// The runs, in order.
    pub fn runs(&self) -> Result<Vec<StoredRun>, StoreError> {
        self.attempt(|connection| {
            let mut statement = connection.prepare("SELECT plan, version FROM run ORDER BY id")?;
            let rows = statement
                .query_map([], |row| Ok(StoredRun { plan: row.get(0)?, version: row.get(1)? }))?;
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
        let write = |connection: &mut Connection| -> rusqlite::Result<()> {
            let transaction = connection.transaction()?;
            for (setting, chunk) in chunks {
                put_chunk(&transaction, track, *setting, chunk)?;
            }
            for (number, finding) in findings {
                findings::put(&transaction, track, *number, finding, run)?;
            }
            transaction.commit()
        };
        write(&mut self.connection).map_err(|error| store_error(&self.path, &error))
    }

    /// Which formulas of a track a solver was asked, as ranges in order.
    pub fn done(&self, track: TrackId, setting: SettingId) -> Result<Spans, StoreError> {
        let ranges: Vec<Range<u64>> = self.attempt(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT first, length FROM chunk WHERE track = ? AND setting = ? ORDER BY first",
            )?;
            let rows = statement.query_map([track.0, setting.0], |row| {
                let (first, length) = (row.get::<_, u64>(0)?, row.get::<_, u64>(1)?);
                Ok(first..first + length)
            })?;
            rows.collect()
        })?;
        Ok(spans(ranges))
    }

    /// What a solver said of the formulas of a track, in order, those with these numbers.
    pub fn chunks(
        &self,
        track: TrackId,
        setting: SettingId,
        numbers: Range<u64>,
        mut take: impl FnMut(Chunk),
    ) -> Result<(), StoreError> {
        self.attempt(|connection| {
            // Chunks do not overlap: the last that begins no later than the range is the first
            // that may reach into it, and the index finds it without reading those before.
            let mut statement = connection.prepare_cached(
                "SELECT first, outcomes, times FROM chunk
                 WHERE track = ?1 AND setting = ?2 AND first < ?3 AND first + length > ?4
                 AND first >= coalesce((SELECT max(first) FROM chunk
                     WHERE track = ?1 AND setting = ?2 AND first <= ?4), 0)
                 ORDER BY first",
            )?;
            let end = i64::try_from(numbers.end).unwrap_or(i64::MAX);
            let start = i64::try_from(numbers.start).unwrap_or(i64::MAX);
            let mut rows = statement.query([track.0, setting.0, end, start])?;
            while let Some(row) = rows.next()? {
                let chunk =
                    read_chunk(row.get(0)?, row.get_ref(1)?.as_blob()?, row.get_ref(2)?.as_blob()?);
                take(chunk.cut(&numbers));
            }
            Ok(())
        })
    }

    /// The tracks, in the order in which they were first asked.
    pub fn tracks(&self) -> Result<Vec<StoredTrack>, StoreError> {
        self.attempt(|connection| {
            let mut statement =
                connection.prepare("SELECT id, name, grammar, sequence FROM track ORDER BY id")?;
            let rows = statement.query_map([], |row| {
                Ok(StoredTrack {
                    id: TrackId(row.get(0)?),
                    name: row.get(1)?,
                    grammar: row.get(2)?,
                    sequence: row.get(3)?,
                })
            })?;
            rows.collect()
        })
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
                    .map_err(|error| self.spoilt(&format!("setting {id}: {error}")))?;
                Ok(StoredSetting { id: SettingId(id), key, recorded })
            })
            .collect()
    }

    fn spoilt(&self, reason: &str) -> StoreError {
        StoreError::Foreign { path: self.path.clone(), reason: reason.to_owned() }
    }
}

impl Chunk {
    /// The part of it that has these numbers.
    fn cut(mut self, numbers: &Range<u64>) -> Self {
        let end = self.first + self.outcomes.len() as u64;
        let keep = usize::try_from(end.min(numbers.end).saturating_sub(self.first)).unwrap_or(0);
        self.outcomes.truncate(keep);
        let skip = usize::try_from(numbers.start.saturating_sub(self.first)).unwrap_or(0);
        self.outcomes.drain(..skip.min(self.outcomes.len()));
        self.first = self.first.max(numbers.start);
        self
    }
}

fn put_chunk(
    connection: &Connection,
    track: TrackId,
    setting: SettingId,
    chunk: &Chunk,
) -> rusqlite::Result<()> {
    if chunk.outcomes.is_empty() {
        return Ok(());
    }
    let outcomes: Vec<u8> = chunk.outcomes.iter().map(|(outcome, _)| outcome.code()).collect();
    let times: Vec<u8> =
        chunk.outcomes.iter().flat_map(|(_, time)| pack_time(*time).to_le_bytes()).collect();
    let mut statement = connection.prepare_cached(
        "INSERT INTO chunk (track, setting, first, length, outcomes, times)
         VALUES (?, ?, ?, ?, ?, ?)",
    )?;
    let length = outcomes.len();
    statement.execute(params![track.0, setting.0, chunk.first, length, outcomes, times])?;
    Ok(())
}

fn read_chunk(first: u64, outcomes: &[u8], times: &[u8]) -> Chunk {
    let times =
        times.chunks_exact(2).map(|pair| unpack_time(u16::from_le_bytes([pair[0], pair[1]])));
    let outcomes = outcomes.iter().map(|code| Outcome::of_code(*code).unwrap_or(Outcome::Flawed));
    Chunk { first, outcomes: outcomes.zip(times).collect() }
}

/// The database of a campaign: the path itself if it is a file or named like one.
fn database(path: &Path) -> PathBuf {
    let is_file = path.is_file() || path.extension().is_some_and(|extension| extension == "db");
    if is_file { path.to_owned() } else { path.join("campaign.db") }
}

fn full_or(
    error: io::Error,
    path: &Path,
    otherwise: impl FnOnce(io::Error) -> StoreError,
) -> StoreError {
    if error.kind() == io::ErrorKind::StorageFull {
        StoreError::Full(path.to_owned())
    } else {
        otherwise(error)
    }
}

fn store_error(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(path),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(path),
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Foreign { path, reason: error.to_string() }
        }
        _ => StoreError::Unusable { path, reason: error.to_string() },
    }
}
