//! The values of children of arrays, datatypes and uninterpreted functions.

use std::sync::Arc;

use smtlib::{Array, Fun, FunctionKind, Interpretation, Op, Sort, Value};

use super::allowed::{Allowed, differ_outside, exceptions_outside};
use super::parts::Parts;

/// Returns what the child of an operator on arrays may be; `None` if there is no rule for it.
pub fn child(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    match op {
        Op::Select if at == 0 => {
            Some(Allowed::At(parts.value(1)?.clone(), Box::new(parts.set.clone())))
        }
        Op::Select => indices(parts, at),
        Op::Store => store(parts, at),
        Op::ConstArray(_) => match parts.set {
            Allowed::At(_, among) => Some(among.as_ref().clone()),
            Allowed::Outside(array, _, true) => Some(Allowed::one(array.default_value().clone())),
            _ => None,
        },
        _ => None,
    }
}

/// Irrational numbers are no indices that an array can look up.
fn is_key(sort: Sort) -> bool {
    sort != Sort::REAL
}

/// Returns the indices at which an array has a value of the set.
fn indices(parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let Value::Array(array) = parts.value(0)? else { return None };
    let fits = |value: &Value| parts.set.contains(value);
    if fits(array.default_value()) {
        let misfits = array.exceptions().filter(|(_, value)| !fits(value));
        let misfits: Vec<Value> = misfits.map(|(index, _)| index.clone()).collect();
        let is_all = misfits.is_empty();
        return if is_all && !is_key(parts.sorts[at]) { None } else { Allowed::but_all(misfits) };
    }
    let fitting = array.exceptions().filter(|(_, value)| fits(value));
    Some(Allowed::In(fitting.map(|(index, _)| index.clone()).collect()))
}

/// `store` into an array that another one must be equal to, or differ from, or of which one value
/// matters.
fn store(parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    match parts.set {
        Allowed::In(_) => match parts.set.only()? {
            Value::Array(result) => stored(parts, at, result, &[], true),
            _ => None,
        },
        Allowed::But(values) => match values.as_slice() {
            [Value::Array(result)] => stored(parts, at, result, &[], false),
            _ => None,
        },
        Allowed::Outside(result, but, is_equal) => stored(parts, at, result, but, *is_equal),
        Allowed::At(place, among) => stored_at(parts, at, place, among),
        _ => None,
    }
}

/// `store` that must be equal to a result at all indices but some, or differ from it at another.
fn stored(
    parts: &Parts<'_>,
    at: usize,
    result: &Arc<Array>,
    but: &[Value],
    is_equal: bool,
) -> Option<Allowed> {
    let (Value::Array(array), index) = (parts.value(0)?, parts.value(1)?) else { return None };
    let is_hidden = but.contains(index);
    let hidden = || {
        let more = (!is_hidden).then(|| index.clone());
        but.iter().cloned().chain(more).collect::<Vec<Value>>()
    };
    match (at, is_equal) {
        (0, true) => Some(Allowed::Outside(result.clone(), hidden(), true)),
        (2, _) if is_hidden => Some(Allowed::All),
        (2, true) => Some(Allowed::one(result.get(index).clone())),
        (0, false) => {
            let differs = parts.value(2)?.equals(result.get(index)) == Some(false);
            Some(if differs && !is_hidden {
                Allowed::All
            } else {
                Allowed::Outside(result.clone(), hidden(), false)
            })
        }
        (2, false) if differ_outside(array, result, &hidden()) => Some(Allowed::All),
        (2, false) => Allowed::but(result.get(index)),
        (1, false) if is_key(parts.sorts[1]) => {
            stored_elsewhere(array, parts.value(2)?, result, but)
        }
        _ => None,
    }
}

/// Returns the indices at which a value may be stored into an array that differs from another one,
/// and must go on to do so: a store hides one difference at most.
fn stored_elsewhere(
    array: &Array,
    value: &Value,
    result: &Array,
    but: &[Value],
) -> Option<Allowed> {
    let mut differences = exceptions_outside(array, result, but)
        .filter(|at| array.get(at).equals(result.get(at)) == Some(false));
    let first = differences.next()?;
    let hides = value.equals(result.get(first)) != Some(false);
    if !hides || differences.any(|at| at != first) {
        Some(Allowed::All)
    } else {
        Allowed::but(first)
    }
}

