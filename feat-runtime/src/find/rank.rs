//! From a tree to its index: the inverse of unranking, leaves first, with the same two ideas.

use num_bigint::BigUint;

use crate::count::counts::Counts;
use crate::count::natural::{Natural, Rank};
use crate::count::plan::{Factor, Row, Spectrum};
use crate::count::tables::Tables;
use crate::grammar::draft::{ProductionId, Symbol};
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::{Choice, Tree};

/// A finished subtree.
struct Ranked {
    size: u32,
    rank: Rank,
}

/// The index of `tree` among the trees of its size.
///
/// `tree` must be a tree of a nonterminal of `rtg`, and `tables` reach up to its size.
/// Costs about what unranking does.
pub(crate) fn rank(rtg: &Rtg, counts: &Counts, tables: &Tables, tree: &Tree) -> BigUint {
    let mut done: Vec<Ranked> = Vec::new();
    // Characters wait here for the set that says what they rank.
    let mut chars = Vec::new();
    // Read backwards, so that a production finds its first child on top.
    for &choice in tree.choices().iter().rev() {
        match choice {
            Choice::Char(c) => chars.push(c),
            Choice::Production(id) => {
                let finished = finish(rtg, counts, tables, id, &mut done, &mut chars);
                done.push(finished);
            }
        }
    }
    done.pop().expect("a tree has a root").rank.into_big()
}

fn finish(
    rtg: &Rtg,
    counts: &Counts,
    tables: &Tables,
    id: ProductionId,
    done: &mut Vec<Ranked>,
    chars: &mut Vec<char>,
) -> Ranked {
    let production = rtg.production(id);
    let factors = counts.plan().factors(id);
    let children: Vec<Ranked> = factors
        .iter()
        .map(|factor| match &production.symbols()[factor.symbol] {
            Symbol::Set(set) => {
                let c = chars.pop().expect("a tree has a character for every set");
                let place = set.rank(c).expect("the character is out of its set");
                Ranked { size: 0, rank: Rank::Word(place.into()) }
            }
            Symbol::Nonterminal(_) => {
                done.pop().expect("the children of a production stand behind it")
            }
            Symbol::Literal(_) => unreachable!("a literal is no factor"),
        })
        .collect();
    let size = production.cost().0 + children.iter().map(|child| child.size).sum::<u32>();
    let spectrum = counts.plan().spectrum(production.nonterminal());
    let rank = if tables.count::<u64>(spectrum, size) != u64::MAX {
        Rank::Word(join(rtg, counts, tables, id, size, children))
    } else if tables.count::<u128>(spectrum, size) != u128::MAX {
        Rank::Double(join(rtg, counts, tables, id, size, children))
    } else {
        Rank::Big(join(rtg, counts, tables, id, size, children))
    };
    Ranked { size, rank }
}

/// The index of the tree that a production makes of these children.
fn join<T: Natural>(
    rtg: &Rtg,
    counts: &Counts,
    tables: &Tables,
    id: ProductionId,
    size: u32,
    children: Vec<Ranked>,
) -> T {
    let (mut left_size, mut index) = (0, T::zero());
    for (factor, child) in counts.plan().factors(id).iter().zip(children) {
        let right = (child.size, T::from_rank(child.rank));
        index = pair(tables, factor, (left_size, index), right);
        left_size += child.size;
    }
    let nonterminal = rtg.production(id).nonterminal();
    for earlier in rtg.nonterminal(nonterminal).productions().take_while(|&earlier| earlier != id) {
        if let Some(rest) = size.checked_sub(rtg.production(earlier).cost().0) {
            index = index.plus(&tables.product(counts.plan().product(earlier), rest));
        }
    }
    index
}

/// The index of a pair among the pairs of its total size.
fn pair<T: Natural>(
    tables: &Tables,
    factor: &Factor,
    (left_size, left): (u32, T),
    (right_size, right): (u32, T),
) -> T {
    let row = match &factor.spectrum {
        Spectrum::Constant(count) => return left.times(T::of_constant(count)).plus(&right),
        Spectrum::Table(row) => *row,
    };
    let within = left.times(&T::row(tables, row)[right_size as usize]).plus(&right);
    let Some(before) = factor.before.row else { return within };
    let below: T = below(tables, before, row, factor.pair, left_size, right_size);
    below.times(T::of_constant(&factor.before.constant)).plus(&within)
}

/// The number of pairs of this total size with a smaller left side: the sum of
/// `left_s * right_{p-s}` for s below `left_size`, taken from the nearer end.
fn below<T: Natural>(
    tables: &Tables,
    left: Row,
    right: Row,
    pair: Option<Row>,
    left_size: u32,
    right_size: u32,
) -> T {
    let size = (left_size + right_size) as usize;
    let (lefts, rights) = (T::row(tables, left), T::row(tables, right));
    let sum = |splits: std::ops::Range<usize>| {
        splits
            .map(|split| (&lefts[split], &rights[size - split]))
            .filter(|(left, right)| !left.is_zero() && !right.is_zero())
            .fold(T::zero(), |sum, (left, right)| sum.plus(&left.times(right)))
    };
    match pair {
        Some(pair) if left_size > right_size => {
            T::row(tables, pair)[size].clone().minus(&sum(left_size as usize..size + 1))
        }
        _ => sum(0..left_size as usize),
    }
}
