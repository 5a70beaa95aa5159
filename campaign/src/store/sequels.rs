//! Sequels in the database: all that became known of findings after they were found.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};
use sha2::{Digest, Sha256};

use super::{Store, StoreError};
use crate::finding::Finding;
use crate::finding::folder::folder_name;
use crate::finding::sequel::Sequel;
use crate::hex::hex;

/// The table, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS sequel (
    finding TEXT PRIMARY KEY,     -- the name of its folder, and a digest of its formula
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
                params![key(finding), text],
            )
        })?;
        Ok(())
    }

    /// Returns what became known of findings, by their [`key`]s; nothing in a campaign of an etude
    /// that did not keep it.
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

/// Returns what tells a finding from all others. A file of a corpus may have been another text when it
/// was asked before, in a folder of the same name.
pub(super) fn key(finding: &Finding) -> String {
    let digest = hex(&Sha256::digest(finding.evidence.formula.as_bytes())[..8]);
    format!("{} {digest}", folder_name(finding))
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
