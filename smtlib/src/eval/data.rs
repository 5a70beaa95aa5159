//! Datatypes: constructors, selectors, testers, updates.

use std::sync::Arc;

use super::Outcome;
use super::open::Reason;
use crate::function::{Fun, FunctionKind};
use crate::sort::Sort;
use crate::value::{Data, Value};

/// A datatype's function applied to values; `sort` is that of the result.
pub(super) fn apply(fun: Fun, kind: &FunctionKind, values: &[&Value], sort: Sort) -> Outcome {
    let data = match (kind, values) {
        (FunctionKind::Constructor { .. }, _) => {
            Data::new(sort, fun, values.iter().copied().cloned().collect())
        }
        (FunctionKind::Selector { constructor, field }, [Value::Data(data)]) => {
            if data.constructor() != *constructor {
                return Err(Reason::Unselected(fun).into());
            }
            return Ok(data.fields()[*field].clone());
        }
        (FunctionKind::Tester { constructor }, [Value::Data(data)]) => {
            return Ok(Value::Bool(data.constructor() == *constructor));
        }
        _ => return Err(Reason::Unsupported("this function of a datatype").into()),
    };
    match data {
        Some(data) => Ok(Value::Data(Arc::new(data))),
        None => Err(Reason::TooLarge("a value of a datatype").into()),
    }
}

/// `(_ update selector)`: another field, if the value has it.
pub(super) fn update(constructor: Fun, field: usize, data: &Arc<Data>, value: &Value) -> Outcome {
    if data.constructor() != constructor {
        return Ok(Value::Data(data.clone()));
    }
    match data.with_field(field, value.clone()) {
        Some(data) => Ok(Value::Data(Arc::new(data))),
        None => Err(Reason::TooLarge("a value of a datatype").into()),
    }
}
