//! Reductions of findings, in the database.

use std::collections::BTreeMap;

use super::of_findings::{Table, key};
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

const REDUCTIONS: Table = Table("reduction");

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
        self.keep_of(REDUCTIONS, &key(finding.asked()), reduction)
    }

    /// Returns what findings were reduced to; nothing in a campaign of an etude that did not keep it.
    pub(super) fn reductions(&self) -> Result<Reductions, StoreError> {
        Ok(Reductions(self.known_of(REDUCTIONS)?))
    }

    /// Takes over what another campaign knows where it came further than this one.
    pub(super) fn take_reductions(&self, other: &Self) -> Result<(), StoreError> {
        let (Reductions(own), Reductions(others)) = (self.reductions()?, other.reductions()?);
        let is_news = |(key, theirs): &(&String, &ReducedFinding)| {
            own.get(*key).is_none_or(|own| theirs.is_further_than(own))
        };
        let mut news = others.iter().filter(is_news);
        news.try_for_each(|(key, reduction)| self.keep_of(REDUCTIONS, key, reduction))
    }
}
