//! Functional enumeration of regular tree grammars: counts, trees by index, indices by tree.

mod charset;

pub use charset::CharSet;
