//! Polynomials with integer coefficients, and how many real roots they have up to a point.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::budget::{Meter, Spent};
use super::dyadic::{Dyadic, unsigned};
use crate::Rational;

/// A polynomial: the coefficients from that of x⁰ up, the last of which is not 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Polynomial(Vec<BigInt>);

impl Polynomial {
    /// The coefficients from that of x⁰ up; zeros at the end are dropped.
    pub(super) fn new(mut coefficients: Vec<BigInt>) -> Polynomial {
        while coefficients.last().is_some_and(Zero::is_zero) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    /// A multiple with integer coefficients.
    pub(super) fn of_rationals(coefficients: &[Rational]) -> Polynomial {
        let common = coefficients.iter().fold(BigInt::one(), |lcm, c| lcm.lcm(c.denom()));
        Polynomial::new(coefficients.iter().map(|c| c.numer() * (&common / c.denom())).collect())
    }

    pub(super) fn coefficients(&self) -> &[BigInt] {
        &self.0
    }

    /// The degree; 0 for the polynomial 0 too.
    pub(super) fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The coefficient of the highest power; not for the polynomial 0.
    pub(super) fn leading(&self) -> &BigInt {
        self.0.last().expect("the polynomial is not 0")
    }

    /// The length of the longest coefficient.
    pub(super) fn bits(&self) -> u64 {
        self.0.iter().map(BigInt::bits).max().unwrap_or(0)
    }

    /// The value at `numerator / 2^scale`, times a positive power of two that depends on `scale`
    /// alone.
    pub(super) fn at(&self, numerator: &BigInt, scale: u64) -> BigInt {
        let mut value = BigInt::zero();
        let mut shift = 0;
        for coefficient in self.0.iter().rev() {
            value = value * numerator + (coefficient << shift);
            shift += scale;
        }
        value
    }

    /// The sign of the value at a dyadic number.
    pub(super) fn sign_at(&self, x: &Dyadic) -> Ordering {
        let value = if x.exponent >= 0 {
            self.at(&(&x.mantissa << unsigned(x.exponent)), 0)
        } else {
            self.at(&x.mantissa, unsigned(-x.exponent))
        };
        sign(&value)
    }

    /// Whether a rational is a root.
    pub(super) fn vanishes_at(&self, x: &Rational) -> bool {
        let mut value = BigInt::zero();
        let mut power = BigInt::one();
        for coefficient in self.0.iter().rev() {
            value = value * x.numer() + coefficient * &power;
            power *= x.denom();
        }
        value.is_zero()
    }

    /// The polynomial with the same roots, each once, without a common factor of its
    /// coefficients, and with a positive leading one. Not for the polynomial 0.
    pub(super) fn square_free(&self, meter: &mut Meter) -> Result<Polynomial, Spent> {
        let mut divisor = self.clone().primitive(meter)?;
        let mut rest = self.derivative().primitive(meter)?;
        while !rest.0.is_empty() {
            let next = divisor.remainder(&rest, meter)?.primitive(meter)?;
            divisor = rest;
            rest = next;
        }
        let quotient = self.clone().primitive(meter)?.quotient(&divisor);
        let negative = quotient.leading().is_negative();
        Ok(if negative { quotient.negated() } else { quotient })
    }

    fn derivative(&self) -> Polynomial {
        Polynomial::new(self.0.iter().enumerate().skip(1).map(|(n, c)| c * n).collect())
    }

    fn negated(mut self) -> Polynomial {
        for coefficient in &mut self.0 {
            *coefficient = -std::mem::take(coefficient);
        }
        self
    }

    /// Divided by the greatest common divisor of its coefficients; signs stay.
    fn primitive(mut self, meter: &mut Meter) -> Result<Polynomial, Spent> {
        // A divisor is found bit by bit, so it costs as much as many products.
        meter.pay(32 * self.0.len() as u64, self.bits())?;
        let mut content = BigInt::zero();
        for coefficient in self.0.iter().rev() {
            content = content.gcd(coefficient);
            if content.is_one() {
                return Ok(self);
            }
        }
        for coefficient in &mut self.0 {
            *coefficient /= &content;
        }
        Ok(self)
    }

    /// A positive multiple of the remainder of the division by `divisor`.
    fn remainder(&self, divisor: &Polynomial, meter: &mut Meter) -> Result<Polynomial, Spent> {
        let mut rest = self.0.clone();
        let factor = divisor.leading().abs();
        while rest.len() >= divisor.0.len() {
            let top = rest.pop().expect("as long as the divisor");
            let subtract = if divisor.leading().is_negative() { -top } else { top };
            let bits = subtract.bits().max(factor.bits());
            meter.pay(2 * rest.len() as u64 + 1, bits)?;
            let offset = rest.len() + 1 - divisor.0.len();
            for (n, coefficient) in rest.iter_mut().enumerate() {
                *coefficient *= &factor;
                if n >= offset {
                    *coefficient -= &subtract * &divisor.0[n - offset];
                }
            }
        }
        Ok(Polynomial::new(rest))
    }

    /// The quotient by a divisor that leaves no remainder over the integers.
    fn quotient(&self, divisor: &Polynomial) -> Polynomial {
        let mut rest = self.0.clone();
        let mut quotient = Vec::new();
        while rest.len() >= divisor.0.len() {
            let factor = rest.pop().expect("as long as the divisor") / divisor.leading();
            let offset = rest.len() + 1 - divisor.0.len();
            for (n, coefficient) in divisor.0[..divisor.degree()].iter().enumerate() {
                rest[n + offset] -= &factor * coefficient;
            }
            quotient.push(factor);
        }
        quotient.reverse();
        Polynomial::new(quotient)
    }
}

/// The Sturm sequence of a square-free polynomial.
pub(super) struct Sturm(Vec<Polynomial>);

impl Sturm {
    /// Costs about degree² products of coefficients that grow with the degree.
    pub(super) fn new(square_free: &Polynomial, meter: &mut Meter) -> Result<Sturm, Spent> {
        let mut sequence = vec![square_free.clone(), square_free.derivative().primitive(meter)?];
        while let [.., before, last] = &sequence[..]
            && last.degree() > 0
        {
            let next = before.remainder(last, meter)?.primitive(meter)?.negated();
            sequence.push(next);
        }
        Ok(Sturm(sequence))
    }

