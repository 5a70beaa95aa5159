//! Sine and cosine of rational parts of a turn, which are algebraic.

use num_bigint::BigInt;
use num_traits::{One, ToPrimitive, Zero};

use super::Real;
use super::budget::{Budget, Meter, Open};
use super::function::sqrt;
use super::node::Op;
use super::polynomial::Polynomial;
use super::root;
use crate::Rational;

/// `sin(q · π)`.
pub(super) fn sin_of_half_turns(q: &Rational, budget: &Budget) -> Result<Real, Open> {
    cos_of_half_turns(&(Rational::new(1.into(), 2.into()) - q), budget)
}

/// `cos(q · π)`.
pub(super) fn cos_of_half_turns(q: &Rational, budget: &Budget) -> Result<Real, Open> {
    let two = Rational::from_integer(2.into());
    let mut q = q - (q / &two).floor() * &two;
    if q > Rational::one() {
        q = two - q;
    }
    // Now 0 ≤ q ≤ 1.
    let sign = Real::from(if q > Rational::new(1.into(), 2.into()) { -1 } else { 1 });
    let parts = q.denom().to_u32().unwrap_or(u32::MAX);
    let square = |numer: i64, denom: i64| {
        let square = Rational::new(numer.into(), denom.into());
        sqrt(&Real::from(square), budget)?.mul(&sign)
    };
    match parts {
        1 => Ok(Real::from(if q.is_zero() { 1 } else { -1 })),
        2 => Ok(Real::ZERO),
        3 => square(1, 4),
        4 => square(1, 2),
        6 => square(3, 4),
        5..=MAX_PARTS => {
            // The cosines of jπ/n, j from 0 to n, are the roots of T₂ₙ - 1, the greatest first.
            let mut coefficients = chebyshev(2 * parts);
            coefficients[0] -= 1;
            let index = parts - q.numer().to_u32().expect("at most the denominator") + 1;
            let polynomial = Polynomial::new(coefficients);
            root::find(&polynomial, index as usize, &mut Meter::new(budget)).map(Real::of_found)
        }
        _ => {
            let angle = Real::pi().mul(&Real::from(q))?;
            Op::Cos(angle).into_real()
        }
    }
}

/// Angles of finer parts of a turn stay expressions.
const MAX_PARTS: u32 = 40;

/// The coefficients of Tₙ, n at least 1, for which `Tₙ(cos a) = cos(n a)`: T₀ = 1, T₁ = x, and each further one
/// is `2x` times the last minus the one before.
fn chebyshev(n: u32) -> Vec<BigInt> {
    let mut before = vec![BigInt::one()];
    let mut last = vec![BigInt::zero(), BigInt::one()];
    for _ in 1..n {
        let mut next = vec![BigInt::zero()];
        next.extend(last.iter().map(|coefficient| coefficient * 2));
        for (sum, coefficient) in next.iter_mut().zip(&before) {
            *sum -= coefficient;
        }
        before = std::mem::replace(&mut last, next);
    }
    last
}