/// `store` of which the value at one index matters.
fn stored_at(parts: &Parts<'_>, at: usize, place: &Value, among: &Allowed) -> Option<Allowed> {
    let (Value::Array(array), index) = (parts.value(0)?, parts.value(1)?) else { return None };
    Some(match at {
        0 if place == index => Allowed::All,
        0 => Allowed::At(place.clone(), Box::new(among.clone())),
        2 if place == index => among.clone(),
        2 => Allowed::All,
        _ => match (among.contains(array.get(place)), among.contains(parts.value(2)?)) {
            (true, true) => return is_key(parts.sorts[1]).then_some(Allowed::All),
            (true, false) => return Allowed::but(place),
            (false, true) => Allowed::one(place.clone()),
            (false, false) => return None,
        },
    })
}

/// Returns what an argument of a function may be; `None` if there is no rule for the function.
pub fn argument(fun: Fun, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    match &parts.terms.function(fun).kind {
        FunctionKind::Declared => table(fun, parts, at),
        FunctionKind::Constructor { .. } => match parts.set {
            Allowed::In(_) => match parts.set.only()? {
                Value::Data(data) => data.fields().get(at).cloned().map(Allowed::one),
                _ => None,
            },
            Allowed::Field(_, field, among) if *field == at => Some(among.as_ref().clone()),
            Allowed::Field(..) | Allowed::Built(..) => Some(Allowed::All),
            Allowed::But(values) => built_otherwise(fun, parts, at, values),
            _ => None,
        },
        FunctionKind::Selector { constructor, field } => {
            Some(Allowed::Field(*constructor, *field, Box::new(parts.set.clone())))
        }
        FunctionKind::Tester { constructor } => Some(Allowed::Built(*constructor, parts.wanted()?)),
        FunctionKind::Defined(_) | FunctionKind::Updater { .. } => None,
    }
}

/// A value that is not a certain other one: it may be built by another constructor, differ in
/// another field, or must differ in this one.
fn built_otherwise(fun: Fun, parts: &Parts<'_>, at: usize, values: &[Value]) -> Option<Allowed> {
    let [Value::Data(data)] = values else { return None };
    if data.constructor() != fun {
        return Some(Allowed::All);
    }
    let others = parts.values.iter().zip(data.fields()).enumerate();
    let mut differs = false;
    for (_, (value, field)) in others.filter(|(place, _)| *place != at) {
        differs |= (*value)?.equals(field) == Some(false);
    }
    if differs { Some(Allowed::All) } else { Allowed::but(data.fields().get(at)?) }
}

/// Returns the arguments at which a table, with the others as they are, gives a value of the set.
fn table(fun: Fun, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let Some(Interpretation::Table { entries, default: Some(default) }) = parts.model.get(fun)
    else {
        return None;
    };
    let fits_others = |key: &[Value]| {
        let others = key.iter().zip(parts.values).enumerate().filter(|(place, _)| *place != at);
        others.into_iter().all(|(_, (key, value))| *value == Some(key))
    };
    parts.others(at)?;
    let here = entries.iter().filter(|(key, _)| fits_others(key));
    let is_default_fitting = parts.set.contains(default);
    let listed = here.filter(|(_, value)| parts.set.contains(value) != is_default_fitting);
    let listed: Vec<Value> = listed.map(|(key, _)| key[at].clone()).collect();
    if !is_default_fitting {
        return Some(Allowed::In(listed));
    }
    if listed.is_empty() && !is_key(parts.sorts[at]) { None } else { Allowed::but_all(listed) }
}

/// Returns what an argument may be where the function's value may be any; `None` if only what it
/// is.
pub fn argument_of_all(fun: Fun, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    match &parts.terms.function(fun).kind {
        FunctionKind::Declared => match parts.model.get(fun) {
            Some(Interpretation::Table { default: Some(_), .. }) => {
                is_key(parts.sorts[at]).then_some(Allowed::All)
            }
            _ => None,
        },
        FunctionKind::Constructor { .. } | FunctionKind::Tester { .. } => Some(Allowed::All),
        FunctionKind::Selector { constructor, .. } => Some(Allowed::Built(*constructor, true)),
        FunctionKind::Defined(_) | FunctionKind::Updater { .. } => None,
    }
}
