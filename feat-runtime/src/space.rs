//! A space: the trees of one nonterminal, by index, by size, at random.
//!
//! The façade of the [engine](crate::engine). Its further methods stand with what they give:
//! `stream`, `text` and `iter_from` in `stream`, `parse` in `read`, `reach` in `space/reach`.

pub(crate) mod reach;
pub(crate) mod sample;

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::count::counts::Counts;
use crate::count::natural::Rank;
use crate::count::plan::Spectrum;
use crate::count::tables::Tables;
use crate::engine::GrammarEngine;
use crate::find::length;
use crate::find::small_trees::SmallTrees;
use crate::grammar::analysis;
use crate::grammar::draft::NonterminalId;
use crate::grammar::layout::Layout;
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::Tree;
use crate::number::{Index, MOST_SIZE, Size};

/// The trees of one nonterminal, which can be indexed, ranked, sampled and streamed.
/// `space.get(&1000.into())` is the tree with index 1000.
///
/// Cheap to clone; all clones, and all spaces of the same grammar made by [`Space::of`],
/// share one set of tables. Tables grow on demand: the first request for a large index pays
/// for counting, later ones do not.
#[derive(Clone, Debug)]
pub struct Space {
    engine: Arc<GrammarEngine>,
    nonterminal: NonterminalId,
}

/// From this size on, counting size by size costs more than counting all trees at once.
const MANY_SIZES: u32 = 96;

/// The size up to which the tables have to reach for an index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TableGoal {
    /// Up to this size, for all that can be foreseen.
    Size(Size),
    /// Beyond [`MOST_SIZE`].
    Beyond,
}

/// A tree's size, and its index among the trees of that size. The first tree of size 2 is at size
/// `2`, offset `0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The size of the tree.
    pub size: Size,
    /// Its index among the trees of that size.
    pub within: Index,
}

impl Space {
    /// The trees of the grammar's start symbol.
    pub fn new(rtg: Rtg) -> Self {
        let nonterminal = rtg.start();
        Self { engine: Arc::new(GrammarEngine::new(rtg)), nonterminal }
    }

    /// The trees of the nonterminal of that name, on the same tables.
    ///
    /// # Panics
    ///
    /// If there is no such nonterminal.
    #[must_use]
    pub fn named(&self, name: &str) -> Self {
        match self.rtg().find(name) {
            Some(nonterminal) => self.of(nonterminal),
            None => panic!("no nonterminal is called `{name}`"),
        }
    }

    /// The trees of another nonterminal of the same grammar, on the same tables.
    #[must_use]
    pub fn of(&self, nonterminal: NonterminalId) -> Self {
        Self { engine: Arc::clone(&self.engine), nonterminal }
    }

    /// The grammar.
    pub fn rtg(&self) -> &Rtg {
        self.engine.rtg()
    }

    /// The nonterminal of the trees.
    pub fn nonterminal(&self) -> NonterminalId {
        self.nonterminal
    }

    /// The number of trees of this size.
    pub fn count(&self, size: Size) -> BigUint {
        self.engine.count(self.nonterminal, size)
    }

    /// The number of trees of this size or a smaller one: the sum of `count(s)` for s up to
    /// `size`, and the index of the first tree of the next size.
    pub fn count_up_to(&self, size: Size) -> BigUint {
        let size = self.largest().map_or(size, |largest| size.min(largest));
        let tables = self.counts().up_to(size.0);
        let mut sum = BigUint::ZERO;
        for size in 0..=size.0 {
            tables.add_count(&mut sum, self.spectrum(), size);
        }
        sum
    }

    /// The number of all trees; `None` if there are infinitely many. It is never 0: every
    /// nonterminal of a checked grammar has a tree.
    pub fn cardinality(&self) -> Option<BigUint> {
        let largest = self.largest()?;
        if largest.0 < MANY_SIZES {
            return Some(self.count_up_to(largest));
        }
        analysis::cardinality(&self.rtg().draft(), self.nonterminal)
    }

