//! A reference's answers, kept from one campaign to the next: a release never changes its mind.
//!
//! The answers lie in a database of their own, by formula and by all that tells one way of asking
//! from another: the release (or the program's digest), its options, limits and manner. They are
//! copied in transactions, so a program that is killed leaves all of a copy or nothing of it, and
//! what it did not bring back is brought back by the run that goes on.

use std::path::Path;
use std::sync::Arc;

use crate::seat::setting::Setting;
use crate::source::Source;
use crate::store::{Store, StoreError};

/// Copies what a cache knows of a reference's answers, within each of its time limits, into a campaign: how many were new to it.
pub fn recall(
    store: &mut Store,
    cache: &Path,
    settings: &[Setting],
    sources: &[Arc<dyn Source>],
) -> Result<u64, StoreError> {
    if !Store::is_there(cache) {
        return Ok(0);
    }
    adopt(store, &Store::open_to_read(cache)?, settings, sources)
}

/// Copies what a campaign knows of a reference's answers into a cache: how many were new to it.
pub fn remember(
    store: &Store,
    cache: &Path,
    settings: &[Setting],
    sources: &[Arc<dyn Source>],
) -> Result<u64, StoreError> {
    adopt(&mut Store::open(cache)?, store, settings, sources)
}

fn adopt(
    store: &mut Store,
    other: &Store,
    settings: &[Setting],
    sources: &[Arc<dyn Source>],
) -> Result<u64, StoreError> {
    settings.iter().map(|setting| store.adopt(other, &setting.key(), sources)).sum()
}
