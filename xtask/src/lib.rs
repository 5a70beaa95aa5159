//! The developers' commands.

pub mod statistics;
pub mod theories;
