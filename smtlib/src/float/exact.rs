//! Exact binary numbers, and their sums, products, quotients and roots.
//!
//! A result may be *sticky*: cut off far below the precision asked for, with its last bit 1 if what
//! was cut off is not zero. Rounded to that precision or to fewer bits, it gives what the exact
//! result gives.

use std::cmp::Ordering;

use super::natural::Natural;
use super::value::Float;

/// ±significand · 2^exponent, not zero.
#[derive(Clone)]
pub(super) struct Exact<N> {
    pub negative: bool,
    pub exponent: i128,
    pub significand: N,
}

/// A float taken apart.
pub(super) enum Unpacked<N> {
    Nan,
    Infinite { negative: bool },
    Zero { negative: bool },
    Finite(Exact<N>),
}

impl Float {
    /// The float taken apart; its significand must fit `N`.
    pub(super) fn unpack<N: Natural>(&self) -> Unpacked<N> {
        let format = self.format();
        let fields = self.fields::<N>();
        let negative = fields.negative;
        if fields.exponent == format.special_field() {
            return if fields.fraction.is_zero() {
                Unpacked::Infinite { negative }
            } else {
                Unpacked::Nan
            };
        }
        if fields.exponent != 0 {
            return Unpacked::Finite(Exact {
                negative,
                exponent: format.lowest_exponent() + fields.exponent - 1,
                significand: fields.fraction + N::power(format.fraction_bits()),
            });
        }
        if fields.fraction.is_zero() {
            return Unpacked::Zero { negative };
        }
        Unpacked::Finite(Exact {
            negative,
            exponent: format.lowest_exponent(),
            significand: fields.fraction,
        })
    }
}

impl<N: Natural> Exact<N> {
    /// e such that 2^(e-1) ≤ |self| < 2^e.
    pub fn end(&self) -> i128 {
        self.exponent + to_exponent(self.significand.bit_length())
    }

    /// self · other.
    pub fn product(self, other: Exact<N>) -> Exact<N> {
        Exact {
            negative: self.negative != other.negative,
            exponent: self.exponent + other.exponent,
            significand: self.significand * other.significand,
        }
    }

    /// self / other, sticky for up to `precision` bits.
    pub fn quotient(self, other: &Exact<N>, precision: usize) -> Exact<N> {
        // A quotient of lengths n and d has at least n - d bits.
        let wanted = precision + 1 + other.significand.bit_length();
        let shift = wanted.saturating_sub(self.significand.bit_length());
        let (quotient, rest) = (self.significand << shift).div_rem(&other.significand);
        Exact {
            negative: self.negative != other.negative,
            exponent: self.exponent - to_exponent(shift) - other.exponent - 1,
            significand: quotient.with_sticky(!rest.is_zero()),
        }
    }

    /// √self, sticky for up to `precision` bits; self must be positive.
    pub fn root(self, precision: usize) -> Exact<N> {
        // A root has half the bits, rounded up.
        let wanted = 2 * precision + 1;
        let mut shift = wanted.saturating_sub(self.significand.bit_length());
        if (self.exponent - to_exponent(shift)) % 2 != 0 {
            shift += 1;
        }
        let square = self.significand << shift;
        let root = square.floor_root();
        let inexact = root.clone() * root.clone() != square;
        Exact {
            negative: false,
            exponent: (self.exponent - to_exponent(shift)) / 2 - 1,
            significand: root.with_sticky(inexact),
        }
    }

    /// self + other, sticky for up to `precision` bits; nothing if it is zero.
    ///
    /// Costs nothing for the distance of the exponents: of an operand that lies far below the
    /// other, the last bit is left.
    pub fn sum(self, other: Exact<N>, precision: usize) -> Option<Exact<N>> {
        let (high, low) = if self.end() >= other.end() { (self, other) } else { (other, self) };
        let high_length = high.significand.bit_length();
        let low_length = low.significand.bit_length();

        // Both are put into one frame, whose highest bit is that of the high operand. If the low
        // one loses bits there, then it is less than a quarter of the high one, which is even: so
        // the sum has all but one bit of the frame, and the sticky bit does not disturb the others.
        let frame = N::frame(high_length.max(low_length).max(precision + 1));
        let exponent = high.end() - to_exponent(frame);
        let above = high.significand << (frame - high_length);
        let below = match usize::try_from(low.exponent - exponent) {
            Ok(shift) => low.significand << shift,
            Err(_) => {
                low.significand.shifted_right_sticky((low.exponent - exponent).unsigned_abs())
            }
        };
        if high.negative == low.negative {
            return Some(Exact { negative: high.negative, exponent, significand: above + below });
        }
        match above.cmp(&below) {
            Ordering::Equal => None,
            Ordering::Greater => {
                Some(Exact { negative: high.negative, exponent, significand: above - below })
            }
            Ordering::Less => {
                Some(Exact { negative: low.negative, exponent, significand: below - above })
            }
        }
    }
}

/// A length of a number in memory as an exponent.
pub(super) fn to_exponent(length: usize) -> i128 {
    i128::try_from(length).expect("a length in memory has at most 64 bits")
}
