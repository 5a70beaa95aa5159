//! The values of children of arrays, datatypes and uninterpreted functions.

use smtlib::{Fun, FunctionKind, Interpretation, Op, Sort, Value};

use super::allowed::Allowed;
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
            Allowed::Outside(array, _) => Some(Allowed::one(array.default_value().clone())),
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

fn store(parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let (array, index) = (parts.value(0)?, parts.value(1)?);
    match (parts.set, at) {
        (Allowed::In(_), 0) => match parts.set.only()? {
            Value::Array(result) => Some(Allowed::Outside(result.clone(), index.clone())),
            _ => None,
        },
        (Allowed::In(_), 2) => match parts.set.only()? {
            Value::Array(result) => Some(Allowed::one(result.get(index).clone())),
            _ => None,
        },
        (Allowed::At(place, among), 0) => Some(if place == index {
            Allowed::All
        } else {
            Allowed::At(place.clone(), among.clone())
        }),
        (Allowed::At(place, among), 1) => {
            let Value::Array(array) = array else { return None };
            match (among.contains(array.get(place)), among.contains(parts.value(2)?)) {
                (true, true) => is_key(parts.sorts[1]).then_some(Allowed::All),
                (true, false) => Allowed::but(place),
                (false, true) => Some(Allowed::one(place.clone())),
                (false, false) => None,
            }
        }
        (Allowed::At(place, among), 2) => {
            Some(if place == index { among.as_ref().clone() } else { Allowed::All })
        }
        (Allowed::Outside(_, place), 2) if place == index => Some(Allowed::All),
        (Allowed::Outside(result, place), 2) if place != index => {
            Some(Allowed::one(result.get(index).clone()))
        }
        (Allowed::Outside(_, place), 0) if place == index => Some(parts.set.clone()),
        _ => None,
    }
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
