//! Subterms of a new term into fresh constants, with bounds that the witness meets exactly.

use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::FxHashMap;
use smtlib::float::Float;
use smtlib::{Node, Op, Rational, Sort, Term, Terms, Value};

use super::keys::{self, Keys, key};
use super::span::{number, value_of};
use super::stock::{LIMITS, outside_of_binders};
use crate::draw::Draw;
use crate::specimen::Specimen;

/// The most subterms that become constants.
const MOST: u64 = 3;

/// Replaces one to three subterms of a closed term by fresh constants, which have their values
/// under the witness and are asserted to be within bounds; `None` if no subterm has a value.
pub fn complicate(specimen: &mut Specimen, term: Term, draw: &mut Draw) -> Option<Term> {
    let candidates: Vec<Term> = outside_of_binders(&specimen.terms, &[term])
        .into_iter()
        .filter(|&part| {
            let is_one_of_few = matches!(
                specimen.terms.node(part),
                Node::Literal(Value::Rounding(_) | Value::Bool(_)) | Node::Local(_)
            );
            !is_one_of_few && specimen.terms.sort(part) != Sort::REGLAN
        })
        .collect();
    let mut chosen: Vec<Term> = Vec::new();
    for _ in 0..=draw.below(MOST) {
        let part = *draw.one_of(&candidates)?;
        if !chosen.contains(&part) {
            chosen.push(part);
        }
    }
    let witness = specimen.witness()?;
    let mut evaluator = specimen.evaluator(LIMITS)?;
    let valued: Vec<(Term, Value)> = chosen
        .into_iter()
        .filter_map(|part| Some((part, evaluator.eval(witness, part).ok()?)))
        .collect();
    let mut fresh: FxHashMap<Term, Term> = FxHashMap::default();
    let mut bounds: Vec<Term> = Vec::new();
    for (part, value) in valued {
        let sort = specimen.terms.sort(part);
        let fun = specimen.declare_fresh("n", sort, Some(value.clone()));
        let constant = specimen.terms.call(fun, &[][..], None).ok()?;
        bounds.extend(bounds_of(&mut specimen.terms, constant, &value, part, draw));
        fresh.insert(part, constant);
    }
    if fresh.is_empty() {
        return None;
    }
    let term = specimen.terms.substitute(term, &fresh).ok()?;
    specimen.assertions.extend(bounds);
    Some(term)
}

/// Returns assertions about a constant that are true of its value: one or two bounds, or what it
/// was.
fn bounds_of(
    terms: &mut Terms,
    constant: Term,
    value: &Value,
    part: Term,
    draw: &mut Draw,
) -> Vec<Term> {
    let bounds = match value {
        // A Boolean constant is free.
        Value::Bool(_) => return Vec::new(),
        Value::Int(_) | Value::Real(_) => between_numbers(terms, constant, value, draw),
        Value::BitVec(_) => between_bits(terms, constant, value, draw),
        Value::Float(float) => between_floats(terms, constant, float, draw),
        Value::String(_) => around_string(terms, constant, value, draw),
        _ => None,
    };
    let equal = |terms: &mut Terms| terms.op(Op::Eq, &[constant, part][..]).ok();
    match bounds {
        Some(bounds) => bounds,
        None => equal(terms).into_iter().collect(),
    }
}

/// Returns which of two bounds are asserted: the lower, the upper, or both.
fn sides(draw: &mut Draw, low: Option<Term>, high: Option<Term>) -> Vec<Term> {
    match draw.below(3) {
        0 if low.is_some() => low.into_iter().collect(),
        1 if high.is_some() => high.into_iter().collect(),
        _ => low.into_iter().chain(high).collect(),
    }
}

/// Greatest distance of a bound from the value.
const FAR: u64 = 50;

