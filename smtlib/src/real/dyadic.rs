//! Numbers `mantissa · 2^exponent`: the ends of intervals.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_traits::{One, Signed, Zero};

use crate::Rational;

/// `mantissa · 2^exponent`; one number has many such forms.
#[derive(Clone, Debug)]
pub(super) struct Dyadic {
    pub(super) mantissa: BigInt,
    pub(super) exponent: i64,
}

/// Direction in which a number is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Toward {
    Down,
    Up,
}

impl Dyadic {
    pub(super) fn new(mantissa: BigInt, exponent: i64) -> Dyadic {
        Dyadic { mantissa, exponent }
    }

    pub(super) fn zero() -> Dyadic {
        Dyadic::new(BigInt::zero(), 0)
    }

    /// `2^exponent`.
    pub(super) fn power_of_two(exponent: i64) -> Dyadic {
        Dyadic::new(BigInt::one(), exponent)
    }

    pub(super) fn sign(&self) -> Ordering {
        match self.mantissa.sign() {
            Sign::Minus => Ordering::Less,
            Sign::NoSign => Ordering::Equal,
            Sign::Plus => Ordering::Greater,
        }
    }

    /// The least `n` with `|self| < 2^n`; `i64::MIN` for 0.
    pub(super) fn magnitude(&self) -> i64 {
        if self.mantissa.is_zero() {
            i64::MIN
        } else {
            signed(self.mantissa.bits()) + self.exponent
        }
    }

    pub(super) fn negated(&self) -> Dyadic {
        Dyadic::new(-&self.mantissa, self.exponent)
    }

    /// The exact product.
    pub(super) fn times(&self, other: &Dyadic) -> Dyadic {
        if self.mantissa.is_zero() || other.mantissa.is_zero() {
            return Dyadic::zero();
        }
        Dyadic::new(&self.mantissa * &other.mantissa, self.exponent + other.exponent)
    }

    /// The sum, rounded to `precision` bits.
    ///
    /// A summand too small to be seen at that precision only pushes the sum, so that
    /// `2^(10^12) + 1` does not fill the memory.
    pub(super) fn plus(&self, other: &Dyadic, precision: u64, toward: Toward) -> Dyadic {
        let (large, small) =
            if self.magnitude() >= other.magnitude() { (self, other) } else { (other, self) };
        if small.mantissa.is_zero() {
            return large.clone().rounded(precision, toward);
        }
        let unseen = large.magnitude() - signed(precision.max(large.mantissa.bits())) - 4;
        if small.magnitude() > unseen {
            return large.plus_exactly(small).rounded(precision, toward);
        }
        let push = match (toward, small.mantissa.is_positive()) {
            (Toward::Up, true) => Dyadic::power_of_two(unseen),
            (Toward::Down, false) => Dyadic::power_of_two(unseen).negated(),
            _ => Dyadic::zero(),
        };
        large.plus_exactly(&push).rounded(precision, toward)
    }

    /// The exact sum. Costs as many bits as the exponents lie apart.
    pub(super) fn plus_exactly(&self, other: &Dyadic) -> Dyadic {
        if self.mantissa.is_zero() {
            return other.clone();
        }
        if other.mantissa.is_zero() {
            return self.clone();
        }
        let exponent = self.exponent.min(other.exponent);
        let shifted = |dyadic: &Dyadic| &dyadic.mantissa << unsigned(dyadic.exponent - exponent);
        Dyadic::new(shifted(self) + shifted(other), exponent)
    }

    /// The nearest number in that direction whose mantissa has at most `precision` bits, or one
    /// bit more.
    pub(super) fn rounded(self, precision: u64, toward: Toward) -> Dyadic {
        let bits = self.mantissa.bits();
        if bits <= precision {
            return self;
        }
        let drop = bits - precision;
        let mantissa = match toward {
            Toward::Down => self.mantissa >> drop,
            Toward::Up => -(-self.mantissa >> drop),
        };
        Dyadic::new(mantissa, self.exponent + signed(drop))
    }

    /// `⌊self · 2^scale⌋`. Costs as many bits as the result has.
    pub(super) fn scaled(&self, scale: u64) -> BigInt {
        let shift = self.exponent + signed(scale);
        if shift >= 0 {
            &self.mantissa << unsigned(shift)
        } else {
            &self.mantissa >> unsigned(-shift)
        }
    }

    /// `⌊self⌋`.
    pub(super) fn floor(&self) -> BigInt {
        self.scaled(0)
    }

    /// `⌈self⌉`.
    pub(super) fn ceiling(&self) -> BigInt {
        -self.negated().floor()
    }

    pub(super) fn to_rational(&self) -> Rational {
        if self.exponent >= 0 {
            Rational::from_integer(&self.mantissa << unsigned(self.exponent))
        } else {
            Rational::new(self.mantissa.clone(), BigInt::one() << unsigned(-self.exponent))
        }
    }
}

impl PartialEq for Dyadic {
    fn eq(&self, other: &Dyadic) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Dyadic {}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Dyadic) -> Ordering {
        let sign = self.sign();
        if sign != other.sign() || sign == Ordering::Equal {
            return sign.cmp(&other.sign());
        }
        match self.magnitude().cmp(&other.magnitude()) {
            // Of equal magnitudes, so the exponents are no further apart than mantissas are long.
            Ordering::Equal => self.plus_exactly(&other.negated()).sign(),
            order if sign == Ordering::Greater => order,
            order => order.reverse(),
        }
    }
}

/// A count of bits as an exponent.
pub(super) fn signed(bits: u64) -> i64 {
    i64::try_from(bits).expect("no number has 2^63 bits")
}

/// An exponent that is known not to be negative, as a count of bits.
pub(super) fn unsigned(exponent: i64) -> u64 {
    u64::try_from(exponent).expect("the exponent is not negative here")
}
