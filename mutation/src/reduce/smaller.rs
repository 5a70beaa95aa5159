//! A term into the terms of its sort that may stand for it, those that remove the most first.

use rustc_hash::FxHashMap;
use smtlib::float::{Float, RoundingMode};
use smtlib::real::Real;
use smtlib::text::Text;
use smtlib::{
    Arguments, BitVec, Evaluator, Fun, Int, Local, Model, Node, Op, Sort, SortKind, Term, Terms,
    Value,
};

use super::cut;
use super::edit::{Edit, Replacement};
use super::shape::Typed;
use super::terms::{Occurrence, constants, nearest};

/// Subterms that are tried in the place of a term.
const MOST_PARTS: usize = 16;
/// Constants of the script that are tried in the place of a term.
const MOST_CONSTANTS: usize = 3;
/// A shorter term is no longer than the declaration of a constant for it.
const LONG: usize = 24;

/// Returns what may stand for a term: everywhere, or at one place.
pub(super) fn replacements(typed: &mut Typed, from: Term, at: Option<&Occurrence>) -> Vec<Edit> {
    let constants = constants(&typed.script);
    let terms = &mut typed.script.terms;
    let is_closed = terms.free_locals(from).is_empty();
    let mut all: Vec<Term> = plain_values(terms, terms.sort(from));
    let value = typed.model.as_ref().filter(|_| is_closed).and_then(|it| value(terms, it, from));
    all.extend(value.as_ref().and_then(|value| terms.constant_of(value)));
    let parts = nearest(terms, from, MOST_PARTS);
    all.extend(parts);
    let sort = terms.sort(from);
    let mut few = 0;
    for &fun in &constants {
        if few == MOST_CONSTANTS || terms.function(fun).result != sort {
            continue;
        }
        let Ok(constant) = terms.call(fun, Arguments::new(), None) else { continue };
        if constant == from {
            // Of two constants the later one goes.
            break;
        }
        few += 1;
        all.push(constant);
    }
    all.extend(with_fewer_arguments(terms, from));
    all.extend(smaller_values(terms, from));
    all.extend(unbound(terms, from));
    let place = at.map(|it| (it.root, it.position.clone()));
    let replacement = |to, fresh| Replacement { from, to, at: place.clone(), fresh };
    all.retain(|&to| to != from);
    let mut edits: Vec<Edit> =
        all.into_iter().map(|to| Edit::Term(replacement(to, None))).collect();
    let is_long = terms.children(from).len() > 1 && terms.text(from).len() > LONG;
    if is_closed && is_long {
        let name = terms.fresh_name("z");
        let fun = terms.declare(&name, &[], sort);
        if let Ok(to) = terms.call(fun, Arguments::new(), None) {
            edits.push(Edit::Term(replacement(to, Some((fun, value)))));
        }
    }
    edits
}

/// The value of a term under the witness.
fn value(terms: &Terms, model: &Model, term: Term) -> Option<Value> {
    Evaluator::new(terms).eval(model, term).ok()
}

/// The simplest values of a sort, as terms.
fn plain_values(terms: &mut Terms, sort: Sort) -> Vec<Term> {
    let values = match terms.sorts.kind(sort) {
        SortKind::Bool => vec![Value::Bool(true), Value::Bool(false)],
        SortKind::Int => vec![Value::Int(Int::ZERO), Value::Int(Int::from(1))],
        SortKind::Real => vec![Value::Real(Real::ZERO), Value::Real(Real::from(1))],
        SortKind::String => vec![Value::String(Text::EMPTY)],
        SortKind::BitVec(width) => [0, 1].map(|it| Value::BitVec(BitVec::new(*width, it))).to_vec(),
        SortKind::Float(format) => vec![Value::Float(Float::zero(*format))],
        SortKind::RoundingMode => vec![Value::Rounding(RoundingMode::NearestTiesToEven)],
        SortKind::RegLan => {
            let ops = [Op::ReNone, Op::ReAll, Op::ReAllchar];
            return ops.iter().filter_map(|&op| terms.op(op, Arguments::new()).ok()).collect();
        }
        SortKind::Array(_, element) => {
            let element = plain_values(terms, *element).into_iter().next();
            let array = |element| terms.op(Op::ConstArray(sort), &[element][..]).ok();
            return element.and_then(array).into_iter().collect();
        }
        SortKind::Sequence(_) => {
            return terms.op(Op::SeqEmpty(sort), Arguments::new()).into_iter().collect();
        }
        SortKind::Named { .. } => {
            // A sort that is only declared has no constructors.
            let constructors = terms.constructors(sort).into_iter().flatten().copied();
            let is_plain = |fun: &Fun| terms.function(*fun).parameters.is_empty();
            let plain: Vec<Fun> = constructors.filter(is_plain).collect();
            let call = |fun| terms.call(fun, Arguments::new(), Some(sort)).ok();
            return plain.into_iter().filter_map(call).collect();
        }
        SortKind::Parameter(_) => return Vec::new(),
    };
    values.iter().filter_map(|value| terms.constant_of(value)).collect()
}

