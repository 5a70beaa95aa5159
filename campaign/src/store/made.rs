//! The mutants that were asked: the rules of their steps, and the operators that they have.
//!
//! Both follow from the source alone, so they are written down once for all solvers, and campaigns of
//! several machines never contradict each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mutation::RuleName;
use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

use super::yields::{Lesson, Yields};
use super::{Spans, Store, StoreError, TrackId, is_in, spans};
use crate::finding::accused::Accused;
use crate::judge::kind::Kind;
use crate::judge::outcome::Outcome;
use crate::judge::severity::Severity;

/// The tables, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS mutation_rule (
    id INTEGER PRIMARY KEY,
    technique TEXT NOT NULL,
    rule TEXT NOT NULL,
    UNIQUE (technique, rule)
);
CREATE TABLE IF NOT EXISTS mutant (
    track INTEGER NOT NULL REFERENCES track,
    number INTEGER NOT NULL,
    operators INTEGER NOT NULL,   -- 64 bits of a digest of its operators
    rules BLOB NOT NULL,          -- for each step the id of its rule, in 4 bytes
    PRIMARY KEY (track, number)
) WITHOUT ROWID;
";

/// A mutant that was asked, and how it was made: by `weaken and-drop`, then `graft own`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeMutant {
    /// Its number in its track.
    pub number: u64,
    /// The operators that it has.
    pub operators: OperatorSet,
    /// The rules of its steps, one after the other.
    pub rules: Vec<RuleName>,
}

/// A set of operators such as `+` and `<=`, as 64 bits of a digest of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperatorSet(i64);

impl OperatorSet {
    /// Takes the names of operators, each once, in their order.
    pub fn of(operators: &[String]) -> Self {
        let digest = Sha256::digest(operators.join("\0").as_bytes());
        let bytes = digest.first_chunk().expect("a digest has 32 bytes");
        Self(i64::from_le_bytes(*bytes))
    }
}

/// A row of `mutant`: the number, the operators, the rules.
type MutantRow = (u64, i64, Vec<u8>);

impl Store {
    /// Returns what mutants of a track brought that were asked, those with these numbers, or all.
    /// Mutants that an earlier etude asked do not count.
    pub fn yields(&self, track: TrackId, numbers: Option<&Spans>) -> Result<Yields, StoreError> {
        let mut yields = Yields::default();
        let mut found: BTreeMap<u64, Vec<(Kind, Accused)>> = BTreeMap::new();
        // Notes are no bugs, and many.
        let found_here = self.found(track)?.into_iter();
        for it in found_here.filter(|it| it.severity != Severity::Note) {
            found.entry(it.number).or_default().push((it.kind, it.accused));
        }
        let (rules, answered) = (self.mutation_rules()?, self.answered(track)?);
        let (mut seen, mut told) = (BTreeSet::new(), BTreeSet::new());
        let is_wanted = |number: u64| numbers.is_none_or(|numbers| is_in(numbers, number));
        let mut trouble = None;
        self.each_mutant(track, |(number, operators, ids)| {
            if !is_wanted(number) || trouble.is_some() {
                return;
            }
            let steps: Option<Vec<&RuleName>> = steps(&ids).map(|id| rules.get(&id)).collect();
            let Some(steps) = steps.filter(|_| ids.len().is_multiple_of(4)) else {
                trouble = Some(number);
                return;
            };
            let is_new = is_in(&answered, number) && seen.insert(operators);
            let mut findings = 0;
            for finding in found.remove(&number).into_iter().flatten() {
                // The same of the same operators is the same finding once more.
                findings += u64::from(told.insert((finding, operators)));
            }
            yields.add(&steps, is_new, findings);
        })?;
        if let Some(number) = trouble {
            return Err(self.damaged(format!("the rules of mutant number {number}")));
        }
        for (rule, count) in self.lost_of(track, is_wanted)? {
            yields.add_lost(&rule, count);
        }
        Ok(yields)
    }

