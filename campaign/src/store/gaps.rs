//! Numbers without a question, and rules that lost attempts to make one or were switched off.
//!
//! Which numbers have no question follows from the source alone, so they are written down once for
//! all solvers, and campaigns of several machines never contradict each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mutation::{RuleName, Technique};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Spans, Store, StoreError, TrackId, spans};
use crate::source::Gap;
use crate::source::mutated::bank::{AskedSeeds, SeedAnswers};

/// The tables, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS gap (
    track INTEGER NOT NULL REFERENCES track,
    first INTEGER NOT NULL,
    length INTEGER NOT NULL,
    reason TEXT NOT NULL,         -- no-seed, no-mutant, rule-off
    PRIMARY KEY (track, first)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lost (
    track INTEGER NOT NULL REFERENCES track,
    number INTEGER NOT NULL,
    technique TEXT NOT NULL,
    rule TEXT NOT NULL,
    count INTEGER NOT NULL,       -- attempts to make this number's question
    PRIMARY KEY (track, number, technique, rule)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rule_off (
    technique TEXT NOT NULL,
    rule TEXT NOT NULL,
    PRIMARY KEY (technique, rule)
) WITHOUT ROWID;
-- What solvers said of seeds that the search cannot answer, so that their mutants stay the same.
CREATE TABLE IF NOT EXISTS seed_answers (
    seeds TEXT NOT NULL,          -- a digest of the seeds
    digest TEXT NOT NULL,         -- a digest of the answers
    answers TEXT NOT NULL,        -- as JSON: by the numbers of the seeds
    PRIMARY KEY (seeds, digest)
) WITHOUT ROWID;
-- What solvers said of some of the seeds, while not all of them were asked.
CREATE TABLE IF NOT EXISTS seeds_asked (
    seeds TEXT PRIMARY KEY,       -- a digest of the seeds
    asked TEXT NOT NULL           -- as JSON: by the numbers of the seeds
) WITHOUT ROWID;
";

/// A row of `gap`: the first number, how many, why.
type GapRow = (u64, u64, String);

/// A row of `lost`: the number, the technique, the rule, how many attempts.
type LostRow = (u64, String, String, u64);

impl Store {
    /// Returns the numbers of a track that have no question, as far as they are known.
    pub fn gaps(&self, track: TrackId) -> Result<Spans, StoreError> {
        let rows = self.gap_rows(track)?;
        Ok(spans(rows.into_iter().map(|(first, length, _)| first..first + length).collect()))
    }

    /// Returns the numbers of a track that have no question, by the reason.
    pub fn gaps_by_reason(&self, track: TrackId) -> Result<BTreeMap<Gap, Spans>, StoreError> {
        let mut ranges: BTreeMap<Gap, Spans> = BTreeMap::new();
        for (first, length, reason) in self.gap_rows(track)? {
            let gap = Gap::ALL.into_iter().find(|gap| gap.name() == reason);
            let gap =
                gap.ok_or_else(|| self.damaged(format!("a gap for the reason `{reason}`")))?;
            ranges.entry(gap).or_default().push(first..first + length);
        }
        // Those of several machines may overlap.
        Ok(ranges.into_iter().map(|(gap, ranges)| (gap, spans(ranges))).collect())
    }

    /// Returns how many of some numbers have no question, by the reason.
    pub fn gap_counts(
        &self,
        track: TrackId,
        numbers: &[Range<u64>],
    ) -> Result<BTreeMap<Gap, u64>, StoreError> {
        let inside = |gap: &Range<u64>| -> u64 {
            let within = |range: &Range<u64>| {
                gap.end.min(range.end).saturating_sub(gap.start.max(range.start))
            };
            numbers.iter().map(within).sum()
        };
        let gaps = self.gaps_by_reason(track)?.into_iter();
        let counts = gaps.map(|(gap, spans)| (gap, spans.iter().map(inside).sum()));
        Ok(counts.filter(|(_, count)| *count > 0).collect())
    }

    /// Returns how many attempts each rule lost at making questions with some numbers.
    pub fn lost(
        &self,
        track: TrackId,
        numbers: &[Range<u64>],
    ) -> Result<BTreeMap<RuleName, u64>, StoreError> {
        self.lost_of(track, |number| numbers.iter().any(|range| range.contains(&number)))
    }

    /// Returns the same of the questions with numbers that somebody wants.
    pub(super) fn lost_of(
        &self,
        track: TrackId,
        is_wanted: impl Fn(u64) -> bool,
    ) -> Result<BTreeMap<RuleName, u64>, StoreError> {
        let mut lost = BTreeMap::new();
        for (number, technique, rule, count) in self.lost_rows(track)? {
            if is_wanted(number) {
                *lost.entry(self.rule(&technique, &rule)?).or_insert(0) += count;
            }
        }
        Ok(lost)
    }

    /// Returns the rules that turned out wrong in this campaign.
    pub fn rules_off(&self) -> Result<BTreeSet<RuleName>, StoreError> {
        if !self.has_gaps()? {
            return Ok(BTreeSet::new());
        }
        let rows: Vec<(String, String)> = self.attempt(|connection| {
            let mut statement = connection
                .prepare("SELECT technique, rule FROM rule_off ORDER BY technique, rule")?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })?;
        rows.iter().map(|(technique, rule)| self.rule(technique, rule)).collect()
    }

    /// Notes that rules turned out wrong: mutants that they helped to make are no longer asked, and
    /// findings that rest on them are withdrawn. How many these are.
    pub fn switch_off(&mut self, rules: &BTreeSet<RuleName>) -> Result<u64, StoreError> {
        self.note_rules_off(rules)?;
        self.withdraw(&self.rules_off()?)
    }

    pub(super) fn note_rules_off(&self, rules: &BTreeSet<RuleName>) -> Result<(), StoreError> {
        for RuleName { technique, rule } in rules {
            let (technique, rule) = (technique.name(), &**rule);
            self.attempt(|connection| {
                connection.execute(
                    "INSERT OR IGNORE INTO rule_off (technique, rule) VALUES (?, ?)",
                    params![technique, rule],
                )
            })?;
        }
        Ok(())
    }

    /// Returns what solvers said of seeds, by the digest of the seeds; `None` if nobody was asked.
    /// Where several campaigns were merged, those of the first in the order of their digests.
    pub fn seed_answers(&self, seeds: &str) -> Result<Option<SeedAnswers>, StoreError> {
        let answers = self.seed_answer_rows()?.into_iter().find(|(of, ..)| of == seeds);
        let read = |(_, _, answers): (String, String, String)| {
            let answers = serde_json::from_str(&answers)
                .map_err(|error| self.damaged(format!("answers to seeds: {error}")))?;
            Ok(SeedAnswers(answers))
        };
        answers.map(read).transpose()
    }

    /// Keeps what solvers said of seeds, all of which were asked.
    pub fn keep_seed_answers(&self, seeds: &str, answers: &SeedAnswers) -> Result<(), StoreError> {
        let text = serde_json::to_string(&answers.0).expect("answers are plain data");
        self.put_seed_answers(seeds, &answers.digest(), &text)?;
        self.attempt(|connection| {
            connection.execute("DELETE FROM seeds_asked WHERE seeds = ?", [seeds])
        })?;
        Ok(())
    }

    /// Keeps what solvers said of some seeds, so that the others can be asked later.
    pub fn keep_asked_seeds(&self, seeds: &str, asked: &AskedSeeds) -> Result<(), StoreError> {
        let text = serde_json::to_string(asked).expect("answers are plain data");
        self.attempt(|connection| {
            connection.execute(
                "INSERT OR REPLACE INTO seeds_asked (seeds, asked) VALUES (?, ?)",
                params![seeds, text],
            )
        })?;
        Ok(())
    }

    /// Returns what solvers said of some seeds before they were interrupted, by the digest of the seeds.
    pub fn asked_seeds(&self, seeds: &str) -> Result<AskedSeeds, StoreError> {
        let text: Option<String> = self.attempt(|connection| {
            let is_there = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'seeds_asked'";
            if !connection.query_row(is_there, [], |row| row.get::<_, bool>(0))? {
                return Ok(None);
            }
            let find = "SELECT asked FROM seeds_asked WHERE seeds = ?";
            connection.query_row(find, [seeds], |row| row.get(0)).optional()
        })?;
        let read = |text: String| {
            serde_json::from_str(&text)
                .map_err(|error| self.damaged(format!("answers to seeds: {error}")))
        };
        text.map_or_else(|| Ok(AskedSeeds::default()), read)
    }

    fn put_seed_answers(&self, seeds: &str, digest: &str, text: &str) -> Result<(), StoreError> {
        self.attempt(|connection| {
            connection.execute(
                "INSERT OR IGNORE INTO seed_answers (seeds, digest, answers) VALUES (?, ?, ?)",
                params![seeds, digest, text],
            )?;
            Ok(())
        })
    }

    /// Adds the answers to seeds that another campaign keeps.
    pub(super) fn add_seed_answers(&self, other: &Store) -> Result<(), StoreError> {
        for (seeds, digest, answers) in other.seed_answer_rows()? {
            self.put_seed_answers(&seeds, &digest, &answers)?;
        }
        Ok(())
    }

    fn seed_answer_rows(&self) -> Result<Vec<(String, String, String)>, StoreError> {
        if !self.has_gaps()? {
            return Ok(Vec::new());
        }
        self.attempt(|connection| {
            let mut statement = connection.prepare(
                "SELECT seeds, digest, answers FROM seed_answers ORDER BY seeds, digest",
            )?;
            let rows =
                statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })
    }

    pub(super) fn rule(&self, technique: &str, rule: &str) -> Result<RuleName, StoreError> {
        let technique: Technique = technique
            .parse()
            .map_err(|error: mutation::UnknownTechnique| self.damaged(error.to_string()))?;
        Ok(RuleName { technique, rule: rule.into() })
    }

    /// Whether the tables are there, which those of an etude of before are not.
    fn has_gaps(&self) -> Result<bool, StoreError> {
        self.attempt(|connection| {
            let is_there = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'gap'";
            connection.query_row(is_there, [], |row| row.get(0))
        })
    }

    fn gap_rows(&self, track: TrackId) -> Result<Vec<GapRow>, StoreError> {
        if !self.has_gaps()? {
            return Ok(Vec::new());
        }
        self.attempt(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT first, length, reason FROM gap WHERE track = ? ORDER BY first",
            )?;
            let rows = statement
                .query_map([track.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })
    }

    fn lost_rows(&self, track: TrackId) -> Result<Vec<LostRow>, StoreError> {
        if !self.has_gaps()? {
            return Ok(Vec::new());
        }
        self.attempt(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT number, technique, rule, count FROM lost WHERE track = ?
                 ORDER BY number, technique, rule",
            )?;
            let rows = statement.query_map([track.0], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
            })?;
            rows.collect()
        })
    }

    /// Adds what another campaign knows of the gaps of a track.
    pub(super) fn add_gaps(
        &self,
        other: &Store,
        theirs: TrackId,
        own: TrackId,
    ) -> Result<(), StoreError> {
        let rows = other.gap_rows(theirs)?;
        let lost = other.lost_rows(theirs)?;
        self.attempt(|connection| {
            for (first, length, reason) in &rows {
                put_gap(connection, own, *first..first + length, reason)?;
            }
            for (number, technique, rule, count) in &lost {
                put_lost(connection, own, *number, (technique, rule), *count)?;
            }
            Ok(())
        })
    }
}