    /// Returns the number of real roots.
    pub(super) fn count(&self) -> usize {
        let at_end = |odd_sign: bool| {
            changes(self.0.iter().map(|polynomial| {
                let sign = sign(polynomial.leading());
                if odd_sign && polynomial.degree() % 2 == 1 { sign.reverse() } else { sign }
            }))
        };
        at_end(true) - at_end(false)
    }

    /// Returns the number of real roots up to `x`.
    pub(super) fn count_up_to(&self, x: &Dyadic, meter: &mut Meter) -> Result<usize, Spent> {
        for polynomial in &self.0 {
            let degree = polynomial.degree() as u64;
            let length = x.exponent.unsigned_abs() + x.mantissa.bits();
            meter.pay_products(degree + 1, polynomial.bits() + degree * length, length)?;
        }
        let below = changes(self.0.iter().map(|polynomial| {
            let sign = sign(polynomial.leading());
            if polynomial.degree() % 2 == 1 { sign.reverse() } else { sign }
        }));
        Ok(below - changes(self.0.iter().map(|polynomial| polynomial.sign_at(x))))
    }
}

/// Returns the number of changes in a sequence of signs, zeros left out.
fn changes(signs: impl Iterator<Item = Ordering>) -> usize {
    let mut last = Ordering::Equal;
    let mut count = 0;
    for sign in signs.filter(|&sign| sign != Ordering::Equal) {
        count += usize::from(last == sign.reverse());
        last = sign;
    }
    count
}

/// The sign of an integer as its order against 0.
pub(super) fn sign(integer: &BigInt) -> Ordering {
    match integer.sign() {
        Sign::Minus => Ordering::Less,
        Sign::NoSign => Ordering::Equal,
        Sign::Plus => Ordering::Greater,
    }
}
