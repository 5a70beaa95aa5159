//! The values of children of Boolean operators, equalities and `ite`.

use smtlib::{Op, Value};

use super::allowed::Allowed;
use super::parts::Parts;

/// An equality of more arguments says that each keeps its value.
const LONGEST: usize = 64;

/// Returns what a child may be; `None` if there is no rule for the operator.
pub fn child(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let last = parts.values.len() - 1;
    match op {
        Op::Not => parts.wanted().map(|wanted| Allowed::bool(!wanted)),
        Op::And => junction(parts, at, false, |_| false),
        Op::Or => junction(parts, at, true, |_| true),
        Op::Implies => junction(parts, at, true, |place| place == last),
        Op::Ite => ite(parts, at),
        Op::Eq => equality(parts, at, parts.wanted()?),
        Op::Distinct if last == 1 => equality(parts, at, !parts.wanted()?),
        Op::Distinct => distinct(parts, at),
        Op::BvComp => match parts.set.only()? {
            Value::BitVec(bit) => equality(parts, at, !bit.is_zero()),
            _ => None,
        },
        _ => None,
    }
}

/// An operator that is `decided` as soon as one argument is what decides.
fn junction(
    parts: &Parts<'_>,
    at: usize,
    decided: bool,
    decisive: impl Fn(usize) -> bool,
) -> Option<Allowed> {
    if parts.wanted()? != decided {
        return Some(Allowed::bool(!decisive(at)));
    }
    let other_decides = |place: usize| place != at && parts.is_bool(place, decisive(place));
    let does_not_matter = (0..parts.values.len()).any(other_decides);
    Some(if does_not_matter { Allowed::Any } else { Allowed::bool(decisive(at)) })
}

fn ite(parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let condition = parts.value(0)?.as_bool()?;
    match (at, condition) {
        (0, _) => {
            let fits = |branch| parts.value(branch).is_some_and(|value| parts.set.contains(value));
            (fits(1) && fits(2)).then_some(Allowed::All)
        }
        (1, true) | (2, false) => Some(parts.set.clone()),
        _ => Some(Allowed::Any),
    }
}

fn equality(parts: &Parts<'_>, at: usize, wanted: bool) -> Option<Allowed> {
    if parts.values.len() > LONGEST {
        return None;
    }
    let others = parts.others(at)?;
    let (first, rest) = others.split_first()?;
    if wanted {
        return Some(Allowed::one((*first).clone()));
    }
    let mut is_settled = true;
    for other in rest {
        match first.equals(other) {
            Some(true) => {}
            // They differ whatever stands here.
            Some(false) => return Some(Allowed::All),
            None => is_settled = false,
        }
    }
    if is_settled { Allowed::but(first) } else { None }
}

/// `distinct` of three and more.
fn distinct(parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    if parts.values.len() > LONGEST {
        return None;
    }
    let others = parts.others(at)?;
    let is_unique = others.iter().all(|value| value.is_unique());
    let has_twins = (1..others.len()).any(|place| others[..place].contains(&others[place]));
    let values = || others.iter().copied().cloned().collect();
    match (parts.wanted()?, is_unique) {
        (true, true) => Allowed::but_all(values()),
        (false, _) if has_twins => Some(Allowed::All),
        (false, true) => Some(Allowed::In(values())),
        _ => None,
    }
}
