//! Real numbers: rationals, roots of polynomials, and values of functions such as `sin`.
//!
//! A [`Real`] is a rational, which is fast and exact, or an expression over roots and functions,
//! which is known by intervals of any precision. Questions about expressions have a [`Budget`],
//! and an answer is given only if it is proven:
//!
//! - Different numbers are told apart by intervals.
//! - Algebraic numbers are equal if they are closer than different ones of their degrees and
//!   heights can be.
//! - `sin`, `exp`, … of algebraic numbers other than 0 are transcendental, so they equal no
//!   algebraic number (Lindemann); sums of exponentials of different rationals are 0 only if all
//!   their coefficients are (Weierstrass).
//! - Sums of logarithms, and of arcus tangents and π, are 0 if the product of their arguments says
//!   so, which is an algebraic question.
//! - Expressions that become the same by the laws of rings and of exponentials are equal.
//!
//! What none of these settles stays open.

mod arithmetic;
mod budget;
mod constants;
mod decide;
mod display;
mod dyadic;
mod exponential;
mod function;
mod identity;
mod interval;
mod logarithm;
mod node;
mod polynomial;
mod root;
mod series;
mod turn;
mod written;
mod written_out;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use num_bigint::BigInt;

pub(crate) use budget::WORDS_PER_UNIT;
pub use budget::{Budget, Open};
pub use function::Function;

use budget::Meter;
use interval::Interval;
use node::{Nature, Node, Op};
use polynomial::Polynomial;
use root::{Found, bits_as_float};

use crate::Rational;

/// A real number. Cloning is cheap.
///
/// `==` compares how numbers are written down; whether two expressions are the same number may stay
/// open: see [`Real::equals`].
#[derive(Clone, Debug)]
pub struct Real(Form);

/// Invariants: fractions are in lowest terms with a positive denominator, and `Small` if both
/// parts fit.
#[derive(Clone, Debug)]
enum Form {
    Small(i64, i64),
    Large(Arc<Rational>),
    Irrational(Arc<Node>),
}

impl Real {
    /// An expression may nest so deep. Long sums of functions should be summed as a tree.
    pub const MAX_DEPTH: u32 = 1000;

    /// The number 0.
    pub const ZERO: Real = Real(Form::Small(0, 1));

    /// The number 1.
    pub const ONE: Real = Real(Form::Small(1, 1));

    /// The number π.
    pub fn pi() -> Real {
        Real(Form::Irrational(Arc::new(Node::new(Op::Pi))))
    }

    /// The `index`-th real root, in ascending order from 1, of the polynomial with these
    /// coefficients, that of x⁰ first. Roots are counted once each.
    ///
    /// `root_of([-2, 0, 1], 2)` is √2. Open if there is no such root. Costs about degree² products
    /// of coefficients that grow with the degree.
    pub fn root_of(coefficients: &[Rational], index: usize, budget: &Budget) -> Result<Real, Open> {
        let polynomial = Polynomial::of_rationals(coefficients);
        root::find(&polynomial, index, &mut Meter::new(budget)).map(Real::of_found)
    }

    /// The real root between `low` and `high` of the polynomial with these coefficients, that of
    /// x⁰ first.
    ///
    /// `root_between([-2, 0, 1], 5/4, 3/2)` is √2. Open unless there is exactly one root strictly
    /// between the two, or none and exactly one of the two is a root.
    pub fn root_between(
        coefficients: &[Rational],
        low: &Rational,
        high: &Rational,
        budget: &Budget,
    ) -> Result<Real, Open> {
        let polynomial = Polynomial::of_rationals(coefficients);
        root::find_between(&polynomial, low, high, &mut Meter::new(budget)).map(Real::of_found)
    }

    /// The rational that it is, if it is held as one. An expression such as `√2·√3·√6` is a
    /// rational too, which only [`Real::compare`] finds out.
    pub fn to_rational(&self) -> Option<Rational> {
        match &self.0 {
            Form::Small(numer, denom) => {
                Some(Rational::new_raw(BigInt::from(*numer), BigInt::from(*denom)))
            }
            Form::Large(rational) => Some(rational.as_ref().clone()),
            Form::Irrational(_) => None,
        }
    }

