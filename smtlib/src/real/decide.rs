//! Questions about real numbers: sign, order, floor; answered only if proven.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;

use super::budget::{Budget, Meter, Spent};
use super::dyadic::{Dyadic, signed};
use super::identity::{self, Zero};
use super::interval::Interval;
use super::logarithm;
use super::node::{Nature, Node, Op, nodes};
use super::polynomial::sign;
use super::root::{Root, bits_as_float};
use super::{Form, Real};

impl Real {
    /// The order of two numbers; nothing if the budget does not settle it.
    ///
    /// `Some(Equal)` means proven equal. Rationals are compared at once. Comparisons with a
    /// transcendental number and an algebraic one, and of algebraic ones, end in principle; others
    /// may never.
    pub fn compare(&self, other: &Real, budget: &Budget) -> Option<Ordering> {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                let left = i128::from(*a) * i128::from(*d);
                return Some(left.cmp(&(i128::from(*c) * i128::from(*b))));
            }
            (Form::Irrational(a), Form::Irrational(b)) if Arc::ptr_eq(a, b) => {
                return Some(Ordering::Equal);
            }
            _ => {}
        }
        if let (Some(a), Some(b)) = (self.to_rational(), other.to_rational()) {
            // One product each: a division after the other may go on as long as the numbers agree.
            return Some((a.numer() * b.denom()).cmp(&(b.numer() * a.denom())));
        }
        self.difference(other).sign(budget)
    }

    /// Whether two numbers are equal; nothing if the budget does not settle it.
    ///
    /// Settles more than [`Real::compare`]: numbers may be known to differ where it is not known
    /// which is greater.
    pub fn equals(&self, other: &Real, budget: &Budget) -> Option<bool> {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => Some(a == c && b == d),
            (Form::Irrational(a), Form::Irrational(b)) if Arc::ptr_eq(a, b) => Some(true),
            (Form::Small(..) | Form::Large(_), Form::Small(..) | Form::Large(_)) => {
                // Both are in lowest terms.
                let (a, b) = (self.to_rational()?, other.to_rational()?);
                Some(a.numer() == b.numer() && a.denom() == b.denom())
            }
            _ => self.difference(other).is_null(budget),
        }
    }

    /// Its order against 0; nothing if the budget does not settle it.
    pub fn sign(&self, budget: &Budget) -> Option<Ordering> {
        match &self.0 {
            Form::Small(numer, _) => Some(numer.cmp(&0)),
            Form::Large(rational) => Some(sign(rational.numer())),
            Form::Irrational(node) => {
                if matches!(node.op, Op::Exp(_)) {
                    return Some(Ordering::Greater);
                }
                sign_of_node(node, &mut Meter::new(budget)).ok().flatten()
            }
        }
    }

    /// Whether it is 0; nothing if the budget does not settle it.
    pub fn is_null(&self, budget: &Budget) -> Option<bool> {
        let Some(node) = self.node() else { return Some(self.is_zero()) };
        if node.nature == Nature::Transcendental || matches!(node.op, Op::Exp(_)) {
            return Some(false);
        }
        if node.nature == Nature::Unknown && !node.is_plainly_nonzero() {
            let size = node.known().map_or(0, |interval| interval.magnitude());
            match form_zero(node, size, &mut Meter::new(budget)) {
                Ok(Zero::Yes) => return Some(true),
                Ok(Zero::No) => return Some(false),
                _ => {}
            }
        }
        self.sign(budget).map(Ordering::is_eq)
    }

    /// `self - other`, even where that nests one too deep.
    fn difference(&self, other: &Real) -> Real {
        let unbounded = |op| Real(Form::Irrational(Arc::new(Node::new(op))));
        let minus =
            other.neg().unwrap_or_else(|_| unbounded(Op::Mul(Real::from(-1), other.clone())));
        self.add(&minus).unwrap_or_else(|_| unbounded(Op::Add(self.clone(), minus.clone())))
    }

    /// The greatest integer that is at most `self`; nothing if the budget does not settle it.
    pub fn floor(&self, budget: &Budget) -> Option<BigInt> {
        let node = match &self.0 {
            Form::Small(numer, 1) => return Some(BigInt::from(*numer)),
            Form::Small(numer, denom) => return Some(BigInt::from(numer.div_floor(denom))),
            Form::Large(rational) => return Some(rational.numer().div_floor(rational.denom())),
            Form::Irrational(node) => node,
        };
        let narrow = narrowed(node, -2, &mut Meter::new(budget)).ok().flatten()?;
        let (low, high) = (narrow.low.floor(), narrow.high.floor());
        if low == high {
            return Some(low);
        }
        // The interval is shorter than 1, so it holds one integer.
        match self.compare(&Real::from(high.clone()), budget)? {
            Ordering::Less => Some(low),
            _ => Some(high),
        }
    }

    /// Whether it is an integer; nothing if the budget does not settle it.
    pub fn is_integer(&self, budget: &Budget) -> Option<bool> {
        match &self.0 {
            Form::Small(_, denom) => Some(*denom == 1),
            Form::Large(rational) => Some(rational.denom().is_one()),
            Form::Irrational(node) if node.nature == Nature::Transcendental => Some(false),
            Form::Irrational(_) => {
                let floor = Real::from(self.floor(budget)?);
                Some(self.compare(&floor, budget)? == Ordering::Equal)
            }
        }
    }

    /// Rationals `low ≤ self ≤ high` that are at most `2^-bits` apart; nothing if the budget does
    /// not suffice.
    pub fn enclose(
        &self,
        bits: u32,
        budget: &Budget,
    ) -> Option<(crate::Rational, crate::Rational)> {
        let Some(node) = self.node() else {
            let rational = self.to_rational()?;
            return Some((rational.clone(), rational));
        };
        let fine = u64::from(bits) + 2;
        let narrow = narrowed(node, -signed(fine), &mut Meter::new(budget)).ok().flatten()?;
        // On a grid, since an end such as 2^-(10^12) has no fraction that could be written down.
        let low = Dyadic::new(narrow.low.scaled(fine), -signed(fine));
        let high = Dyadic::new(-narrow.high.negated().scaled(fine), -signed(fine));
        Some((low.to_rational(), high.to_rational()))
    }
}

