//! A term of the wrong value into one of the right value.

use smtlib::{Op, Sort, Term, Terms, Value};

use super::span::number;

/// Returns a term with the value `to` that is made of one with the value `from`: `(not t)`,
/// `(+ t 3)`, `(bvxor t #x0f)`, `(str.replace t "a" "b")`; `None` if there is no such operator for
/// the sort.
pub fn adjusted(terms: &mut Terms, term: Term, from: &Value, to: &Value) -> Option<Term> {
    match (from, to) {
        (Value::Bool(from), Value::Bool(to)) if from != to => terms.op(Op::Not, &[term][..]).ok(),
        (Value::Int(_), Value::Int(_)) | (Value::Real(_), Value::Real(_)) => {
            let distance = number(to)? - number(from)?;
            let is_down = distance < super::span::number(&Value::Int(smtlib::Int::ZERO))?;
            let size = if is_down { -distance } else { distance };
            let value = super::span::value_of(size, matches!(to, Value::Int(_)))?;
            let literal = terms.constant_of(&value)?;
            terms.op(if is_down { Op::Sub } else { Op::Add }, &[term, literal][..]).ok()
        }
        (Value::BitVec(a), Value::BitVec(b)) if a.width() == b.width() => {
            // Odd ones are flipped, even ones are moved: both operators are used.
            let is_flipped = a.bit(0) != b.bit(0);
            let (op, by) = if is_flipped { (Op::BvXor, b.xor(a)) } else { (Op::BvAdd, b.sub(a)) };
            let literal = terms.constant_of(&Value::BitVec(by))?;
            terms.op(op, &[term, literal][..]).ok()
        }
        (Value::String(a), Value::String(b)) if b.len() <= 64 && a.len() <= 64 => {
            let (old, new) = (terms.constant_of(from)?, terms.constant_of(to)?);
            terms.op(Op::StrReplace, &[term, old, new][..]).ok()
        }
        _ => None,
    }
}

/// Returns `(ite condition then otherwise)` that is `old`, whatever the other branch is.
pub fn chosen(
    terms: &mut Terms,
    condition: Term,
    is_true: bool,
    old: Term,
    new: Term,
) -> Option<Term> {
    if terms.sort(old) == Sort::REGLAN {
        return None;
    }
    let branches = if is_true { [condition, old, new] } else { [condition, new, old] };
    terms.op(Op::Ite, &branches[..]).ok()
}
