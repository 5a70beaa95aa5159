//! A space: the trees of one nonterminal, by index, by size, at random.

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::analysis;
use crate::counts::{Counts, Tables};
use crate::layout::Layout;
use crate::length;
use crate::natural::Rank;
use crate::plan::Spectrum;
use crate::rtg::{NonterminalId, Rtg};
use crate::saplings::Saplings;
use crate::shelf::Shelf;
use crate::succession::Succession;
use crate::text::Scribe;
use crate::tree::Tree;
use crate::unrank::Finder;
use crate::{Index, Size};

/// A nonterminal with its counts: what can be indexed, ranked, sampled, streamed.
///
/// Cheap to clone; all clones, and all spaces of the same grammar made by [`Space::of`],
/// share one set of tables. Tables grow on demand: the first request for a large index pays
/// for counting, later ones do not.
#[derive(Clone, Debug)]
pub struct Space {
    grammar: Arc<Grammar>,
    nonterminal: NonterminalId,
}

#[derive(Debug)]
struct Grammar {
    rtg: Rtg,
    counts: Counts,
    saplings: OnceLock<Saplings>,
    shelf: OnceLock<Shelf>,
}

/// No index is looked for among larger trees.
pub const MOST_SIZE: Size = Size(50_000);

/// From this size on, counting size by size costs more than counting all trees at once.
const MANY_SIZES: u32 = 96;

/// How far the tables have to reach for an index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    /// Up to this size, for all that can be foreseen.
    Size(Size),
    /// Beyond [`MOST_SIZE`].
    Beyond,
}

