//! Tables with what became known of findings after they were found: a finding's key, and JSON.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::{Store, StoreError};
use crate::finding::Finding;
use crate::finding::folder::folder_name;
use crate::hex::hex;

/// A table, by its name, which is also that of its column: `sequel`. Campaigns of before may not have it.
#[derive(Clone, Copy)]
pub(super) struct Table(pub &'static str);

impl Store {
    /// Keeps what is known of a finding, in place of what was known before.
    pub(super) fn keep_of<T: Serialize>(
        &self,
        Table(name): Table,
        key: &str,
        known: &T,
    ) -> Result<(), StoreError> {
        let text = serde_json::to_string(known).expect("it is plain data");
        let put = format!("INSERT OR REPLACE INTO {name} (finding, {name}) VALUES (?, ?)");
        self.attempt(|connection| connection.execute(&put, params![key, text]))?;
        Ok(())
    }

    /// Returns what is known of findings, by their keys.
    pub(super) fn known_of<T: DeserializeOwned>(
        &self,
        table: Table,
    ) -> Result<BTreeMap<String, T>, StoreError> {
        let rows = self.attempt(|connection| rows(connection, table))?;
        let read = |(finding, text): (String, String)| match serde_json::from_str(&text) {
            Ok(known) => Ok((finding, known)),
            Err(error) => Err(self.damaged(format!("the {} of {finding}: {error}", table.0))),
        };
        rows.into_iter().map(read).collect()
    }
}

/// Returns what tells a finding from all others. A file of a corpus may have been another text when it
/// was asked before, in a folder of the same name.
pub(super) fn key(finding: &Finding) -> String {
    let digest = hex(&Sha256::digest(finding.evidence.formula.as_bytes())[..8]);
    format!("{} {digest}", folder_name(finding))
}

fn rows(connection: &Connection, Table(name): Table) -> rusqlite::Result<Vec<(String, String)>> {
    let is_there = "SELECT count(*) > 0 FROM sqlite_schema WHERE name = ?";
    if !connection.query_row(is_there, [name], |row| row.get::<_, bool>(0))? {
        return Ok(Vec::new());
    }
    let mut statement =
        connection.prepare(&format!("SELECT finding, {name} FROM {name} ORDER BY finding"))?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    rows.collect()
}
