//! Streams: the texts of trees i, i+1, i+2, … at the speed of copying.
//!
//! A stream starts anywhere by making one tree the plain way, and then counts through each
//! part as an odometer does: see `odometer.rs` for how, and `reel.rs` for why it is fast.

mod context;
mod limit;
mod odometer;
mod parallel;
mod pool_making;
mod reel;
mod start_at;
pub(crate) mod succession;
mod text;

use std::sync::Arc;

use crate::find::splits::Splits;
use crate::grammar::layout::{Cursor, Layout};
use crate::number::{Index, Size};
use crate::space::Space;
use context::Context;
pub use limit::Limit;
use reel::Reel;

/// The texts of the trees of a space in order, from one on.
///
/// Memory is constant while it runs, but for the tables and the pools, which all streams of
/// a grammar share. A clone goes on from the same place on its own.
#[derive(Clone, Debug)]
pub struct Stream {
    space: Space,
    /// The part; `None` behind the last.
    size: Option<Size>,
    splits: Arc<Splits>,
    reel: Reel,
    text: Vec<u8>,
}

impl Space {
    /// The texts from tree number `from` on: text number k of the stream is
    /// `space.rtg().render(&space.get(from + k)?, layout)`.
    ///
    /// Costs [`get`](Self::get) once, and ranking the small subtrees of that tree.
    pub fn stream(&self, from: &Index, layout: Layout) -> Stream {
        let mut stream = Stream {
            space: self.clone(),
            size: None,
            splits: self.engine().splits(Size(0)),
            reel: Reel::new(Cursor::new(layout)),
            text: Vec::new(),
        };
        if let Some(position) = self.locate(from)
            && let Some(tree) = self.get_at(&position)
        {
            let (context, reel) = stream.enter(position.size);
            reel.set_to(context, self.nonterminal(), &tree);
        }
        stream
    }
}

impl Stream {
    /// Appends formulas, each followed by `terminator`, up to the limit; gives how many.
    /// It is 0 only if there are no more, or if the limit was reached before.
    ///
    /// Costs copying their texts, and now and then a step of the odometer in the length of
    /// what changes; no allocation but that of the buffer.
    pub fn fill(&mut self, out: &mut Vec<u8>, terminator: &str, limit: Limit) -> u64 {
        self.run(limit.formulas, |context, reel, formulas| {
            reel.fill(context, out, terminator, Limit { formulas, ..limit })
        })
    }

    /// The next formula.
    pub fn next_text(&mut self) -> Option<&str> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let limit = Limit { formulas: 1, bytes: usize::MAX };
        let count = self.fill(&mut text, "", limit);
        self.text = text;
        (count == 1).then(|| std::str::from_utf8(&self.text).expect("pieces of text make a text"))
    }

    /// Leaves out the next `count` formulas, or all if they are fewer; gives how many.
    ///
    /// Costs a step of the odometer for each run of some hundred formulas.
    pub fn skip(&mut self, count: u64) -> u64 {
        self.run(count, |context, reel, count| reel.skip(context, count))
    }

    /// Goes through `count` formulas by `work`, which goes through those of one part and
    /// gives how many; part by part until one is left unfinished.
    fn run(&mut self, count: u64, mut work: impl FnMut(Context, &mut Reel, u64) -> u64) -> u64 {
        let mut done = 0;
        while self.size.is_some() {
            let context = Context { engine: self.space.engine(), splits: &self.splits };
            done += work(context, &mut self.reel, count - done);
            if !self.reel.is_done() {
                break;
            }
            self.next_part();
        }
        done
    }

    fn next_part(&mut self) {
        let last = self.size.take();
        let id = self.space.nonterminal();
        for size in self.space.sizes().skip_while(|&size| Some(size) <= last) {
            let (context, reel) = self.enter(size);
            if context.splits.has_tree(id, size.0) {
                reel.set_to_first(context, id, size.0);
                return;
            }
        }
        self.size = None;
    }

    fn enter(&mut self, size: Size) -> (Context<'_>, &mut Reel) {
        self.size = Some(size);
        self.splits = self.space.engine().splits(size);
        (Context { engine: self.space.engine(), splits: &self.splits }, &mut self.reel)
    }
}
