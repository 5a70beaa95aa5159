//! The order of IEEE 754, and the lesser and greater of two values.

use std::cmp::Ordering;

use super::value::Float;

impl Float {
    /// Compares two values of one format as numbers: zeros are equal, and NaN does not compare.
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        assert_eq!(self.format(), other.format(), "operands of different formats");
        if self.is_nan() || other.is_nan() {
            return None;
        }
        // Bits below the sign ascend with the magnitude.
        Some(match (self.is_negative(), other.is_negative()) {
            (false, false) => self.compare_bits(other),
            (true, true) => other.compare_bits(self),
            _ if self.is_zero() && other.is_zero() => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
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