    /// Returns the numerator and the denominator, if both are short.
    pub(crate) fn to_small(&self) -> Option<(i64, i64)> {
        match self.0 {
            Form::Small(numer, denom) => Some((numer, denom)),
            _ => None,
        }
    }

    /// Returns its length, in units of about 64 bits; an irrational number counts by how deep it
    /// nests.
    pub(crate) fn weight(&self) -> u64 {
        match &self.0 {
            Form::Small(..) => 1,
            Form::Large(rational) => 1 + (rational.numer().bits() + rational.denom().bits()) / 64,
            Form::Irrational(node) => 1 + u64::from(node.depth),
        }
    }

    /// Whether it is held as a rational.
    pub fn is_rational(&self) -> bool {
        !matches!(self.0, Form::Irrational(_))
    }

    /// Whether it is held as the rational 0.
    fn is_zero(&self) -> bool {
        matches!(self.0, Form::Small(0, _))
    }

    fn of_found(found: Found) -> Real {
        match found {
            Found::Rational(rational) => Real::from(rational),
            Found::Irrational(root) => Real(Form::Irrational(Arc::new(Node::new(Op::Root(root))))),
        }
    }

    fn of_node(node: Node) -> Result<Real, Open> {
        if node.depth > Real::MAX_DEPTH {
            return Err(Open::TooDeep);
        }
        Ok(Real(Form::Irrational(Arc::new(node))))
    }

    fn node(&self) -> Option<&Arc<Node>> {
        match &self.0 {
            Form::Irrational(node) => Some(node),
            _ => None,
        }
    }

    /// Whether both are the same expression in memory.
    fn is_shared_with(&self, other: &Real) -> bool {
        matches!((self.node(), other.node()), (Some(a), Some(b)) if Arc::ptr_eq(a, b))
    }

    fn depth(&self) -> u32 {
        self.node().map_or(0, |node| node.depth)
    }

    fn nature(&self) -> Nature {
        self.node().map_or(Nature::Algebraic, |node| node.nature)
    }

    /// Of a rational p/q the height is max(|p|, |q|).
    fn height(&self) -> f64 {
        match &self.0 {
            Form::Irrational(node) => node.height,
            Form::Small(numer, denom) => {
                let longest = numer.unsigned_abs().max(denom.unsigned_abs());
                f64::from(u64::BITS - longest.leading_zeros())
            }
            Form::Large(rational) => {
                bits_as_float(rational.numer().bits().max(rational.denom().bits()))
            }
        }
    }

    fn is_plainly_nonzero(&self) -> bool {
        self.node().map_or(!self.is_zero(), |node| node.is_plainly_nonzero())
    }

    /// The interval of a rational, or the one that a node's last approximation left.
    fn interval(&self, precision: u64) -> Option<Interval> {
        match &self.0 {
            Form::Irrational(node) => node.known(),
            _ => self.to_rational().map(|rational| Interval::of_rational(&rational, precision)),
        }
    }
}

impl From<i64> for Real {
    fn from(integer: i64) -> Real {
        Real(Form::Small(integer, 1))
    }
}

impl From<BigInt> for Real {
    fn from(integer: BigInt) -> Real {
        match i64::try_from(&integer) {
            Ok(small) => Real(Form::Small(small, 1)),
            Err(_) => Real(Form::Large(Arc::new(Rational::from_integer(integer)))),
        }
    }
}

impl From<Rational> for Real {
    fn from(rational: Rational) -> Real {
        match (i64::try_from(rational.numer()), i64::try_from(rational.denom())) {
            (Ok(numer), Ok(denom)) => Real(Form::Small(numer, denom)),
            _ => Real(Form::Large(Arc::new(rational))),
        }
    }
}

impl Default for Real {
    fn default() -> Real {
        Real::ZERO
    }
}
