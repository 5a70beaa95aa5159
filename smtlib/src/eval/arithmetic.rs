//! Ints, Reals, and arithmetic beyond the standard.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive};

use super::open::Reason;
use super::{Open, Outcome};
use crate::op::Op;
use crate::real::{self, Budget, Function, Real};
use crate::value::{Int, Value};

/// Integers of more bits are not computed.
const MAX_BITS: u64 = 1 << 22;

/// An operator whose first argument is an Int.
pub(super) fn on_ints(op: Op, values: &[&Value]) -> Outcome {
    let ints: smallvec::SmallVec<[&Int; 4]> = values
        .iter()
        .filter_map(|value| if let Value::Int(int) = value { Some(int) } else { None })
        .collect();
    let fold = |by: fn(&Int, &Int) -> Int| {
        let first = ints[0].clone();
        let result = ints[1..].iter().fold(first, |sum, int| by(&sum, int));
        if result.bits() > MAX_BITS { Err(too_large()) } else { Ok(Value::Int(result)) }
    };
    let chain = |holds: fn(Ordering) -> bool| {
        Ok(Value::Bool(ints.windows(2).all(|pair| holds(pair[0].cmp(pair[1])))))
    };
    match (op, ints.as_slice()) {
        (Op::Neg, [a]) => Ok(Value::Int(a.neg())),
        (Op::Abs, [a]) => Ok(Value::Int(a.abs())),
        (Op::Add, _) => fold(Int::add),
        (Op::Sub, _) => fold(Int::sub),
        (Op::Mul, _) => {
            let mut product = ints[0].clone();
            for factor in &ints[1..] {
                if product.bits() + factor.bits() > MAX_BITS {
                    return Err(too_large());
                }
                product = product.mul(factor);
            }
            Ok(Value::Int(product))
        }
        (Op::IntDiv, [first, rest @ ..]) => {
            let divided = rest.iter().try_fold((*first).clone(), |a, b| a.div_euclid(b));
            divided.map(Value::Int).ok_or_else(|| unspecified(op, "the divisor 0"))
        }
        (Op::Mod, [a, b]) => {
            a.rem_euclid(b).map(Value::Int).ok_or_else(|| unspecified(op, "the divisor 0"))
        }
        (Op::Rem, [a, b]) => match a.rem_euclid(b) {
            None => Err(unspecified(op, "the divisor 0")),
            Some(rest) if b.is_negative() => Ok(Value::Int(rest.neg())),
            Some(rest) => Ok(Value::Int(rest)),
        },
        (Op::Divisible(by), [a]) => {
            let rest = a.rem_euclid(&i64::from(by).into());
            Ok(Value::Bool(rest.is_none_or(|rest| rest.is_zero())))
        }
        (Op::ToReal, [a]) => Ok(Value::Real(real(a))),
        (Op::Le, _) => chain(Ordering::is_le),
        (Op::Lt, _) => chain(Ordering::is_lt),
        (Op::Ge, _) => chain(Ordering::is_ge),
        (Op::Gt, _) => chain(Ordering::is_gt),
        (Op::Power, [a, b]) => power(a, b),
        (Op::Pow2, [a]) => pow2(a),
        (Op::Log2, [a]) => Ok(Value::Int(if a.is_negative() || a.is_zero() {
            Int::ZERO
        } else {
            i64::try_from(a.bits() - 1).expect("a number fits the memory").into()
        })),
        (Op::IntAnd(bits), [a, b]) => {
            let modulus = BigInt::one() << bits;
            let low = |int: &Int| ((int.to_big() % &modulus) + &modulus) % &modulus;
            Ok(Value::Int((low(a) & low(b)).into()))
        }
        _ => Err(Reason::Unsupported("this operator on integers").into()),
    }
}

/// `2^a` for `a ≥ 0`, and 0 below, as cvc5 has it.
fn pow2(a: &Int) -> Outcome {
    match a.to_i64() {
        Some(exponent) if exponent < 0 => Ok(Value::Int(Int::ZERO)),
        _ if a.is_negative() => Ok(Value::Int(Int::ZERO)),
        Some(exponent) if exponent.unsigned_abs() < MAX_BITS => {
            Ok(Value::Int((BigInt::one() << exponent).into()))
        }
        _ => Err(too_large()),
    }
}

