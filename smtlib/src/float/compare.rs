//! The order of IEEE 754, and the lesser and greater of two values.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};

use super::arithmetic::shared_format;
use super::value::Float;

impl Float {
    /// How two values of one format compare as numbers: zeros are equal, and NaN does not compare.
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        let format = shared_format(self, other);
        if self.is_nan() || other.is_nan() {
            return None;
        }
        Some(match (self.word(), other.word()) {
            (Some(x), Some(y)) => {
                let sign = format.sign_mask();
                narrow_key(x, sign).cmp(&narrow_key(y, sign))
            }
            _ => wide_key(self).cmp(&wide_key(other)),
        })
    }

    /// `fp.eq`: equality of IEEE 754, where zeros are equal and NaN equals nothing.
    pub fn ieee_eq(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Equal)
    }

    /// `fp.lt`.
    pub fn lt(&self, other: &Float) -> bool {
        self.compare(other) == Some(Ordering::Less)
    }

    /// `fp.leq`.
    pub fn le(&self, other: &Float) -> bool {
        matches!(self.compare(other), Some(Ordering::Less | Ordering::Equal))
    }

    /// `fp.min`: of NaN and y, y. Nothing for zeros of both signs: the standard allows either.
    pub fn min(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Less)
    }

    /// `fp.max`: of NaN and y, y. Nothing for zeros of both signs: the standard allows either.
    pub fn max(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Greater)
    }

    fn choose(&self, other: &Float, wanted: Ordering) -> Option<Float> {
        match self.compare(other) {
            Some(Ordering::Equal) => (self == other).then(|| self.clone()),
            Some(order) => Some(if order == wanted { self.clone() } else { other.clone() }),
            None => Some(if self.is_nan() { other.clone() } else { self.clone() }),
        }
    }
}

/// A number that is ordered as the value is: bits without the sign ascend with the magnitude.
fn narrow_key(bits: u64, sign: u64) -> i128 {
    let magnitude = i128::from(bits & !sign);
    if bits & sign == 0 { magnitude } else { -magnitude }
}

fn wide_key(value: &Float) -> BigInt {
    let fields = value.fields::<BigUint>();
    let magnitude = (BigUint::from(fields.exponent.unsigned_abs())
        << value.format().fraction_bits())
        + fields.fraction;
    BigInt::from_biguint(if fields.negative { Sign::Minus } else { Sign::Plus }, magnitude)
}
