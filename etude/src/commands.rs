//! One file a command.

pub(crate) mod count;
pub(crate) mod enumerate;
pub(crate) mod grammar;
pub(crate) mod rank;
pub(crate) mod sample;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod theories;
