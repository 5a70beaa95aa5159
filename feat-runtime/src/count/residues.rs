//! Counting many sizes at once, by residues.
//!
//! The plain convolution multiplies long numbers. Here every row is counted modulo many
//! small primes instead, and at the end each number is put together from its residues (the
//! Chinese remainder theorem, [`super::reconstruction`]). For numbers of n bits that takes n
//! multiplications of words where the plain way takes the square of n. Primes are independent
//! of each other, and so are the numbers to put together: both run on all cores.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rayon::prelude::*;

use super::forecast;
use super::primes::{self, PRODUCTS_A_WORD, Prime};
use super::progress::CountingProgress;
use super::reconstruction::{Reconstruction, groups_for, primes_of, reconstruction};
use crate::count::plan::{CountingPlan, RowRule};

/// More residues than this (4 GiB of them) are not worth their memory: then counting goes on
/// one size at a time.
pub(super) const MOST_RESIDUES: usize = 1 << 30;

/// The convolutions of the plan for all sizes below `sizes`, by row; rows that are sums stay
/// empty, since they are cheaply summed. `None` if the lengths cannot be foreseen
/// or are beyond reason.
///
/// Costs, for each pair of the plan and each prime, half the square of `sizes`
/// multiplications of words, and the memory of the result once more.
pub(super) fn convolutions(
    plan: &CountingPlan,
    slope: f64,
    sizes: usize,
    progress: &CountingProgress,
) -> Option<Vec<Vec<BigUint>>> {
    let bits = forecast::bits(plan, slope, sizes)?;
    let longest = bits.iter().flatten().max().copied()?;
    let primes = primes::primes(primes_of(groups_for(longest)));
    if plan.rules.len() * sizes * primes.len() > MOST_RESIDUES {
        return None;
    }
    // Putting numbers together takes about a quarter of the time.
    let pairs = plan.rules.iter().filter(|rule| matches!(rule, RowRule::Pair(..))).count();
    let (of_prime, of_number) = (3 * (pairs * sizes) as u64, primes.len() as u64);
    progress.begin(sizes, of_prime * primes.len() as u64 + of_number * (pairs * sizes) as u64);
    let count = |&prime| {
        let counted = count_modulo(plan, sizes, prime);
        progress.add(of_prime);
        counted
    };
    let residues: Vec<Vec<Vec<u32>>> = primes.par_iter().map(count).collect();
    // Few numbers of groups are in use; each is looked up here, before the threads want it.
    let is_pair = |rule: &RowRule| matches!(rule, RowRule::Pair(..));
    let rows = plan.rules.iter().zip(&bits).filter(|(rule, _)| is_pair(rule));
    let groups: BTreeSet<usize> =
        rows.flat_map(|(_, bits)| bits).map(|&bits| groups_for(bits)).collect();
    let reconstructions: BTreeMap<usize, Arc<Reconstruction>> =
        groups.into_iter().map(|groups| (groups, reconstruction(groups))).collect();
    let number = |row: usize, size: usize| {
        let number = reconstructions[&groups_for(bits[row][size])]
            .number(|prime| residues[prime][row][size]);
        progress.add(of_number);
        number
    };
    let rows = plan.rules.iter().enumerate().map(|(row, rule)| match rule {
        RowRule::Sum(_) => Vec::new(),
        RowRule::Pair(..) => (0..sizes).into_par_iter().map(|size| number(row, size)).collect(),
    });
    Some(rows.collect())
}

/// A row modulo a prime, forwards and backwards, so that a convolution reads both factors
/// in the same direction. What is not counted yet is zero.
struct Residues {
    forward: Vec<u32>,
    backward: Vec<u32>,
}

/// All rows modulo one prime.
fn count_modulo(plan: &CountingPlan, sizes: usize, prime: Prime) -> Vec<Vec<u32>> {
    let remainder =
        |number: &BigUint| (number % prime.value).to_u32().expect("a remainder is below its prime");
    // The constants modulo the prime, by row and term.
    let constants: Vec<Vec<u32>> = plan
        .rules
        .iter()
        .map(|rule| match rule {
            RowRule::Sum(terms) => terms.iter().map(|(_, p)| remainder(p.constant.big())).collect(),
            RowRule::Pair(..) => Vec::new(),
        })
        .collect();
    let empty = || Residues { forward: vec![0; sizes], backward: vec![0; sizes] };
    let mut rows: Vec<Residues> = plan.rules.iter().map(|_| empty()).collect();
    for size in 0..sizes {
        for &row in &plan.order {
            let number = match &plan.rules[row.0] {
                RowRule::Sum(terms) => {
                    let term = |((cost, product), constant): (&(u32, _), &u32)| {
                        let rest = size.checked_sub(*cost as usize)?;
                        let product: &crate::count::plan::Product = product;
                        let number = match product.row {
                            Some(row) => rows[row.0].forward[rest],
                            None => u32::from(rest == 0),
                        };
                        Some(u64::from(prime.product(number, *constant)))
                    };
                    prime.reduce(terms.iter().zip(&constants[row.0]).filter_map(term).sum())
                }
                RowRule::Pair(left, right) => {
                    convolve(&rows[left.0], &rows[right.0], left == right, size, prime)
                }
            };
            rows[row.0].forward[size] = number;
            rows[row.0].backward[sizes - 1 - size] = number;
        }
    }
    rows.into_iter().map(|row| row.forward).collect()
}

/// The sum of `left_s * right_{size-s}`; in a square all pairs but the middle one come twice.
fn convolve(left: &Residues, right: &Residues, is_square: bool, size: usize, prime: Prime) -> u32 {
    let reversed = &right.backward[right.backward.len() - 1 - size..];
    if !is_square {
        return dot(&left.forward[..=size], reversed, prime);
    }
    let half = size.div_ceil(2);
    let twice = 2 * u64::from(dot(&left.forward[..half], &reversed[..half], prime));
    let middle = if size.is_multiple_of(2) { left.forward[size / 2] } else { 0 };
    prime.reduce(twice + u64::from(prime.product(middle, middle)))
}

/// The sum of the products of two rows. All the time of counting goes here.
fn dot(left: &[u32], right: &[u32], prime: Prime) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(unsafe_code, reason = "the processor was asked whether it has the instructions")]
        // SAFETY: `dot_avx2` needs AVX2, and AVX2 was just detected.
        return unsafe { dot_avx2(left, right, prime) };
    }
    dot_anywhere(left, right, prime)
}

/// [`dot_anywhere`], compiled for longer vectors: three times as fast.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn dot_avx2(left: &[u32], right: &[u32], prime: Prime) -> u32 {
    dot_anywhere(left, right, prime)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "so that it is compiled for each set of instructions")]
fn dot_anywhere(left: &[u32], right: &[u32], prime: Prime) -> u32 {
    let products = |(left, right): (&[u32], &[u32])| -> u64 {
        left.iter().zip(right).map(|(&l, &r)| u64::from(l) * u64::from(r)).sum()
    };
    let chunks = left.chunks(PRODUCTS_A_WORD).zip(right.chunks(PRODUCTS_A_WORD));
    prime.reduce(chunks.map(|chunk| u64::from(prime.reduce(products(chunk)))).sum())
}
