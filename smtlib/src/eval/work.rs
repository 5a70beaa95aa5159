//! The cost of an operator on values of a size, foreseen before it is applied.
//!
//! A step of an evaluation is the work of one small operator. A long number or string is the work
//! of many, and a product of two long numbers of many more: an evaluation that is allowed a
//! thousand steps must not spend a second in one of them.

use num_traits::ToPrimitive;

use super::Outcome;
use super::code::Code;
use super::machine::Machine;
use crate::op::Op;
use crate::sort::Sort;
use crate::value::Value;

/// Operations on words of 64 bits that cost as much as a step.
pub(super) const WORDS_PER_STEP: u64 = 32;

/// Operations on words that it takes to make a value, for each word that it weighs.
pub(super) const WORDS_TO_MAKE: u64 = 8;

impl Machine<'_, '_, '_> {
    /// Applies an operator within the steps that are left, and pays for what only doing it tells.
    pub(super) fn apply(&mut self, op: Op, values: &[&Value], sort: Sort) -> Outcome {
        let left = self.evaluator.limits.steps.saturating_sub(self.steps);
        let work = left.saturating_mul(WORDS_PER_STEP);
        let before = crate::work::done();
        let outcome = super::core::apply(self.evaluator.terms, op, values, sort, work);
        // The numbers that it is done with are made and dropped, which takes as long.
        self.pay(crate::work::done().wrapping_sub(before) / (WORDS_PER_STEP / 2));
        outcome
    }

    /// A frame has room for all slots of its code, however few of them are looked at.
    pub(super) fn pay_for(&mut self, code: &Code) {
        self.pay(code.len() as u64 / 16);
    }

    /// Takes steps; false if there are not enough left.
    pub(super) fn pay(&mut self, steps: u64) -> bool {
        self.steps = self.steps.saturating_add(steps);
        self.steps <= self.evaluator.limits.steps
    }
}

/// Returns the steps that applying the operator costs beyond the one for itself; 0 on small values.
pub(super) fn steps(op: Op, values: &[&Value]) -> u64 {
    if values.iter().all(|value| is_small(value)) && !grows(op) {
        // Floats are taken apart, computed with exactly and rounded, however short they are.
        return if values.iter().any(|value| matches!(value, Value::Float(_))) { 2 } else { 0 };
    }
    words(op, values) / WORDS_PER_STEP
}

/// Returns whether the value is so small that no operator takes long, but for those that grow.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Bool(_) | Value::Rounding(_) | Value::Abstract(..) => true,
        Value::Int(int) => int.to_i64().is_some(),
        Value::BitVec(bits) => bits.width() <= 64,
        Value::Float(float) => float.format().width() <= 64,
        _ => false,
    }
}

/// Returns whether the result may be much larger than the arguments.
fn grows(op: Op) -> bool {
    matches!(
        op,
        Op::Power
            | Op::Pow2
            | Op::IntAnd(_)
            | Op::IntToBv(_)
            | Op::Repeat(_)
            | Op::ZeroExtend(_)
            | Op::SignExtend(_)
            | Op::FpToUbv(_)
            | Op::FpToSbv(_)
            | Op::ToFp(_)
            | Op::ToFpUnsigned(_)
    )
}

