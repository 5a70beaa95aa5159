//! The making of text pools: by the reel of a part, or of the characters of a set.

use std::sync::Arc;

use num_bigint::BigUint;

use super::context::Context;
use super::limit::Limit;
use super::reel::Reel;
use crate::engine::text_pool::{PoolKey, TextPool, Texts};
use crate::grammar::charset::CharSet;
use crate::grammar::layout::Cursor;
use crate::grammar::writing_steps::ChoiceSymbol;
use crate::number::Size;

/// A larger part is no pool: its texts would push each other out of the fast memory.
const MOST_TREES: u32 = 16 << 10;
const MOST_BYTES: usize = 512 << 10;

/// The pool for a key, made if need be; `None` if its part makes no pool.
pub(super) fn pool(context: Context, key: PoolKey) -> Option<Arc<TextPool>> {
    context.engine.stream_cache().pools.get(key, || make(context, key))
}

fn make(context: Context, key: PoolKey) -> Option<TextPool> {
    match key.child {
        ChoiceSymbol::Set(number) => make_of_set(context.steps().set(number), key.start),
        ChoiceSymbol::Node(id) => {
            let count = context.engine.count(id, Size(key.size));
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

fn make_of_set(set: &CharSet, start: Cursor) -> Option<TextPool> {
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

    fn finish(self) -> Option<TextPool> {
        Some(TextPool::new(self.texts, self.start, self.end?))
    }
}
