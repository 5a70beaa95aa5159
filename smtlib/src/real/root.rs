//! One real root of a polynomial: found by Sturm's theorem, refined by its sign.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::budget::{Meter, Open, Spent};
use super::dyadic::{Dyadic, signed, unsigned};
use super::interval::Interval;
use super::polynomial::{Polynomial, Sturm, sign};
use crate::Rational;

/// An irrational root.
///
/// Invariants: the polynomial is square-free with a positive leading coefficient; its signs at
/// the ends of the interval differ and are not 0; the root is its only one in the interval, which
/// does not hold 0.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) polynomial: Polynomial,
    /// Its place among the polynomial's real roots in ascending order, from 1.
    pub(super) index: usize,
    pub(super) isolating: Interval,
}

/// A real root of a polynomial.
pub(super) enum Found {
    Rational(Rational),
    Irrational(Root),
}

impl PartialEq for Root {
    fn eq(&self, other: &Root) -> bool {
        self.index == other.index && self.polynomial == other.polynomial
    }
}

impl From<Spent> for Open {
    fn from(_: Spent) -> Open {
        Open::Unsettled
    }
}

/// The `index`-th real root in ascending order, from 1, each counted once.
pub(super) fn find(
    polynomial: &Polynomial,
    index: usize,
    meter: &mut Meter,
) -> Result<Found, Open> {
    if polynomial.degree() == 0 {
        return Err(Open::Undefined);
    }
    let polynomial = polynomial.square_free(meter)?;
    let sturm = Sturm::new(&polynomial, meter)?;
    if index == 0 || index > sturm.count() {
        return Err(Open::Undefined);
    }
    isolate(polynomial, &sturm, index, meter)
}

/// The only root strictly between two rationals; if there is none, the only one at an end.
pub(super) fn find_between(
    polynomial: &Polynomial,
    low: &Rational,
    high: &Rational,
    meter: &mut Meter,
) -> Result<Found, Open> {
    if polynomial.degree() == 0 || low > high {
        return Err(Open::Undefined);
    }
    let polynomial = polynomial.square_free(meter)?;
    let (below, inside) = count_between(&polynomial, low, high, meter)?;
    let mut ends = vec![low, high];
    ends.dedup();
    ends.retain(|end| polynomial.vanishes_at(end));
    let first = below + 1 + usize::from(ends.contains(&low));
    match (inside - ends.len(), &ends[..]) {
        (0, [end]) => return Ok(Found::Rational((*end).clone())),
        (1, _) => {}
        _ => return Err(Open::Undefined),
    }
    let sturm = Sturm::new(&polynomial, meter)?;
    isolate(polynomial, &sturm, first, meter)
}

/// Returns the numbers of roots below `low`, and from `low` to `high`.
fn count_between(
    polynomial: &Polynomial,
    low: &Rational,
    high: &Rational,
    meter: &mut Meter,
) -> Result<(usize, usize), Spent> {
    // The roots of p(x / d), for a common denominator d, are those of p times d: then both ends
    // are integers, which are dyadic.
    let common = low.denom().lcm(high.denom());
    let mut power = BigInt::one();
    let mut coefficients: Vec<BigInt> = Vec::new();
    for coefficient in polynomial.coefficients().iter().rev() {
        coefficients.push(coefficient * &power);
        power *= &common;
    }
    coefficients.reverse();
    let stretched = Polynomial::new(coefficients);
    let sturm = Sturm::new(&stretched, meter)?;
    let end = |rational: &Rational| Dyadic::new(rational.numer() * &common / rational.denom(), 0);
    let mut below = sturm.count_up_to(&end(low), meter)?;
    let up_to = sturm.count_up_to(&end(high), meter)?;
    if polynomial.vanishes_at(low) {
        below -= 1;
    }
    Ok((below, up_to - below))
}

/// The root of that index, which exists.
fn isolate(
    polynomial: Polynomial,
    sturm: &Sturm,
    index: usize,
    meter: &mut Meter,
) -> Result<Found, Open> {
    let mut high = Dyadic::power_of_two(bound(&polynomial));
    let mut low = high.negated();
    let (mut up_to_low, mut up_to_high) = (0, sturm.count());
    while up_to_low + 1 < index
        || up_to_high > index
        || polynomial.sign_at(&low) == Ordering::Equal
        || low.sign() != high.sign()
        || low.sign() == Ordering::Equal
    {
        let middle = middle(&low, &high);
        let up_to = sturm.count_up_to(&middle, meter)?;
        if up_to >= index {
            (high, up_to_high) = (middle, up_to);
        } else {
            (low, up_to_low) = (middle, up_to);
        }
        if polynomial.sign_at(&high) == Ordering::Equal && up_to_high == index {
            return Ok(Found::Rational(high.to_rational()));
        }
    }
    let mut root = Root { polynomial, index, isolating: Interval::new(low, high) };
    // A rational root is an integer over the leading coefficient: once the interval is shorter
    // than half of that, there is one candidate.
    let leading = root.polynomial.leading().clone();
    let short = -signed(leading.bits()) - 2;
    root.isolating = root.refined(&root.isolating, short, meter)?;
    let candidate = Rational::new(
        root.isolating.low.times(&Dyadic::new(leading.clone(), 0)).ceiling(),
        leading,
    );
    let inside = root.isolating.low.to_rational() <= candidate
        && candidate <= root.isolating.high.to_rational();
    if inside && root.polynomial.vanishes_at(&candidate) {
        return Ok(Found::Rational(candidate));
    }
    Ok(Found::Irrational(root))
}

