//! Opening a campaign: to write, to read, and to read where nothing can be written.
//!
//! `SQLite` keeps a journal beside the database and wants to make one also for a reader. Where it
//! cannot, on read-only storage, the database is read as it is (`immutable`), which is right only
//! if nobody writes and no journal is left behind. The first is known by the lock that every writer
//! of etude holds, and which is held here too as long as the store is open. If a journal is there,
//! the database is read from a copy.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::{Store, StoreError};

/// The format of the database; files of another one are refused.
const FORMAT: i64 = 1;
/// Marks the file as ours ("etud").
const APPLICATION: i64 = 0x6574_7564;

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
        let store = Self { connection, path, begun: None, _lock: Some(lock), _copy: None };
        store.prepare()?;
        Ok(store)
    }

    /// Whether there is something where a campaign would be.
    pub fn is_there(path: &Path) -> bool {
        database(path).exists()
    }

    /// Opens a campaign that is there, to be read: a folder, or its database. Nothing needs to be
    /// writable, neither the file nor its folder.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        let path = database(path);
        let unusable = |reason: String| StoreError::Unusable { path: path.clone(), reason };
        if !path.is_file() {
            return Err(StoreError::Missing(path));
        }
        File::open(&path).map_err(|error| unusable(error.to_string()))?;
        let connection = match Connection::open_with_flags(&path, READING) {
            Ok(connection) if is_readable(&connection) => connection,
            _ => return Self::open_sealed(path),
        };
        let store = Self { connection, path, begun: None, _lock: None, _copy: None };
        store.check_format()?;
        Ok(store)
    }

    /// Opens a database beside which no journal can be made.
    fn open_sealed(path: PathBuf) -> Result<Self, StoreError> {
        let lock = lock_to_read(&path)?;
        let journal = journal(&path);
        // A journal of no length holds nothing.
        let has_journal = fs::metadata(&journal).is_ok_and(|journal| journal.len() > 0);
        let error = |error: &rusqlite::Error| store_error(&path, error);
        let (connection, copy) = if has_journal {
            let copy = Copy::of(&path, &journal).map_err(|error| StoreError::Unusable {
                path: path.clone(),
                reason: format!(
                    "its storage is read-only, the journal beside it was not written back, and no \
                     copy can be made in {}: {error}",
                    env::temp_dir().display()
                ),
            })?;
            (Connection::open(copy.0.join(COPIED)).map_err(|it| error(&it))?, Some(copy))
        } else {
            let flags = READING | OpenFlags::SQLITE_OPEN_URI;
            let name = format!("file:{}?mode=ro&immutable=1", encoded(&path));
            (Connection::open_with_flags(name, flags).map_err(|it| error(&it))?, None)
        };
        let store = Self { connection, path, begun: None, _lock: lock, _copy: copy };
        store.check_format()?;
        Ok(store)
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
                    "BEGIN;{}{}{}{}{}{}{}{}PRAGMA application_id={APPLICATION};PRAGMA user_version={FORMAT};\
                     COMMIT;",
                    include_str!("schema.sql"),
                    super::reasons::SCHEMA,
                    super::gaps::SCHEMA,
                    super::made::SCHEMA,
                    super::unread::SCHEMA,
                    super::sequels::SCHEMA,
                    super::reductions::SCHEMA,
                    super::occasions::SCHEMA
                ))
            });
        }
        self.check_format()?;
        // A campaign of before does not have them.
        self.attempt(|connection| {
            connection.execute_batch(super::reasons::SCHEMA)?;
            connection.execute_batch(super::gaps::SCHEMA)?;
            connection.execute_batch(super::made::SCHEMA)?;
            connection.execute_batch(super::unread::SCHEMA)?;
            connection.execute_batch(super::sequels::SCHEMA)?;
            connection.execute_batch(super::reductions::SCHEMA)?;
            connection.execute_batch(super::occasions::SCHEMA)
        })
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
}

const READING: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Whether the file can be read in place; that it is none of ours is told later.
fn is_readable(connection: &Connection) -> bool {
    let read = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    let code = read.err().and_then(|error| error.sqlite_error_code());
    !matches!(code, Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

/// Keeps every etude from writing to a database; `None` if none ever did, or could.
fn lock_to_read(path: &Path) -> Result<Option<File>, StoreError> {
    let unusable = |error: io::Error| StoreError::Unusable {
        path: path.to_owned(),
        reason: format!(
            "its storage is read-only, and whether somebody writes to it cannot be told: {error}"
        ),
    };
    let lock = match File::open(path.with_extension("lock")) {
        Ok(lock) => lock,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unusable(error)),
    };
    match lock.try_lock_shared() {
        Ok(()) => Ok(Some(lock)),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy(path.to_owned())),
        Err(TryLockError::Error(error)) => Err(unusable(error)),
    }
}

/// The file in which `SQLite` keeps what it has not written into a database yet.
fn journal(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// A database's name in a copy.
const COPIED: &str = "campaign.db";

/// A folder with a copy of a database and its journal, which goes with the store.
#[derive(Debug)]
pub(super) struct Copy(PathBuf);

impl Copy {
    fn of(database: &Path, journal: &Path) -> io::Result<Self> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("etude-copy-{}-{number}", std::process::id());
        let folder = env::temp_dir().join(name);
        fs::create_dir(&folder)?;
        let copy = Self(folder);
        for (from, name) in [(database, COPIED.to_owned()), (journal, format!("{COPIED}-wal"))] {
            // Copied as bytes: the permissions of a read-only file would come along.
            io::copy(&mut File::open(from)?, &mut File::create(copy.0.join(name))?)?;
        }
        Ok(copy)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // Nothing can be done about a copy that does not go.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A path as a part of a URI.
fn encoded(path: &Path) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(byte);
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes
        .map(
            |byte| {
                if plain(byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") }
            },
        )
        .collect()
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

pub(super) fn store_error(path: &Path, error: &rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    // A column that holds something else than was ever written there.
    if let rusqlite::Error::FromSqlConversionFailure(..)
    | rusqlite::Error::IntegralValueOutOfRange(..)
    | rusqlite::Error::InvalidColumnType(..) = error
    {
        return StoreError::Damaged { path, reason: error.to_string() };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::Full(path),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy(path),
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
            StoreError::Foreign { path, reason: error.to_string() }
        }
        _ => StoreError::Unusable { path, reason: error.to_string() },
    }
}
