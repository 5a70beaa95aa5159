//! The values of children of floating-point arithmetic that never descends, or never ascends.
//!
//! Rounding keeps the order. So where the result may be all numbers from some one on, or all up to
//! some one, a child may move away from it: up to ∞ or down to -∞, if nothing on the way is NaN.

use smtlib::float::Float;
use smtlib::{Op, Value};

use super::allowed::Allowed;
use super::keys::{Keys, key};
use super::parts::Parts;

/// The way in which a result moves with a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    With,
    Against,
}

/// Returns what a child may be; `None` if there is no rule for the operator.
pub fn child(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let Allowed::Keys(set) = parts.set else { return None };
    let way = way(op, parts, at)?;
    let Value::Float(own) = parts.value(at)? else { return None };
    // NaN in makes NaN out, but for `fp.min` and `fp.max`, which then take the other one.
    let has_nan = set.has_nan && !matches!(op, Op::FpMin | Op::FpMax);
    let (all, own) = (Keys::all(own.format(), has_nan)?, key(own)?);
    let result = Keys::all(set.format, false)?;
    let goes_up = if set.high == result.high {
        way == Way::With
    } else if set.low == result.low {
        way == Way::Against
    } else {
        return None;
    };
    Some(Allowed::Keys(match (goes_up, op) {
        (true, _) => Keys { low: own, ..all },
        // Below -0 there is no root.
        (false, Op::FpSqrt) => {
            Keys { low: if set.has_nan { all.low } else { -1 }, high: own, ..all }
        }
        (false, _) => Keys { high: own, ..all },
    }))
}

/// Returns how the result moves with a child while the others stay; `None` if it may turn, or may
/// be NaN or open on the way.
fn way(op: Op, parts: &Parts<'_>, at: usize) -> Option<Way> {
    let other = |place: usize| match parts.value(place)? {
        Value::Float(float) => Some(float),
        _ => None,
    };
    let finite = |place| other(place).filter(|float| !float.is_nan() && !float.is_infinite());
    // ∞·0 and 0/0 are NaN.
    let factor = |place| {
        let factor = finite(place).filter(|float| !float.is_zero())?;
        Some(if factor.is_negative() { Way::Against } else { Way::With })
    };
    let number = |float: &&Float| !float.is_nan() && !float.is_zero();
    match (op, at) {
        (Op::FpAdd, 1 | 2) => finite(3 - at).map(|_| Way::With),
        (Op::FpSub, 1) => finite(2).map(|_| Way::With),
        (Op::FpSub, 2) => finite(1).map(|_| Way::Against),
        (Op::FpMul, 1 | 2) => factor(3 - at),
        (Op::FpDiv, 1) => factor(2),
        (Op::FpFma, 1 | 2) => {
            finite(3)?;
            factor(3 - at)
        }
        (Op::FpFma, 3) => {
            finite(1)?;
            finite(2)?;
            Some(Way::With)
        }
        (Op::FpSqrt | Op::FpRoundToIntegral, 1) => Some(Way::With),
        // The standard leaves the greater of two zeros open.
        (Op::FpMin | Op::FpMax, _) => other(1 - at).filter(number).map(|_| Way::With),
        _ => None,
    }
}