/// A number `n` such that all roots are absolutely below `2^n`.
///
/// Fujiwara: they are at most twice the greatest of the i-th roots of |c(d-i) / c(d)|, i from 1 to
/// the degree d.
fn bound(polynomial: &Polynomial) -> i64 {
    let leading = signed(polynomial.leading().bits());
    let lower = polynomial.coefficients().iter().rev().enumerate().skip(1);
    let logarithms =
        lower.filter(|(_, coefficient)| !coefficient.is_zero()).map(|(i, coefficient)| {
            let quotient = signed(coefficient.bits()) - leading + 1;
            let i = i64::try_from(i).expect("a degree fits a word");
            // Rounded up.
            (quotient + i - 1).div_euclid(i)
        });
    logarithms.max().unwrap_or(0) + 2
}

impl Root {
    /// The positive square root of a positive rational that is no rational's square.
    pub(super) fn of_square(square: &Rational) -> Root {
        let polynomial =
            Polynomial::new(vec![-square.numer(), BigInt::zero(), square.denom().clone()]);
        let precision = 64 + square.numer().bits() + square.denom().bits();
        let isolating = Interval::of_rational(square, precision)
            .sqrt(precision)
            .expect("the square is positive");
        Root { polynomial, index: 2, isolating }
    }

    /// A bound of the logarithm to base 2 of the absolute Weil height.
    ///
    /// The measure of the minimal polynomial is at most the length of the coefficient vector of
    /// any multiple (Landau), and its degree is at least 2, since the root is irrational.
    pub(super) fn height(&self) -> f64 {
        let squares: BigInt = self.polynomial.coefficients().iter().map(|c| c * c).sum();
        bits_as_float(squares.bits()) / 2.0 / 2.0
    }

    /// The root to about `precision` bits, from an interval that is known to isolate it.
    pub(super) fn approximate(
        &self,
        known: &Interval,
        precision: u64,
        meter: &mut Meter,
    ) -> Result<Interval, Spent> {
        let magnitude = known.low.magnitude().min(known.high.magnitude());
        self.refined(known, magnitude - signed(precision), meter)
    }

    /// A part of the interval of width at most `2^exponent` that holds the root; a point if the
    /// root was met.
    ///
    /// Each step cuts the interval into 2^n cells and looks at the one where a straight line
    /// would meet 0. A hit doubles n, a miss halves it, so close to the root the number of known
    /// bits doubles with each step.
    fn refined(
        &self,
        interval: &Interval,
        exponent: i64,
        meter: &mut Meter,
    ) -> Result<Interval, Spent> {
        let finest = interval.low.exponent.min(interval.high.exponent).min(0);
        let mut scale = unsigned(-finest);
        let mut low = interval.low.scaled(scale);
        let mut width = interval.high.scaled(scale) - &low;
        let mut n = 1_u64;
        let degree = self.polynomial.degree() as u64;
        loop {
            let missing = signed(width.bits()) - signed(scale) - exponent;
            if missing <= 0 {
                break;
            }
            n = n.min(unsigned(missing));
            let longest = (scale + n) * degree + self.polynomial.bits();
            meter.pay_products(4 * degree, longest, scale + n + low.bits())?;
            let at_low = self.polynomial.at(&low, scale);
            let at_high = self.polynomial.at(&(&low + &width), scale);
            let cells = BigInt::one() << n;
            let guess = (&at_low << n).div_floor(&(&at_low - at_high)).min(&cells - 1);
            scale += n;
            let start = (&low << n) + &guess * &width;
            let end = &start + &width;
            let (before, after) =
                (sign(&self.polynomial.at(&start, scale)), sign(&self.polynomial.at(&end, scale)));
            for (point, sign) in [(&start, before), (&end, after)] {
                if sign == Ordering::Equal {
                    return Ok(Interval::point(Dyadic::new(point.clone(), -signed(scale))));
                }
            }
            let falls_before = before != sign(&at_low);
            let falls_after = after == sign(&at_low);
            if falls_before {
                low <<= n;
                width = start - &low;
            } else if falls_after {
                let top = (low + &width) << n;
                // The old interval's end in new units; width was not stretched yet.
                low = end;
                width = top - &low;
            } else {
                low = start;
            }
            n = if falls_before || falls_after { (n / 2).max(1) } else { n * 2 };
        }
        let high = &low + &width;
        Ok(Interval::new(Dyadic::new(low, -signed(scale)), Dyadic::new(high, -signed(scale))))
    }
}

/// A count of bits as a floating-point number; exact below 2^32, and nothing longer occurs.
pub(super) fn bits_as_float(bits: u64) -> f64 {
    u32::try_from(bits).map_or(f64::INFINITY, f64::from)
}

fn middle(low: &Dyadic, high: &Dyadic) -> Dyadic {
    let sum = low.plus_exactly(high);
    Dyadic::new(sum.mantissa, sum.exponent - 1)
}
