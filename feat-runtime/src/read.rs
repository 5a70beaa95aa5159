//! Reading: from a text back to the trees that have it.

pub(crate) mod forest;
pub(crate) mod parse;
