//! Sequences.

use std::sync::Arc;

use super::open::Reason;
use super::strings::near;
use super::{Open, Outcome};
use crate::op::Op;
use crate::sort::Sort;
use crate::value::{Int, Sequence, Value};

/// An operator on sequences; `sort` is that of the result.
pub(super) fn apply(op: Op, values: &[&Value], sort: Sort) -> Outcome {
    use Value::{Bool, Sequence as Seq};
    if compares(op) && !values.iter().all(|value| value.is_unique()) {
        let why = "a search for elements that can be written in more than one way";
        return Err(Reason::Unsupported(why).into());
    }
    let place = |at: Option<usize>| {
        Ok(Value::Int(match at {
            Some(at) => number(at),
            None => (-1).into(),
        }))
    };
    let sequence = match (op, values) {
        (Op::SeqEmpty(_), []) => Some(Sequence::empty(sort)),
        (Op::SeqUnit, [element]) => Sequence::new(sort, vec![(*element).clone()]),
        (Op::SeqConcat, _) => Sequence::concat_all(
            values
                .iter()
                .filter_map(|value| if let Seq(part) = value { Some(&**part) } else { None }),
        ),
        (Op::SeqLen, [Seq(a)]) => return Ok(Value::Int(number(a.elements().len()))),
        (Op::SeqNth, [Seq(a), Value::Int(at)]) => {
            return a.nth(near(at)).cloned().ok_or_else(|| {
                Open::from(Reason::Unspecified(op, "a position outside of the sequence"))
            });
        }
        (Op::SeqPrefixof, [Seq(a), Seq(b)]) => return Ok(Bool(a.prefixof(b))),
        (Op::SeqSuffixof, [Seq(a), Seq(b)]) => return Ok(Bool(a.suffixof(b))),
        (Op::SeqContains, [Seq(a), Seq(b)]) => return Ok(Bool(a.contains(b))),
        (Op::SeqIndexof, [Seq(a), Seq(b), Value::Int(from)]) => {
            return place(a.indexof(b, near(from)));
        }
        (Op::SeqLastIndexof, [Seq(a), Seq(b)]) => return place(a.last_indexof(b)),
        (Op::SeqAt, [Seq(a), Value::Int(at)]) => Some(a.at(near(at))),
        (Op::SeqExtract, [Seq(a), Value::Int(start), Value::Int(length)]) => {
            Some(a.extract(near(start), near(length)))
        }
        (Op::SeqReplace, [Seq(a), Seq(b), Seq(c)]) => a.replace(b, c),
        (Op::SeqReplaceAll, [Seq(a), Seq(b), Seq(c)]) => a.replace_all(b, c),
        (Op::SeqRev, [Seq(a)]) => Some(a.rev()),
        (Op::SeqUpdate, [Seq(a), Value::Int(at), Seq(b)]) => a.update(near(at), b),
        _ => return Err(Reason::Unsupported("this operator on sequences").into()),
    };
    match sequence {
        Some(sequence) => Ok(Seq(Arc::new(sequence))),
        None => Err(Reason::TooLarge("a sequence").into()),
    }
}

/// Returns whether the operator looks for elements that are equal.
fn compares(op: Op) -> bool {
    matches!(
        op,
        Op::SeqPrefixof
            | Op::SeqSuffixof
            | Op::SeqContains
            | Op::SeqIndexof
            | Op::SeqLastIndexof
            | Op::SeqReplace
            | Op::SeqReplaceAll
    )
}

fn number(length: usize) -> Int {
    i64::try_from(length).expect("a sequence fits the memory").into()
}
