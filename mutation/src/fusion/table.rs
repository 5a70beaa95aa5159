//! Fusion functions of a file, as one value: its text, and what tells it from others.

use std::sync::Arc;

use super::FusionFunction;
use crate::draw::Draw;

/// Fusion functions that take the place of those that come with the program. Its digest is such as
/// `6534309b`.
///
/// Invariant: there is at least one, and no two have one name.
#[derive(Clone, Debug)]
pub struct FusionTable(Arc<[FusionFunction]>);

impl FusionTable {
    /// Takes functions with names of their own; `None` if there is none.
    pub(super) fn new(functions: Vec<FusionFunction>) -> Option<Self> {
        (!functions.is_empty()).then(|| Self(functions.into()))
    }

    /// Returns the functions, in order.
    pub fn functions(&self) -> &Arc<[FusionFunction]> {
        &self.0
    }

    /// Returns the function with a name.
    pub fn get(&self, name: &str) -> Option<&FusionFunction> {
        self.0.iter().find(|it| **it.name() == *name)
    }

    /// Returns it as a table that [`read_fusion_functions`](super::read_fusion_functions) reads, one line for
    /// each function.
    pub fn text(&self) -> String {
        self.0.iter().map(|it| format!("{it}\n")).collect()
    }

    /// Returns what tells it from other tables, in 8 hexadecimal digits: `5f0c2a91`.
    pub fn digest(&self) -> String {
        let bits = Draw::new(&self.text(), "fusion functions", 0).bits();
        format!("{:08x}", bits >> 32)
    }
}
