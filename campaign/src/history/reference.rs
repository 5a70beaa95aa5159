//! What a reference said, kept from one campaign to the next: a release never changes its mind.
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

/// Copies what a cache knows of a reference's answers into a campaign: how many were new to it.
pub fn recall(
    store: &mut Store,
    cache: &Path,
    reference: &Setting,
    sources: &[Arc<dyn Source>],
) -> Result<u64, StoreError> {
    if !Store::is_there(cache) {
        return Ok(0);
    }
    store.adopt(&Store::open_to_read(cache)?, &reference.key(), sources)
}

/// Copies what a campaign knows of a reference's answers into a cache: how many were new to it.
pub fn remember(
    store: &Store,
    cache: &Path,
    reference: &Setting,
    sources: &[Arc<dyn Source>],
) -> Result<u64, StoreError> {
    Store::open(cache)?.adopt(store, &reference.key(), sources)
}
