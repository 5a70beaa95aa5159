//! From the residues of a number back to the number: the Chinese remainder theorem.
//!
//! With M the product of all primes `q_i`, a number below M is the sum of `c_i * M/q_i` modulo
//! M, where `c_i` is its residue times the inverse of `M/q_i`, modulo `q_i`. The sum is taken up
//! a tree: each group of primes adds up in a few words, and two neighbours with the values u,
//! v and the products of primes P, Q join to `u*Q + v*P`.

use std::sync::Arc;

use memoize::memoize;
use num_bigint::BigUint;
use num_traits::One;
use rayon::prelude::*;

use super::primes::{self, Prime};

/// Primes per group.
const GROUP: usize = 8;
/// Words that hold a sum over one group.
const WORDS: usize = 4;

/// The first groups of primes, with what they need to put numbers together.
#[derive(Debug)]
pub(super) struct Reconstruction {
    leaves: Vec<Leaf>,
    /// The products of primes below each node, level by level from the leaves up.
    levels: Vec<Vec<BigUint>>,
}

/// One group of primes.
#[derive(Debug)]
struct Leaf {
    primes: [Prime; GROUP],
    /// The inverse of `M/q` modulo each prime q.
    inverses: [u32; GROUP],
    /// The product of the group's other primes, for each prime.
    cofactors: [[u64; WORDS]; GROUP],
}

/// The number of groups of primes that hold numbers of this many bits, rounded up so that few
/// different numbers of groups are in use.
pub(super) fn groups_for(bits: u32) -> usize {
    let groups = (bits / primes::BITS_OF_EIGHT) as usize + 1;
    const { assert!(GROUP == 8, "what BITS_OF_EIGHT says") };
    let step = (groups.next_power_of_two() / 8).max(1);
    groups.next_multiple_of(step)
}

/// The number of primes in this many groups.
pub(super) fn primes_of(groups: usize) -> usize {
    groups * GROUP
}

/// Prepares the first `groups` groups, once for each number of groups. Looking one up takes a
/// lock, so a parallel loop asks for it before it begins.
#[memoize(SharedCache)]
pub(super) fn reconstruction(groups: usize) -> Arc<Reconstruction> {
    let primes = primes::primes(groups * GROUP);
    let leaves = primes.par_chunks_exact(GROUP).map(|group| leaf(group, &primes)).collect();
    let product =
        |group: &[Prime]| group.iter().fold(BigUint::one(), |all, prime| all * prime.value);
    let mut levels = vec![primes.chunks_exact(GROUP).map(product).collect::<Vec<_>>()];
    while let Some(below) = levels.last().filter(|level| level.len() > 1) {
        let joined = below.chunks(2).map(|pair| pair.iter().product()).collect();
        levels.push(joined);
    }
    Arc::new(Reconstruction { leaves, levels })
}

fn leaf(group: &[Prime], all: &[Prime]) -> Leaf {
    let primes: [Prime; GROUP] = std::array::from_fn(|lane| group[lane]);
    let inverses = primes.map(|prime| {
        let others = all.iter().filter(|other| other.value != prime.value);
        let cofactor =
            others.fold(1, |product, other| prime.product(product, other.value % prime.value));
        prime.inverse(cofactor)
    });
    let cofactors = primes.map(|prime| {
        let others = primes.iter().filter(|other| other.value != prime.value);
        let cofactor = others.fold(BigUint::one(), |product, other| product * other.value);
        let digits = cofactor.to_u64_digits();
        // Digits end with the last that is not zero.
        std::array::from_fn(|word| digits.get(word).map_or(0, |digit| *digit))
    });
    Leaf { primes, inverses, cofactors }
}

impl Reconstruction {
    /// The number below the product of the primes that has these residues.
    pub fn number(&self, residue: impl Fn(usize) -> u32) -> BigUint {
        let mut values: Vec<BigUint> = self
            .leaves
            .iter()
            .enumerate()
            .map(|(group, leaf)| leaf.sum(|lane| residue(group * GROUP + lane)))
            .collect();
        for products in &self.levels[..self.levels.len() - 1] {
            values = values
                .chunks(2)
                .zip(products.chunks(2))
                .map(|(values, products)| match (values, products) {
                    ([left, right], [p, q]) => left * q + right * p,
                    _ => values[0].clone(),
                })
                .collect();
        }
        let (value, all) = (values.pop(), self.levels.last().and_then(|top| top.first()));
        value.expect("a group has a value") % all.expect("groups have a product")
    }
}

impl Leaf {
    /// The sum of `c * cofactor` over the group: below 8 * 2^28 * 2^196, which fits.
    #[expect(clippy::cast_possible_truncation, reason = "the low and the high half of a product")]
    fn sum(&self, residue: impl Fn(usize) -> u32) -> BigUint {
        let mut sum = [0_u64; WORDS];
        for (lane, (prime, inverse)) in self.primes.iter().zip(self.inverses).enumerate() {
            let c = prime.product(residue(lane), inverse);
            let mut carry = 0_u128;
            for (word, cofactor) in sum.iter_mut().zip(&self.cofactors[lane]) {
                carry += u128::from(*word) + u128::from(c) * u128::from(*cofactor);
                *word = carry as u64;
                carry >>= 64;
            }
        }
        BigUint::new(sum.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]).collect())
    }
}
