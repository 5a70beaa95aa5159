//! Finding: from an index to its tree, from a tree to its index, and the order between trees.

pub(crate) mod least;
pub(crate) mod length;
pub(crate) mod order;
pub(crate) mod rank;
pub(crate) mod small_trees;
pub(crate) mod splits;
pub(crate) mod unrank;
