//! The developers' commands.

pub mod theories;
