//! Natural numbers that significands are: 128 bits for narrow formats, big ones for the others.

use std::ops::{Shl, Shr};

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::ToPrimitive;

/// A natural number, wide enough for what is computed with it.
///
/// With 128 bits that is: two factors of 62 bits each, the precision of the widest narrow format.
pub(super) trait Natural:
    Integer
    + Clone
    + From<u64>
    + Into<BigUint>
    + ToPrimitive
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The number of bits without leading zeros; 0 of 0.
    fn bit_length(&self) -> usize;

    /// The number of zero bits below the lowest 1; of a number that is not 0.
    fn low_zeros(&self) -> usize;

    /// ⌊√self⌋.
    fn floor_root(&self) -> Self;

    /// The number itself, which must fit.
    fn from_wide(wide: BigUint) -> Self;

    /// Returns the length to which both operands of a sum are brought, if the longer one, or the
    /// precision, is `longest`: at least `longest` + 2, with a bit to spare for the carry.
    fn frame(longest: usize) -> usize;

    /// 2^exponent.
    fn power(exponent: usize) -> Self {
        Self::one() << exponent
    }

    /// self · 2^-by without its fraction, but with the last bit 1 if that was not zero.
    fn shifted_right_sticky(self, by: u128) -> Self {
        if self.is_zero() {
            return self;
        }
        match usize::try_from(by) {
            Ok(by) if by < self.bit_length() => {
                let inexact = self.low_zeros() < by;
                let kept = self >> by;
                if inexact && kept.is_even() { kept + Self::one() } else { kept }
            }
            _ => Self::one(),
        }
    }

    /// 2·self, or 2·self + 1 if something was cut off.
    fn with_sticky(self, inexact: bool) -> Self {
        let doubled = self << 1;
        if inexact { doubled + Self::one() } else { doubled }
    }
}

impl Natural for u128 {
    fn bit_length(&self) -> usize {
        128 - self.leading_zeros() as usize
    }

    fn low_zeros(&self) -> usize {
        self.trailing_zeros() as usize
    }

    fn floor_root(&self) -> u128 {
        self.isqrt()
    }

    fn from_wide(wide: BigUint) -> u128 {
        wide.to_u128().expect("a narrow format's significand has at most 62 bits")
    }

    fn frame(longest: usize) -> usize {
        debug_assert!(longest <= 124);
        126
    }
}

impl Natural for BigUint {
    fn bit_length(&self) -> usize {
        length(self.bits())
    }

    fn low_zeros(&self) -> usize {
        length(self.trailing_zeros().unwrap_or(0))
    }

    fn floor_root(&self) -> BigUint {
        self.sqrt()
    }

    fn from_wide(wide: BigUint) -> BigUint {
        wide
    }

    fn frame(longest: usize) -> usize {
        longest + 2
    }
}

fn length(bits: u64) -> usize {
    usize::try_from(bits).expect("a number in memory has fewer bits than there are addresses")
}
