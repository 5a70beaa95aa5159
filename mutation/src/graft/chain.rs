//! The values of children of comparisons: `<`, `bvult`, `fp.leq`, `str.<=`, also of many arguments.

use smtlib::{BitVec, Op, Value};

use super::allowed::Allowed;
use super::keys::Keys;
use super::parts::Parts;
use super::ring::{Ring, least_signed};
use super::span::{Span, number};
use super::words::Stretch;

/// An order, and the sort that it compares.
#[derive(Clone, Copy, Debug)]
struct Order {
    /// Whether the arguments descend: `>`.
    descends: bool,
    /// Whether equal ones are out of order: `<`.
    is_strict: bool,
    /// Whether bit-vectors are numbers in two's complement.
    is_signed: bool,
}

fn order(op: Op) -> Option<Order> {
    let order = |descends, is_strict| Order { descends, is_strict, is_signed: false };
    let signed = |descends, is_strict| Order { descends, is_strict, is_signed: true };
    Some(match op {
        Op::Lt | Op::BvUlt | Op::FpLt | Op::StrLt => order(false, true),
        Op::Le | Op::BvUle | Op::FpLeq | Op::StrLe => order(false, false),
        Op::Gt | Op::BvUgt | Op::FpGt => order(true, true),
        Op::Ge | Op::BvUge | Op::FpGeq => order(true, false),
        Op::BvSlt => signed(false, true),
        Op::BvSle => signed(false, false),
        Op::BvSgt => signed(true, true),
        Op::BvSge => signed(true, false),
        _ => return None,
    })
}

/// Returns what a child may be; `None` if there is no rule for the operator.
pub fn child(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let (order, wanted) = (order(op)?, parts.wanted()?);
    let before = at.checked_sub(1).map(|place| (place, true));
    let after = (at + 1 < parts.values.len()).then_some((at + 1, false));
    let links = || [before, after].into_iter().flatten();
    let set = |(place, is_left): (usize, bool), holds| {
        // Behind its neighbour it is greater, unless the order descends.
        half(order, parts.value(place)?, is_left == order.descends, holds)
    };
    if wanted {
        let mut halves = links().map(|link| set(link, true));
        let first = halves.next()??;
        return halves.try_fold(first, |all, half| meet(all, half?));
    }
    let in_order = |left: usize| {
        let below = half(order, parts.value(left + 1)?, !order.descends, true)?;
        Some(below.contains(parts.value(left)?))
    };
    for left in 0..parts.values.len() - 1 {
        if left != at && left + 1 != at && !in_order(left)? {
            return Some(Allowed::All);
        }
    }
    let own = parts.value(at)?;
    links().find_map(|link| set(link, false).filter(|set| set.contains(own)))
}

/// Returns the values that are less than another, or greater, or that are not.
fn half(order: Order, other: &Value, is_less: bool, holds: bool) -> Option<Allowed> {
    let strict = order.is_strict;
    Some(match other {
        Value::Int(_) | Value::Real(_) => {
            let at = number(other)?;
            let span = match (is_less, holds) {
                (true, true) => Span::up_to(at, strict),
                (true, false) => Span::from(at, !strict),
                (false, true) => Span::from(at, strict),
                (false, false) => Span::up_to(at, !strict),
            };
            let is_int = matches!(other, Value::Int(_));
            Allowed::Span(if is_int { span.of_integers() } else { span })
        }
        Value::String(text) => Allowed::Stretch(match (is_less, holds) {
            (true, true) => Stretch::up_to(text.clone(), strict),
            (true, false) => Stretch::from(text.clone(), !strict),
            (false, true) => Stretch::from(text.clone(), strict),
            (false, false) => Stretch::up_to(text.clone(), !strict),
        }),
        Value::Float(float) => Allowed::Keys(match (is_less, holds) {
            (true, true) => Keys::below(float, strict)?,
            (true, false) => Keys::not_below(float, strict)?,
            (false, true) => Keys::above(float, strict)?,
            (false, false) => Keys::not_above(float, strict)?,
        }),
        Value::BitVec(bits) => bit_vectors(order, bits, is_less == holds, strict == holds)?,
        _ => return None,
    })
}

/// Returns the bit-vectors below another, or those above.
fn bit_vectors(order: Order, other: &BitVec, is_below: bool, is_strict: bool) -> Option<Allowed> {
    let width = other.width();
    let least = if order.is_signed { least_signed(width) } else { BitVec::new(width, 0) };
    let one = BitVec::new(width, 1);
    let ring = if is_below {
        if is_strict && *other == least {
            return None;
        }
        Ring::new(least, if is_strict { other.sub(&one) } else { other.clone() })
    } else {
        let greatest = least.sub(&one);
        if is_strict && *other == greatest {
            return None;
        }
        Ring::new(if is_strict { other.add(&one) } else { other.clone() }, greatest)
    };
    Some(ring.map_or(Allowed::All, Allowed::Ring))
}

/// Returns the values in both of two halves.
fn meet(a: Allowed, b: Allowed) -> Option<Allowed> {
    Some(match (a, b) {
        (Allowed::Span(a), Allowed::Span(b)) => Allowed::Span(a.meet(&b)),
        (Allowed::Stretch(a), Allowed::Stretch(b)) => Allowed::Stretch(a.meet(&b)),
        (Allowed::Keys(a), Allowed::Keys(b)) => Allowed::Keys(a.meet(&b)),
        _ => return None,
    })
}
