//! Functions such as `sin` at real numbers, and what is proven of their values.
//!
//! All are made of square root, exponential, logarithm, sine, cosine and arcus tangent. At an
//! algebraic number each gives a transcendental one (Lindemann), but for one argument: `exp`,
//! `sin`, `cos`, `tan` and their like except at 0, `ln` except at 1, and so on, since else the
//! inverse function would turn a transcendental number into an algebraic one.

use std::cmp::Ordering;
use std::sync::Arc;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

use super::budget::{Budget, Meter, Open};
use super::identity::{Simple, simple};
use super::node::{Nature, Node, Op};
use super::root::Root;
use super::turn::{cos_of_half_turns, sin_of_half_turns};
use super::{Form, Real};
use crate::Rational;

/// A function of one real number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// The square root that is not negative; undefined for negative numbers.
    Sqrt,
    /// The exponential function.
    Exp,
    /// The natural logarithm; undefined up to 0.
    Ln,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The tangent; undefined where the cosine is 0.
    Tan,
    /// One over the sine.
    Csc,
    /// One over the cosine.
    Sec,
    /// Cosine over sine.
    Cot,
    /// The inverse of the sine, from -π/2 to π/2.
    Arcsin,
    /// The inverse of the cosine, from 0 to π.
    Arccos,
    /// The inverse of the tangent, between -π/2 and π/2.
    Arctan,
    /// The inverse of the cosecant: `arcsin(1/x)`.
    Arccsc,
    /// The inverse of the secant: `arccos(1/x)`.
    Arcsec,
    /// The inverse of the cotangent, between 0 and π.
    Arccot,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
    /// The inverse of the hyperbolic sine.
    Arsinh,
    /// The inverse of the hyperbolic cosine that is not negative; undefined below 1.
    Arcosh,
    /// The inverse of the hyperbolic tangent; undefined from 1 on, and up to -1.
    Artanh,
}

impl Function {
    /// The function that solvers call by that name.
    pub fn named(name: &str) -> Option<Function> {
        Some(match name {
            "sqrt" => Function::Sqrt,
            "exp" => Function::Exp,
            "ln" | "log" => Function::Ln,
            "sin" => Function::Sin,
            "cos" => Function::Cos,
            "tan" => Function::Tan,
            "csc" => Function::Csc,
            "sec" => Function::Sec,
            "cot" => Function::Cot,
            "arcsin" | "asin" => Function::Arcsin,
            "arccos" | "acos" => Function::Arccos,
            "arctan" | "atan" => Function::Arctan,
            "arccsc" => Function::Arccsc,
            "arcsec" => Function::Arcsec,
            "arccot" => Function::Arccot,
            "sinh" => Function::Sinh,
            "cosh" => Function::Cosh,
            "tanh" => Function::Tanh,
            "asinh" => Function::Arsinh,
            "acosh" => Function::Arcosh,
            "atanh" => Function::Artanh,
            _ => return None,
        })
    }

    /// The function's value at `x`.
    ///
    /// Undefined where it has none; unsettled if the budget does not suffice to tell.
    pub fn at(self, x: &Real, budget: &Budget) -> Result<Real, Open> {
        match simplicity(x, budget) {
            Simple::Rational(rational) => self.at_simple(&Real::from(rational), budget),
            _ => self.at_simple(x, budget),
        }
    }

    /// The same for an argument that is held as a rational if its form shows that it is one.
    fn at_simple(self, x: &Real, budget: &Budget) -> Result<Real, Open> {
        match self {
            Function::Sqrt => sqrt(x, budget),
            Function::Exp => exp(x, budget),
            Function::Ln => ln(x, budget),
            Function::Sin => sin(x, budget),
            Function::Cos => cos(x, budget),
            Function::Tan => {
                let quotient = sin(x, budget)?.div(&cos(x, budget)?, budget)?;
                Ok(transcendental_at(x, quotient, budget))
            }
            Function::Csc => sin(x, budget)?.inverse(budget),
            Function::Sec => cos(x, budget)?.inverse(budget),
            Function::Cot => {
                let quotient = cos(x, budget)?.div(&sin(x, budget)?, budget)?;
                Ok(transcendental_at(x, quotient, budget))
            }
            Function::Arcsin => arcsin(x, budget),
            Function::Arccos => arccos(x, budget),
            Function::Arctan => arctan(x, budget),
            Function::Arccsc => arcsin(&x.inverse(budget)?, budget),
            Function::Arcsec => arccos(&x.inverse(budget)?, budget),
            Function::Arccot => {
                // arccot x = 2 arctan(√(1 + x²) - x).
                let hypotenuse = sqrt(&x.pow(2)?.add(&Real::ONE)?, budget)?;
                arctan(&hypotenuse.sub(x)?, budget)?.mul(&Real::from(2))
            }
            Function::Sinh => {
                let difference = exp(x, budget)?.sub(&exp(&x.neg()?, budget)?)?;
                Ok(transcendental_at(x, difference.mul(&half())?, budget))
            }
            Function::Cosh => {
                let sum = exp(x, budget)?.add(&exp(&x.neg()?, budget)?)?;
                Ok(transcendental_at(x, sum.mul(&half())?, budget))
            }
            Function::Tanh => {
                let square = exp(&x.mul(&Real::from(2))?, budget)?;
                let (above, below) = (square.sub(&Real::ONE)?, square.add(&Real::ONE)?);
                Ok(transcendental_at(x, above.div(&below, budget)?, budget))
            }
            Function::Arsinh => ln(&x.add(&sqrt(&x.pow(2)?.add(&Real::ONE)?, budget)?)?, budget),
            Function::Arcosh => {
                defined_if(x.compare(&Real::ONE, budget), Ordering::is_ge)?;
                ln(&x.add(&sqrt(&x.pow(2)?.sub(&Real::ONE)?, budget)?)?, budget)
            }
            Function::Artanh => {
                let (above, below) = (Real::ONE.add(x)?, Real::ONE.sub(x)?);
                defined_if(above.sign(budget), Ordering::is_gt)?;
                defined_if(below.sign(budget), Ordering::is_gt)?;
                ln(&above.div(&below, budget)?, budget)?.mul(&half())
            }
        }
    }
}