/// Operations on words, roughly.
fn words(op: Op, values: &[&Value]) -> u64 {
    let sum = values.iter().fold(0_u64, |sum, value| sum.saturating_add(value.weight()));
    let first = values.first().map_or(0, |value| value.weight());
    let second = values.get(1).map_or(0, |value| value.weight());
    let is_real = matches!(values.first(), Some(Value::Real(_)));
    match op {
        Op::Mul | Op::Add | Op::Sub | Op::RealDiv | Op::ToInt if is_real => {
            if sum <= 4 {
                sum
            } else {
                reduced(sum)
            }
        }
        Op::Le | Op::Lt | Op::Ge | Op::Gt if is_real => product(sum, sum).saturating_add(sum),
        Op::Mul | Op::BvMul | Op::BvUmulo | Op::BvSmulo => {
            let mut length = first;
            values[1..].iter().fold(sum, |cost, value| {
                let (a, b) = (length, value.weight());
                length = length.saturating_add(b);
                cost.saturating_add(product(a, b))
            })
        }
        Op::IntDiv
        | Op::Mod
        | Op::Rem
        | Op::BvUdiv
        | Op::BvUrem
        | Op::BvSdiv
        | Op::BvSrem
        | Op::BvSmod
        | Op::BvSdivo => sum.saturating_mul(4).saturating_add(quotient(first, second)),
        Op::IntAnd(bits) => {
            let length = u64::from(bits) / 64 + 1;
            quotient(sum, length).saturating_add(length.saturating_mul(32))
        }
        Op::Power => power(values),
        Op::Pow2 => match values {
            [Value::Int(exponent)] => exponent.to_i64().map_or(0, |bits| bits.unsigned_abs() / 64),
            _ => sum,
        },
        Op::IntToBv(width) | Op::FpToUbv(width) | Op::FpToSbv(width) => {
            sum.saturating_add(u64::from(width) / 16)
        }
        Op::ZeroExtend(by) | Op::SignExtend(by) => sum.saturating_add(u64::from(by) / 16),
        Op::Repeat(times) => {
            let length = first.saturating_mul(u64::from(times));
            length.saturating_add(quotient(length, first)).saturating_add(product(length, first))
        }
        // Each one is joined to all before it.
        Op::Concat => sum.saturating_mul(values.len() as u64).saturating_mul(4),
        Op::StrFromInt => sum.saturating_mul(sum),
        Op::StrToInt => product(sum / 8, sum / 8).saturating_add(sum),
        Op::StrReplaceAll | Op::SeqReplaceAll => replacements(values, sum),
        // A match may begin at each character, and all that have begun may go on side by side.
        Op::StrReplaceRe | Op::StrReplaceReAll | Op::StrIndexofRe => match values {
            [Value::String(text), Value::Regex(regex), ..] => {
                let length = text.len() as u64;
                let nodes = regex.size().saturating_mul(1 + length).saturating_mul(16);
                nodes.saturating_add(length.saturating_mul(length) / 4).saturating_add(sum)
            }
            _ => sum,
        },
        Op::StrInRe => match values {
            [Value::String(text), Value::Regex(regex), ..] => {
                let length = text.len() as u64;
                // What the matrix of a short text costs each node, and a derivative of a long one.
                regex.size().saturating_mul(1 + length.min(64) / 8).saturating_add(length * 16)
            }
            _ => sum,
        },
        Op::Store => sum.saturating_mul(16),
        Op::Select => second,
        Op::ToFp(format) | Op::ToFpUnsigned(format) => {
            let length = u64::from(format.width()) / 64 + 1;
            let long = quotient(sum.saturating_add(length), sum);
            long.saturating_mul(4).saturating_add(length * 8)
        }
        Op::FpMul | Op::FpFma | Op::FpDiv | Op::FpSqrt => product(sum, sum).saturating_mul(4),
        Op::FpRem => product(sum, sum).saturating_mul(64),
        Op::FpToReal => match values {
            [Value::Float(float)] => {
                let exponent = float.magnitude().and_then(|magnitude| magnitude.abs().to_u64());
                sum.saturating_add(exponent.unwrap_or(0).min(1 << 20) / 16)
            }
            _ => sum,
        },
        // An array is compared by looking each index up in the other.
        Op::Eq | Op::Distinct if matches!(values.first(), Some(Value::Array(_))) => {
            sum.saturating_mul(8)
        }
        Op::Divisible(_) | Op::Eq | Op::Distinct => sum,
        _ => sum.saturating_mul(4),
    }
}

/// The replacement of all occurrences, of which each may become longer.
fn replacements(values: &[&Value], sum: u64) -> u64 {
    let (times, each) = match values {
        [Value::String(text), Value::String(old), Value::String(new)] => {
            (text.len() / old.len().max(1), new.len() as u64)
        }
        [Value::Sequence(text), Value::Sequence(old), Value::Sequence(new)] => {
            (text.elements().len() / old.elements().len().max(1), new.weight().saturating_mul(8))
        }
        _ => return sum,
    };
    let made = (times as u64).saturating_mul(each.saturating_add(16));
    sum.saturating_mul(4).saturating_add(made)
}

/// The product of two numbers of `a` and `b` words: all pairs of the short ones, and three products
/// of
/// half the length for each doubling beyond.
fn product(a: u64, b: u64) -> u64 {
    const SHORT: u64 = 32;
    let (long, short) = (a.max(b), a.min(b));
    if short <= SHORT {
        return long.saturating_mul(short);
    }
    let doublings = (short / SHORT).ilog2();
    let square = (SHORT * SHORT).saturating_mul(3_u64.saturating_pow(doublings)).saturating_mul(2);
    square.saturating_mul(long.div_ceil(short))
}

/// The quotient of two numbers of `a` and `b` words.
fn quotient(a: u64, b: u64) -> u64 {
    a.saturating_sub(b).saturating_add(1).saturating_mul(b)
}

/// An operation on fractions of a number of words in all, which are reduced afterwards: a bit at a
/// time, each for as many operations as there are words.
fn reduced(words: u64) -> u64 {
    words.saturating_mul(words).saturating_mul(64)
}

fn power(values: &[&Value]) -> u64 {
    let exponent = match values {
        [_, Value::Int(exponent)] => exponent.to_i64(),
        [_, Value::Real(exponent)] => exponent.to_rational().and_then(|exponent| {
            exponent.is_integer().then(|| exponent.to_integer().to_i64()).flatten()
        }),
        _ => None,
    };
    // What has no such exponent is not computed.
    let Some(exponent) = exponent else { return 0 };
    let words = match values.first() {
        Some(Value::Int(base)) => base.bits().saturating_mul(exponent.unsigned_abs()) / 64 + 1,
        Some(base) => base.weight().saturating_mul(exponent.unsigned_abs()),
        None => return 0,
    };
    // Results of more words are refused without being computed.
    if words > 1 << 17 { 0 } else { product(words, words) }
}
