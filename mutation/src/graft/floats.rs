//! The values of children of operators on floating-point numbers.

use smtlib::float::Float;
use smtlib::{Op, Value};

use super::allowed::Allowed;
use super::keys::{Keys, key};
use super::parts::Parts;

/// Returns what a child may be; `None` if there is no rule for the operator.
pub fn child(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    match op {
        Op::FpEq if parts.values.len() == 2 => {
            let Value::Float(other) = parts.value(1 - at)? else { return None };
            equal(other, parts.wanted()?)
        }
        Op::FpIsNan
        | Op::FpIsZero
        | Op::FpIsInfinite
        | Op::FpIsNormal
        | Op::FpIsSubnormal
        | Op::FpIsNegative
        | Op::FpIsPositive => Some(Allowed::Image(op, Box::new(Allowed::bool(parts.wanted()?)))),
        Op::FpNeg => negated(parts.set),
        Op::FpAbs => magnitude(parts, at),
        _ => None,
    }
}

/// The numbers that are equal to another as IEEE 754 has it, or that are not.
fn equal(other: &Float, wanted: bool) -> Option<Allowed> {
    let same = match () {
        () if other.is_nan() => return (!wanted).then_some(Allowed::All),
        () if other.is_zero() => {
            let zero = Float::zero(other.format());
            vec![Value::Float(zero.neg()), Value::Float(zero)]
        }
        () => vec![Value::Float(other.clone())],
    };
    if wanted { Some(Allowed::In(same)) } else { Allowed::but_all(same) }
}

fn negated(set: &Allowed) -> Option<Allowed> {
    let back = |value: &Value| match value {
        Value::Float(float) => Some(Value::Float(float.neg())),
        _ => None,
    };
    match set {
        Allowed::Keys(keys) => Some(Allowed::Keys(keys.negated())),
        Allowed::In(values) => Some(Allowed::In(values.iter().filter_map(back).collect())),
        Allowed::But(values) => Allowed::but_all(values.iter().filter_map(back).collect()),
        _ => None,
    }
}

/// Returns the numbers whose absolute value is in the set: with one, its negative.
fn magnitude(parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    match parts.set {
        Allowed::In(values) => {
            let back = |value: &Value| match value {
                Value::Float(float) if float.is_nan() => vec![value.clone()],
                Value::Float(float) if !float.is_negative() => {
                    vec![value.clone(), Value::Float(float.neg())]
                }
                _ => Vec::new(),
            };
            Some(Allowed::In(values.iter().flat_map(back).collect()))
        }
        Allowed::Keys(keys) if keys.low <= 0 => {
            let high = keys.high;
            Some(Allowed::Keys(Keys { low: -high - 1, high, ..keys.clone() }))
        }
        Allowed::Keys(keys) => {
            let Value::Float(own) = parts.value(at)? else { return None };
            let is_below = key(own).is_some_and(|key| key < 0);
            Some(Allowed::Keys(if is_below { keys.negated() } else { keys.clone() }))
        }
        _ => None,
    }
}
