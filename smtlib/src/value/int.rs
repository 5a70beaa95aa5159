//! Integers of any size, the small ones without an allocation.

use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};

/// An integer.
///
/// Invariant: what fits an `i64` is `Small`, so that equal integers are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Form);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small(i64),
    Big(Arc<BigInt>),
}

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Form::Small(0));

    /// The integer as a big one.
    pub fn to_big(&self) -> BigInt {
        match &self.0 {
            Form::Small(small) => BigInt::from(*small),
            Form::Big(big) => (**big).clone(),
        }
    }

    /// The integer, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Form::Small(small) => Some(small),
            Form::Big(_) => None,
        }
    }

    /// Returns whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0))
    }

    /// Returns whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Form::Small(small) => *small < 0,
            Form::Big(big) => big.is_negative(),
        }
    }

    /// Returns the number of bits of its absolute value.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Form::Small(small) => u64::from(64 - small.unsigned_abs().leading_zeros()),
            Form::Big(big) => big.bits(),
        }
    }

    /// `self + other`.
    #[must_use]
    pub fn add(&self, other: &Int) -> Int {
        self.by(other, i64::checked_add, |a, b| a + b)
    }

    /// `self - other`.
    #[must_use]
    pub fn sub(&self, other: &Int) -> Int {
        self.by(other, i64::checked_sub, |a, b| a - b)
    }

    /// `self * other`.
    #[must_use]
    pub fn mul(&self, other: &Int) -> Int {
        self.by(other, i64::checked_mul, |a, b| a * b)
    }

    /// `-self`.
    #[must_use]
    pub fn neg(&self) -> Int {
        Int::ZERO.sub(self)
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Int {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// `div` of the standard: `self = other·q + r` with `0 ≤ r < |other|`; `None` for zero.
    pub fn div_euclid(&self, other: &Int) -> Option<Int> {
        (!other.is_zero()).then(|| {
            self.by(other, i64::checked_div_euclid, |a, b| {
                let (quotient, rest) = a.div_rem(b);
                match (rest.sign(), b.sign()) {
                    (Sign::Minus, Sign::Minus) => quotient + 1,
                    (Sign::Minus, _) => quotient - 1,
                    _ => quotient,
                }
            })
        })
    }

    /// `mod` of the standard: the `r` of [`Int::div_euclid`]; `None` for zero.
    pub fn rem_euclid(&self, other: &Int) -> Option<Int> {
        (!other.is_zero()).then(|| {
            self.by(other, i64::checked_rem_euclid, |a, b| {
                let rest = a % b;
                if rest.is_negative() { rest + b.abs() } else { rest }
            })
        })
    }

    fn by(
        &self,
        other: &Int,
        small: fn(i64, i64) -> Option<i64>,
        big: impl Fn(&BigInt, &BigInt) -> BigInt,
    ) -> Int {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0)
            && let Some(result) = small(*a, *b)
        {
            return Int(Form::Small(result));
        }
        big(&self.to_big(), &other.to_big()).into()
    }
}

impl From<i64> for Int {
    fn from(small: i64) -> Self {
        Int(Form::Small(small))
    }
}

impl From<BigInt> for Int {
    fn from(big: BigInt) -> Self {
        Int(big.to_i64().map_or_else(|| Form::Big(Arc::new(big)), Form::Small))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) => a.cmp(b),
            (Form::Big(a), Form::Big(b)) => a.cmp(b),
            // A big one lies beyond every small one, on the side of its sign.
            (Form::Big(a), Form::Small(_)) => BigInt::zero().cmp(a).reverse(),
            (Form::Small(_), Form::Big(b)) => BigInt::zero().cmp(b),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Written as in SMT-LIB: `12`, `(- 12)`.
impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Small(small) if *small >= 0 => write!(f, "{small}"),
            Form::Small(small) => write!(f, "(- {})", small.unsigned_abs()),
            Form::Big(big) if big.is_negative() => write!(f, "(- {})", big.magnitude()),
            Form::Big(big) => write!(f, "{big}"),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_int() -> impl Strategy<Value = BigInt> {
        prop_oneof![
            (-10_i64..10).prop_map(BigInt::from),
            prop_oneof![Just(i64::MIN), Just(i64::MAX), any::<i64>()].prop_map(BigInt::from),
            any::<(i128, i128)>().prop_map(|(a, b)| BigInt::from(a) * b),
        ]
    }

    proptest! {
        #[test]
        fn small_and_big_agree(a in any_int(), b in any_int()) {
            let (x, y) = (Int::from(a.clone()), Int::from(b.clone()));
            prop_assert_eq!(x.add(&y).to_big(), &a + &b);
            prop_assert_eq!(x.sub(&y).to_big(), &a - &b);
            prop_assert_eq!(x.mul(&y).to_big(), &a * &b);
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.abs().to_big(), a.abs());
            if let (Some(q), Some(r)) = (x.div_euclid(&y), x.rem_euclid(&y)) {
                prop_assert!(!r.is_negative() && r < y.abs());
                prop_assert_eq!(y.mul(&q).add(&r), x);
            } else {
                prop_assert!(y.is_zero());
            }
        }
    }
}
