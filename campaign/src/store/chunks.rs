//! Solvers' answers in the database: a byte of outcome and 16 bits of time per formula.
//!
//! What is read is checked before anybody believes it: that a chunk is as long as it says, that its
//! outcomes are some, that its numbers can be counted, and that no two chunks of one track and
//! setting tell different things of one formula.

use std::ops::Range;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;

use super::{SettingId, Spans, Store, StoreError, TrackId, spans};
use crate::judge::outcome::{Outcome, pack_time, unpack_time};
use crate::source::Source;
use crate::source::identity::Identity;
use crate::source::order::Order;

/// A solver's answers to formulas that follow each other. With the first number `640` and three
/// outcomes it is about 640, 641 and 642.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The number of the first formula.
    pub first: u64,
    /// An outcome and a time for each.
    pub outcomes: Vec<(Outcome, Duration)>,
}

/// A chunk's columns `first` and `length`, before they are believed.
type Extent = (i64, i64);

/// A chunk that no etude wrote.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum BadChunk {
    #[error("there are no {length} formulas from there on")]
    NoRange { length: i64 },
    #[error("for {length} formulas there are {outcomes} outcomes and {times} bytes of times")]
    WrongLength { length: u64, outcomes: u64, times: usize },
    #[error("this etude knows no outcome {0}, which a newer one may have written")]
    UnknownOutcome(u8),
    #[error("number {number} is `{one}` in one place and `{other}` in another")]
    Contradiction { number: u64, one: Outcome, other: Outcome },
    #[error("{track} has {len} formulas")]
    BeyondEnd { track: String, len: u64 },
}

impl Store {
    /// Returns the formulas of a track that a solver was asked, as ranges in order.
    pub fn done(&self, track: TrackId, setting: SettingId) -> Result<Spans, StoreError> {
        let extents: Vec<Extent> = self.attempt(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT first, length FROM chunk WHERE track = ? AND setting = ? ORDER BY first",
            )?;
            let rows =
                statement.query_map([track.0, setting.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })?;
        let mut ranges: Vec<Range<u64>> = Vec::with_capacity(extents.len());
        let mut overlaps = false;
        for extent in extents {
            let range =
                range(extent).map_err(|it| self.bad_chunk(track, setting, extent.0, &it))?;
            overlaps |= ranges.last().is_some_and(|before| before.end > range.start);
            ranges.push(range);
        }
        if overlaps {
            // Reading them all tells whether they say the same.
            self.chunks(track, setting, 0..u64::MAX, |_| {})?;
        }
        Ok(spans(ranges))
    }

    /// Visits a solver's answers to the formulas of a track with these numbers, in order.
    pub fn chunks(
        &self,
        track: TrackId,
        setting: SettingId,
        numbers: Range<u64>,
        mut take: impl FnMut(Chunk),
    ) -> Result<(), StoreError> {
        let mut trouble = None;
        self.attempt(|connection| {
            // Chunks do not overlap: the last that begins no later than the range is the first
            // that may reach into it, and the index finds it without reading those before.
            let mut statement = connection.prepare_cached(
                "SELECT first, length, outcomes, times FROM chunk
                 WHERE track = ?1 AND setting = ?2 AND first < ?3 AND first >= 
                     coalesce((SELECT max(first) FROM chunk
                         WHERE track = ?1 AND setting = ?2 AND first <= ?4), first)
                 ORDER BY first",
            )?;
            // Databases count to 2^63; no chunk reaches beyond.
            let end = i64::try_from(numbers.end).unwrap_or(i64::MAX);
            let start = i64::try_from(numbers.start).unwrap_or(i64::MAX);
            let mut rows = statement.query([track.0, setting.0, end, start])?;
            let mut before: Option<Chunk> = None;
            while let Some(row) = rows.next()? {
                let extent = (row.get(0)?, row.get(1)?);
                let bytes = (row.get_ref(2)?.as_blob()?, row.get_ref(3)?.as_blob()?);
                let chunk = read(extent, bytes.0, bytes.1)
                    .and_then(|chunk| new_part(before.as_ref(), chunk));
                match chunk {
                    Ok(chunk) if chunk.outcomes.is_empty() => {}
                    Ok(chunk) => {
                        let wanted = chunk.clone().cut(&numbers);
                        if !wanted.outcomes.is_empty() {
                            take(wanted);
                        }
                        before = Some(chunk);
                    }
                    Err(reason) => {
                        trouble = Some((extent.0, reason));
                        break;
                    }
                }
            }
            Ok(())
        })?;
        match trouble {
            None => Ok(()),
            Some((first, reason)) => Err(self.bad_chunk(track, setting, first, &reason)),
        }
    }

