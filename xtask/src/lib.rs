//! The developers' commands.

pub mod bench;
pub mod theories;