/// Where an index falls.
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
        let counts = Counts::new(&rtg);
        let (saplings, shelf) = (OnceLock::new(), OnceLock::new());
        Self { grammar: Arc::new(Grammar { rtg, counts, saplings, shelf }), nonterminal }
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
        Self { grammar: Arc::clone(&self.grammar), nonterminal }
    }

    /// The grammar.
    pub fn rtg(&self) -> &Rtg {
        &self.grammar.rtg
    }

    /// Whose trees these are.
    pub fn nonterminal(&self) -> NonterminalId {
        self.nonterminal
    }

    /// How many trees have this size.
    pub fn count(&self, size: Size) -> BigUint {
        if self.is_above_all(size) {
            return BigUint::ZERO;
        }
        self.counts().up_to(size.0).count(self.spectrum(), size.0)
    }

    /// How many trees have this size or a smaller one: the sum of `count(s)` for s up to
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

    /// How many trees there are in all; `None` if there is no end of them.
    pub fn len(&self) -> Option<BigUint> {
        let largest = self.largest()?;
        if largest.0 < MANY_SIZES {
            return Some(self.count_up_to(largest));
        }
        analysis::cardinality(&self.rtg().draft(), self.nonterminal)
    }

    /// Never: every nonterminal of a checked grammar has a tree.
    pub fn is_empty(&self) -> bool {
        false
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
    /// Costs one comparison a size, and the tables where they do not reach so far.
    pub fn locate(&self, index: &Index) -> Option<Position> {
        let permit = |goal| match goal {
            Goal::Size(_) => Ok(()),
            Goal::Beyond => Err(goal),
        };
        self.find(index, permit).ok().flatten()
    }

    /// [`locate`](Self::locate), which asks for a permit before it grows the tables.
    pub(crate) fn find<E>(
        &self,
        index: &Index,
        permit: impl Fn(Goal) -> Result<(), E>,
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
            if next >= MANY_SIZES && self.len().is_some_and(|len| *index.number() >= len) {
                return Ok(None);
            }
            let goal = self.goal(index, next);
            permit(goal)?;
            let Goal::Size(size) = goal else { return Ok(None) };
            drop(self.counts().up_to(size.0));
        }
    }

    /// How far to count for an index that is not among the first `counted` sizes.
    fn goal(&self, index: &Index, counted: u32) -> Goal {
        /// Forecasts are rough.
        const MARGIN: f64 = 1.02;
        let foreseen = self.counts().foresee(self.spectrum(), index.number());
        let largest = self.largest().unwrap_or(Size(u32::MAX));
        if counted > MOST_SIZE.0
            || (foreseen > MARGIN * f64::from(MOST_SIZE.0) && largest > MOST_SIZE)
        {
            return Goal::Beyond;
        }
        let foreseen = foreseen.to_u32().map_or(largest, Size);
        Goal::Size(foreseen.min(largest).min(MOST_SIZE).max(Size(counted)))
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
        let script = &self.shelf().script;
        let size = length::least_size(self.rtg(), script, self.nonterminal, layout, bytes)?;
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
        let saplings = self.saplings();
        let tables = self.counts().read();
        let (size, rank) = self.locate_word(&tables, index)?;
        Some(self.unrank(&tables, Size(size), rank, saplings))
    }

    /// The size and the place of an index of one word, as far as the tables reach.
    fn locate_word(&self, tables: &Tables, mut index: u64) -> Option<(u32, Rank)> {
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

    /// The text of the tree at `index`: `space.rtg().render(&space.get(index)?, layout)`.
    ///
    /// Makes no tree, and copies small subtrees; so it costs less than [`get`](Self::get).
    /// The first texts of a grammar pay for laying these out.
    pub fn text(&self, index: &Index, layout: Layout) -> Option<String> {
        let mut scribe = Scribe::new(self, layout);
        let mut write = |tables: &Tables, (size, rank): (u32, Rank)| {
            let (rtg, counts) = (self.rtg(), self.counts());
            let finder = Finder { rtg, counts, tables, saplings: None };
            scribe.write(&finder, self.nonterminal, size, rank);
        };
        let tables = self.counts().read();
        let word = u64::try_from(index.number()).ok();
        if let Some(found) = word.and_then(|word| self.locate_word(&tables, word)) {
            write(&tables, found);
            drop(tables);
        } else {
            // Looking further may grow the tables.
            drop(tables);
            let Position { size: Size(size), within } = self.locate(index)?;
            let tables = self.counts().up_to(size);
            let rank = Rank::new(within.into_number(), &tables, self.spectrum(), size);
            write(&tables, (size, rank));
        }
        Some(scribe.finish(self))
    }

    /// The tree at a place inside its part; `None` if the part is not that large.
    pub fn get_at(&self, position: &Position) -> Option<Tree> {
        let Position { size, within } = position;
        if self.is_above_all(*size) {
            return None;
        }
        let saplings = self.saplings();
        let tables = self.counts().up_to(size.0);
        tables.is_below_count(within.number(), self.spectrum(), size.0).then(|| {
            let rank = Rank::new(within.number().clone(), &tables, self.spectrum(), size.0);
            self.unrank(&tables, *size, rank, saplings)
        })
    }

    fn unrank(&self, tables: &Tables, size: Size, rank: Rank, saplings: &Saplings) -> Tree {
        let finder =
            Finder { rtg: self.rtg(), counts: self.counts(), tables, saplings: Some(saplings) };
        let mut choices = Vec::with_capacity(4 * size.0 as usize + 16);
        finder.find(self.nonterminal, size.0, rank, &mut choices);
        Tree::from_choices(choices)
    }

    /// The smallest trees, made when the first tree is wanted.
    fn saplings(&self) -> &Saplings {
        let Grammar { rtg, counts, saplings, .. } = &*self.grammar;
        saplings.get_or_init(|| Saplings::new(rtg, counts))
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
        let Grammar { rtg, counts, .. } = &*self.grammar;
        if !tree.belongs_to(rtg, self.nonterminal) {
            return None;
        }
        let size = tree.size(rtg);
        let within = crate::rank::rank(rtg, counts, &counts.up_to(size.0), tree);
        Some(Position { size, within: within.into() })
    }

    /// The trees from `index` on, in order.
    ///
    /// Costs, for each tree, time in the number of its nodes; no big number is made.
    pub fn iter_from(&self, index: &Index) -> impl Iterator<Item = Tree> + use<> {
        let mut succession = Succession::new(self, index);
        std::iter::from_fn(move || {
            let current = succession.as_mut()?;
            let tree = Tree::from_choices(current.nodes().iter().map(|node| node.choice).collect());
            if current.advance().is_none() {
                succession = None;
            }
            Some(tree)
        })
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.grammar.counts
    }

    pub(crate) fn spectrum(&self) -> &Spectrum {
        self.counts().plan().spectrum(self.nonterminal)
    }

    pub(crate) fn largest(&self) -> Option<Size> {
        self.rtg().nonterminal(self.nonterminal).largest_size()
    }

    /// What streams of this grammar share.
    pub(crate) fn shelf(&self) -> &Shelf {
        self.grammar.shelf.get_or_init(|| Shelf::new(self))
    }

    /// Whether all trees are smaller than `size`.
    fn is_above_all(&self, size: Size) -> bool {
        self.largest().is_some_and(|largest| size > largest)
    }
}
