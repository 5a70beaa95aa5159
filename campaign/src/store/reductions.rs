//! Reductions of findings, in the database.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::sequels::key;
use super::{Store, StoreError};
use crate::finding::Finding;
use crate::finding::accused::Accused;
use crate::finding::reduced::ReducedFinding;
use crate::judge::kind::Kind;

/// The table, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS reduction (
    finding TEXT PRIMARY KEY,     -- the name of its folder, and a digest of its formula as it was asked
    reduction TEXT NOT NULL       -- all of it, as JSON
) WITHOUT ROWID;
";

/// Reductions by the keys of their findings.
pub(super) struct Reductions(BTreeMap<String, ReducedFinding>);

/// The part of a finding that its row tells before all of it is read.
type Outline<'a> = (&'a Accused, Kind, &'a [String]);

impl Reductions {
    /// Returns what came of reducing a finding.
    pub fn of(&self, asked: &Finding) -> Option<&ReducedFinding> {
        if self.0.is_empty() { None } else { self.0.get(&key(asked)) }
    }

    /// Returns the findings that were made smaller by what the table of findings has of them.
    pub fn outlines(&self) -> impl Iterator<Item = Outline<'_>> {
        let asked = self.0.values().filter_map(|it| Some(it.finding.as_ref()?.asked()));
        asked.map(|it| (&it.accused, it.kind, &it.operators[..]))
    }
}

impl Store {
    /// Keeps what a finding was reduced to, in place of what was known before.
    pub fn keep_reduction(
        &self,
        finding: &Finding,
        reduction: &ReducedFinding,
    ) -> Result<(), StoreError> {
        let text = serde_json::to_string(reduction).expect("a reduction is plain data");
        self.attempt(|connection| {
            connection.execute(
                "INSERT OR REPLACE INTO reduction (finding, reduction) VALUES (?, ?)",
                params![key(finding.asked()), text],
            )
        })?;
        Ok(())
    }

    /// Returns what findings were reduced to; nothing in a campaign of an etude that did not keep it.
    pub(super) fn reductions(&self) -> Result<Reductions, StoreError> {
        let rows = self.attempt(rows)?;
        let read = |(finding, text): (String, String)| match serde_json::from_str(&text) {
            Ok(reduction) => Ok((finding, reduction)),
            Err(error) => Err(self.damaged(format!("the reduction of {finding}: {error}"))),
        };
        Ok(Reductions(rows.into_iter().map(read).collect::<Result<_, _>>()?))
    }

    /// Takes over what another campaign knows where it came further than this one.
    pub(super) fn take_reductions(&self, other: &Self) -> Result<(), StoreError> {
        let (Reductions(own), Reductions(others)) = (self.reductions()?, other.reductions()?);
        let is_news = |(key, theirs): &(&String, &ReducedFinding)| {
            own.get(*key).is_none_or(|own| theirs.is_further_than(own))
        };
        self.attempt(|connection| {
            for (key, reduction) in others.iter().filter(is_news) {
                let text = serde_json::to_string(reduction).expect("a reduction is plain data");
                connection.execute(
                    "INSERT OR REPLACE INTO reduction (finding, reduction) VALUES (?, ?)",
                    params![key, text],
                )?;
            }
            Ok(())
        })
    }
}

fn rows(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let is_there = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'reduction'";
    if !connection.query_row(is_there, [], |row| row.get::<_, bool>(0))? {
        return Ok(Vec::new());
    }
    let mut statement =
        connection.prepare("SELECT finding, reduction FROM reduction ORDER BY finding")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
