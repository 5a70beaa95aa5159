//! Assignments of small values: any of them is a witness of something.

use smtlib::{Candidates, Fun, Interpretation, Model, Term, Terms};

use crate::draw::Draw;

/// Weight that the values of one constant may have together, in words.
const ROOM: u64 = 1 << 12;

/// Gives these functions assignment number `number`, of values that are likely to matter to the
/// terms, each one of up to `most`: a pure function of the terms and the numbers.
///
/// `None` if there is a function of which no value is known.
pub(crate) fn assign(
    model: &mut Model,
    terms: &Terms,
    declared: &[Fun],
    roots: &[Term],
    (number, most): (u64, usize),
) -> Option<()> {
    let candidates = Candidates::of_terms(terms, roots);
    let mut draw = Draw::new("", "assignment", number);
    for &fun in declared {
        model.set(fun, interpretation(terms, &candidates, (fun, most), &mut draw)?);
    }
    Some(())
}

fn interpretation(
    terms: &Terms,
    candidates: &Candidates,
    (fun, most): (Fun, usize),
    draw: &mut Draw,
) -> Option<Interpretation> {
    let function = terms.function(fun);
    let (parameters, result) = (&function.parameters, function.result);
    let (list, _) = candidates.interpretations(terms, parameters, result, most, ROOM);
    draw.one_of(&list).cloned()
}
