//! Trees drawn uniformly at random, replayable from a seed.

use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::grammar::tree::Tree;
use crate::number::{Index, Size};
use crate::space::{Position, Space};

/// A source of random trees: the same seed draws the same trees, on every machine. `etude sample
/// Reals --size 12 --seed 7` draws from one.
#[derive(Debug)]
pub struct Sampler {
    generator: ChaCha8Rng,
}

impl Sampler {
    /// The sampler of this seed.
    pub fn new(seed: u64) -> Self {
        Self { generator: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// The index of a tree of this size, each with equal chance; `None` if there is none.
    pub fn index_of_size(&mut self, space: &Space, size: Size) -> Option<Index> {
        let within = self.below(&space.count(size))?.into();
        Some(space.index_of(&Position { size, within }))
    }

    /// The index of a tree of this size or a smaller one, each with equal chance; `None` if
    /// there is none.
    pub fn index_up_to(&mut self, space: &Space, size: Size) -> Option<Index> {
        self.below(&space.count_up_to(size)).map(Index::from)
    }

    /// A tree of this size, each with equal chance; `None` if there is none.
    pub fn of_size(&mut self, space: &Space, size: Size) -> Option<Tree> {
        let within = self.below(&space.count(size))?.into();
        space.get_at(&Position { size, within })
    }

    /// A tree of this size or a smaller one, each with equal chance; `None` if there is none.
    pub fn up_to(&mut self, space: &Space, size: Size) -> Option<Tree> {
        self.index_up_to(space, size).and_then(|index| space.get(&index))
    }

    /// A number below `bound`, each with equal chance: numbers of as many bits as the bound
    /// has are drawn until one is below it, two draws on average at the most.
    pub fn below(&mut self, bound: &BigUint) -> Option<BigUint> {
        if *bound == BigUint::ZERO {
            return None;
        }
        let bits = bound.bits();
        let words = usize::try_from(bits.div_ceil(32)).expect("the bound is held in memory");
        let surplus = words as u64 * 32 - bits;
        loop {
            let mut digits: Vec<u32> = (0..words).map(|_| self.generator.next_u32()).collect();
            if let Some(last) = digits.last_mut() {
                *last >>= surplus;
            }
            let number = BigUint::new(digits);
            if number < *bound {
                return Some(number);
            }
        }
    }
}
