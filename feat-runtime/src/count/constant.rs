//! A number of the plan in the three forms to count with (see `natural.rs`).

use num_bigint::BigUint;
use num_traits::Bounded;

/// A constant of the plan in all three forms.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    word: u64,
    double: u128,
    big: BigUint,
}

impl Constant {
    /// The number if it fits a word of 64 bits; else the largest word, which stands for it.
    pub fn word(&self) -> &u64 {
        &self.word
    }

    /// The number if it fits a word of 128 bits; else the largest word, which stands for it.
    pub fn double(&self) -> &u128 {
        &self.double
    }

    /// The number itself.
    pub fn big(&self) -> &BigUint {
        &self.big
    }
}

impl From<BigUint> for Constant {
    fn from(big: BigUint) -> Self {
        Self { word: bounded(&big), double: bounded(&big), big }
    }
}

/// The number if it fits the word; else the largest word, which stands for whatever does not fit.
pub(super) fn bounded<'a, W: TryFrom<&'a BigUint> + Bounded>(number: &'a BigUint) -> W {
    W::try_from(number).unwrap_or_else(|_| W::max_value())
}
