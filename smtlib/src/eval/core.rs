//! Operators on values: the Booleans, equality, and which theory has the rest.

use super::open::Reason;
use super::{Outcome, arithmetic, arrays, bits, floats, sequences, strings};
use crate::op::Op;
use crate::sort::Sort;
use crate::term::Terms;
use crate::value::Value;

/// The operator applied to values of the sorts it takes; `sort` is that of the result.
///
/// `and`, `or`, `=>` and `ite` are not here: they do not need all their arguments. Questions about
/// irrational numbers and regular expressions may cost as much as `work` allows.
pub(super) fn apply(terms: &Terms, op: Op, values: &[&Value], sort: Sort, work: u64) -> Outcome {
    match (op, values) {
        (Op::Eq, _) => all_equal(values, work),
        (Op::Distinct, _) => all_distinct(values, work),
        (Op::Not, [Value::Bool(value)]) => Ok(Value::Bool(!value)),
        (Op::Xor, [Value::Bool(_), ..]) => Ok(Value::Bool(
            values.iter().filter(|value| value.as_bool() == Some(true)).count() % 2 == 1,
        )),
        (Op::ConstArray(_) | Op::Select | Op::Store, _) => arrays::apply(terms, op, values, sort),
        (Op::IntToBv(width), [Value::Int(int)]) => Ok(bits::from_int(width, int)),
        (Op::Fp | Op::ToFp(_) | Op::ToFpUnsigned(_), _) => floats::convert(op, values),
        (Op::SeqEmpty(_) | Op::SeqUnit, _) | (_, [Value::Sequence(_), ..]) => {
            sequences::apply(op, values, sort)
        }
        (Op::Pi, _) => Ok(Value::Real(crate::real::Real::pi())),
        (Op::StrFromInt | Op::StrFromCode, _)
        | (_, [] | [Value::String(_) | Value::Regex(_), ..]) => strings::apply(op, values, work),
        (_, [Value::Int(_), ..]) => arithmetic::on_ints(op, values),
        (_, [Value::Real(_), ..]) => arithmetic::on_reals(op, values, work),
        (_, [Value::BitVec(_), ..]) => bits::apply(op, values),
        (_, [Value::Float(_) | Value::Rounding(_), ..]) => floats::apply(op, values),
        _ => Err(Reason::Unsupported("this operator").into()),
    }
}

fn all_equal(values: &[&Value], work: u64) -> Outcome {
    let mut settled = true;
    for pair in values.windows(2) {
        match pair[0].equals_within(pair[1], work) {
            Some(true) => {}
            Some(false) => return Ok(Value::Bool(false)),
            None => settled = false,
        }
    }
    if settled { Ok(Value::Bool(true)) } else { Err(unsettled(Op::Eq, values)) }
}

fn all_distinct(values: &[&Value], work: u64) -> Outcome {
    let mut settled = true;
    // Many values are compared by their hashes first: all pairs of a thousand are half a million.
    if values.len() > 8 && values.iter().all(|value| value.is_unique()) {
        let mut seen = rustc_hash::FxHashSet::default();
        return Ok(Value::Bool(values.iter().all(|value| seen.insert(*value))));
    }
    for (place, a) in values.iter().enumerate() {
        for b in &values[place + 1..] {
            match a.equals_within(b, work) {
                Some(false) => {}
                Some(true) => return Ok(Value::Bool(false)),
                None => settled = false,
            }
        }
    }
    if settled { Ok(Value::Bool(true)) } else { Err(unsettled(Op::Distinct, values)) }
}

fn unsettled(op: Op, values: &[&Value]) -> super::Open {
    match values.first() {
        Some(Value::Real(_)) => Reason::Irrational(op).into(),
        Some(Value::Regex(_)) => {
            Reason::TooLarge("the comparison of two regular expressions").into()
        }
        _ => Reason::Unsupported("the comparison of these values").into(),
    }
}