    /// The sizes that trees can have, ascending from 0; some of them may be empty.
    pub fn sizes(&self) -> impl Iterator<Item = Size> + use<> {
        (0..=self.largest().map_or(u32::MAX, |size| size.0)).map(Size)
    }

    /// The size of tree number `index` and its place among the trees of that size; `None`
    /// if there are no more than `index` trees.
    ///
    /// There is also none if it would be larger than [`MOST_SIZE`]: a language that grows too
    /// slowly has no such tree that anybody could use.
    ///
    /// Costs one comparison per size, and the tables where they do not reach so far.
    pub fn locate(&self, index: &Index) -> Option<Position> {
        let permit = |goal| match goal {
            TableGoal::Size(_) => Ok(()),
            TableGoal::Beyond => Err(goal),
        };
        self.find(index, permit).ok().flatten()
    }

    /// [`locate`](Self::locate), which asks for a permit before it grows the tables.
    pub(crate) fn find<E>(
        &self,
        index: &Index,
        permit: impl Fn(TableGoal) -> Result<(), E>,
    ) -> Result<Option<Position>, E> {
        let mut rest = index.number().clone();
        let mut next = 0;
        loop {
            let tables = self.counts().read();
            while next < tables.sizes() {
                if self.is_above_all(Size(next)) {
                    return Ok(None);
                }
                if tables.is_below_count(&rest, self.spectrum(), next) {
                    return Ok(Some(Position { size: Size(next), within: rest.into() }));
                }
                tables.subtract_count(&mut rest, self.spectrum(), next);
                next += 1;
            }
            drop(tables);
            if next >= MANY_SIZES
                && self.cardinality().is_some_and(|trees| *index.number() >= trees)
            {
                return Ok(None);
            }
            let goal = self.goal(index, next);
            permit(goal)?;
            let TableGoal::Size(size) = goal else { return Ok(None) };
            drop(self.counts().up_to(size.0));
        }
    }

    /// The goal for an index that is not among the first `counted` sizes.
    fn goal(&self, index: &Index, counted: u32) -> TableGoal {
        /// Forecasts are rough.
        const MARGIN: f64 = 1.02;
        let foreseen = self.counts().foresee(self.spectrum(), index.number());
        let largest = self.largest().unwrap_or(Size(u32::MAX));
        if counted > MOST_SIZE.0
            || (foreseen > MARGIN * f64::from(MOST_SIZE.0) && largest > MOST_SIZE)
        {
            return TableGoal::Beyond;
        }
        let foreseen = foreseen.to_u32().map_or(largest, Size);
        TableGoal::Size(foreseen.min(largest).min(MOST_SIZE).max(Size(counted)))
    }

    /// The index of a position: the inverse of [`locate`](Self::locate).
    pub fn index_of(&self, position: &Position) -> Index {
        let below = match position.size.0.checked_sub(1) {
            Some(size) => self.count_up_to(Size(size)),
            None => BigUint::ZERO,
        };
        (below + position.within.number()).into()
    }

    /// The least size such that every tree of that size and of every larger one has a text of
    /// at least `bytes` bytes; `None` if there are no such trees, or none up to [`MOST_SIZE`].
    ///
    /// Costs R·p²/2 additions of words for size p and R rows (see ARCHITECTURE.md).
    pub fn least_size_of_length(&self, bytes: u32, layout: Layout) -> Option<Size> {
        let steps = self.engine.steps();
        let size = length::least_size(self.rtg(), steps, self.nonterminal, layout, bytes)?;
        (!self.is_above_all(Size(size))).then_some(Size(size))
    }

    /// The first index of [`least_size_of_length`](Self::least_size_of_length): from there on
    /// every text has at least `bytes` bytes.
    ///
    /// Costs that, and the tables up to that size.
    pub fn first_of_length(&self, bytes: u32, layout: Layout) -> Option<Index> {
        let size = self.least_size_of_length(bytes, layout)?;
        Some(self.index_of(&Position { size, within: Index::default() }))
    }

