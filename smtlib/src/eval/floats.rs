//! Floating point.

use num_bigint::BigInt;

use super::open::Reason;
use super::{Open, Outcome};
use crate::float::{Float, Format, RoundingMode, Undetermined};
use crate::op::Op;
use crate::value::{BitVec, Value};

/// `fp`, `to_fp` and `to_fp_unsigned`.
pub(super) fn convert(op: Op, values: &[&Value]) -> Outcome {
    let float = match (op, values) {
        (Op::Fp, [Value::BitVec(sign), Value::BitVec(exponent), Value::BitVec(significand)]) => {
            let format = Format::new(exponent.width(), significand.width() + 1);
            let format = format.map_err(|_| Reason::TooLarge("a floating-point format"))?;
            match (sign.to_u64(), exponent.to_u64(), significand.to_u64()) {
                (Some(sign), Some(exponent), Some(significand)) if format.width() <= 64 => {
                    let bits = sign << exponent_shift(format, true);
                    Float::from_word(
                        format,
                        bits | exponent << exponent_shift(format, false) | significand,
                    )
                }
                _ => Float::from_fields(
                    format,
                    sign.is_negative(),
                    &exponent.to_big(),
                    &significand.to_big(),
                ),
            }
        }
        (Op::ToFp(format), [Value::BitVec(bits)]) => Float::from_bits(format, &bits.to_big()),
        (Op::ToFp(format), [Value::Rounding(mode), Value::Float(float)]) => {
            float.to_format(format, *mode)
        }
        (Op::ToFp(format), [Value::Rounding(mode), Value::Real(real)]) => {
            match real.to_rational() {
                Some(rational) => Float::from_rational(format, &rational, *mode),
                None => return Err(Reason::Irrational(op).into()),
            }
        }
        (Op::ToFp(format), [Value::Rounding(mode), Value::BitVec(bits)]) => {
            Float::from_integer(format, &bits.to_signed(), *mode)
        }
        (Op::ToFpUnsigned(format), [Value::Rounding(mode), Value::BitVec(bits)]) => {
            Float::from_integer(format, &BigInt::from(bits.to_big()), *mode)
        }
        _ => return Err(Reason::Unsupported("this conversion to floating point").into()),
    };
    Ok(Value::Float(float))
}

fn exponent_shift(format: Format, sign: bool) -> u32 {
    if sign { format.width() - 1 } else { format.sb() - 1 }
}

/// An operator whose first argument is a floating-point number or a rounding mode.
pub(super) fn apply(op: Op, values: &[&Value]) -> Outcome {
    let (mode, rest) = match values {
        [Value::Rounding(mode), rest @ ..] => (*mode, rest),
        rest => (RoundingMode::NearestTiesToEven, rest),
    };
    let floats: smallvec::SmallVec<[&Float; 4]> = rest
        .iter()
        .filter_map(|value| if let Value::Float(float) = value { Some(float) } else { None })
        .collect();
    let chain = |holds: fn(&Float, &Float) -> bool| {
        Ok(Value::Bool(floats.windows(2).all(|pair| holds(pair[0], pair[1]))))
    };
    let number = match (op, floats.as_slice()) {
        (Op::FpAbs, [a]) => a.abs(),
        (Op::FpNeg, [a]) => a.neg(),
        (Op::FpAdd, [a, b]) => a.add(b, mode),
        (Op::FpSub, [a, b]) => a.sub(b, mode),
        (Op::FpMul, [a, b]) => a.mul(b, mode),
        (Op::FpDiv, [a, b]) => a.div(b, mode),
        (Op::FpFma, [a, b, c]) => a.fma(b, c, mode),
        (Op::FpSqrt, [a]) => a.sqrt(mode),
        (Op::FpRem, [a, b]) => a.rem(b),
        (Op::FpRoundToIntegral, [a]) => a.round_to_integral(mode),
        (Op::FpMin, [a, b]) => a.min(b).ok_or_else(|| unspecified(op, "zeros of both signs"))?,
        (Op::FpMax, [a, b]) => a.max(b).ok_or_else(|| unspecified(op, "zeros of both signs"))?,
        (Op::FpLeq, _) => return chain(Float::le),
        (Op::FpLt, _) => return chain(Float::lt),
        (Op::FpGeq, _) => return chain(|a, b| b.le(a)),
        (Op::FpGt, _) => return chain(|a, b| b.lt(a)),
        (Op::FpEq, _) => return chain(Float::ieee_eq),
        (_, [a]) => return of_one(op, mode, a),
        _ => return Err(unsupported()),
    };
    Ok(Value::Float(number))
}

/// Tests of, and conversions from, one number.
fn of_one(op: Op, mode: RoundingMode, a: &Float) -> Outcome {
    let holds = match op {
        Op::FpIsNormal => a.is_normal(),
        Op::FpIsSubnormal => a.is_subnormal(),
        Op::FpIsZero => a.is_zero(),
        Op::FpIsInfinite => a.is_infinite(),
        Op::FpIsNan => a.is_nan(),
        Op::FpIsNegative => a.is_negative(),
        Op::FpIsPositive => a.is_positive(),
        Op::FpToReal => {
            return match a.to_rational() {
                Ok(rational) => Ok(Value::Real(rational.into())),
                Err(Undetermined::Unspecified) => Err(unspecified(op, "what is no finite number")),
                Err(Undetermined::TooLarge { .. }) => Err(Reason::TooLarge("a real number").into()),
            };
        }
        Op::FpToUbv(width) => {
            let bits = a.to_ubv(mode, width).map(|int| BitVec::from_big(width, &int));
            return bits.map(Value::BitVec).ok_or_else(|| unspecified(op, "a number out of range"));
        }
        Op::FpToSbv(width) => {
            let bits = a.to_sbv(mode, width).map(|int| BitVec::from_int(width, &int));
            return bits.map(Value::BitVec).ok_or_else(|| unspecified(op, "a number out of range"));
        }
        Op::FpToIeeeBv => {
            let bits = a.to_bits().map(|bits| BitVec::from_big(a.format().width(), &bits));
            return bits.map(Value::BitVec).ok_or_else(|| unspecified(op, "NaN"));
        }
        _ => return Err(unsupported()),
    };
    Ok(Value::Bool(holds))
}

fn unspecified(op: Op, why: &'static str) -> Open {
    Reason::Unspecified(op, why).into()
}

fn unsupported() -> Open {
    Reason::Unsupported("this operator on floating-point numbers").into()
}
