//! From an index to its tree.
//!
//! Three ideas make it fast. Each subtree is found with the shortest numbers that hold its
//! part ([`crate::count::natural`]). A split is searched from both ends in turn: most splits of a
//! large size are lopsided, and there one factor of each product is short as well. And the
//! smallest subtrees are copied ([`crate::find::small_trees`]).

use crate::count::counts::Counts;
use crate::count::natural::{Natural, Rank};
use crate::count::plan::{Factor, Row, Spectrum};
use crate::count::tables::Tables;
use crate::find::small_trees::SmallTrees;
use crate::grammar::charset::CharSet;
use crate::grammar::draft::{NonterminalId, ProductionId, Symbol};
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::Choice;

/// Finds trees by their index inside a part.
pub(crate) struct Finder<'a> {
    pub rtg: &'a Rtg,
    pub counts: &'a Counts,
    pub tables: &'a Tables,
    pub small_trees: Option<&'a SmallTrees>,
}

/// A subtree that is still to be derived.
struct Subtree<'a, T> {
    symbol: &'a Symbol,
    size: u32,
    index: T,
}

/// The subtrees that are still to be derived, the next on top.
///
/// Below an index of one word all indices are words; they have a stack of their own, whose
/// items are short. It holds what is left of one subtree, so its top is always next.
pub(crate) struct OpenSubtrees<'a> {
    words: Vec<Subtree<'a, u64>>,
    others: Vec<Subtree<'a, Rank>>,
}

impl<'a> OpenSubtrees<'a> {
    /// One tree of a symbol.
    pub fn new(symbol: &'a Symbol, size: u32, rank: Rank) -> Self {
        let mut open = Self { words: Vec::with_capacity(16), others: Vec::new() };
        match rank {
            Rank::Word(index) => open.words.push(Subtree { symbol, size, index }),
            Rank::Double(_) | Rank::Big(_) => {
                open.others.push(Subtree { symbol, size, index: rank });
            }
        }
        open
    }

    /// Takes the next subtree: its symbol, size and index.
    #[inline]
    pub fn pop(&mut self) -> Option<(&'a Symbol, u32, Rank)> {
        if let Some(Subtree { symbol, size, index }) = self.words.pop() {
            return Some((symbol, size, Rank::Word(index)));
        }
        self.others.pop().map(|Subtree { symbol, size, index }| (symbol, size, index))
    }

    /// Finds the production of the subtree that was taken last, and leaves its children to be
    /// derived, the first on top.
    #[inline]
    pub fn expand(
        &mut self,
        finder: &Finder<'a>,
        nonterminal: NonterminalId,
        size: u32,
        rank: Rank,
    ) -> ProductionId {
        let tables = finder.tables;
        match rank {
            Rank::Word(index) => {
                finder.expand(nonterminal, size, index, &mut self.words, |index, _, _| index)
            }
            Rank::Double(index) => {
                finder.expand(nonterminal, size, index, &mut self.others, |index, factor, size| {
                    index.into_rank(tables, &factor.spectrum, size)
                })
            }
            Rank::Big(index) => {
                finder.expand(nonterminal, size, index, &mut self.others, |index, factor, size| {
                    index.into_rank(tables, &factor.spectrum, size)
                })
            }
        }
    }
}

impl<'a> Finder<'a> {
    /// Adds the choices of tree number `rank` among the trees of `nonterminal` of this size.
    ///
    /// The tables must reach up to `size`, and `rank` be less than the count of that part, in
    /// the form that [`Rank::new`] gives it or, less than the largest word, a word. Costs, for
    /// each product on the way to the leaves, as many products of counts as twice the distance
    /// of the split from the nearer end, and one division.
    pub fn find(
        &self,
        nonterminal: NonterminalId,
        size: u32,
        rank: Rank,
        choices: &mut Vec<Choice>,
    ) {
        let start = Symbol::Nonterminal(nonterminal);
        let mut open = OpenSubtrees::new(&start, size, rank);
        while let Some((symbol, size, rank)) = open.pop() {
            match symbol {
                Symbol::Literal(_) => {}
                Symbol::Set(set) => {
                    choices.push(Choice::Char(character(set, rank)));
                }
                Symbol::Nonterminal(id) => match self.small_tree(*id, size, &rank) {
                    Some(small_tree) => choices.extend_from_slice(small_tree),
                    None => choices.push(Choice::Production(open.expand(self, *id, size, rank))),
                },
            }
        }
    }

