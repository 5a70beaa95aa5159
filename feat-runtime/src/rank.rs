//! From a tree to its index: the inverse of unranking, leaves first.

use num_bigint::BigUint;
use num_traits::Zero;

use crate::counts::{Counts, Tables};
use crate::plan::{Factor, Row, Spectrum};
use crate::rtg::{Rtg, Symbol};
use crate::tree::{Choice, Tree};

/// A finished subtree.
enum Done {
    Char(char),
    Ranked { size: u32, index: BigUint },
}

/// The index of `tree` among the trees of its size.
///
/// `tree` must be a tree of a nonterminal of `rtg`, and `tables` reach up to its size.
/// Costs about what unranking does.
pub(crate) fn rank(rtg: &Rtg, counts: &Counts, tables: &Tables, tree: &Tree) -> BigUint {
    // Read backwards, so that a production finds its first child on top.
    let mut done: Vec<Done> = Vec::new();
    for &choice in tree.choices().iter().rev() {
        let id = match choice {
            Choice::Char(c) => {
                done.push(Done::Char(c));
                continue;
            }
            Choice::Production(id) => id,
        };
        let production = rtg.production(id);
        let (mut size, mut index) = (0, BigUint::ZERO);
        let symbols = production.symbols().iter().filter(|symbol| symbol.makes_choice());
        for (symbol, factor) in symbols.zip(counts.plan().factors(id)) {
            let (right_size, right) = match (symbol, done.pop()) {
                (Symbol::Set(set), Some(Done::Char(c))) => {
                    (0, set.rank(c).unwrap_or_default().into())
                }
                (_, Some(Done::Ranked { size, index })) => (size, index),
                _ => (0, BigUint::ZERO),
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
                index += tables.of_product(counts.plan().product(earlier), rest);
            }
        }
        done.push(Done::Ranked { size, index });
    }
    match done.pop() {
        Some(Done::Ranked { index, .. }) => index,
        Some(Done::Char(_)) | None => BigUint::ZERO,
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
        Spectrum::Constant(count) => return left * count + right,
        Spectrum::Table(row) => *row,
    };
    let within = left * tables.get(row, right_size) + right;
    match factor.before.row {
        None => within,
        Some(before) => {
            within
                + splits_below(tables, before, row, left_size, right_size) * &factor.before.constant
        }
    }
}

/// How many pairs of this total size have a smaller left side: the sum of
/// `left_s * right_{p-s}` for s below `left_size`.
fn splits_below(
    tables: &Tables,
    left: Row,
    right: Row,
    left_size: u32,
    right_size: u32,
) -> BigUint {
    let size = left_size + right_size;
    (0..left_size)
        .map(|s| (tables.get(left, s), tables.get(right, size - s)))
        .filter(|(left, right)| !left.is_zero() && !right.is_zero())
        .map(|(left, right)| left * right)
        .sum()
}