    /// The tree at `index`: `space.get(i)` is the i-th smallest tree, counted from 0;
    /// `None` if there are no more than `index` trees.
    ///
    /// Costs one big division for each product on the way to the leaves; for an index below
    /// 2^64 no big number is made.
    pub fn get(&self, index: &Index) -> Option<Tree> {
        if let Ok(word) = u64::try_from(index.number())
            && let Some(tree) = self.get_word(word)
        {
            return Some(tree);
        }
        self.locate(index).and_then(|position| self.get_at(&position))
    }

    /// The tree at an index of one word; `None` if the tables do not reach so far yet.
    fn get_word(&self, index: u64) -> Option<Tree> {
        let small_trees = self.engine.small_trees();
        let tables = self.counts().read();
        let (size, rank) = self.locate_word(&tables, index)?;
        Some(self.unrank(&tables, Size(size), rank, small_trees))
    }

    /// The size and the place of an index of one word, as far as the tables reach.
    pub(crate) fn locate_word(&self, tables: &Tables, mut index: u64) -> Option<(u32, Rank)> {
        for size in 0..tables.sizes() {
            let count: u64 = tables.count(self.spectrum(), size);
            if index < count {
                return Some((size, Rank::Word(index)));
            }
            // The largest word may stand for any larger number.
            if count == u64::MAX {
                return None;
            }
            index -= count;
        }
        None
    }

    /// The tree at a place inside its part; `None` if the part is not that large.
    pub fn get_at(&self, position: &Position) -> Option<Tree> {
        let Position { size, within } = position;
        if self.is_above_all(*size) {
            return None;
        }
        let small_trees = self.engine.small_trees();
        let tables = self.counts().up_to(size.0);
        tables.is_below_count(within.number(), self.spectrum(), size.0).then(|| {
            let rank = Rank::new(within.number().clone(), &tables, self.spectrum(), size.0);
            self.unrank(&tables, *size, rank, small_trees)
        })
    }

    fn unrank(&self, tables: &Tables, size: Size, rank: Rank, small_trees: &SmallTrees) -> Tree {
        let mut choices = Vec::with_capacity(4 * size.0 as usize + 16);
        let finder = self.engine.finder(tables, Some(small_trees));
        finder.find(self.nonterminal, size.0, rank, &mut choices);
        Tree::from_choices(choices)
    }

    /// The index of `tree`: `space.rank(&space.get(i)?) == Some(i)`; `None` if it is no tree
    /// of this nonterminal.
    ///
    /// Costs about what [`get`](Self::get) does.
    pub fn rank(&self, tree: &Tree) -> Option<Index> {
        self.position_of(tree).map(|position| self.index_of(&position))
    }

    /// The size of `tree` and its place among the trees of that size; `None` if it is no tree
    /// of this nonterminal.
    pub fn position_of(&self, tree: &Tree) -> Option<Position> {
        tree.belongs_to(self.rtg(), self.nonterminal).then(|| Position {
            size: tree.size(self.rtg()),
            within: self.engine.rank(tree).into(),
        })
    }

    pub(crate) fn engine(&self) -> &Arc<GrammarEngine> {
        &self.engine
    }

    pub(crate) fn counts(&self) -> &Counts {
        self.engine.counts()
    }

    pub(crate) fn spectrum(&self) -> &Spectrum {
        self.engine.spectrum(self.nonterminal)
    }

    pub(crate) fn largest(&self) -> Option<Size> {
        self.rtg().nonterminal(self.nonterminal).largest_size()
    }

    /// Whether all trees are smaller than `size`.
    fn is_above_all(&self, size: Size) -> bool {
        self.engine.is_above_all(self.nonterminal, size)
    }
}
