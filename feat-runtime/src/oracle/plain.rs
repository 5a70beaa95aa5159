//! From index to tree and back the plain way: one kind of number, every split tried from the
//! smallest. The oracle of the faster ways, and the easiest to read.

use num_bigint::BigUint;
use num_integer::Integer;

use crate::count::counts::Counts;
use crate::count::plan::{Factor, Row, Spectrum};
use crate::count::tables::Tables;
use crate::grammar::draft::{NonterminalId, Symbol};
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::{Choice, Tree};
use crate::number::{Index, Size};
use crate::read::forest::Forest;
use crate::read::parse::{ParseError, Shortcuts};
use crate::space::{Position, Space};

/// The tree at `index`: what [`Space::get`] must give.
pub fn get(space: &Space, index: &Index) -> Option<Tree> {
    let Position { size, within } = space.locate(index)?;
    let counts = space.counts();
    let tables = counts.up_to(size.0);
    Some(unrank(space.rtg(), counts, &tables, space.nonterminal(), size.0, within.into_number()))
}

/// The index of `tree`, which must be a tree of `space`: what [`Space::rank`] must give.
pub fn rank(space: &Space, tree: &Tree) -> Index {
    let size = tree.size(space.rtg());
    let within = rank_within(space.rtg(), space.counts(), &space.counts().up_to(size.0), tree);
    space.index_of(&Position { size, within: within.into() })
}

/// The number of trees of each size up to `size`, counted anew by plain convolution:
/// what [`Space::count`] must give.
pub fn counts(space: &Space, size: Size) -> Vec<BigUint> {
    let counts = space.counts();
    let tables = Tables::plain(counts.plan(), size.0 as usize + 1);
    let spectrum = counts.plan().spectrum(space.nonterminal());
    (0..=size.0).map(|size| tables.count(spectrum, size)).collect()
}

/// All trees of a text, found without shortcuts: what [`Space::parse`] must give.
pub fn parse(space: &Space, text: &str) -> Result<Forest, ParseError> {
    space.parse_with(text, Shortcuts::Avoided)
}

/// The number of trees in a forest, counted size by size: what [`Forest::len`] must give.
pub fn trees_of(forest: &Forest) -> Option<BigUint> {
    forest.space().cardinality()
}

/// A subtree that is still to be derived.
struct OpenSubtree<'a> {
    symbol: &'a Symbol,
    size: u32,
    index: BigUint,
}

fn unrank(
    rtg: &Rtg,
    counts: &Counts,
    tables: &Tables,
    nonterminal: NonterminalId,
    size: u32,
    index: BigUint,
) -> Tree {
    let start = Symbol::Nonterminal(nonterminal);
    let mut choices = Vec::new();
    let mut open = vec![OpenSubtree { symbol: &start, size, index }];
    while let Some(OpenSubtree { symbol, size, mut index }) = open.pop() {
        let nonterminal = match symbol {
            Symbol::Literal(_) => continue,
            Symbol::Set(set) => {
                let place = u32::try_from(index).ok();
                let c = place.and_then(|place| set.get(place));
                choices.push(Choice::Char(c.expect("an index in a set is below its length")));
                continue;
            }
            Symbol::Nonterminal(id) => *id,
        };
        for id in rtg.nonterminal(nonterminal).productions() {
            let production = rtg.production(id);
            let Some(size) = size.checked_sub(production.cost().0) else { continue };
            let count: BigUint = tables.product(counts.plan().product(id), size);
            if index >= count {
                index -= count;
                continue;
            }
            choices.push(Choice::Production(id));
            let (mut size, mut index) = (size, index);
            // Tuples nest to the left, so the last symbol is split off first; the stack
            // then holds the first symbol on top.
            for factor in counts.plan().factors(id).iter().rev() {
                let (left, right) = split(tables, factor, size, index);
                let symbol = &production.symbols()[factor.symbol];
                open.push(OpenSubtree { symbol, size: right.0, index: right.1 });
                (size, index) = left;
            }
            break;
        }
    }
    Tree::from_choices(choices)
}

