//! The primes to count by: just below 2^28, so that 256 products of two residues can be
//! added in a word before they must be reduced.

use std::sync::{Arc, LazyLock};

use memoize::memoize;

/// A prime with what its reduction needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prime {
    pub value: u32,
    /// The floor of 2^64 divided by the prime.
    reciprocal: u64,
}

/// The bits that eight primes hold together: the millionth of them is still above 2^27.9.
pub(super) const BITS_OF_EIGHT: u32 = 223;

/// This many products of two residues fit a word.
pub(super) const PRODUCTS_A_WORD: usize = 256;

impl Prime {
    pub fn new(value: u32) -> Self {
        // 2^64 - 1 and 2^64 have the same quotient by an odd prime.
        Self { value, reciprocal: u64::MAX / u64::from(value) }
    }

    /// The remainder of any word (Barrett).
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a quotient of words, a remainder below 2^28"
    )]
    pub fn reduce(self, number: u64) -> u32 {
        let quotient = ((u128::from(number) * u128::from(self.reciprocal)) >> 64) as u64;
        let rest = number - quotient * u64::from(self.value);
        (if rest >= u64::from(self.value) { rest - u64::from(self.value) } else { rest }) as u32
    }

    pub fn product(self, a: u32, b: u32) -> u32 {
        self.reduce(u64::from(a) * u64::from(b))
    }

    /// The inverse of `a`, which the prime must not divide: `a^(p-2)` by Fermat.
    pub fn inverse(self, a: u32) -> u32 {
        let (mut power, mut square, mut exponent) = (1, a, self.value - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.product(power, square);
            }
            square = self.product(square, square);
            exponent >>= 1;
        }
        power
    }
}

/// Primes per block: few enough that a short list does not wait for primes it has no use for.
const BLOCK: usize = 64;

/// The odd primes whose squares are below 2^28.
static DIVISORS: LazyLock<Vec<u32>> =
    LazyLock::new(|| (3..1 << 14).step_by(2).filter(|&n| is_prime(n)).collect());

/// The `number` largest primes below 2^28, descending. Each is found once, since a list of them
/// begins with every shorter one.
pub(super) fn primes(number: usize) -> Vec<Prime> {
    let mut primes = Vec::with_capacity(number.next_multiple_of(BLOCK));
    for block_number in 0..number.div_ceil(BLOCK) {
        primes.extend_from_slice(&block(block_number));
    }
    primes.truncate(number);
    primes
}

/// The primes from number `BLOCK * number` on, as many as make a block.
#[memoize(SharedCache)]
fn block(number: usize) -> Arc<Vec<Prime>> {
    let bound = match number.checked_sub(1) {
        None => 1 << 28,
        Some(before) => block(before).last().expect("a block is not empty").value,
    };
    let candidates = (0..bound).rev().filter(|n| n % 2 == 1);
    let primes = candidates.filter(|n| DIVISORS.iter().all(|d| n % d != 0));
    Arc::new(primes.take(BLOCK).map(Prime::new).collect())
}

fn is_prime(n: u32) -> bool {
    (3..).step_by(2).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_prime_and_reduce() {
        let primes = primes(3);
        assert_eq!(
            primes.iter().map(|p| p.value).collect::<Vec<_>>(),
            [268_435_399, 268_435_367, 268_435_361]
        );
        for prime in &primes {
            for number in [0, 1, u64::from(prime.value), u64::MAX, u64::MAX - 1, 1 << 56] {
                assert_eq!(u64::from(prime.reduce(number)), number % u64::from(prime.value));
            }
            assert_eq!(prime.product(prime.inverse(12_345), 12_345), 1);
        }
    }

    #[test]
    fn longer_lists_begin_with_shorter_ones_and_descend() {
        let values = |number| primes(number).iter().map(|p| p.value).collect::<Vec<_>>();
        let long = values(3 * BLOCK + 1);
        assert!(long.is_sorted_by(|left, right| left > right));
        assert!(long.iter().all(|&value| is_prime(value)));
        for number in [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK] {
            assert_eq!(values(number), long[..number]);
        }
    }
}
