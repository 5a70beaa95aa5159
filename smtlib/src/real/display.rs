//! Real numbers as SMT-LIB writes them, and irrational ones as Z3 does.

use std::fmt::{self, Display, Formatter};

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::Real;
use super::budget::Budget;
use super::node::Op;
use super::root::Root;
use crate::Rational;

/// Digits after the point of an irrational number.
const DIGITS: u32 = 10;

impl Display for Real {
    /// Rationals as `2.0`, `(- 2.0)`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`; roots of polynomials as
    /// `(root-obj (+ (^ x 2) (- 2)) 2)`; other numbers as their first digits, `1.4142135623?`, or
    /// as `?` if these would cost too much.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.to_rational(), self.node()) {
            (Some(rational), _) => write_rational(f, &rational),
            (None, Some(node)) => match &node.op {
                Op::Root(root) => write_root(f, root),
                _ => write_digits(f, self),
            },
            (None, None) => Ok(()),
        }
    }
}

fn write_rational(f: &mut Formatter<'_>, rational: &Rational) -> fmt::Result {
    let (numer, denom) = (rational.numer().abs(), rational.denom());
    match (rational.is_negative(), denom.is_one()) {
        (false, true) => write!(f, "{numer}.0"),
        (true, true) => write!(f, "(- {numer}.0)"),
        (false, false) => write!(f, "(/ {numer}.0 {denom}.0)"),
        (true, false) => write!(f, "(- (/ {numer}.0 {denom}.0))"),
    }
}

fn write_root(f: &mut Formatter<'_>, root: &Root) -> fmt::Result {
    write!(f, "(root-obj (+")?;
    let coefficients = root.polynomial.coefficients().iter().enumerate().rev();
    for (power, coefficient) in coefficients.filter(|(_, coefficient)| !coefficient.is_zero()) {
        let factor = if coefficient.is_negative() {
            format!("(- {})", coefficient.abs())
        } else {
            coefficient.to_string()
        };
        let monomial = match power {
            1 => "x".to_owned(),
            _ => format!("(^ x {power})"),
        };
        match (power, coefficient.is_one()) {
            (0, _) => write!(f, " {factor}")?,
            (_, true) => write!(f, " {monomial}")?,
            (_, false) => write!(f, " (* {factor} {monomial})")?,
        }
    }
    write!(f, ") {})", root.index)
}

fn write_digits(f: &mut Formatter<'_>, number: &Real) -> fmt::Result {
    let budget = Budget { bits: 1024, work: 1 << 24 };
    let Some((low, high)) = number.enclose(48, &budget) else { return f.write_str("?") };
    let scale = BigInt::from(10).pow(DIGITS);
    let middle = (low + high) / Rational::from_integer(2.into());
    let digits = (middle.abs() * Rational::from_integer(scale.clone())).to_integer();
    let (whole, part) = digits.div_rem(&scale);
    let width = DIGITS as usize;
    if middle.is_negative() {
        write!(f, "(- {whole}.{part:0>width$}?)")
    } else {
        write!(f, "{whole}.{part:0>width$}?")
    }
}