fn between_numbers(
    terms: &mut Terms,
    constant: Term,
    value: &Value,
    draw: &mut Draw,
) -> Option<Vec<Term>> {
    let at = number(value)?;
    let is_int = matches!(value, Value::Int(_));
    let mut distance = || {
        let by = BigInt::from(draw.below(FAR));
        let parts = if is_int { BigInt::one() } else { BigInt::from(1 + draw.below(7)) };
        Rational::new(by, parts)
    };
    let (below, above) = (&at - distance(), &at + distance());
    let low = terms.constant_of(&value_of(below, is_int)?)?;
    let high = terms.constant_of(&value_of(above, is_int)?)?;
    let low = terms.op(Op::Le, &[low, constant][..]).ok();
    let high = terms.op(Op::Le, &[constant, high][..]).ok();
    Some(sides(draw, low, high))
}

fn between_bits(
    terms: &mut Terms,
    constant: Term,
    value: &Value,
    draw: &mut Draw,
) -> Option<Vec<Term>> {
    let Value::BitVec(bits) = value else { return None };
    let (op, is_signed) = if draw.chance(1, 2) { (Op::BvUle, false) } else { (Op::BvSle, true) };
    let is_above =
        |a: &smtlib::BitVec, b: &smtlib::BitVec| if is_signed { b.slt(a) } else { b.ult(a) };
    let mut by = || smtlib::BitVec::new(bits.width(), draw.below(FAR));
    // What runs over an end of the circle is on the wrong side: the value itself is a bound, too.
    let (mut below, mut above) = (bits.sub(&by()), bits.add(&by()));
    if is_above(&below, bits) {
        below = bits.clone();
    }
    if is_above(bits, &above) {
        above = bits.clone();
    }
    let low = terms.constant_of(&Value::BitVec(below))?;
    let high = terms.constant_of(&Value::BitVec(above))?;
    let low = terms.op(op, &[low, constant][..]).ok();
    let high = terms.op(op, &[constant, high][..]).ok();
    Some(sides(draw, low, high))
}

fn between_floats(
    terms: &mut Terms,
    constant: Term,
    float: &Float,
    draw: &mut Draw,
) -> Option<Vec<Term>> {
    if float.is_nan() {
        return Some(vec![terms.op(Op::FpIsNan, &[constant][..]).ok()?]);
    }
    let (at, all) = (key(float)?, Keys::all(float.format(), false)?);
    let mut by = || i128::from(draw.below(FAR)) << draw.below(52);
    let below = at.saturating_sub(by()).max(all.low);
    let above = at.saturating_add(by()).min(all.high);
    let low = terms.constant_of(&Value::Float(keys::at(float.format(), below)))?;
    let high = terms.constant_of(&Value::Float(keys::at(float.format(), above)))?;
    let low = terms.op(Op::FpLeq, &[low, constant][..]).ok();
    let high = terms.op(Op::FpLeq, &[constant, high][..]).ok();
    Some(sides(draw, low, high))
}

fn around_string(
    terms: &mut Terms,
    constant: Term,
    value: &Value,
    draw: &mut Draw,
) -> Option<Vec<Term>> {
    let Value::String(text) = value else { return None };
    let length = i64::try_from(text.len()).ok()?;
    Some(vec![match draw.below(4) {
        0 => {
            let most = i64::try_from(draw.below(4)).ok()? + length;
            let most = terms.constant_of(&Value::Int(most.into()))?;
            let found = terms.op(Op::StrLen, &[constant][..]).ok()?;
            terms.op(Op::Le, &[found, most][..]).ok()?
        }
        1 => {
            let end = terms.constant_of(value)?;
            terms.op(Op::StrLe, &[constant, end][..]).ok()?
        }
        2 => {
            let start = i64::try_from(draw.below(text.len() as u64 + 1)).ok()?;
            let start = terms.constant_of(&Value::String(text.substr(0, start)))?;
            terms.op(Op::StrPrefixof, &[start, constant][..]).ok()?
        }
        _ => {
            let end = terms.constant_of(value)?;
            terms.op(Op::StrLe, &[end, constant][..]).ok()?
        }
    }])
}
