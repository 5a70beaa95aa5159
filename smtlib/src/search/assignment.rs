//! The values that each input may stand for.

use crate::candidates::Candidates;
use crate::domain;
use crate::function::Fun;
use crate::model::Interpretation;
use crate::sort::SortKind;
use crate::term::Terms;

/// A declared function that the search gives interpretations.
pub(super) struct Input {
    /// The simplest first.
    pub(super) interpretations: Vec<Interpretation>,
    /// Whether these are all there are.
    pub(super) complete: bool,
}

/// A list of all values is worth its memory up to here, whatever the number of inputs.
const COMPLETE: usize = 256;

/// Most that the values of all lists may weigh together, in words: it takes about as long to make
/// them as a tenth of the evaluations.
const ROOM: u64 = 1 << 17;

/// The lists of the inputs: as long as the evaluations can reach.
pub(super) fn inputs(
    terms: &Terms,
    candidates: &Candidates,
    funs: &[Fun],
    evaluations: u64,
) -> Vec<Input> {
    let reached = reach(funs.len(), evaluations);
    let most = |fun: Fun| {
        let function = terms.function(fun);
        let is_declared = matches!(terms.sorts.kind(function.result), SortKind::Named { .. })
            && terms.constructors(function.result).is_none();
        if is_declared && function.parameters.is_empty() {
            // Any other element is as good as one that nothing else is equal to.
            return reached.min(funs.len() + 2);
        }
        let few = if funs.len() <= 2 {
            usize::try_from(evaluations).unwrap_or(COMPLETE)
        } else {
            COMPLETE
        };
        match domain::cardinality(terms, function.result) {
            Some(count) if count <= few as u64 => reached.max(few),
            _ => reached,
        }
    };
    let room = ROOM / funs.len().max(1) as u64;
    let inputs = funs.iter().map(|&fun| {
        let function = terms.function(fun);
        let (interpretations, complete) = candidates.interpretations(
            terms,
            &function.parameters,
            function.result,
            most(fun),
            room,
        );
        Input { interpretations, complete }
    });
    inputs.collect()
}

/// Returns how far the diagonals get: the least `n` such that there are as many tuples of `inputs`
/// positions with a sum of up to `n` as there are evaluations; that is `(n + inputs) choose
/// inputs`.
fn reach(inputs: usize, evaluations: u64) -> usize {
    let mut tuples = 1_u64;
    let mut reached = 0_u64;
    while tuples < evaluations && reached < 1 << 16 {
        reached += 1;
        tuples = tuples.saturating_mul(reached + inputs as u64) / reached;
    }
    usize::try_from(reached).map_or(usize::MAX, |reached| reached + 1)
}
