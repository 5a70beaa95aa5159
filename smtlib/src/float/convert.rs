//! Between formats, and to and from rational numbers and integers.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::One;

use super::exact::{Exact, Unpacked, to_exponent};
use super::format::Format;
use super::mode::RoundingMode;
use super::natural::Natural;
use super::value::Float;
use crate::Rational;

/// Reason for which a value has no rational number. `(fp.to_real (_ NaN 8 24))` has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undetermined {
    /// It is NaN or infinite: the standard leaves the number open.
    #[error("NaN and infinities have no number that the standard fixes")]
    Unspecified,
    /// It has a number, but one that takes too much memory.
    #[error("a multiple of 2^{exponent} is too long to be written out")]
    TooLarge {
        /// The value is an odd multiple of 2^exponent.
        exponent: i128,
    },
}

impl Float {
    /// Exponents of up to this magnitude are written out by [`Float::to_rational`].
    pub const MOST_RATIONAL_BITS: i128 = 1 << 20;

    /// `(_ to_fp eb sb)` of a float: the value of the other format that the mode gives.
    pub fn to_format(&self, format: Format, mode: RoundingMode) -> Float {
        if format == self.format() {
            self.clone()
        } else if format.is_narrow() && self.format().is_narrow() {
            to_format::<u128>(self, format, mode)
        } else {
            to_format::<BigUint>(self, format, mode)
        }
    }

    /// `(_ to_fp eb sb)` of a real: the value that the mode gives; of zero, +0.
    pub fn from_rational(format: Format, number: &Rational, mode: RoundingMode) -> Float {
        let negative = number.numer().sign() == Sign::Minus;
        let part = |part: &BigInt, negative| Exact {
            negative,
            exponent: 0,
            significand: part.magnitude().clone(),
        };
        if number.numer().sign() == Sign::NoSign {
            return Float::zero(format);
        }
        part(number.numer(), negative)
            .quotient(&part(number.denom(), false), format.sb() as usize)
            .round(format, mode)
    }

    /// `(_ to_fp eb sb)` of a signed, and `(_ to_fp_unsigned eb sb)` of an unsigned bit-vector: the
    /// value that the mode gives for its integer; of zero, +0.
    pub fn from_integer(format: Format, number: &BigInt, mode: RoundingMode) -> Float {
        if number.sign() == Sign::NoSign {
            return Float::zero(format);
        }
        let negative = number.sign() == Sign::Minus;
        Exact { negative, exponent: 0, significand: number.magnitude().clone() }.round(format, mode)
    }

    /// `fp.to_real`: the number itself.
    ///
    /// It may be as long as 2^eb bits, so it is refused beyond [`Float::MOST_RATIONAL_BITS`].
    pub fn to_rational(&self) -> Result<Rational, Undetermined> {
        let exact = match self.unpack::<BigUint>() {
            Unpacked::Nan | Unpacked::Infinite { .. } => return Err(Undetermined::Unspecified),
            Unpacked::Zero { .. } => return Ok(Rational::from_integer(BigInt::ZERO)),
            Unpacked::Finite(exact) => exact.odd(),
        };
        let exponent = exact.exponent;
        let distance = match usize::try_from(exponent.unsigned_abs()) {
            Ok(distance) if exponent.abs() <= Self::MOST_RATIONAL_BITS => distance,
            _ => return Err(Undetermined::TooLarge { exponent }),
        };
        let sign = if exact.negative { Sign::Minus } else { Sign::Plus };
        let significand = BigInt::from_biguint(sign, exact.significand);
        // An odd numerator and a power of two are in lowest terms.
        Ok(if exponent < 0 {
            Rational::new_raw(significand, BigInt::one() << distance)
        } else {
            Rational::from_integer(significand << distance)
        })
    }

    /// ⌊log₂ |self|⌋; nothing for NaN, infinities and zeros.
    pub fn magnitude(&self) -> Option<i128> {
        match self.unpack::<BigUint>() {
            Unpacked::Finite(exact) => Some(exact.end() - 1),
            _ => None,
        }
    }
}

impl<N: Natural> Exact<N> {
    /// The same number with an odd significand.
    pub fn odd(self) -> Exact<N> {
        let zeros = self.significand.low_zeros();
        Exact {
            exponent: self.exponent + to_exponent(zeros),
            significand: self.significand >> zeros,
            ..self
        }
    }
}

fn to_format<N: Natural>(value: &Float, format: Format, mode: RoundingMode) -> Float {
    match value.unpack::<N>() {
        Unpacked::Nan => Float::nan(format),
        Unpacked::Infinite { negative } => Float::infinity(format).negated_if(negative),
        Unpacked::Zero { negative } => Float::zero(format).negated_if(negative),
        Unpacked::Finite(exact) => exact.round(format, mode),
    }
}
