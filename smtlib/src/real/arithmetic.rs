//! Sums, products, quotients and powers: on machine words where they fit.

use num_integer::Integer;
use num_traits::{Signed, Zero};

use super::budget::{Budget, Open};
use super::node::{Node, Op};
use super::{Form, Real};
use crate::Rational;

/// Powers of rationals longer than this are refused.
const MAX_BITS: u64 = 1 << 22;

impl Real {
    /// `self + other`. Open only if the expression nests too deep.
    pub fn add(&self, other: &Real) -> Result<Real, Open> {
        if let (Form::Small(a, b), Form::Small(c, d)) = (&self.0, &other.0)
            && let Some(sum) = small_sum(*a, *b, *c, *d)
        {
            return Ok(sum);
        }
        match (self.to_rational(), other.to_rational()) {
            (Some(a), Some(b)) => Ok(Real::from(a + b)),
            (Some(a), None) => plus_rational(a, other),
            (None, Some(b)) => plus_rational(b, self),
            (None, None) => Op::Add(self.clone(), other.clone()).into_real(),
        }
    }

    /// `self - other`. Open only if the expression nests too deep.
    pub fn sub(&self, other: &Real) -> Result<Real, Open> {
        if self.is_shared_with(other) {
            return Ok(Real::ZERO);
        }
        self.add(&other.neg()?)
    }

    /// `-self`. Open only if the expression nests too deep.
    pub fn neg(&self) -> Result<Real, Open> {
        match &self.0 {
            Form::Small(numer, denom) if *numer != i64::MIN => {
                Ok(Real(Form::Small(-numer, *denom)))
            }
            _ => self.mul(&Real::from(-1)),
        }
    }

    /// `self · other`. Open only if the expression nests too deep.
    pub fn mul(&self, other: &Real) -> Result<Real, Open> {
        if let (Form::Small(a, b), Form::Small(c, d)) = (&self.0, &other.0)
            && let Some(product) = small_product(*a, *b, *c, *d)
        {
            return Ok(product);
        }
        match (self.to_rational(), other.to_rational()) {
            (Some(a), Some(b)) => Ok(Real::from(a * b)),
            (Some(a), None) => times_rational(a, other),
            (None, Some(b)) => times_rational(b, self),
            (None, None) => {
                // Rational factors come out, so that 2√2 · 3√2 is 12.
                let (left, right) = (self.rational_factor(), other.rational_factor());
                if let Some((factor, rest)) = left {
                    return rest.mul(other)?.mul(factor);
                }
                if let Some((factor, rest)) = right {
                    return self.mul(rest)?.mul(factor);
                }
                match self.square_if_equal(other) {
                    Some(square) => square,
                    None => Op::Mul(self.clone(), other.clone()).into_real(),
                }
            }
        }
    }

    /// `self / other`. Undefined if `other` is 0, unsettled if that is not known.
    pub fn div(&self, other: &Real, budget: &Budget) -> Result<Real, Open> {
        if self.is_shared_with(other) && self.is_plainly_nonzero() {
            return Ok(Real::ONE);
        }
        self.mul(&other.inverse(budget)?)
    }

    /// `1 / self`. Undefined for 0, unsettled if that is not known.
    pub fn inverse(&self, budget: &Budget) -> Result<Real, Open> {
        match &self.0 {
            Form::Small(0, _) => Err(Open::Undefined),
            Form::Small(numer, denom) if *numer > 0 => Ok(Real(Form::Small(*denom, *numer))),
            Form::Small(numer, denom) if *numer != i64::MIN => {
                Ok(Real(Form::Small(-denom, -numer)))
            }
            Form::Small(..) | Form::Large(_) => {
                Ok(Real::from(self.to_rational().expect("it is held as one").recip()))
            }
            Form::Irrational(node) => match (self.is_null(budget), &node.op) {
                (None, _) => Err(Open::Unsettled),
                (Some(true), _) => Err(Open::Undefined),
                (_, Op::Inverse(inner)) => Ok(inner.clone()),
                _ => Op::Inverse(self.clone()).into_real(),
            },
        }
    }

