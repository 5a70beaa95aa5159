//! From an index to its tree.
//!
//! Three ideas make it fast. Each subtree is found with the shortest numbers that hold its
//! part ([`crate::natural`]). A split is searched from both ends in turn: most splits of a
//! large size are lopsided, and there one factor of each product is short as well. And the
//! smallest subtrees are copied ([`crate::saplings`]).

use crate::counts::{Counts, Tables};
use crate::natural::{Natural, Rank};
use crate::plan::{Factor, Row, Spectrum};
use crate::rtg::{NonterminalId, ProductionId, Rtg, Symbol};
use crate::saplings::Saplings;
use crate::tree::Choice;

/// Finds trees by their index inside a part.
pub(crate) struct Finder<'a> {
    pub rtg: &'a Rtg,
    pub counts: &'a Counts,
    pub tables: &'a Tables,
    pub saplings: Option<&'a Saplings>,
}

/// A subtree that is still to be derived.
struct Open<'a> {
    symbol: &'a Symbol,
    size: u32,
    rank: Rank,
}

impl<'a> Finder<'a> {
    /// Adds the choices of tree number `rank` among the trees of `nonterminal` of this size.
    ///
    /// The tables must reach up to `size`, and `rank` be less than the count of that part, in
    /// the form that [`Rank::new`] gives it. Costs, for each product on the way to the leaves,
    /// as many products of counts as twice the distance of the split from the nearer end, and
    /// one division.
    pub fn find(
        &self,
        nonterminal: NonterminalId,
        size: u32,
        rank: Rank,
        choices: &mut Vec<Choice>,
    ) {
        let start = Symbol::Nonterminal(nonterminal);
        let mut open: Vec<Open> = Vec::with_capacity(16);
        open.push(Open { symbol: &start, size, rank });
        while let Some(Open { symbol, size, rank }) = open.pop() {
            match (symbol, rank) {
                (Symbol::Literal(_), _) => {}
                (Symbol::Set(set), rank) => {
                    let place = u32::try_from(u64::from_rank(rank)).ok();
                    choices.extend(place.and_then(|place| set.get(place)).map(Choice::Char));
                }
                (Symbol::Nonterminal(id), Rank::Word(index)) => {
                    match self.saplings.and_then(|saplings| saplings.get(*id, size, index)) {
                        Some(sapling) => choices.extend_from_slice(sapling),
                        None => choices.push(self.expand(*id, size, index, &mut open)),
                    }
                }
                (Symbol::Nonterminal(id), Rank::Double(index)) => {
                    choices.push(self.expand(*id, size, index, &mut open));
                }
                (Symbol::Nonterminal(id), Rank::Big(index)) => {
                    choices.push(self.expand(*id, size, index, &mut open));
                }
            }
        }
    }

    /// Finds the production of tree number `index`, and leaves its children to be derived.
    fn expand<T: Natural>(
        &self,
        nonterminal: NonterminalId,
        size: u32,
        index: T,
        open: &mut Vec<Open<'a>>,
    ) -> Choice {
        let (id, mut size, mut index) = self.choose(nonterminal, size, index);
        let symbols = self.rtg.production(id).symbols();
        // Tuples nest to the left, so the last symbol is split off first; the stack then
        // holds the first symbol on top.
        for factor in self.counts.plan().factors(id).iter().rev() {
            let (left, right) = split(self.tables, factor, size, index);
            let rank = right.1.into_rank(self.tables, &factor.spectrum, right.0);
            open.push(Open { symbol: &symbols[factor.symbol], size: right.0, rank });
            (size, index) = left;
        }
        Choice::Production(id)
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
    // What lies above the index, from it to the end of all pairs.
    let mut above = pair.map(|pair| T::row(tables, pair)[size as usize].clone().minus(&rest));
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
