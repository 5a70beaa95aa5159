//! The odometer: from one tree of a part to the next without any arithmetic on indices.
//!
//! Inside a part the order is that of the choices in preorder, where each node gives its
//! production and then the sizes of its children (see `order.rs`). So the trees of a part
//! are counted through as an odometer counts, with a wheel for each choice:
//!
//! - a *digit* is a subtree whose part has a [`TextPool`]: its value is a place in the pool;
//! - a *branch* is a larger subtree: its value is a production with a split of its size;
//! - a *character* comes from a set that has no pool.
//!
//! The next tree: the last wheel that can turn does, and everything behind it is written
//! anew at its first values. For this each wheel knows where its text begins and what is
//! to be written behind it: a place in a production, whose frame knows the place in its
//! parent, and so on. Frames stand in preorder as the wheels do, so a turn cuts off those
//! behind it, and memory stays in the size of one tree.
//!
//! The digits behind the last branch turn nearly always; `reel.rs` makes that fast.

use std::collections::HashMap;
use std::sync::Arc;

use super::context::Context;
use super::pool_making;
use super::start_at::StartAt;
use crate::engine::text_pool::{PoolKey, TextPool};
use crate::grammar::draft::{NonterminalId, ProductionId};
use crate::grammar::layout::Cursor;
use crate::grammar::tree::Tree;
use crate::grammar::writing_steps::{ChoiceSymbol, WritingStep};

/// The next thing to write: a step of a production on the way.
#[derive(Clone, Copy, Debug)]
struct Next {
    frame: usize,
    step: usize,
}

/// Behind the last step of the root.
const END: Next = Next { frame: usize::MAX, step: 0 };

/// A production on the way. The sizes of its children stand in a list common to all frames.
#[derive(Clone, Copy, Debug)]
struct OpenProduction {
    production: ProductionId,
    sizes: usize,
    parent: Next,
}