    fn small_tree(&self, id: NonterminalId, size: u32, rank: &Rank) -> Option<&'a [Choice]> {
        match (self.small_trees, rank) {
            (Some(small_trees), Rank::Word(index)) => small_trees.get(id, size, *index),
            (Some(_) | None, _) => None,
        }
    }

    /// Finds the production of tree number `index`, and adds its children, the first on top.
    fn expand<T: Natural, R>(
        &self,
        nonterminal: NonterminalId,
        size: u32,
        index: T,
        open: &mut Vec<Subtree<'a, R>>,
        rank: impl Fn(T, &Factor, u32) -> R,
    ) -> ProductionId {
        let (id, mut size, mut index) = self.choose(nonterminal, size, index);
        let symbols = self.rtg.production(id).symbols();
        // Tuples nest to the left, so the last symbol is split off first; the stack then
        // holds the first symbol on top.
        for factor in self.counts.plan().factors(id).iter().rev() {
            let (left, right) = split(self.tables, factor, size, index);
            let index_in_part = rank(right.1, factor, right.0);
            let symbol = &symbols[factor.symbol];
            open.push(Subtree { symbol, size: right.0, index: index_in_part });
            (size, index) = left;
        }
        id
    }

    /// The production of tree number `index`, with the size and the index of its tuple.
    fn choose<T: Natural>(
        &self,
        nonterminal: NonterminalId,
        size: u32,
        mut index: T,
    ) -> (ProductionId, u32, T) {
        for id in self.rtg.nonterminal(nonterminal).productions() {
            let Some(rest) = size.checked_sub(self.rtg.production(id).cost().0) else { continue };
            let count: T = self.tables.product(self.counts.plan().product(id), rest);
            if index < count {
                return (id, rest, index);
            }
            index = index.minus(&count);
        }
        unreachable!("the index is less than the count of the part")
    }
}

/// Character number `rank` of a set, which must have more than `rank` characters.
#[inline]
pub(crate) fn character(set: &CharSet, rank: Rank) -> char {
    let place = u32::try_from(u64::from_rank(rank)).ok();
    place.and_then(|place| set.get(place)).expect("an index in a set is below its length")
}

/// Splits pair number `index` of total `size` into the (size, index) of what stands before
/// the factor and of the factor itself.
fn split<T: Natural>(
    tables: &Tables,
    factor: &Factor,
    size: u32,
    index: T,
) -> ((u32, T), (u32, T)) {
    let constant = T::of_constant(&factor.before.constant);
    let (left_size, index, count) = match (&factor.spectrum, factor.before.row) {
        (Spectrum::Constant(count), _) => (size, index, T::of_constant(count)),
        (Spectrum::Table(right), None) => (0, index, &T::row(tables, *right)[size as usize]),
        (Spectrum::Table(right), Some(left)) => {
            // The constant divides every term of the sum, so the search can do without it.
            let (rest, fraction) = index.divide(constant);
            let (left_size, rest) = search(tables, left, *right, factor.pair, size, rest);
            let count = &T::row(tables, *right)[(size - left_size) as usize];
            (left_size, rest.times(constant).plus(&fraction), count)
        }
    };
    let (left, right) = index.divide(count);
    ((left_size, left), (size - left_size, right))
}

/// The size of the left side of pair number `index`, and the index among the pairs split so.
///
/// Below, pairs are counted up from nothing; above, down from all of them. Where the two
/// meet, the search ends.
fn search<T: Natural>(
    tables: &Tables,
    left: Row,
    right: Row,
    pair: Option<Row>,
    size: u32,
    index: T,
) -> (u32, T) {
    let (lefts, rights) = (T::row(tables, left), T::row(tables, right));
    let term = |split: u32| {
        let (left, right) = (&lefts[split as usize], &rights[(size - split) as usize]);
        if left.is_zero() || right.is_zero() { None } else { Some(left.times(right)) }
    };
    let (mut low, mut high) = (0, size);
    let mut rest = index;
    // What lies above the index, from it to the end of all pairs, if these can be told.
    let all = pair.map(|pair| &T::row(tables, pair)[size as usize]);
    let mut above = all.filter(|all| !all.is_bound()).map(|all| all.clone().minus(&rest));
    loop {
        if let Some(term) = term(low) {
            if rest < term {
                return (low, rest);
            }
            rest = rest.minus(&term);
        }
        low += 1;
        if let Some(beyond) = &mut above
            && low <= high
        {
            if let Some(term) = term(high) {
                // The index lies in the last `term` pairs of what is left.
                if *beyond <= term {
                    return (high, term.minus(beyond));
                }
                *beyond = std::mem::replace(beyond, T::zero()).minus(&term);
            }
            high -= 1;
        }
    }
}
