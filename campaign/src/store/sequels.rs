//! What became known of findings after they were found, in the database.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::{Store, StoreError};
use crate::finding::Finding;
use crate::finding::folder::folder_name;
use crate::finding::sequel::Sequel;

/// The table, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS sequel (
    finding TEXT PRIMARY KEY,     -- the name of its folder
    sequel TEXT NOT NULL          -- all of it, as JSON
) WITHOUT ROWID;
";

impl Store {
    /// Keeps what became known of a finding, in place of what was known before.
    pub fn keep_sequel(&self, finding: &Finding, sequel: &Sequel) -> Result<(), StoreError> {
        let text = serde_json::to_string(sequel).expect("a sequel is plain data");
        self.attempt(|connection| {
            connection.execute(
                "INSERT OR REPLACE INTO sequel (finding, sequel) VALUES (?, ?)",
                params![folder_name(finding), text],
            )
        })?;
        Ok(())
    }

    /// Returns what became known of findings, by the names of their folders; nothing in a campaign
    /// of an etude that did not keep it.
    pub(super) fn sequels(&self) -> Result<BTreeMap<String, Sequel>, StoreError> {
        let rows = self.attempt(rows)?;
        let read = |(finding, text): (String, String)| match serde_json::from_str(&text) {
            Ok(sequel) => Ok((finding, sequel)),
            Err(error) => Err(self.damaged(format!("the sequel of {finding}: {error}"))),
        };
        rows.into_iter().map(read).collect()
    }

    /// Takes over what another campaign knows of findings that this one knows nothing of.
    pub(super) fn take_sequels(&self, other: &Self) -> Result<(), StoreError> {
        let rows = other.attempt(rows)?;
        self.attempt(|connection| {
            for (finding, sequel) in &rows {
                connection.execute(
                    "INSERT OR IGNORE INTO sequel (finding, sequel) VALUES (?, ?)",
                    params![finding, sequel],
                )?;
            }
            Ok(())
        })
    }
}

fn rows(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let is_there = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = 'sequel'";
    if !connection.query_row(is_there, [], |row| row.get::<_, bool>(0))? {
        return Ok(Vec::new());
    }
    let mut statement =
        connection.prepare("SELECT finding, sequel FROM sequel ORDER BY finding")?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
