//! A finding after the hunt: which releases have its bug, and how short its formula may be.

use serde::{Deserialize, Serialize};

use crate::finding::lifetime::Lifetime;

/// All that became known of a finding after it was found. A campaign keeps it. Its lifetime reads
/// `z3 4.8.6 to 4.8.7; fixed in 4.8.8`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sequel {
    /// The formula without declarations that nothing uses; only where the solver that is to blame
    /// was seen to fail on it all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trimmed: Option<String>,
    /// The releases that have the bug.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<Lifetime>,
}
