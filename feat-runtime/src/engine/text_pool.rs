//! Text pools: the texts of all trees of a small part, laid out once and copied ever after.
//!
//! What separates a text from the one before it depends on where that one ends, and on
//! nothing else: on the [`Cursor`]. So a pool is made for a class of cursors, its texts begin
//! with their separators, and copying one is all there is to writing it. Texts that leave
//! different cursors behind, or that close parentheses they did not open, make no pool: the
//! odometer then goes into such trees symbol by symbol.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use crate::grammar::layout::Cursor;
use crate::grammar::writing_steps::ChoiceSymbol;

/// Pools are made of pools of smaller trees, so this bounds how deep their making nests.
const MOST_SIZE: u32 = 24;

/// A list of texts in one piece of memory.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    bytes: Vec<u8>,
    /// The offset at which each text starts, and that at which the last ends.
    bounds: Vec<u32>,
}

impl Texts {
    pub fn new() -> Self {
        Self { bytes: Vec::new(), bounds: vec![0] }
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.bounds.truncate(1);
    }

    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    pub fn get(&self, number: usize) -> &[u8] {
        &self.bytes[self.bounds[number] as usize..self.bounds[number + 1] as usize]
    }

    /// The texts from number `first` on.
    pub fn from(&self, first: usize) -> impl Iterator<Item = &[u8]> {
        let bounds = self.bounds[first..].windows(2);
        bounds.map(|bounds| &self.bytes[bounds[0] as usize..bounds[1] as usize])
    }

    /// Adds what `write` appends as one text. All together must stay below 4 GiB.
    pub fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.bounds
            .push(u32::try_from(self.bytes.len()).expect("texts of a pool stay below 4 GiB"));
    }
}

/// The texts of all trees of one part, in order, as they follow a cursor of one class.
#[derive(Debug)]
pub(crate) struct TextPool {
    pub texts: Texts,
    start: Cursor,
    end: Cursor,
}

impl TextPool {
    /// The pool of these texts, which lead from `start`, a class of cursors, to `end`.
    pub fn new(texts: Texts, start: Cursor, end: Cursor) -> Self {
        Self { texts, start, end }
    }

    /// The cursor after a text of the pool that follows `cursor`, one of its class.
    pub fn after(&self, cursor: Cursor) -> Cursor {
        cursor.moved(self.start, self.end)
    }
}

/// The part that a pool is made of, and the class of cursors that its texts follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PoolKey {
    pub child: ChoiceSymbol,
    pub size: u32,
    pub start: Cursor,
}

impl PoolKey {
    /// The key of the pool of a part; `None` if there is none for certain.
    pub fn new(child: ChoiceSymbol, size: u32, cursor: Cursor) -> Option<Self> {
        if size > MOST_SIZE {
            return None;
        }
        cursor.class().map(|start| Self { child, size, start })
    }
}

/// The pools of one grammar that were asked for so far, shared by threads. `None` stands for
/// a part that makes no pool.
#[derive(Debug, Default)]
pub(crate) struct TextPools {
    made: RwLock<HashMap<PoolKey, Option<Arc<TextPool>>>>,
}

impl TextPools {
    /// The pool for a key, made by `make` if need be. `make` may ask for other pools.
    pub fn get(
        &self,
        key: PoolKey,
        make: impl FnOnce() -> Option<TextPool>,
    ) -> Option<Arc<TextPool>> {
        let pools = self.made.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = pools.get(&key) {
            return pool.clone();
        }
        // Making it asks for other pools, so nothing may be locked. Two threads may make
        // the same pool; then the first to finish is kept.
        drop(pools);
        let pool = make().map(Arc::new);
        let mut pools = self.made.write().unwrap_or_else(PoisonError::into_inner);
        pools.entry(key).or_insert(pool).clone()
    }
}
