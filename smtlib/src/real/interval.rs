//! Intervals that surely hold a number: every operation rounds outwards.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::dyadic::{Dyadic, Toward, signed, unsigned};
use crate::Rational;

/// The numbers from `low` to `high`, both included.
#[derive(Clone, Debug)]
pub(super) struct Interval {
    pub(super) low: Dyadic,
    pub(super) high: Dyadic,
}

/// Exponents beyond this are refused, so that sums of them never overflow.
pub(super) const MAX_EXPONENT: i64 = 1 << 48;

impl Interval {
    pub(super) fn new(low: Dyadic, high: Dyadic) -> Interval {
        Interval { low, high }
    }

    pub(super) fn point(dyadic: Dyadic) -> Interval {
        Interval { low: dyadic.clone(), high: dyadic }
    }

    /// `(centre ± error) · 2^-scale`.
    pub(super) fn around(centre: &BigInt, error: u64, scale: i64) -> Interval {
        Interval::new(Dyadic::new(centre - error, -scale), Dyadic::new(centre + error, -scale))
    }

    /// A rational: exactly if its denominator is a power of two, else to `precision` bits.
    pub(super) fn of_rational(rational: &Rational, precision: u64) -> Interval {
        let (numer, denom) = (rational.numer(), rational.denom());
        let twos = denom.trailing_zeros().expect("a denominator is not 0");
        if denom.bits() == twos + 1 {
            return Interval::point(Dyadic::new(numer.clone(), -signed(twos)));
        }
        let shift = signed(precision + denom.bits()) - signed(numer.bits());
        let (quotient, exponent) = if shift >= 0 {
            ((numer << unsigned(shift)).div_floor(denom), -shift)
        } else {
            // The shift cuts the denominator's side, so it stays exact.
            (numer.div_floor(&(denom << unsigned(-shift))), -shift)
        };
        let above = &quotient + 1;
        Interval::new(Dyadic::new(quotient, exponent), Dyadic::new(above, exponent))
    }

    /// The sign of every number in it, if they have one sign.
    pub(super) fn sign(&self) -> Option<Ordering> {
        match (self.low.sign(), self.high.sign()) {
            (Ordering::Greater, _) => Some(Ordering::Greater),
            (_, Ordering::Less) => Some(Ordering::Less),
            (Ordering::Equal, Ordering::Equal) => Some(Ordering::Equal),
            _ => None,
        }
    }

    /// The least `n` such that all numbers in it are absolutely below `2^n`.
    pub(super) fn magnitude(&self) -> i64 {
        self.low.magnitude().max(self.high.magnitude())
    }

    /// A bound of the distance from end to end.
    pub(super) fn width(&self) -> Dyadic {
        self.high.plus(&self.low.negated(), 64, Toward::Up)
    }

    /// The numbers in both; both must hold one number.
    pub(super) fn meet(self, other: &Interval) -> Interval {
        let low = if self.low >= other.low { self.low } else { other.low.clone() };
        let high = if self.high <= other.high { self.high } else { other.high.clone() };
        Interval { low, high }
    }

    pub(super) fn negated(&self) -> Interval {
        Interval::new(self.high.negated(), self.low.negated())
    }

    pub(super) fn plus(&self, other: &Interval, precision: u64) -> Interval {
        Interval::new(
            self.low.plus(&other.low, precision, Toward::Down),
            self.high.plus(&other.high, precision, Toward::Up),
        )
    }

    /// The product; nothing if its exponent is out of bounds.
    pub(super) fn times(&self, other: &Interval, precision: u64) -> Option<Interval> {
        let ends = [
            self.low.times(&other.low),
            self.low.times(&other.high),
            self.high.times(&other.low),
            self.high.times(&other.high),
        ];
        let low = ends.iter().min()?.clone();
        let high = ends.into_iter().max()?;
        Interval::new(low, high).rounded(precision)
    }

    /// `1 / self`; nothing if 0 may be in it.
    pub(super) fn inverse(&self, precision: u64) -> Option<Interval> {
        match self.sign()? {
            Ordering::Equal => None,
            Ordering::Less => Some(self.negated().inverse(precision)?.negated()),
            Ordering::Greater => {
                let low = reciprocal(&self.high, precision);
                let high = reciprocal(&self.low, precision);
                let above = Dyadic::new(high.mantissa + 1, high.exponent);
                Interval::new(low, above).rounded(precision + 2)
            }
        }
    }

    /// `self^n`, tight for even `n` where the interval holds 0.
    pub(super) fn power(&self, mut n: u32, precision: u64) -> Option<Interval> {
        let mut base = if n.is_multiple_of(2) { self.absolute() } else { self.clone() };
        let mut result = Interval::point(Dyadic::power_of_two(0));
        while n > 0 {
            if n % 2 == 1 {
                result = result.times(&base, precision)?;
            }
            n /= 2;
            if n > 0 {
                // An odd power of a mixed base: its powers must not lose the signs' relation, so
                // squares are taken of the absolute value.
                base = base.absolute().square(precision)?;
            }
        }
        Some(result)
    }

    /// The square root of the numbers in it that have one.
    pub(super) fn sqrt(&self, precision: u64) -> Option<Interval> {
        if self.high.sign() == Ordering::Less {
            return None;
        }
        let low = if self.low.sign() == Ordering::Less {
            Dyadic::zero()
        } else {
            root(&self.low, precision)
        };
        let high = root(&self.high, precision);
        Some(Interval::new(low, Dyadic::new(high.mantissa + 1, high.exponent)))
    }

    fn absolute(&self) -> Interval {
        match self.sign() {
            Some(Ordering::Less) => self.negated(),
            Some(_) => self.clone(),
            None => {
                let below = self.low.negated();
                let high = if below > self.high { below } else { self.high.clone() };
                Interval::new(Dyadic::zero(), high)
            }
        }
    }

    fn square(&self, precision: u64) -> Option<Interval> {
        Interval::new(self.low.times(&self.low), self.high.times(&self.high)).rounded(precision)
    }

    fn rounded(self, precision: u64) -> Option<Interval> {
        let bounded = |end: &Dyadic| end.exponent.abs() < MAX_EXPONENT || end.mantissa.is_zero();
        let (low, high) =
            (self.low.rounded(precision, Toward::Down), self.high.rounded(precision, Toward::Up));
        (bounded(&low) && bounded(&high)).then(|| Interval::new(low, high))
    }
}

/// `1 / dyadic` rounded down, for a positive number.
fn reciprocal(dyadic: &Dyadic, precision: u64) -> Dyadic {
    debug_assert!(dyadic.mantissa.is_positive());
    let shift = dyadic.mantissa.bits() + precision;
    Dyadic::new((BigInt::one() << shift) / &dyadic.mantissa, -signed(shift) - dyadic.exponent)
}

/// The square root rounded down, for a number that is not negative.
fn root(dyadic: &Dyadic, precision: u64) -> Dyadic {
    let mut shift = (2 * precision).saturating_sub(dyadic.mantissa.bits());
    if (dyadic.exponent - signed(shift)).rem_euclid(2) == 1 {
        shift += 1;
    }
    let mantissa = (&dyadic.mantissa << shift).sqrt();
    Dyadic::new(mantissa, (dyadic.exponent - signed(shift)) / 2)
}