    /// Refuses a database in which formulas were asked that a source does not have.
    pub(crate) fn check_extent(&self, id: TrackId, source: &dyn Source) -> Result<(), StoreError> {
        let Some(len) = source.len() else { return Ok(()) };
        let beyond: Option<(i64, i64)> = self.attempt(|connection| {
            // One step of the index for each setting.
            let mut statement = connection.prepare_cached(
                "SELECT id, (SELECT first FROM chunk WHERE track = ?1 AND setting = setting.id
                             ORDER BY first DESC LIMIT 1) AS last FROM setting
                 WHERE last >= ?2 LIMIT 1",
            )?;
            let last = i64::try_from(len).unwrap_or(i64::MAX);
            let mut rows = statement.query([id.0, last])?;
            rows.next()?.map(|row| Ok((row.get(0)?, row.get(1)?))).transpose()
        })?;
        let Some((setting, first)) = beyond else { return Ok(()) };
        let reason = BadChunk::BeyondEnd { track: source.identity().name.clone(), len };
        Err(self.bad_chunk(id, SettingId(setting), first, &reason))
    }

    /// Refuses a database in which more scripts of a corpus were asked than it has names for.
    pub(super) fn check_names(&self, id: TrackId, identity: &Identity) -> Result<(), StoreError> {
        let Order::Corpus { files } = &identity.order else { return Ok(()) };
        let len = files.as_slice().len() as u64;
        let beyond: Option<(i64, i64)> = self.attempt(|connection| {
            let find = "SELECT setting, first FROM chunk
                        WHERE track = ?1 AND (first >= ?2 OR length > ?2 - first) LIMIT 1";
            let row = connection
                .query_row(find, params![id.0, len], |row| Ok((row.get(0)?, row.get(1)?)));
            row.optional()
        })?;
        let Some((setting, first)) = beyond else { return Ok(()) };
        let reason = BadChunk::BeyondEnd { track: identity.name.clone(), len };
        Err(self.bad_chunk(id, SettingId(setting), first, &reason))
    }

    fn bad_chunk(
        &self,
        track: TrackId,
        setting: SettingId,
        first: i64,
        reason: &BadChunk,
    ) -> StoreError {
        // Only for the message: what has no name there is told by its key.
        let name = |table: &str, id: i64| {
            let find = format!("SELECT name FROM {table} WHERE id = ?");
            let name =
                self.attempt(|connection| connection.query_row(&find, [id], |row| row.get(0)));
            name.unwrap_or_else(|_| format!("{table} {id}"))
        };
        let (track, setting) = (name("track", track.0), name("setting", setting.0));
        self.damaged(format!(
            "the answers of {setting} to {track} from number {first} on: {reason}"
        ))
    }
}

impl Chunk {
    /// Returns each number with its answer.
    pub fn numbered(&self) -> impl Iterator<Item = (u64, (Outcome, Duration))> {
        (self.first..).zip(self.outcomes.iter().copied())
    }

    /// Whether a number is the next after its last, and it is not yet long.
    pub(super) fn follows(&self, number: u64) -> bool {
        const LONG: usize = 8192;
        self.end() == number && self.outcomes.len() < LONG
    }

    fn end(&self) -> u64 {
        self.first + self.outcomes.len() as u64
    }

    /// The part of it that has these numbers.
    pub(super) fn cut(mut self, numbers: &Range<u64>) -> Self {
        let start = numbers.start.clamp(self.first, self.end());
        let end = numbers.end.clamp(start, self.end());
        let place = |number: u64| {
            usize::try_from(number - self.first).expect("a place in a list that is in memory")
        };
        let (start, end, first) = (place(start), place(end), start);
        self.outcomes.truncate(end);
        self.outcomes.drain(..start);
        self.first = first;
        self
    }
}

/// Writes a chunk down.
pub(super) fn put(
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

/// Returns the numbers of a chunk.
fn range((first, length): Extent) -> Result<Range<u64>, BadChunk> {
    let numbers = u64::try_from(first).ok().zip(u64::try_from(length).ok());
    match (numbers, first.checked_add(length)) {
        (Some((first, length)), Some(_)) if length > 0 => Ok(first..first + length),
        _ => Err(BadChunk::NoRange { length }),
    }
}

/// Returns the chunk that a row holds.
fn read(extent: Extent, outcomes: &[u8], times: &[u8]) -> Result<Chunk, BadChunk> {
    let numbers = range(extent)?;
    let (length, bytes) = (numbers.end - numbers.start, outcomes.len() as u64);
    if bytes != length || times.len() as u64 != 2 * length {
        return Err(BadChunk::WrongLength { length, outcomes: bytes, times: times.len() });
    }
    let times =
        times.chunks_exact(2).map(|pair| unpack_time(u16::from_le_bytes([pair[0], pair[1]])));
    let outcomes = outcomes.iter().zip(times).map(|(code, time)| {
        let outcome = Outcome::of_code(*code);
        outcome.map(|outcome| (outcome, time)).ok_or(BadChunk::UnknownOutcome(*code))
    });
    Ok(Chunk { first: numbers.start, outcomes: outcomes.collect::<Result<_, _>>()? })
}

/// Returns what a chunk says beyond the one before it.
fn new_part(before: Option<&Chunk>, chunk: Chunk) -> Result<Chunk, BadChunk> {
    let Some(before) = before.filter(|before| before.end() > chunk.first) else {
        return Ok(chunk);
    };
    let both = chunk.first..before.end().min(chunk.end());
    let one = before.clone().cut(&both);
    let other = chunk.clone().cut(&both);
    let differs =
        one.outcomes.iter().zip(&other.outcomes).position(|(one, other)| one.0 != other.0);
    match differs {
        None => Ok(chunk.cut(&(before.end()..u64::MAX))),
        Some(place) => Err(BadChunk::Contradiction {
            number: both.start + place as u64,
            one: one.outcomes[place].0,
            other: other.outcomes[place].0,
        }),
    }
}