/// `a^b` for `b > 0`; what solvers make of other exponents differs.
fn power(a: &Int, b: &Int) -> Outcome {
    if b.is_negative() || b.is_zero() {
        return Err(unspecified(Op::Power, "an exponent that is not positive"));
    }
    let small = a.to_i64().filter(|small| small.unsigned_abs() < 2);
    match (small, b.to_i64()) {
        (Some(a), _) => {
            let odd = b.rem_euclid(&2.into()).is_some_and(|rest| !rest.is_zero());
            Ok(Value::Int(if odd { a } else { a * a }.into()))
        }
        (None, Some(exponent)) if a.bits().saturating_mul(exponent.unsigned_abs()) <= MAX_BITS => {
            let exponent = u32::try_from(exponent).map_err(|_| too_large())?;
            Ok(Value::Int(a.to_big().pow(exponent).into()))
        }
        _ => Err(too_large()),
    }
}

/// An operator whose first argument is a Real.
pub(super) fn on_reals(op: Op, values: &[&Value], work: u64) -> Outcome {
    let budget = Budget::default().within(work / real::WORDS_PER_UNIT);
    let reals: smallvec::SmallVec<[&Real; 4]> = values
        .iter()
        .filter_map(|value| if let Value::Real(real) = value { Some(real) } else { None })
        .collect();
    let closed =
        |result: Result<Real, real::Open>| result.map(Value::Real).map_err(|why| open(op, why));
    let fold = |by: fn(&Real, &Real) -> Result<Real, real::Open>| {
        let first = reals[0].clone();
        closed(reals[1..].iter().try_fold(first, |sum, real| by(&sum, real)))
    };
    let chain = |holds: fn(Ordering) -> bool| {
        let mut settled = true;
        for pair in reals.windows(2) {
            match pair[0].compare(pair[1], &budget) {
                Some(order) if holds(order) => {}
                Some(_) => return Ok(Value::Bool(false)),
                None => settled = false,
            }
        }
        if settled { Ok(Value::Bool(true)) } else { Err(Reason::Irrational(op).into()) }
    };
    match (op, reals.as_slice()) {
        (Op::Neg, [a]) => closed(a.neg()),
        (Op::Abs, [a]) => match a.sign(&budget) {
            Some(Ordering::Less) => closed(a.neg()),
            Some(_) => Ok(Value::Real((*a).clone())),
            None => Err(Reason::Irrational(op).into()),
        },
        (Op::Add, _) => fold(Real::add),
        (Op::Sub, _) => fold(Real::sub),
        (Op::Mul, _) => fold(Real::mul),
        (Op::RealDiv, [first, rest @ ..]) => {
            let mut quotient = (*first).clone();
            for divisor in rest {
                match divisor.sign(&budget) {
                    None => return Err(Reason::Irrational(op).into()),
                    Some(Ordering::Equal) => return Err(unspecified(op, "the divisor 0")),
                    Some(_) => {
                        quotient = quotient.div(divisor, &budget).map_err(|why| open(op, why))?;
                    }
                }
            }
            Ok(Value::Real(quotient))
        }
        (Op::ToInt, [a]) => a
            .floor(&budget)
            .map(|floor| Value::Int(floor.into()))
            .ok_or_else(|| Reason::Irrational(op).into()),
        (Op::IsInt, [a]) => {
            a.is_integer(&budget).map(Value::Bool).ok_or_else(|| Reason::Irrational(op).into())
        }
        (Op::Le, _) => chain(Ordering::is_le),
        (Op::Lt, _) => chain(Ordering::is_lt),
        (Op::Ge, _) => chain(Ordering::is_ge),
        (Op::Gt, _) => chain(Ordering::is_gt),
        (Op::Power, [a, b]) => {
            let exponent = b.to_rational().filter(|b| b.is_integer() && b.is_positive());
            match exponent.map(|b| b.to_integer().to_u32()) {
                Some(Some(exponent)) => closed(a.pow(exponent)),
                Some(None) => Err(too_large()),
                None => Err(unspecified(op, "an exponent that is no positive integer")),
            }
        }
        (_, [a]) => match Function::named(op.name()) {
            Some(function) => closed(function.at(a, &budget)),
            None => Err(Reason::Unsupported("this operator on reals").into()),
        },
        _ => Err(Reason::Unsupported("this operator on reals").into()),
    }
}

fn real(int: &Int) -> Real {
    match int.to_i64() {
        Some(small) => small.into(),
        None => int.to_big().into(),
    }
}

fn unspecified(op: Op, why: &'static str) -> Open {
    Reason::Unspecified(op, why).into()
}

fn too_large() -> Open {
    Reason::TooLarge("an integer").into()
}

fn open(op: Op, why: real::Open) -> Open {
    match why {
        real::Open::Undefined => {
            Reason::Unspecified(op, "an argument where it has no value").into()
        }
        real::Open::Unsettled => Reason::Irrational(op).into(),
        real::Open::TooDeep | real::Open::TooLarge => Reason::TooLarge("a real number").into(),
    }
}