pub(super) fn sqrt(x: &Real, budget: &Budget) -> Result<Real, Open> {
    let sign = x.sign(budget);
    defined_if(sign, Ordering::is_ge)?;
    if sign == Some(Ordering::Equal) {
        return Ok(Real::ZERO);
    }
    let Some(square) = x.to_rational() else { return Op::Sqrt(x.clone()).into_real() };
    let root = Rational::new_raw(square.numer().sqrt(), square.denom().sqrt());
    if &root * &root == square {
        return Ok(Real::from(root));
    }
    Op::Root(Root::of_square(&square)).into_real()
}

fn exp(x: &Real, budget: &Budget) -> Result<Real, Open> {
    let place = place(x, budget);
    match (place, multiple(x)) {
        (Place::Zero, _) => Ok(Real::ONE),
        // exp(q ln y) = y^q, for whole and half q.
        (_, Some((q, Op::Ln(y)))) if q.denom() <= &BigInt::from(2) => {
            let Some(n) = q.numer().abs().to_u32().filter(|&n| n <= MAX_POWER) else {
                return place.give(Op::Exp(x.clone()));
            };
            let base = if q.is_integer() { y.clone() } else { sqrt(y, budget)? };
            let power = base.pow(n)?;
            if q.is_negative() { power.inverse(budget) } else { Ok(power) }
        }
        _ => place.give(Op::Exp(x.clone())),
    }
}

fn ln(x: &Real, budget: &Budget) -> Result<Real, Open> {
    defined_if(x.sign(budget), Ordering::is_gt)?;
    match (place(&x.sub(&Real::ONE)?, budget), x.node().map(|node| &node.op)) {
        (Place::Zero, _) => Ok(Real::ZERO),
        (_, Some(Op::Exp(inner))) => Ok(inner.clone()),
        (place, _) => place.give(Op::Ln(x.clone())),
    }
}

fn sin(x: &Real, budget: &Budget) -> Result<Real, Open> {
    let place = place(x, budget);
    if matches!(place, Place::Zero) {
        return Ok(Real::ZERO);
    }
    if let Some((sine, _)) = of_arctan(x, budget)? {
        return Ok(sine);
    }
    match simplicity(x, budget) {
        Simple::HalfTurns(q) => sin_of_half_turns(&q, budget),
        _ => place.give(Op::Sin(x.clone())),
    }
}

fn cos(x: &Real, budget: &Budget) -> Result<Real, Open> {
    let place = place(x, budget);
    if matches!(place, Place::Zero) {
        return Ok(Real::ONE);
    }
    if let Some((_, cosine)) = of_arctan(x, budget)? {
        return Ok(cosine);
    }
    match simplicity(x, budget) {
        Simple::HalfTurns(q) => cos_of_half_turns(&q, budget),
        _ => place.give(Op::Cos(x.clone())),
    }
}

/// Sine and cosine of `± arctan y` and `± 2 arctan y`: fractions in y and √(1 + y²). So the sine
/// of an arcus sine is algebraic if its argument is.
fn of_arctan(x: &Real, budget: &Budget) -> Result<Option<(Real, Real)>, Open> {
    let Some((q, Op::Atan(y))) = multiple(x) else { return Ok(None) };
    let Some(n) = q.to_integer().to_i64().filter(|n| q.is_integer() && n.abs() <= 2) else {
        return Ok(None);
    };
    let square = y.pow(2)?;
    let norm = square.add(&Real::ONE)?;
    let y = if n < 0 { y.neg()? } else { y.clone() };
    let (sine, cosine, scale) = if n.abs() == 1 {
        (y, Real::ONE, sqrt(&norm, budget)?)
    } else {
        (y.mul(&Real::from(2))?, Real::ONE.sub(&square)?, norm)
    };
    Ok(Some((sine.div(&scale, budget)?, cosine.div(&scale, budget)?)))
}

