//! From an index to its tree: the plain way, and the oracle of every faster one.

use num_bigint::BigUint;
use num_integer::Integer;

use crate::counts::{Counts, Tables};
use crate::plan::{Factor, Spectrum};
use crate::rtg::{NonterminalId, Rtg, Symbol};
use crate::tree::{Choice, Tree};

/// A subtree that is still to be derived.
struct Open<'a> {
    symbol: &'a Symbol,
    size: u32,
    index: BigUint,
}

/// Tree number `index` among the trees of `nonterminal` of this size.
///
/// `tables` must reach up to `size`, and `index` be less than the count of that part.
/// Costs, for each product on the way to the leaves, as many products of counts as the
/// distance of the split from the nearer end, and one division.
pub(crate) fn unrank(
    rtg: &Rtg,
    counts: &Counts,
    tables: &Tables,
    nonterminal: NonterminalId,
    size: u32,
    index: BigUint,
) -> Tree {
    let start = Symbol::Nonterminal(nonterminal);
    let mut choices = Vec::new();
    let mut open = vec![Open { symbol: &start, size, index }];
    while let Some(Open { symbol, size, mut index }) = open.pop() {
        let nonterminal = match symbol {
            Symbol::Literal(_) => continue,
            Symbol::Set(set) => {
                let c = u32::try_from(index).ok().and_then(|index| set.get(index));
                choices.extend(c.map(Choice::Char));
                continue;
            }
            Symbol::Nonterminal(id) => *id,
        };
        for id in rtg.nonterminal(nonterminal).productions() {
            let production = rtg.production(id);
            let Some(size) = size.checked_sub(production.cost().0) else { continue };
            let count = tables.of_product(counts.plan().product(id), size);
            if index >= count {
                index -= count;
                continue;
            }
            choices.push(Choice::Production(id));
            let symbols = production.symbols().iter().filter(|symbol| symbol.makes_choice());
            let pairs: Vec<_> = symbols.zip(counts.plan().factors(id)).collect();
            let (mut size, mut index) = (size, index);
            // Tuples nest to the left, so the last symbol is split off first; the stack
            // then holds the first symbol on top.
            for (symbol, factor) in pairs.into_iter().rev() {
                let (left, right) = split(tables, factor, size, index);
                open.push(Open { symbol, size: right.0, index: right.1 });
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
    let before = &factor.before;
    let (left_size, index, count) = match (&factor.spectrum, before.row) {
        (Spectrum::Constant(count), _) => (size, index, count),
        (Spectrum::Table(right), None) => (0, index, tables.get(*right, size)),
        (Spectrum::Table(right), Some(left)) => {
            // The constant divides every term of the sum, so the search can do without it.
            let (mut rest, fraction) = index.div_rem(&before.constant);
            let mut left_size = 0;
            loop {
                let term = tables.get(left, left_size) * tables.get(*right, size - left_size);
                if rest < term {
                    break;
                }
                rest -= term;
                left_size += 1;
            }
            (left_size, rest * &before.constant + fraction, tables.get(*right, size - left_size))
        }
    };
    let (left, right) = index.div_rem(count);
    ((left_size, left), (size - left_size, right))
}