    /// Returns the numbers of the questions that some solver understood: what all refuse tests nothing.
    fn answered(&self, track: TrackId) -> Result<Spans, StoreError> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for setting in self.settings()? {
            self.chunks(track, setting.id, 0..u64::MAX, |chunk| {
                let is_refused = |it: &Outcome| matches!(it, Outcome::Rejected | Outcome::Flawed);
                for (number, (outcome, _)) in chunk.numbered() {
                    match ranges.last_mut() {
                        _ if is_refused(&outcome) => {}
                        Some(last) if last.end == number => last.end += 1,
                        _ => ranges.push(number..number + 1),
                    }
                }
            })?;
        }
        Ok(spans(ranges))
    }

    /// Returns how many of the mutants of a track that were asked promise enough by a lesson, and how
    /// many do not.
    pub(crate) fn promises(
        &self,
        track: TrackId,
        lesson: &Lesson,
    ) -> Result<(u64, u64), StoreError> {
        let rules = self.mutation_rules()?;
        let mut counts = (0, 0);
        self.each_mutant(track, |(_, _, ids)| {
            if lesson.is_promising(steps(&ids).filter_map(|id| rules.get(&id))) {
                counts.0 += 1;
            } else {
                counts.1 += 1;
            }
        })?;
        Ok(counts)
    }

    fn mutation_rules(&self) -> Result<BTreeMap<u32, RuleName>, StoreError> {
        if !self.has_mutants()? {
            return Ok(BTreeMap::new());
        }
        let rows: Vec<(u32, String, String)> = self.attempt(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT id, technique, rule FROM mutation_rule")?;
            let rows =
                statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })?;
        rows.iter().map(|(id, technique, rule)| Ok((*id, self.rule(technique, rule)?))).collect()
    }

    fn each_mutant(
        &self,
        track: TrackId,
        mut take: impl FnMut(MutantRow),
    ) -> Result<(), StoreError> {
        if !self.has_mutants()? {
            return Ok(());
        }
        self.attempt(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT number, operators, rules FROM mutant WHERE track = ? ORDER BY number",
            )?;
            let mut rows = statement.query([track.0])?;
            while let Some(row) = rows.next()? {
                take((row.get(0)?, row.get(1)?, row.get(2)?));
            }
            Ok(())
        })
    }

    /// Whether the tables are there, which those of an etude of before are not.
    fn has_mutants(&self) -> Result<bool, StoreError> {
        self.attempt(|connection| {
            let is_there = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'mutant'";
            connection.query_row(is_there, [], |row| row.get(0))
        })
    }

    /// Adds what another campaign knows of the mutants of a track.
    pub(super) fn add_mutants(
        &self,
        other: &Store,
        theirs: TrackId,
        own: TrackId,
    ) -> Result<(), StoreError> {
        let names = other.mutation_rules()?;
        let mut mutants = Vec::new();
        let mut trouble = None;
        other.each_mutant(theirs, |(number, operators, ids)| {
            let rules = steps(&ids).map(|id| names.get(&id).cloned()).collect();
            match rules {
                Some(rules) => {
                    let operators = OperatorSet(operators);
                    mutants.push(MadeMutant { number, operators, rules });
                }
                None => trouble = Some(number),
            }
        })?;
        if let Some(number) = trouble {
            return Err(other.damaged(format!("the rules of mutant number {number}")));
        }
        self.attempt(|connection| put(connection, own, &mutants))
    }
}

/// The ids of the rules of a mutant's steps.
fn steps(ids: &[u8]) -> impl Iterator<Item = u32> {
    ids.chunks_exact(4).map(|id| u32::from_le_bytes([id[0], id[1], id[2], id[3]]))
}

/// Writes down mutants that were asked; each once, however often it is asked.
pub(super) fn put(
    connection: &Connection,
    track: TrackId,
    mutants: &[MadeMutant],
) -> rusqlite::Result<()> {
    let mut ids: BTreeMap<&RuleName, u32> = BTreeMap::new();
    for rule in mutants.iter().flat_map(|it| &it.rules) {
        if !ids.contains_key(rule) {
            ids.insert(rule, id_of(connection, rule)?);
        }
    }
    let mut statement = connection.prepare_cached(
        "INSERT OR IGNORE INTO mutant (track, number, operators, rules) VALUES (?, ?, ?, ?)",
    )?;
    for MadeMutant { number, operators, rules } in mutants {
        let bytes: Vec<u8> = rules.iter().flat_map(|rule| ids[rule].to_le_bytes()).collect();
        statement.execute(params![track.0, number, operators.0, bytes])?;
    }
    Ok(())
}

fn id_of(
    connection: &Connection,
    RuleName { technique, rule }: &RuleName,
) -> rusqlite::Result<u32> {
    let mut find = connection
        .prepare_cached("SELECT id FROM mutation_rule WHERE technique = ? AND rule = ?")?;
    let mut insert = connection
        .prepare_cached("INSERT OR IGNORE INTO mutation_rule (technique, rule) VALUES (?, ?)")?;
    insert.execute(params![technique.name(), &**rule])?;
    find.query_row(params![technique.name(), &**rule], |row| row.get(0))
}