/// Writes down numbers without a question.
pub(super) fn put(
    connection: &Connection,
    track: TrackId,
    gaps: &[(u64, Gap)],
) -> rusqlite::Result<()> {
    for run in gaps.chunk_by(|one, next| one.0 + 1 == next.0 && one.1 == next.1) {
        let (first, gap) = run[0];
        put_gap(connection, track, first..first + run.len() as u64, gap.name())?;
    }
    Ok(())
}

fn put_gap(
    connection: &Connection,
    track: TrackId,
    numbers: Range<u64>,
    reason: &str,
) -> rusqlite::Result<()> {
    // Those of another machine may begin alike and be longer.
    let mut statement = connection.prepare_cached(
        "INSERT INTO gap (track, first, length, reason) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET length = max(length, excluded.length)",
    )?;
    let length = numbers.end - numbers.start;
    statement.execute(params![track.0, numbers.start, length, reason])?;
    Ok(())
}

/// Writes down the rules that lost attempts.
pub(super) fn put_losses(
    connection: &Connection,
    track: TrackId,
    lost: &[(u64, RuleName)],
) -> rusqlite::Result<()> {
    let mut counts: BTreeMap<(u64, &RuleName), u64> = BTreeMap::new();
    for (number, rule) in lost {
        *counts.entry((*number, rule)).or_insert(0) += 1;
    }
    for ((number, rule), count) in counts {
        put_lost(connection, track, number, (rule.technique.name(), &rule.rule), count)?;
    }
    Ok(())
}

fn put_lost(
    connection: &Connection,
    track: TrackId,
    number: u64,
    (technique, rule): (&str, &str),
    count: u64,
) -> rusqlite::Result<()> {
    let mut statement = connection.prepare_cached(
        "INSERT OR IGNORE INTO lost (track, number, technique, rule, count) VALUES (?, ?, ?, ?, ?)",
    )?;
    statement.execute(params![track.0, number, technique, rule, count])?;
    Ok(())
}
