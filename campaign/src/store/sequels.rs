//! Sequels in the database: all that became known of findings after they were found.

use std::collections::BTreeMap;

use super::of_findings::{Table, key};
use super::{Store, StoreError};
use crate::finding::Finding;
use crate::finding::sequel::Sequel;

/// The table, which campaigns of before do not have.
pub(super) const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS sequel (
    finding TEXT PRIMARY KEY,     -- the name of its folder, and a digest of its formula
    sequel TEXT NOT NULL          -- all of it, as JSON
) WITHOUT ROWID;
";

const SEQUELS: Table = Table("sequel");

impl Store {
    /// Keeps what became known of a finding, in place of what was known before.
    pub fn keep_sequel(&self, finding: &Finding, sequel: &Sequel) -> Result<(), StoreError> {
        self.keep_of(SEQUELS, &key(finding), sequel)
    }

    /// Returns what became known of findings, by their [`key`]s; nothing in a campaign of an etude
    /// that did not keep it.
    pub(super) fn sequels(&self) -> Result<BTreeMap<String, Sequel>, StoreError> {
        self.known_of(SEQUELS)
    }

    /// Takes over what another campaign knows of findings that this one knows nothing of.
    pub(super) fn take_sequels(&self, other: &Self) -> Result<(), StoreError> {
        let own = self.sequels()?;
        let mut news = other.sequels()?.into_iter().filter(|(key, _)| !own.contains_key(key));
        news.try_for_each(|(key, sequel)| self.keep_of(SEQUELS, &key, &sequel))
    }
}
