//! Terms without a value that are equal all the same.
//!
//! The standard may leave open what `(div x 0)` is, but not that `div` is a function: the same
//! function of the same arguments has the same value, under every model. So each term gets a key:
//! its value if it has one, else its symbol and the keys of its arguments. Equal keys are equal
//! values.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Outcome;
use super::code::{Action, Code, Slot};
use super::wanted::Symbol;
use crate::op::Op;
use crate::value::Value;

/// Terms of more parts are not looked through.
const MOST: usize = 4096;

/// A number for all terms that are known to be equal.
type Key = u32;

#[derive(PartialEq, Eq, Hash)]
enum Shape<'s> {
    Value(&'s Value),
    Application(Symbol, SmallVec<[Key; 4]>),
}

/// Returns what a comparison is whose arguments are not all known, if their keys decide it.
///
/// Costs time linear in the parts of the arguments.
pub(super) fn compare(
    op: Op,
    arguments: &[Slot],
    code: &Code,
    states: &[Option<Outcome>],
) -> Option<bool> {
    if !matches!(op, Op::Eq | Op::Distinct | Op::Le | Op::Ge | Op::Lt | Op::Gt) {
        return None;
    }
    let last = *arguments.iter().max()?;
    if last as usize >= MOST {
        return None;
    }
    let keys = keys(code, &states[..=last as usize]);
    let key = |slot: Slot| keys[slot as usize];
    let same = |a: Slot, b: Slot| key(a).is_some() && key(a) == key(b);
    match (op, arguments) {
        (Op::Eq, _) => arguments.windows(2).all(|pair| same(pair[0], pair[1])).then_some(true),
        (Op::Distinct, _) => {
            let mut keys: Vec<Key> = arguments.iter().filter_map(|&slot| key(slot)).collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            (keys.len() < count).then_some(false)
        }
        (Op::Le | Op::Ge, &[a, b]) => same(a, b).then_some(true),
        (Op::Lt | Op::Gt, &[a, b]) => same(a, b).then_some(false),
        _ => None,
    }
}

/// Parts come before what they are parts of, so that one pass is enough.
fn keys(code: &Code, states: &[Option<Outcome>]) -> Vec<Option<Key>> {
    let mut numbers: FxHashMap<Shape<'_>, Key> = FxHashMap::default();
    let mut keys: Vec<Option<Key>> = Vec::with_capacity(states.len());
    for (slot, state) in (0..).zip(states) {
        let instruction = code.instruction(slot);
        let arguments = code.arguments(instruction);
        let key = |slot: Slot| keys[slot as usize];
        let apply = |symbol| {
            let arguments: Option<SmallVec<[Key; 4]>> =
                arguments.iter().map(|&slot| key(slot)).collect();
            arguments.map(|arguments| Shape::Application(symbol, arguments))
        };
        let shape = match (state, &instruction.action) {
            (Some(Ok(value)), _) => value.is_unique().then_some(Shape::Value(value)),
            (Some(Err(_)), Action::Op(Op::Ite)) => match &states[arguments[0] as usize] {
                Some(Ok(Value::Bool(value))) => {
                    keys.push(key(arguments[if *value { 1 } else { 2 }]));
                    continue;
                }
                _ => apply(Symbol::Op(Op::Ite)),
            },
            (Some(Err(_)), Action::Op(op)) => apply(Symbol::Op(*op)),
            (Some(Err(_)), Action::Call(fun)) => apply(Symbol::Fun(*fun)),
            (Some(Err(_)), Action::Same) => {
                keys.push(key(arguments[0]));
                continue;
            }
            _ => None,
        };
        let number = Key::try_from(numbers.len()).expect("fewer keys than terms");
        keys.push(shape.map(|shape| *numbers.entry(shape).or_insert(number)));
    }
    keys
}