/// Splits pair number `index` of total `size` into the (size, index) of what stands before
/// the factor and of the factor itself.
fn split(
    tables: &Tables,
    factor: &Factor,
    size: u32,
    index: BigUint,
) -> ((u32, BigUint), (u32, BigUint)) {
    let constant = factor.before.constant.big();
    let (left_size, index, count) = match (&factor.spectrum, factor.before.row) {
        (Spectrum::Constant(count), _) => (size, index, count.big()),
        (Spectrum::Table(right), None) => (0, index, tables.get(*right, size)),
        (Spectrum::Table(right), Some(left)) => {
            // The constant divides every term of the sum, so the search can do without it.
            let (mut rest, fraction) = index.div_rem(constant);
            let mut left_size = 0;
            loop {
                let term = tables.get(left, left_size) * tables.get(*right, size - left_size);
                if rest < term {
                    break;
                }
                rest -= term;
                left_size += 1;
            }
            (left_size, rest * constant + fraction, tables.get(*right, size - left_size))
        }
    };
    let (left, right) = index.div_rem(count);
    ((left_size, left), (size - left_size, right))
}

/// A finished subtree.
enum Finished {
    Char(char),
    Ranked { size: u32, index: BigUint },
}

/// The index of `tree` among the trees of its size.
fn rank_within(rtg: &Rtg, counts: &Counts, tables: &Tables, tree: &Tree) -> BigUint {
    // Read backwards, so that a production finds its first child on top.
    let mut done: Vec<Finished> = Vec::new();
    for &choice in tree.choices().iter().rev() {
        let id = match choice {
            Choice::Char(c) => {
                done.push(Finished::Char(c));
                continue;
            }
            Choice::Production(id) => id,
        };
        let production = rtg.production(id);
        let (mut size, mut index) = (0, BigUint::ZERO);
        for factor in counts.plan().factors(id) {
            let (right_size, right) = match (&production.symbols()[factor.symbol], done.pop()) {
                (Symbol::Set(set), Some(Finished::Char(c))) => {
                    (0, set.rank(c).expect("the character is out of its set").into())
                }
                (_, Some(Finished::Ranked { size, index })) => (size, index),
                _ => unreachable!("a tree has a child for every factor"),
            };
            index = pair(tables, factor, (size, index), (right_size, right));
            size += right_size;
        }
        size += production.cost().0;
        for earlier in rtg.nonterminal(production.nonterminal()).productions() {
            if earlier == id {
                break;
            }
            if let Some(rest) = size.checked_sub(rtg.production(earlier).cost().0) {
                index += tables.product::<BigUint>(counts.plan().product(earlier), rest);
            }
        }
        done.push(Finished::Ranked { size, index });
    }
    match done.pop() {
        Some(Finished::Ranked { index, .. }) => index,
        Some(Finished::Char(_)) | None => unreachable!("the root of a tree is a production"),
    }
}

/// The index of a pair among the pairs of its total size.
fn pair(
    tables: &Tables,
    factor: &Factor,
    (left_size, left): (u32, BigUint),
    (right_size, right): (u32, BigUint),
) -> BigUint {
    let row = match &factor.spectrum {
        Spectrum::Constant(count) => return left * count.big() + right,
        Spectrum::Table(row) => *row,
    };
    let within = left * tables.get(row, right_size) + right;
    match factor.before.row {
        None => within,
        Some(before) => {
            within
                + below(tables, before, row, left_size, right_size) * factor.before.constant.big()
        }
    }
}

/// The number of pairs of this total size with a smaller left side.
fn below(tables: &Tables, left: Row, right: Row, left_size: u32, right_size: u32) -> BigUint {
    let size = left_size + right_size;
    (0..left_size).map(|s| tables.get(left, s) * tables.get(right, size - s)).sum()
}
