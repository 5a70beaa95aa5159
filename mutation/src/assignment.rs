//! Assignments of small values: any of them is a witness of something.

use smtlib::{Candidates, Fun, Interpretation, Model, Term, Terms};

use crate::draw::Draw;

/// So many interpretations of a function are drawn from, the simplest ones.
const MOST: usize = 32;

/// What the values of one constant may weigh together, in words.
const ROOM: u64 = 1 << 12;

/// Gives these functions assignment number `number`, of values that are likely to matter to the
/// terms: a pure function of the terms and the number.
///
/// `None` if there is a function of which no value is known.
pub(crate) fn assign(
    model: &mut Model,
    terms: &Terms,
    declared: &[Fun],
    roots: &[Term],
    number: u64,
) -> Option<()> {
    let candidates = Candidates::of_terms(terms, roots);
    let mut draw = Draw::new("", "assignment", number);
    for &fun in declared {
        model.set(fun, interpretation(terms, &candidates, fun, &mut draw)?);
    }
    Some(())
}

fn interpretation(
    terms: &Terms,
    candidates: &Candidates,
    fun: Fun,
    draw: &mut Draw,
) -> Option<Interpretation> {
    let function = terms.function(fun);
    let (parameters, result) = (&function.parameters, function.result);
    let (list, _) = candidates.interpretations(terms, parameters, result, MOST, ROOM);
    draw.one_of(&list).cloned()
}
