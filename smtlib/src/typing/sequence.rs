//! The sorts of operators on sequences.

use smallvec::{SmallVec, smallvec};

use super::{TypeError, want_count, want_sort, wrong_sort};
use crate::op::Op;
use crate::sort::{Sort, SortKind, Sorts};

/// The sort of an operator on sequences applied to arguments of these sorts.
pub(super) fn result(sorts: &mut Sorts, op: Op, arguments: &[Sort]) -> Result<Sort, TypeError> {
    match op {
        Op::SeqEmpty(sort) => {
            want_count(op, arguments.len(), 0, 0)?;
            return Ok(sort);
        }
        Op::SeqUnit => {
            want_count(op, arguments.len(), 1, 1)?;
            return sorts.get(SortKind::Sequence(arguments[0])).ok_or(TypeError::TooDeep);
        }
        Op::SeqConcat => want_count(op, arguments.len(), 1, usize::MAX)?,
        _ => {}
    }
    // The arguments behind the first: sequences of its sort, or positions.
    let Some(&whole) = arguments.first() else {
        return Err(TypeError::Count { op, found: 0, least: 1, most: usize::MAX });
    };
    let Some(element) = sorts.sequence(whole) else {
        return Err(wrong_sort(sorts, op, 0, whole, "a sequence"));
    };
    let (rest, result): (SmallVec<[Sort; 4]>, Sort) = match op {
        Op::SeqConcat => (smallvec![whole; arguments.len() - 1], whole),
        Op::SeqLen => (smallvec![], Sort::INT),
        Op::SeqRev => (smallvec![], whole),
        Op::SeqNth => (smallvec![Sort::INT], element),
        Op::SeqAt => (smallvec![Sort::INT], whole),
        Op::SeqExtract => (smallvec![Sort::INT, Sort::INT], whole),
        Op::SeqPrefixof | Op::SeqSuffixof | Op::SeqContains => (smallvec![whole], Sort::BOOL),
        Op::SeqIndexof => (smallvec![whole, Sort::INT], Sort::INT),
        Op::SeqLastIndexof => (smallvec![whole], Sort::INT),
        Op::SeqReplace | Op::SeqReplaceAll => (smallvec![whole, whole], whole),
        Op::SeqUpdate => (smallvec![Sort::INT, whole], whole),
        _ => return Err(TypeError::Inapplicable(op)),
    };
    want_count(op, arguments.len(), 1 + rest.len(), 1 + rest.len())?;
    for (place, (&found, &wanted)) in arguments[1..].iter().zip(&rest).enumerate() {
        want_sort(sorts, op, 1 + place, found, wanted)?;
    }
    Ok(result)
}
