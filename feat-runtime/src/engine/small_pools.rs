//! The pools of the smallest parts, found without hashing.

use std::sync::{Arc, OnceLock};

use super::text_pool::TextPool;
use crate::grammar::draft::NonterminalId;
use crate::grammar::layout::Cursor;
use crate::grammar::rtg::Rtg;

/// Parts of larger sizes are not looked for here: hardly any of them has a pool.
const SIZES: usize = 6;

/// The pools of the parts of the first sizes, each in a slot of its own.
#[derive(Debug)]
pub(crate) struct SmallPools {
    nonterminals: usize,
    /// By nonterminal, size and class of the cursor; made when the first text is wanted.
    slots: OnceLock<Box<[PoolSlot]>>,
}

/// A pool once it was asked for; `None` stands for a part that makes no pool.
pub(crate) type PoolSlot = OnceLock<Option<Arc<TextPool>>>;

/// A small part, and what its texts follow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SmallPart {
    pub id: NonterminalId,
    pub size: u32,
    pub cursor: Cursor,
}

impl SmallPools {
    /// No pools of a grammar yet.
    pub fn new(rtg: &Rtg) -> Self {
        Self { nonterminals: rtg.nonterminals().len(), slots: OnceLock::new() }
    }

    /// All slots: see [`slot`].
    pub fn slots(&self) -> &[PoolSlot] {
        let count = self.nonterminals * SIZES * Cursor::CLASSES;
        self.slots.get_or_init(|| (0..count).map(|_| PoolSlot::new()).collect())
    }
}

/// The slot of a part; `None` if it has no pool for certain.
#[inline]
pub(crate) fn slot(
    slots: &[PoolSlot],
    SmallPart { id, size, cursor }: SmallPart,
) -> Option<&PoolSlot> {
    let size = size as usize;
    if size >= SIZES {
        return None;
    }
    slots.get((id.index() * SIZES + size) * Cursor::CLASSES + cursor.class_number()?)
}
