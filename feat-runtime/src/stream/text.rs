//! From an index straight to its text.
//!
//! A tree is found from the root down and in preorder, which is the order its text is written
//! in; so the text can be written on the way, and no tree is made. The small subtrees, where
//! most of the text stands, are not even found: their texts lie in the pools of the streams
//! (see `text_pool.rs`), in the order of their indices.

use std::slice;

use super::context::Context;
use super::pool_making::pool;
use crate::count::natural::Rank;
use crate::count::tables::Tables;
use crate::engine::GrammarEngine;
use crate::engine::small_pools::{PoolSlot, SmallPart, slot};
use crate::engine::text_pool::PoolKey;
use crate::find::unrank::{Finder, OpenSubtrees, character};
use crate::grammar::draft::{NonterminalId, Symbol};
use crate::grammar::layout::{Cursor, Layout};
use crate::grammar::writing_steps::{ChoiceSymbol, WritingStep, WritingSteps};
use crate::number::{Index, Size};
use crate::space::{Position, Space};

impl Space {
    /// The text of the tree at `index`: `space.rtg().render(&space.get(index)?, layout)`.
    ///
    /// Makes no tree, and copies small subtrees; so it costs less than [`get`](Self::get).
    /// The first texts of a grammar pay for laying these out.
    pub fn text(&self, index: &Index, layout: Layout) -> Option<String> {
        let engine = self.engine();
        let mut writer = TextWriter::new(engine, layout);
        let mut write = |tables: &Tables, (size, rank): (u32, Rank)| {
            writer.write(&engine.finder(tables, None), self.nonterminal(), size, rank);
        };
        let tables = engine.counts().read();
        let word = u64::try_from(index.number()).ok();
        if let Some(found) = word.and_then(|word| self.locate_word(&tables, word)) {
            write(&tables, found);
            drop(tables);
        } else {
            // Looking further may grow the tables.
            drop(tables);
            let Position { size: Size(size), within } = self.locate(index)?;
            let tables = engine.counts().up_to(size);
            let rank = Rank::new(within.into_number(), &tables, self.spectrum(), size);
            write(&tables, (size, rank));
        }
        Some(writer.finish())
    }
}

/// A text in the making.
struct TextWriter<'a> {
    engine: &'a GrammarEngine,
    writing: &'a WritingSteps,
    slots: &'a [PoolSlot],
    text: Vec<u8>,
    cursor: Cursor,
    /// The parts whose pools were asked for and are not made yet.
    missing: Vec<SmallPart>,
}

impl<'a> TextWriter<'a> {
    fn new(engine: &'a GrammarEngine, layout: Layout) -> Self {
        Self {
            engine,
            writing: engine.steps(),
            slots: engine.stream_cache().small_pools.slots(),
            text: Vec::with_capacity(256),
            cursor: Cursor::new(layout),
            missing: Vec::new(),
        }
    }

    /// Writes tree number `rank` among the trees of `nonterminal` of this size.
    ///
    /// Asks what [`Finder::find`] asks, and costs what that costs for the part of the tree
    /// that is in no pool; the rest is copied.
    fn write(&mut self, finder: &Finder, nonterminal: NonterminalId, size: u32, rank: Rank) {
        let start = Symbol::Nonterminal(nonterminal);
        let mut open = OpenSubtrees::new(&start, size, rank);
        // The productions on the way, with the steps that are left; the children that are
        // still to be written stand in `open`.
        let mut path: Vec<slice::Iter<WritingStep>> = Vec::with_capacity(16);
        path.push(ROOT.iter());
        while let Some(steps) = path.last_mut() {
            match steps.next() {
                None => drop(path.pop()),
                Some(WritingStep::EndToken) => self.cursor.end_token(),
                Some(WritingStep::Write(piece)) => self.write_piece(piece),
                Some(WritingStep::Token(piece)) => {
                    self.write_piece(piece);
                    self.cursor.end_token();
                }
                Some(WritingStep::Choose(_)) => match open.pop() {
                    Some((Symbol::Set(set), _, rank)) => {
                        self.write_piece(character(set, rank).encode_utf8(&mut [0; 4]));
                    }
                    Some((Symbol::Nonterminal(id), size, rank)) => {
                        if !self.copy(*id, size, &rank) {
                            let production = open.expand(finder, *id, size, rank);
                            path.push(self.writing.of(production).list.iter());
                        }
                    }
                    Some((Symbol::Literal(_), ..)) | None => {
                        unreachable!("a production leaves a subtree for every choice")
                    }
                },
            }
        }
    }

    /// The text. What was missing on the way is made for the next one: no table may be locked.
    fn finish(self) -> String {
        for part in &self.missing {
            let Some(slot) = slot(self.slots, *part) else { continue };
            slot.get_or_init(|| {
                let splits = self.engine.splits(Size(part.size));
                let key = PoolKey::new(ChoiceSymbol::Node(part.id), part.size, part.cursor)?;
                pool(Context { engine: self.engine, splits: &splits }, key)
            });
        }
        match String::from_utf8(self.text) {
            Ok(text) => text,
            Err(error) => unreachable!("pieces of text make a text: {error}"),
        }
    }

    fn write_piece(&mut self, piece: &str) {
        // A separator is one character at the most; pushing it as such is faster.
        if let Some(separator) = self.cursor.pass(piece).as_bytes().first() {
            self.text.push(*separator);
        }
        self.text.extend_from_slice(piece.as_bytes());
    }

    /// Copies a tree out of its pool; `false` if there is none.
    #[inline]
    fn copy(&mut self, id: NonterminalId, size: u32, rank: &Rank) -> bool {
        let Rank::Word(place) = *rank else { return false };
        let part = SmallPart { id, size, cursor: self.cursor };
        let Some(slot) = slot(self.slots, part) else { return false };
        let Some(made) = slot.get() else {
            self.missing.push(part);
            return false;
        };
        let (Some(pool), Ok(place)) = (made, usize::try_from(place)) else { return false };
        self.text.extend_from_slice(pool.texts.get(place));
        self.cursor = pool.after(self.cursor);
        true
    }
}

/// The steps above the root.
static ROOT: [WritingStep; 1] = [WritingStep::Choose(0)];
