//! Whether a sum of logarithms, or of arcus tangents and π, is 0: the question becomes algebraic.
//!
//! `Σ nᵢ ln yᵢ` is 0 exactly if `Π yᵢ^nᵢ` is 1. `Σ nᵢ arctan yᵢ` is the angle of the complex number
//! `Π (1 + i yᵢ)^nᵢ` up to full turns, so it is a multiple of π exactly if that number is real; and
//! π is `4 arctan 1`.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::Real;
use super::budget::{Budget, Open};
use super::identity::Zero;
use super::node::{Nature, Node, Op};
use crate::Rational;

/// Longer sums are not looked at.
const MAX_SUMMANDS: usize = 16;

/// Nor greater multiples.
const MAX_MULTIPLE: u32 = 64;

/// Whether a sum of logarithms or arcus tangents is 0. Says nothing of other numbers.
///
/// The number must be known to be absolutely less than `1/64`.
pub(super) fn zero(node: &Arc<Node>, budget: &Budget) -> Zero {
    let verdict = summands(node).and_then(|summands| match summands {
        Summands::Logarithms(summands) => product_is_one(&summands, budget).ok().flatten(),
        Summands::Angles(summands) => product_is_real(&summands, budget).ok().flatten(),
    });
    match verdict {
        Some(true) => Zero::Yes,
        Some(false) => Zero::No,
        None => Zero::Unknown,
    }
}

/// Multiples that are whole numbers, and arguments that are algebraic.
enum Summands {
    Logarithms(Vec<(i64, Real)>),
    Angles(Vec<(i64, Real)>),
}

/// The summands, multiplied so that their factors are whole numbers without a common divisor.
fn summands(node: &Arc<Node>) -> Option<Summands> {
    let mut logarithms: Vec<(Rational, Real)> = Vec::new();
    let mut angles: Vec<(Rational, Real)> = Vec::new();
    let mut open = vec![(Rational::one(), node)];
    while let Some((factor, node)) = open.pop() {
        match &node.op {
            Op::Add(left, right) => {
                open.push((factor.clone(), left.node()?));
                open.push((factor, right.node()?));
            }
            Op::Mul(first, rest) => open.push((factor * first.to_rational()?, rest.node()?)),
            Op::Ln(y) if y.nature() == Nature::Algebraic => logarithms.push((factor, y.clone())),
            Op::Atan(y) if y.nature() == Nature::Algebraic => angles.push((factor, y.clone())),
            Op::Pi => angles.push((factor * Rational::from_integer(4.into()), Real::ONE)),
            _ => return None,
        }
        if open.len() + logarithms.len() + angles.len() > MAX_SUMMANDS {
            return None;
        }
    }
    match (logarithms.is_empty(), angles.is_empty()) {
        (false, true) => whole(logarithms).map(Summands::Logarithms),
        (true, false) => whole(angles).map(Summands::Angles),
        _ => None,
    }
}

fn whole(summands: Vec<(Rational, Real)>) -> Option<Vec<(i64, Real)>> {
    let common = summands.iter().fold(BigInt::one(), |lcm, (factor, _)| lcm.lcm(factor.denom()));
    if common > BigInt::from(MAX_MULTIPLE) {
        return None;
    }
    let multiple = |factor: Rational| {
        let whole = (factor * Rational::from_integer(common.clone())).to_integer();
        whole.to_i64().filter(|whole| whole.unsigned_abs() <= u64::from(MAX_MULTIPLE))
    };
    let whole = summands.into_iter().map(|(factor, y)| Some((multiple(factor)?, y)));
    let mut whole: Vec<(i64, Real)> = whole.collect::<Option<_>>()?;
    let divisor = whole.iter().fold(0, |gcd: i64, (n, _)| gcd.gcd(n)).max(1);
    for (n, _) in &mut whole {
        *n /= divisor;
    }
    // Rational arguments first: as long as only they are multiplied, the product is rational.
    whole.sort_by_key(|(_, y)| !y.is_rational());
    Some(whole)
}

/// Whether `Π yᵢ^nᵢ` is 1, as a comparison of the factors with positive exponents to the others.
fn product_is_one(summands: &[(i64, Real)], budget: &Budget) -> Result<Option<bool>, Open> {
    let (mut above, mut below) = (Real::ONE, Real::ONE);
    for (n, y) in summands {
        let power = y.pow(exponent(*n))?;
        let side = if n.is_positive() { &mut above } else { &mut below };
        *side = side.mul(&power)?;
    }
    Ok(above.compare(&below, budget).map(Ordering::is_eq))
}

/// Whether `Π (1 + i yᵢ)^nᵢ` is real. Negative exponents turn the other way, as `1 - i yᵢ` does.
///
/// The sum was multiplied by at most 64, so it is absolutely below 1 now, and 0 is the only
/// multiple of π there.
fn product_is_real(summands: &[(i64, Real)], budget: &Budget) -> Result<Option<bool>, Open> {
    let (mut real, mut imaginary) = (Real::ONE, Real::ZERO);
    for (n, y) in summands {
        let y = if n.is_negative() { y.neg()? } else { y.clone() };
        for _ in 0..exponent(*n) {
            let next = real.sub(&imaginary.mul(&y)?)?;
            imaginary = imaginary.add(&real.mul(&y)?)?;
            real = next;
        }
    }
    Ok(imaginary.is_null(budget))
}

fn exponent(n: i64) -> u32 {
    u32::try_from(n.unsigned_abs()).unwrap_or(u32::MAX)
}
