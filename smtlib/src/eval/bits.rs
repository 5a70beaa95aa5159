//! Bit-vectors.

use num_bigint::{BigInt, Sign};

use super::Outcome;
use super::open::Reason;
use crate::op::Op;
use crate::value::{BitVec, Int, Value};

/// `(_ int_to_bv width)`.
pub(super) fn from_int(width: u32, int: &Int) -> Value {
    Value::BitVec(match int.to_i64() {
        // Two's complement wraps as the width does.
        Some(small) if width <= 64 => BitVec::new(width, small.cast_unsigned()),
        _ => BitVec::from_int(width, &int.to_big()),
    })
}

/// An operator whose first argument is a bit-vector.
pub(super) fn apply(op: Op, values: &[&Value]) -> Outcome {
    let all: smallvec::SmallVec<[&BitVec; 4]> = values
        .iter()
        .filter_map(|value| if let Value::BitVec(bits) = value { Some(bits) } else { None })
        .collect();
    let value = match all.as_slice() {
        [a] => unary(op, a),
        [a, b] => binary(op, a, b),
        [first, rest @ ..] => {
            // Only left-associative operators take more.
            let folded =
                rest.iter().try_fold((*first).clone(), |sum, next| match binary(op, &sum, next) {
                    Some(Value::BitVec(bits)) => Some(bits),
                    _ => None,
                });
            folded.map(Value::BitVec)
        }
        [] => None,
    };
    value.ok_or_else(|| Reason::Unsupported("this operator on bit-vectors").into())
}

fn unary(op: Op, a: &BitVec) -> Option<Value> {
    let bits = match op {
        Op::BvNot => a.not(),
        Op::BvNeg => a.neg(),
        Op::Extract(high, low) => a.extract(high, low),
        Op::Repeat(times) => a.repeat(times),
        Op::ZeroExtend(by) => a.zero_extend(by),
        Op::SignExtend(by) => a.sign_extend(by),
        Op::RotateLeft(by) => a.rotate_left(by),
        Op::RotateRight(by) => a.rotate_right(by),
        Op::BvRedor => BitVec::new(1, u64::from(!a.is_zero())),
        Op::BvRedand => BitVec::new(1, u64::from(a.not().is_zero())),
        // Operators that fold give a single argument as it is.
        Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvMul | Op::Concat => a.clone(),
        Op::UbvToInt => {
            return Some(Value::Int(
                match a.to_u64().and_then(|small| i64::try_from(small).ok()) {
                    Some(small) => small.into(),
                    None => BigInt::from(a.to_big()).into(),
                },
            ));
        }
        Op::SbvToInt => return Some(Value::Int(a.to_signed().into())),
        // Only the least value has no negative.
        Op::BvNego => return Some(Value::Bool(a.is_negative() && a.neg() == *a)),
        _ => return None,
    };
    Some(Value::BitVec(bits))
}

fn binary(op: Op, a: &BitVec, b: &BitVec) -> Option<Value> {
    let bits = match op {
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::BvNand => a.and(b).not(),
        Op::BvNor => a.or(b).not(),
        Op::BvXnor => a.xor(b).not(),
        Op::BvAdd => a.add(b),
        Op::BvSub => a.sub(b),
        Op::BvMul => a.mul(b),
        Op::BvUdiv => a.udiv(b),
        Op::BvUrem => a.urem(b),
        Op::BvSdiv => a.sdiv(b),
        Op::BvSrem => a.srem(b),
        Op::BvSmod => a.smod(b),
        Op::BvShl => a.shl(b),
        Op::BvLshr => a.lshr(b),
        Op::BvAshr => a.ashr(b),
        Op::Concat => a.concat(b),
        Op::BvComp => BitVec::new(1, u64::from(a == b)),
        _ => return test(op, a, b).map(Value::Bool),
    };
    Some(Value::BitVec(bits))
}

fn test(op: Op, a: &BitVec, b: &BitVec) -> Option<bool> {
    Some(match op {
        Op::BvUlt => a.ult(b),
        Op::BvUle => !b.ult(a),
        Op::BvUgt => b.ult(a),
        Op::BvUge => !a.ult(b),
        Op::BvSlt => a.slt(b),
        Op::BvSle => !b.slt(a),
        Op::BvSgt => b.slt(a),
        Op::BvSge => !a.slt(b),
        _ => return overflows(op, a, b),
    })
}

/// Returns whether the exact result is one that the width cannot hold.
fn overflows(op: Op, a: &BitVec, b: &BitVec) -> Option<bool> {
    let width = a.width();
    let unsigned = |bits: &BitVec| BigInt::from(bits.to_big());
    let (exact, signed) = match op {
        Op::BvUaddo => (unsigned(a) + unsigned(b), false),
        Op::BvUmulo => (unsigned(a) * unsigned(b), false),
        Op::BvUsubo => (unsigned(a) - unsigned(b), false),
        Op::BvSaddo => (a.to_signed() + b.to_signed(), true),
        Op::BvSmulo => (a.to_signed() * b.to_signed(), true),
        Op::BvSsubo => (a.to_signed() - b.to_signed(), true),
        Op::BvSdivo => match b.to_signed() {
            divisor if divisor.sign() == Sign::NoSign => return Some(false),
            divisor => (a.to_signed() / divisor, true),
        },
        _ => return None,
    };
    Some(if signed {
        BitVec::overflows_signed(width, &exact)
    } else {
        BitVec::overflows_unsigned(width, &exact)
    })
}