/// One choice with its value.
#[derive(Clone, Debug)]
pub(crate) struct OdometerWheel {
    pub value: WheelValue,
    /// The offset of its text, separator and all.
    pub start: usize,
    /// The cursor there.
    cursor: Cursor,
    /// The next thing to write behind it.
    after: Next,
    /// The number of frames and sizes before it.
    frames: usize,
    sizes: usize,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum WheelValue {
    /// A place in the pool of this number.
    Digit { pool: usize, place: usize },
    /// A production, in the frame behind the wheel's, with the sizes of its children.
    Branch { id: NonterminalId, size: u32, production: ProductionId },
    /// A character of a set.
    Char { set: usize, place: u32 },
}

/// The trees of one part from one on, with the text of that one.
#[derive(Clone, Debug)]
pub(crate) struct Odometer {
    pub text: Vec<u8>,
    pub wheels: Vec<OdometerWheel>,
    frames: Vec<OpenProduction>,
    sizes: Vec<u32>,
    /// The cursor at which the text begins.
    root: Cursor,
    /// The cursor at which the text ends.
    pub cursor: Cursor,
    /// The pools that were met, and which part has which.
    pub pools: Vec<Arc<TextPool>>,
    known: HashMap<PoolKey, Option<usize>>,
}

impl Odometer {
    /// An odometer whose texts follow this cursor; it has none before it is set.
    pub fn new(root: Cursor) -> Self {
        Self {
            text: Vec::new(),
            wheels: Vec::new(),
            frames: Vec::new(),
            sizes: Vec::new(),
            root,
            cursor: root,
            pools: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Sets the wheels to the first tree of a part that has one. The tree as a whole is no
    /// digit: this is how its pool is made.
    pub fn set_to_first(&mut self, context: Context, id: NonterminalId, size: u32) {
        self.clear();
        let place = self.branch(context, id, size, END, &mut StartAt::First);
        self.write_on(context, place, &mut StartAt::First);
    }

    /// Sets the wheels to a tree of that nonterminal.
    pub fn set_to(&mut self, context: Context, id: NonterminalId, tree: &Tree) {
        self.clear();
        let mut start = StartAt::along(context.engine.rtg(), tree);
        let size = tree.size(context.engine.rtg()).0;
        let place = self.choose(context, ChoiceSymbol::Node(id), size, END, &mut start);
        self.write_on(context, place, &mut start);
    }

    /// Steps to the next tree as though only the first `wheels` wheels could turn; `false`
    /// if none of them can.
    ///
    /// Costs time in the length of what is behind the wheel that turns.
    pub fn advance(&mut self, context: Context, wheels: usize) -> bool {
        self.wheels.truncate(wheels);
        while let Some(mut wheel) = self.wheels.pop() {
            self.text.truncate(wheel.start);
            self.cursor = wheel.cursor;
            if let Some(place) = self.turn(context, &mut wheel) {
                self.wheels.push(wheel);
                self.write_on(context, place, &mut StartAt::First);
                return true;
            }
        }
        false
    }

    /// Turns a wheel to its next value, if it has one, and writes that; gives what is next.
    fn turn(&mut self, context: Context, wheel: &mut OdometerWheel) -> Option<Next> {
        let writing = context.steps();
        match &mut wheel.value {
            WheelValue::Digit { pool, place } => {
                *place += 1;
                self.cut_frames(wheel.frames, wheel.sizes);
                self.write_digit(*pool, *place)?;
                Some(wheel.after)
            }
            WheelValue::Char { set, place } => {
                *place += 1;
                self.cut_frames(wheel.frames, wheel.sizes);
                self.write(writing.set(*set).get(*place)?.encode_utf8(&mut [0; 4]));
                Some(wheel.after)
            }
            WheelValue::Branch { id, size, production } => {
                let steps = writing.of(*production);
                self.cut_frames(wheel.frames + 1, wheel.sizes + steps.children.len());
                let sizes = &mut self.sizes[wheel.sizes..];
                if !context.splits.next(*production, steps, sizes) {
                    self.sizes.truncate(wheel.sizes);
                    let mut others = context.engine.rtg().nonterminal(*id).productions();
                    *production = others.find(|&other| {
                        let steps = writing.of(other);
                        let sizes = &mut self.sizes;
                        other > *production && context.splits.first(other, steps, *size, sizes)
                    })?;
                    self.frames[wheel.frames].production = *production;
                }
                Some(Next { frame: wheel.frames, step: 0 })
            }
        }
    }

    /// Writes from a place to the end, at the values that `start` gives.
    fn write_on(&mut self, context: Context, mut place: Next, start: &mut StartAt) {
        while let Some(&frame) = self.frames.get(place.frame) {
            let steps = context.steps().of(frame.production);
            let Some(step) = steps.list.get(place.step) else {
                place = frame.parent;
                continue;
            };
            place.step += 1;
            match step {
                WritingStep::Write(piece) => self.write(piece),
                WritingStep::Token(piece) => {
                    self.write(piece);
                    self.cursor.end_token();
                }
                WritingStep::EndToken => self.cursor.end_token(),
                WritingStep::Choose(child) => {
                    let size = self.sizes[frame.sizes + child];
                    place = self.choose(context, steps.children[*child], size, place, start);
                }
            }
        }
    }

    /// Gives a subtree its value and a wheel if it can have others; gives what is next.
    fn choose(
        &mut self,
        context: Context,
        child: ChoiceSymbol,
        size: u32,
        after: Next,
        start: &mut StartAt,
    ) -> Next {
        if let Some(pool) = self.pool(context, child, size) {
            let place = start.place_in_pool(context, child);
            if self.pools[pool].texts.len() > 1 {
                self.push_wheel(WheelValue::Digit { pool, place }, after);
            }
            self.write_digit(pool, place).expect("a place in a pool is below its length");
            return after;
        }
        match child {
            ChoiceSymbol::Node(id) => self.branch(context, id, size, after, start),
            ChoiceSymbol::Set(set) => {
                let place = start.place_in_set(context.steps().set(set));
                self.push_wheel(WheelValue::Char { set, place }, after);
                let c = context.steps().set(set).get(place);
                let c = c.expect("a place in a set is below its length");
                self.write(c.encode_utf8(&mut [0; 4]));
                after
            }
        }
    }

    fn branch(
        &mut self,
        context: Context,
        id: NonterminalId,
        size: u32,
        after: Next,
        start: &mut StartAt,
    ) -> Next {
        let (frame, sizes) = (self.frames.len(), self.sizes.len());
        let production = start.production(context, id, size, &mut self.sizes);
        let value = WheelValue::Branch { id, size, production };
        let cursor = self.cursor;
        self.wheels.push(OdometerWheel {
            value,
            start: self.text.len(),
            cursor,
            after,
            frames: frame,
            sizes,
        });
        self.frames.push(OpenProduction { production, sizes, parent: after });
        Next { frame, step: 0 }
    }

    fn push_wheel(&mut self, value: WheelValue, after: Next) {
        self.wheels.push(OdometerWheel {
            value,
            start: self.text.len(),
            cursor: self.cursor,
            after,
            frames: self.frames.len(),
            sizes: self.sizes.len(),
        });
    }

    fn pool(&mut self, context: Context, child: ChoiceSymbol, size: u32) -> Option<usize> {
        let key = PoolKey::new(child, size, self.cursor)?;
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let pool = pool_making::pool(context, key).map(|pool| {
            self.pools.push(pool);
            self.pools.len() - 1
        });
        self.known.insert(key, pool);
        pool
    }

    fn write(&mut self, piece: &str) {
        let separator = self.cursor.pass(piece);
        self.text.extend_from_slice(separator.as_bytes());
        self.text.extend_from_slice(piece.as_bytes());
    }

    fn write_digit(&mut self, pool: usize, place: usize) -> Option<()> {
        let pool = &self.pools[pool];
        if place >= pool.texts.len() {
            return None;
        }
        self.text.extend_from_slice(pool.texts.get(place));
        self.cursor = pool.after(self.cursor);
        Some(())
    }

    fn cut_frames(&mut self, frames: usize, sizes: usize) {
        self.frames.truncate(frames);
        self.sizes.truncate(sizes);
    }

    fn clear(&mut self) {
        self.wheels.clear();
        self.cut_frames(0, 0);
        self.text.clear();
        self.cursor = self.root;
    }
}