fn arctan(x: &Real, budget: &Budget) -> Result<Real, Open> {
    match (place(x, budget), &x.0) {
        (Place::Zero, _) => Ok(Real::ZERO),
        (_, Form::Small(sign @ (1 | -1), 1)) => {
            Real::pi().mul(&Real::from(Rational::new((*sign).into(), 4.into())))
        }
        (place, _) => place.give(Op::Atan(x.clone())),
    }
}

/// `arcsin x = 2 arctan(x / (1 + √(1 - x²)))`.
fn arcsin(x: &Real, budget: &Budget) -> Result<Real, Open> {
    let cosine_squared = Real::ONE.sub(&x.pow(2)?)?;
    let cosine = sqrt(&cosine_squared, budget)?;
    arctan(&x.div(&cosine.add(&Real::ONE)?, budget)?, budget)?.mul(&Real::from(2))
}

/// `arccos x = 2 arctan √((1 - x) / (1 + x))`, and π for -1.
fn arccos(x: &Real, budget: &Budget) -> Result<Real, Open> {
    let (above, below) = (Real::ONE.sub(x)?, Real::ONE.add(x)?);
    defined_if(above.sign(budget), Ordering::is_ge)?;
    let sign = below.sign(budget);
    defined_if(sign, Ordering::is_ge)?;
    if sign == Some(Ordering::Equal) {
        return Ok(Real::pi());
    }
    arctan(&sqrt(&above.div(&below, budget)?, budget)?, budget)?.mul(&Real::from(2))
}

/// Powers of logarithms' arguments up to this are written out.
const MAX_POWER: u32 = 1000;

/// The number as a rational multiple of something else.
fn multiple(x: &Real) -> Option<(Rational, &Op)> {
    let node = x.node()?;
    if let Op::Mul(first, rest) = &node.op
        && let (Some(factor), Some(rest)) = (first.to_rational(), rest.node())
    {
        return Some((factor, &rest.op));
    }
    Some((Rational::one(), &node.op))
}

/// Returns what the form of a number tells. Algebraic numbers are told by other means.
fn simplicity(x: &Real, budget: &Budget) -> Simple {
    match x.node() {
        Some(node) if node.nature != Nature::Algebraic => {
            simple(node, &mut Meter::new(budget)).unwrap_or(Simple::Other)
        }
        _ => Simple::Other,
    }
}

/// Everything known of an argument.
#[derive(Clone, Copy)]
enum Place {
    /// It is 0.
    Zero,
    /// It is an algebraic number other than 0.
    Algebraic,
    /// Neither of the two is known.
    Elsewhere,
}

impl Place {
    /// The value of a function that is transcendental at all algebraic numbers but the one that
    /// counts as 0 here.
    fn give(self, op: Op) -> Result<Real, Open> {
        Real::of_node(match self {
            Place::Algebraic => Node::with_nature(op, Nature::Transcendental),
            _ => Node::new(op),
        })
    }
}

fn place(x: &Real, budget: &Budget) -> Place {
    match (x.nature(), x.node()) {
        (Nature::Algebraic, None) if x.is_zero() => Place::Zero,
        (Nature::Algebraic, None) => Place::Algebraic,
        (Nature::Algebraic, Some(_)) => match x.sign(budget) {
            Some(Ordering::Equal) => Place::Zero,
            Some(_) => Place::Algebraic,
            None => Place::Elsewhere,
        },
        _ => Place::Elsewhere,
    }
}

/// The same value, marked as transcendental if the argument is algebraic and not 0.
fn transcendental_at(x: &Real, value: Real, budget: &Budget) -> Real {
    match (place(x, budget), value.0) {
        (Place::Algebraic, Form::Irrational(node)) => {
            let node = Arc::try_unwrap(node)
                .map(|node| Node::with_nature(node.op, Nature::Transcendental))
                .map_or_else(|shared| shared, Arc::new);
            Real(Form::Irrational(node))
        }
        (_, form) => Real(form),
    }
}

/// Undefined if the order is not as it must be, unsettled if it is not known.
fn defined_if(order: Option<Ordering>, holds: impl Fn(Ordering) -> bool) -> Result<(), Open> {
    match order {
        None => Err(Open::Unsettled),
        Some(order) if holds(order) => Ok(()),
        Some(_) => Err(Open::Undefined),
    }
}

fn half() -> Real {
    Real(Form::Small(1, 2))
}
