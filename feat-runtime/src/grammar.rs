//! Grammars: drafts that anybody can write, grammars that are proved, their trees and texts.

pub mod analysis;
pub(crate) mod charset;
pub(crate) mod draft;
pub(crate) mod graph;
pub(crate) mod layout;
pub(crate) mod rtg;
pub(crate) mod tree;
pub(crate) mod writing_steps;