    /// `selfⁿ`, with `0⁰ = 1`. Open if the expression nests too deep or the digits are too many.
    pub fn pow(&self, n: u32) -> Result<Real, Open> {
        if n == 0 {
            return Ok(Real::ONE);
        }
        if n == 1 {
            return Ok(self.clone());
        }
        if let Form::Small(numer, denom) = self.0
            && let (Some(numer), Some(denom)) = (numer.checked_pow(n), denom.checked_pow(n))
        {
            return Ok(Real(Form::Small(numer, denom)));
        }
        if let Some(rational) = self.to_rational() {
            let bits = rational.numer().bits().max(rational.denom().bits());
            let short = rational.numer().abs().bits() <= 1 && rational.is_integer();
            if !short && bits.saturating_mul(u64::from(n)) > MAX_BITS {
                return Err(Open::TooLarge);
            }
            return Ok(Real::from(Rational::new_raw(
                rational.numer().pow(n),
                rational.denom().pow(n),
            )));
        }
        match self.square_if_equal(self) {
            Some(square) if n == 2 => square,
            // (√a)ⁿ = a^(n/2), times √a for odd n; only if the square is simpler.
            Some(square) => {
                let even = square?.pow(n / 2)?;
                if n.is_multiple_of(2) { Ok(even) } else { even.mul(self) }
            }
            None => Op::Power(self.clone(), n).into_real(),
        }
    }

    /// The rational factor and the rest, if it is held so.
    fn rational_factor(&self) -> Option<(&Real, &Real)> {
        match &self.node()?.op {
            Op::Mul(first, rest) if first.is_rational() => Some((first, rest)),
            _ => None,
        }
    }

    /// `self · other` where both are the same square root, or the same root of a polynomial of
    /// degree 2, `a x² + b x + c`, whose square is `-(b x + c)/a`.
    fn square_if_equal(&self, other: &Real) -> Option<Result<Real, Open>> {
        let (left, right) = (self.node()?, other.node()?);
        match (&left.op, &right.op) {
            (Op::Sqrt(inner), _) if self.is_shared_with(other) => Some(Ok(inner.clone())),
            (Op::Root(root), Op::Root(same)) if root == same => {
                let [c, b, a] = root.polynomial.coefficients() else { return None };
                let linear = self.mul(&Real::from(Rational::new(-b, a.clone())));
                Some(linear.and_then(|l| l.add(&Real::from(Rational::new(-c, a.clone())))))
            }
            _ => None,
        }
    }
}

/// `a/b + c/d`, if all that occurs on the way fits a word.
fn small_sum(a: i64, b: i64, c: i64, d: i64) -> Option<Real> {
    if b == d {
        let numer = a.checked_add(c)?;
        return Some(if b == 1 { Real(Form::Small(numer, 1)) } else { reduced(numer, b)? });
    }
    let numer = a.checked_mul(d)?.checked_add(c.checked_mul(b)?)?;
    reduced(numer, b.checked_mul(d)?)
}

/// `a/b · c/d`, if all that occurs on the way fits a word.
fn small_product(a: i64, b: i64, c: i64, d: i64) -> Option<Real> {
    let numer = a.checked_mul(c)?;
    if b == 1 && d == 1 {
        return Some(Real(Form::Small(numer, 1)));
    }
    reduced(numer, b.checked_mul(d)?)
}

/// A fraction in lowest terms; the denominator is positive.
fn reduced(numer: i64, denom: i64) -> Option<Real> {
    if numer == i64::MIN {
        return None;
    }
    let divisor = numer.gcd(&denom);
    Some(Real(Form::Small(numer / divisor, denom / divisor)))
}

/// `rational + number`; two rational summands become one.
fn plus_rational(rational: Rational, number: &Real) -> Result<Real, Open> {
    if rational.is_zero() {
        return Ok(number.clone());
    }
    if let Some(Op::Add(first, rest)) = number.node().map(|node| &node.op)
        && let Some(first) = first.to_rational()
    {
        return plus_rational(first + rational, rest);
    }
    Op::Add(Real::from(rational), number.clone()).into_real()
}

/// `rational · number`; two rational factors become one.
fn times_rational(rational: Rational, number: &Real) -> Result<Real, Open> {
    if rational.is_zero() {
        return Ok(Real::ZERO);
    }
    let Some(node) = number.node() else { return Ok(Real::ZERO) };
    if let Op::Mul(first, rest) = &node.op
        && let Some(first) = first.to_rational()
    {
        return times_rational(first * rational, rest);
    }
    if rational == Rational::from_integer(1.into()) {
        return Ok(number.clone());
    }
    // What is known of a number's nature is known of its multiples.
    Real::of_node(Node::with_nature(Op::Mul(Real::from(rational), number.clone()), node.nature))
}
