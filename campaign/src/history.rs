//! Looking back: summaries, comparisons with earlier builds, and findings asked again.

pub(crate) mod baseline;
pub(crate) mod bisect;
pub(crate) mod follow_up;
pub(crate) mod labels;
pub(crate) mod reduction;
pub(crate) mod reference;
pub(crate) mod replay;
pub(crate) mod retrial;
pub(crate) mod statistics;
pub(crate) mod summary;
