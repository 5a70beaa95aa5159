//! Solvers as a campaign asks them, and as its files describe them.

pub(crate) mod description;
pub(crate) mod handle;
pub(crate) mod setting;
pub(crate) mod variant;
