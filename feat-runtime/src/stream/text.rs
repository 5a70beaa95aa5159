//! From an index straight to its text.
//!
//! A tree is found from the root down and in preorder, which is the order its text is written
//! in; so the text can be written on the way, and no tree is made. The small subtrees, where
//! most of the text stands, are not even found: their texts lie in the pools of the streams
//! (see `pool.rs`), in the order of their indices.

use std::slice;
use std::sync::{Arc, OnceLock};

use crate::count::natural::Rank;
use crate::engine::stream_cache::Shelf;
use crate::engine::text_pool::{Key, Pool};
use crate::find::unrank::{Finder, Open, character};
use crate::grammar::draft::{NonterminalId, Symbol};
use crate::grammar::layout::{Cursor, Layout};
use crate::grammar::rtg::Rtg;
use crate::grammar::writing_steps::{Child, Step};
use crate::number::Size;
use crate::space::Space;
use crate::stream::odometer::Context;

/// Parts of larger sizes are not looked for in pools: hardly any of them has one.
const SIZES: usize = 6;

/// A text in the making.
pub(crate) struct Scribe<'a> {
    shelf: &'a Shelf,
    slots: &'a [Slot],
    text: Vec<u8>,
    cursor: Cursor,
    /// The parts whose pools were asked for and are not made yet.
    missing: Vec<Twig>,
}

/// A small part, and what its texts follow.
#[derive(Clone, Copy, Debug)]
struct Twig {
    id: NonterminalId,
    size: u32,
    cursor: Cursor,
}

impl<'a> Scribe<'a> {
    pub fn new(space: &'a Space, layout: Layout) -> Self {
        Self {
            shelf: space.shelf(),
            slots: space.shelf().twigs.slots(space.rtg()),
            text: Vec::with_capacity(256),
            cursor: Cursor::new(layout),
            missing: Vec::new(),
        }
    }

    /// Writes tree number `rank` among the trees of `nonterminal` of this size.
    ///
    /// Asks what [`Finder::find`] asks, and costs what that costs for the part of the tree
    /// that is in no pool; the rest is copied.
    pub fn write(&mut self, finder: &Finder, nonterminal: NonterminalId, size: u32, rank: Rank) {
        let start = Symbol::Nonterminal(nonterminal);
        let mut open = Open::new(&start, size, rank);
        // The productions on the way, with the steps that are left; the children that are
        // still to be written stand in `open`.
        let mut lines: Vec<slice::Iter<Step>> = Vec::with_capacity(16);
        lines.push(ROOT.iter());
        while let Some(line) = lines.last_mut() {
            match line.next() {
                None => drop(lines.pop()),
                Some(Step::EndToken) => self.cursor.end_token(),
                Some(Step::Write(piece)) => self.write_piece(piece),
                Some(Step::Token(piece)) => {
                    self.write_piece(piece);
                    self.cursor.end_token();
                }
                Some(Step::Choose(_)) => match open.pop() {
                    Some((Symbol::Set(set), _, rank)) => {
                        self.write_piece(character(set, rank).encode_utf8(&mut [0; 4]));
                    }
                    Some((Symbol::Nonterminal(id), size, rank)) => {
                        if !self.copy(*id, size, &rank) {
                            let production = open.expand(finder, *id, size, rank);
                            lines.push(self.shelf.script.line(production).steps.iter());
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
    pub fn finish(self, space: &Space) -> String {
        for twig in &self.missing {
            let Some(slot) = slot(self.slots, *twig) else { continue };
            slot.get_or_init(|| {
                let splits = self.shelf.splits(space, Size(twig.size));
                let key = Key::new(Child::Node(twig.id), twig.size, twig.cursor)?;
                self.shelf.pools.get(Context { space, splits: &splits }, key)
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
        let twig = Twig { id, size, cursor: self.cursor };
        let Some(slot) = slot(self.slots, twig) else { return false };
        let Some(made) = slot.get() else {
            self.missing.push(twig);
            return false;
        };
        let (Some(pool), Ok(place)) = (made, usize::try_from(place)) else { return false };
        self.text.extend_from_slice(pool.texts.get(place));
        self.cursor = pool.after(self.cursor);
        true
    }
}

/// The steps above the root.
static ROOT: [Step; 1] = [Step::Choose(0)];

/// The pools of the smallest parts, found without hashing.
#[derive(Debug, Default)]
pub(crate) struct Twigs {
    /// By nonterminal, size and class of the cursor; made when the first text is wanted.
    slots: OnceLock<Box<[Slot]>>,
}

/// A pool once it was asked for; `None` stands for a part that makes no pool.
type Slot = OnceLock<Option<Arc<Pool>>>;

impl Twigs {
    fn slots(&self, rtg: &Rtg) -> &[Slot] {
        let count = rtg.nonterminals().len() * SIZES * Cursor::CLASSES;
        self.slots.get_or_init(|| (0..count).map(|_| Slot::new()).collect())
    }
}

/// Where the pool of a part is kept; `None` if it has none for certain.
#[inline]
fn slot(slots: &[Slot], Twig { id, size, cursor }: Twig) -> Option<&Slot> {
    let size = size as usize;
    if size >= SIZES {
        return None;
    }
    slots.get((id.index() * SIZES + size) * Cursor::CLASSES + cursor.class_number()?)
}
