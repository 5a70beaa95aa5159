//! Pools: the texts of all trees of a small part, laid out once and copied ever after.
//!
//! What separates a text from the one before it depends on where that one ends, and on
//! nothing else: on the [`Cursor`]. So a pool is made for a class of cursors, its texts begin
//! with their separators, and copying one is all there is to writing it. Texts that leave
//! different cursors behind, or that close parentheses they did not open, make no pool: the
//! odometer then goes into such trees symbol by symbol.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use num_bigint::BigUint;

use crate::grammar::charset::CharSet;
use crate::grammar::layout::Cursor;
use crate::grammar::writing_steps::Child;
use crate::number::Size;
use crate::stream::Limit;
use crate::stream::odometer::Context;
use crate::stream::reel::Reel;

/// A larger part is no pool: its texts would push each other out of the fast memory.
const MOST_TREES: u32 = 16 << 10;
const MOST_BYTES: usize = 512 << 10;
/// Pools are made of pools of smaller trees, so this bounds how deep their making nests.
const MOST_SIZE: u32 = 24;

/// A list of texts in one piece of memory.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    bytes: Vec<u8>,
    /// Where each text starts, and where the last ends.
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
pub(crate) struct Pool {
    pub texts: Texts,
    start: Cursor,
    end: Cursor,
}

impl Pool {
    /// Where a text of the pool leaves a cursor of its class.
    pub fn after(&self, cursor: Cursor) -> Cursor {
        cursor.moved(self.start, self.end)
    }
}

/// Which part, and after which class of cursors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    child: Child,
    size: u32,
    start: Cursor,
}

impl Key {
    /// Where to look for the pool of a part; `None` if there is none for certain.
    pub fn new(child: Child, size: u32, cursor: Cursor) -> Option<Self> {
        if size > MOST_SIZE {
            return None;
        }
        cursor.class().map(|start| Self { child, size, start })
    }
}

/// The pools of one grammar that were asked for so far, shared by threads. `None` stands for
/// a part that makes no pool.
#[derive(Debug, Default)]
pub(crate) struct Pools {
    made: RwLock<HashMap<Key, Option<Arc<Pool>>>>,
}

impl Pools {
    /// The pool for a key, made if need be.
    pub fn get(&self, context: Context, key: Key) -> Option<Arc<Pool>> {
        let made = self.made.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = made.get(&key) {
            return pool.clone();
        }
        // Making it asks for other pools, so nothing may be locked. Two threads may make
        // the same pool; then the first to finish is kept.
        drop(made);
        let pool = make(context, key).map(Arc::new);
        let mut made = self.made.write().unwrap_or_else(PoisonError::into_inner);
        made.entry(key).or_insert(pool).clone()
    }
}

fn make(context: Context, key: Key) -> Option<Pool> {
    match key.child {
        Child::Set(number) => make_of_set(context.script().set(number), key.start),
        Child::Node(id) => {
            let count = context.space.of(id).count(Size(key.size));
            if count > BigUint::from(MOST_TREES) {
                return None;
            }
            let mut making = Making::new(key.start);
            let mut reel = Reel::new(key.start);
            reel.set_to_first(context, id, key.size);
            while !reel.is_done() {
                making.add(reel.end(), |text| {
                    reel.fill(context, text, "", Limit { formulas: 1, bytes: usize::MAX });
                })?;
            }
            making.finish()
        }
    }
}

fn make_of_set(set: &CharSet, start: Cursor) -> Option<Pool> {
    if set.len() > MOST_TREES {
        return None;
    }
    let mut making = Making::new(start);
    for c in set.chars() {
        let mut end = start;
        let mut bytes = [0; 4];
        let piece = &*c.encode_utf8(&mut bytes);
        let separator = end.pass(piece);
        making.add(end, |text| {
            text.extend_from_slice(separator.as_bytes());
            text.extend_from_slice(piece.as_bytes());
        })?;
    }
    making.finish()
}

/// A pool in the making.
struct Making {
    texts: Texts,
    start: Cursor,
    end: Option<Cursor>,
}

impl Making {
    fn new(start: Cursor) -> Self {
        Self { texts: Texts::new(), start, end: None }
    }

    /// Adds a text that ends at a cursor; `None` if it does not fit into the pool.
    fn add(&mut self, end: Cursor, write: impl FnOnce(&mut Vec<u8>)) -> Option<()> {
        let is_like = self.end.is_none_or(|first| first.is_like(end));
        if !is_like || end.sank_below(self.start) {
            return None;
        }
        self.end = Some(end);
        self.texts.push(write);
        (self.texts.bytes() <= MOST_BYTES).then_some(())
    }

    fn finish(self) -> Option<Pool> {
        Some(Pool { texts: self.texts, start: self.start, end: self.end? })
    }
}
