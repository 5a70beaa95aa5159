//! Arrays.

use std::sync::Arc;

use super::Outcome;
use super::open::Reason;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::Terms;
use crate::value::{Array, Value};

/// `select`, `store` and constant arrays.
pub(super) fn apply(terms: &Terms, op: Op, values: &[&Value], sort: Sort) -> Outcome {
    if let (Op::Select | Op::Store, [_, index, ..]) = (op, values)
        && !index.is_unique()
    {
        return Err(Reason::Unsupported("an array at an irrational index").into());
    }
    let array = match (op, values) {
        (Op::Select, [Value::Array(array), index]) => return Ok(array.get(index).clone()),
        (Op::Store, [Value::Array(array), index, value]) => {
            array.with(terms, (*index).clone(), (*value).clone())
        }
        (Op::ConstArray(_), [value]) => Array::constant(terms, sort, (*value).clone()),
        _ => return Err(Reason::Unsupported("this operator on arrays").into()),
    };
    match array {
        Some(array) => Ok(Value::Array(Arc::new(array))),
        None => Err(Reason::TooLarge("an array").into()),
    }
}
