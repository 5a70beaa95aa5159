//! The operators that do not always look at all their arguments.

use super::code::Slot;
use super::machine::{Step, View};
use super::open::Reason;
use crate::op::Op;
use crate::value::Value;

/// The operators that do not always need all their arguments.
pub(super) fn lazy(op: Op, arguments: &[Slot], view: &View<'_>, looked: usize) -> Option<Step> {
    // (decisive, what it then gives)
    match op {
        Op::And => Some(until(arguments, view, looked, |_, value| (!value).then_some(false), true)),
        Op::Or => Some(until(arguments, view, looked, |_, value| value.then_some(true), false)),
        Op::Implies => {
            let last = arguments.len() - 1;
            let decide =
                move |at, value: bool| (if at == last { value } else { !value }).then_some(true);
            Some(until(arguments, view, looked, decide, false))
        }
        Op::Ite => Some(ite(arguments, view)),
        // Whatever a term is, it is equal to itself.
        Op::Eq if arguments.iter().all(|&slot| slot == arguments[0]) => {
            Some(Step::Done(Ok(Value::Bool(true))))
        }
        Op::Distinct if has_twins(arguments) => Some(Step::Done(Ok(Value::Bool(false)))),
        _ => None,
    }
}

/// Returns whether an argument is there twice. Among many it is not looked for.
fn has_twins(arguments: &[Slot]) -> bool {
    arguments.len() <= 16
        && arguments.iter().enumerate().any(|(place, slot)| arguments[..place].contains(slot))
}

/// Looks at one argument after the other until one decides. An open one is passed over: another
/// may decide.
fn until(
    arguments: &[Slot],
    view: &View<'_>,
    looked: usize,
    decide: impl Fn(usize, bool) -> Option<bool>,
    otherwise: bool,
) -> Step {
    for (place, &slot) in arguments.iter().enumerate().skip(looked) {
        match &view.states[slot as usize] {
            None => return Step::Need(slot, place),
            Some(Ok(Value::Bool(value))) => {
                if let Some(decided) = decide(place, *value) {
                    return Step::Done(Ok(Value::Bool(decided)));
                }
            }
            Some(_) => {}
        }
    }
    let open = arguments.iter().find_map(|&slot| view.state(slot).err());
    Step::Done(open.map_or(Ok(Value::Bool(otherwise)), |open| Err(open.clone())))
}

fn ite(arguments: &[Slot], view: &View<'_>) -> Step {
    let &[condition, then, otherwise] = arguments else {
        unreachable!("`ite` takes three arguments");
    };
    let known = |slot: Slot| view.states[slot as usize].as_ref();
    let need = |slot| Step::Need(slot, 0);
    match known(condition) {
        None => need(condition),
        Some(Ok(Value::Bool(value))) => {
            let chosen = if *value { then } else { otherwise };
            known(chosen).map_or_else(|| need(chosen), |outcome| Step::Done(outcome.clone()))
        }
        Some(Ok(_)) => Step::Done(Err(Reason::Unsupported("this condition").into())),
        Some(Err(open)) => match (known(then), known(otherwise)) {
            (None, _) => need(then),
            (_, None) => need(otherwise),
            (Some(Ok(a)), Some(Ok(b))) if a.equals(b) == Some(true) => Step::Done(Ok(a.clone())),
            _ => Step::Done(Err(open.clone())),
        },
    }
}
