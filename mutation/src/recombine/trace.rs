//! A specimen and a witness into the values of all Boolean subformulas.

use std::sync::{Arc, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::{Evaluator, Limits, Model, Node, Sort, Term, Terms, Value};

use crate::assignment::assign;
use crate::specimen::Specimen;
use crate::traces::{Subformula, Trace};

/// Returns what a witness says: number 0 is the specimen's own, if it is `sat`; all others are
/// assignments of small values. `None` if the witness cannot be made.
pub(crate) fn of(specimen: &Specimen, witness: u64) -> Option<Arc<Trace>> {
    if !specimen.steps.is_empty() {
        return Trace::new(specimen, witness).map(Arc::new);
    }
    // What was made before is the same: nothing but the seed and the number decides it.
    let mut traces = specimen.traces.0.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || Trace::new(specimen, witness).map(Arc::new);
    traces.entry(witness).or_insert_with(make).clone()
}

/// Number of values of each constant of which an assignment takes one.
const VALUES: usize = 32;

/// Work that a trace may be.
const LIMITS: Limits = Limits {
    steps: 1_000_000,
    calls: 1_000,
    exhaustive: 4_096,
    instances: 100,
    all_steps: 3_000_000,
    model_bytes: 1 << 20,
};

impl Trace {
    fn new(specimen: &Specimen, witness: u64) -> Option<Self> {
        let (terms, roots) = (&specimen.terms, &specimen.assertions);
        let own = specimen.witness().filter(|_| witness == 0);
        let mut assignment = None;
        if own.is_none() {
            let model = assignment.insert(Model::default());
            assign(model, terms, specimen.declared(), roots, (witness, VALUES))?;
        }
        let model = own.or(assignment.as_ref()).expect("one of both is there");
        let measures = measures(terms, roots);
        let subformulas: Vec<Subformula> = values(terms, roots, model)
            .into_iter()
            .map(|(term, value)| {
                let (depth, size) = measures[&term];
                Subformula { term, value, depth, size }
            })
            .collect();
        let open = subformulas.iter().filter(|it| it.value.is_none()).count();
        let size = roots.iter().fold(0_u64, |sum, root| sum.saturating_add(measures[root].1));
        Some(Self { assignment, subformulas, size, open })
    }
}

/// The distinct Boolean subterms below no binder, but for `true` and `false`, with their values.
fn values(terms: &Terms, roots: &[Term], model: &Model) -> Vec<(Term, Option<bool>)> {
    let mut evaluator = Evaluator::with_limits(terms, LIMITS);
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut values = Vec::new();
    for &root in roots {
        let traced = evaluator.trace(model, root);
        let is_standard = evaluator.take_basis().is_standard();
        for (term, outcome) in traced {
            let is_formula =
                terms.sort(term) == Sort::BOOL && !matches!(terms.node(term), Node::Literal(_));
            if !is_formula || !seen.insert(term) {
                continue;
            }
            // What one subterm rests on is not known of the others: each is asked alone.
            let outcome = if is_standard { outcome } else { evaluator.eval(model, term) };
            let is_standard = is_standard || evaluator.take_basis().is_standard();
            values.push((
                term,
                match outcome {
                    Ok(Value::Bool(value)) if is_standard => Some(value),
                    _ => None,
                },
            ));
        }
    }
    values
}

/// The depth and the size of every subterm, as trees.
fn measures(terms: &Terms, roots: &[Term]) -> FxHashMap<Term, (u32, u64)> {
    let mut measures: FxHashMap<Term, (u32, u64)> = FxHashMap::default();
    for term in terms.subterms(roots) {
        let (mut depth, mut size) = (0_u32, 1_u64);
        for child in terms.children(term) {
            let (below, part) = measures[&child];
            depth = depth.max(below);
            size = size.saturating_add(part);
        }
        measures.insert(term, (depth.saturating_add(1), size));
    }
    measures
}