/// The same operator with ranges of its arguments left out.
fn with_fewer_arguments(terms: &mut Terms, term: Term) -> Vec<Term> {
    let Node::Op(_, arguments) = terms.node(term) else { return Vec::new() };
    let arguments = arguments.clone();
    if arguments.len() < 3 {
        return Vec::new();
    }
    let sort = terms.sort(term);
    let mut all = Vec::new();
    for level in 0..cut::levels(arguments.len()) {
        for range in cut::ranges(arguments.len(), level) {
            let mut kept = arguments.to_vec();
            kept.drain(range);
            match kept.as_slice() {
                [one] if terms.sort(*one) == sort => all.push(*one),
                [] | [_] => {}
                kept => all.extend(
                    terms.with_children(term, kept).ok().filter(|it| terms.sort(*it) == sort),
                ),
            }
        }
    }
    all
}

/// The body of what binds variables, each of them the simplest value of its sort.
fn unbound(terms: &mut Terms, term: Term) -> Vec<Term> {
    let Node::Bind(binder, locals, body) = terms.node(term).clone() else { return Vec::new() };
    if terms.sort(body) != terms.sort(term) {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut map: FxHashMap<Term, Term> = FxHashMap::default();
    for &local in &locals {
        let variable = terms.variable(local);
        let (_, sort) = terms.local(local);
        if let Some(value) = plain_values(terms, sort).into_iter().next() {
            map.insert(variable, value);
        }
    }
    all.extend(terms.substitute(body, &map).ok());
    let free = terms.free_locals(body);
    if locals.len() > 1 {
        for left_out in &locals {
            let others: Vec<Local> = locals.iter().copied().filter(|it| it != left_out).collect();
            let variable = terms.variable(*left_out);
            let body = match map.get(&variable) {
                Some(&value) if free.contains(left_out) => {
                    terms.substitute(body, &[(variable, value)].into_iter().collect()).ok()
                }
                _ => Some(body),
            };
            all.extend(body.and_then(|body| terms.bind(binder, &others, body).ok()));
        }
    }
    all
}

/// A value that is not quite as large.
fn smaller_values(terms: &mut Terms, term: Term) -> Vec<Term> {
    let Node::Literal(value) = terms.node(term) else { return Vec::new() };
    let values: Vec<Value> = match value {
        Value::Int(int) => [2, 10]
            .iter()
            .filter_map(|&by| int.div_euclid(&Int::from(by)))
            .map(Value::Int)
            .collect(),
        Value::Real(real) => {
            let Some(rational) = real.to_rational() else { return Vec::new() };
            vec![Value::Real(rational.trunc().into())]
        }
        Value::BitVec(bits) => {
            let two = BitVec::new(bits.width(), 2);
            let half = bits.udiv(&two);
            vec![Value::BitVec(half), Value::BitVec(two)]
        }
        Value::String(text) => {
            let characters = text.characters();
            let fewer = (0..cut::levels(characters.len()))
                .flat_map(|level| cut::ranges(characters.len(), level));
            let fewer = fewer.filter_map(|range| {
                let mut kept = characters.to_vec();
                kept.drain(range);
                Text::from_characters(&kept).ok()
            });
            let plain = vec![u32::from(b'a'); characters.len()];
            let plain = Text::from_characters(&plain).ok();
            fewer.chain(plain).map(Value::String).collect()
        }
        _ => Vec::new(),
    };
    values.iter().filter_map(|value| terms.constant_of(value)).collect()
}