/// An interval around the number of width at most `2^exponent`.
fn narrowed(node: &Node, exponent: i64, meter: &mut Meter) -> Result<Option<Interval>, Spent> {
    let wide_enough = Dyadic::power_of_two(exponent);
    let mut precision = 64;
    loop {
        let interval = node.approximate(precision, meter)?;
        let size = interval.as_ref().map_or(0, Interval::magnitude);
        if let Some(interval) = interval.filter(|interval| interval.width() <= wide_enough) {
            return Ok(Some(interval));
        }
        if precision >= meter.bits || size > signed(meter.bits) {
            return Ok(None);
        }
        precision = (2 * precision).min(meter.bits);
    }
}

/// The sign, by intervals of growing precision and what is known of zeros.
fn sign_of_node(node: &Arc<Node>, meter: &mut Meter) -> Result<Option<Ordering>, Spent> {
    let mut separation = None;
    let mut precision = 64;
    loop {
        let interval = node.approximate(precision, meter)?;
        if let Some(sign) = interval.as_ref().and_then(Interval::sign) {
            return Ok(Some(sign));
        }
        if precision >= 128 && separation.is_none() {
            let bits = separation_bits(node).filter(|&bits| bits <= meter.bits);
            let open = node.nature != Nature::Transcendental && bits.is_none();
            let size = interval.as_ref().map_or(0, Interval::magnitude);
            if open && form_zero(node, size, meter)? == Zero::Yes {
                return Ok(Some(Ordering::Equal));
            }
            separation = Some(bits);
        }
        if let (Some(Some(bits)), Some(interval)) = (separation, interval)
            && interval.magnitude() <= -signed(bits)
        {
            return Ok(Some(Ordering::Equal));
        }
        if precision >= meter.bits {
            return Ok(None);
        }
        precision = (2 * precision).min(meter.bits);
    }
}

/// Whether a number below `2^size` is 0, as far as its form tells.
fn form_zero(node: &Arc<Node>, size: i64, meter: &mut Meter) -> Result<Zero, Spent> {
    match identity::zero(node, meter)? {
        Zero::Unknown if size <= -6 => Ok(logarithm::zero(node, &meter.rest())),
        zero => Ok(zero),
    }
}

/// A number `b` such that the number is 0 if it is absolutely below `2^-b`; nothing if it is not
/// known to be algebraic, or if `b` would be beyond all budgets.
///
/// Liouville's inequality: an algebraic number of degree at most D and logarithmic height h is 0
/// or absolutely at least `2^-(D·h)`. All is in the field of the roots of the expression, so D is
/// at most the product of their degrees.
fn separation_bits(node: &Arc<Node>) -> Option<u64> {
    if node.nature != Nature::Algebraic {
        return None;
    }
    let mut degree = 1.0;
    let mut roots: Vec<&Root> = Vec::new();
    for node in nodes(node) {
        match &node.op {
            Op::Root(root) if !roots.contains(&root) => {
                degree *= bits_as_float(root.polynomial.degree() as u64);
                roots.push(root);
            }
            Op::Sqrt(_) => degree *= 2.0,
            _ => {}
        }
        if degree > 1e9 {
            return None;
        }
    }
    // The sums of floating-point numbers are off by far less than the added part.
    let bits = degree * node.height * 1.001 + 2.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is positive and below 2^32"
    )]
    (bits < 4e9).then_some(bits.ceil() as u64)
}
