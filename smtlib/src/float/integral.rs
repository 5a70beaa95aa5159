//! Values rounded to integers: as values, and as bit-vectors.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Zero};

use super::arithmetic::by_width;
use super::exact::{Exact, Unpacked};
use super::mode::RoundingMode;
use super::natural::Natural;
use super::value::Float;

impl Float {
    /// `fp.roundToIntegral`: the integer that the mode gives, with the sign of the value.
    ///
    /// In formats whose precision exceeds their range, the integer may be above all finite values;
    /// it is then rounded by the same mode, which gives an infinity.
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        by_width!(self.format(), round_to_integral(self, mode))
    }

    /// `fp.to_ubv`: the integer that the mode gives, if it is in 0 … 2^width - 1.
    ///
    /// Nothing otherwise, nor for NaN and infinities: the standard leaves them open. So it does,
    /// in one of two places that disagree, for negative numbers that the mode rounds to 0; they
    /// give nothing either.
    pub fn to_ubv(&self, mode: RoundingMode, width: u32) -> Option<BigUint> {
        if self.is_negative() && !self.is_zero() {
            return None;
        }
        let integer = self.to_integer(mode, width)?.to_biguint()?;
        (integer.bits() <= u64::from(width)).then_some(integer)
    }

    /// `fp.to_sbv`: the integer that the mode gives, if it is in -2^(width-1) … 2^(width-1) - 1.
    ///
    /// Nothing otherwise, nor for NaN and infinities: the standard leaves them open.
    pub fn to_sbv(&self, mode: RoundingMode, width: u32) -> Option<BigInt> {
        let integer = self.to_integer(mode, width)?;
        let highest = BigInt::one() << width.checked_sub(1)?;
        (-&highest <= integer && integer < highest).then_some(integer)
    }

    /// The integer that the mode gives; nothing if its magnitude is above 2^width for certain.
    fn to_integer(&self, mode: RoundingMode, width: u32) -> Option<BigInt> {
        match self.unpack::<BigUint>() {
            Unpacked::Nan | Unpacked::Infinite { .. } => None,
            Unpacked::Zero { .. } => Some(BigInt::zero()),
            Unpacked::Finite(exact) if exact.end() > i128::from(width) + 1 => None,
            Unpacked::Finite(exact) => {
                let sign = if exact.negative { Sign::Minus } else { Sign::Plus };
                Some(BigInt::from_biguint(sign, exact.count(0, mode)))
            }
        }
    }
}

fn round_to_integral<N: Natural>(value: &Float, mode: RoundingMode) -> Float {
    let format = value.format();
    match value.unpack::<N>() {
        Unpacked::Finite(exact) if exact.exponent < 0 => {
            let negative = exact.negative;
            let significand = exact.count(0, mode);
            if significand.is_zero() {
                Float::zero(format).negated_if(negative)
            } else {
                Exact { negative, exponent: 0, significand }.round(format, mode)
            }
        }
        _ => value.clone(),
    }
}
