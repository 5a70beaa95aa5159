//! The parts of a query, and what they allow to conclude.

use rustc_hash::FxHashSet;

use crate::domain;
use crate::eval::for_each_part;
use crate::function::{Fun, FunctionKind};
use crate::script::Query;
use crate::sort::Sort;
use crate::term::{Node, Terms};

pub(super) struct Survey {
    /// The declared functions that the assertions mention: those with arguments first, then the
    /// constants, both as they were declared.
    pub(super) inputs: Vec<Fun>,
    /// Whether assignments may be refuted for good. Not where a sort may have any number of
    /// elements.
    pub(super) refutes: bool,
    /// Whether an assignment may satisfy. Not where a definition may have no solution.
    pub(super) satisfies: bool,
}

impl Survey {
    pub(super) fn new(terms: &Terms, query: &Query) -> Survey {
        let mut inputs = Vec::new();
        let mut seen: FxHashSet<Fun> = FxHashSet::default();
        let mut sorts: FxHashSet<Sort> = FxHashSet::default();
        for_each_part(terms, &query.assertions, |term| {
            sorts.insert(terms.sort(term));
            match terms.node(term) {
                Node::Call(fun, _) if seen.insert(*fun) => {
                    if matches!(terms.function(*fun).kind, FunctionKind::Declared) {
                        inputs.push(*fun);
                    }
                }
                Node::Bind(_, locals, _) => {
                    sorts.extend(locals.iter().map(|&local| terms.local(local).1));
                }
                _ => {}
            }
        });
        inputs.sort_by_key(|&fun| (terms.function(fun).parameters.is_empty(), fun));
        let refutes = sorts.iter().all(|&sort| domain::is_interpreted(terms, sort));
        let mut known = query.functions.iter().chain(&seen);
        let satisfies = !known.any(|&fun| terms.is_recursive(fun));
        Survey { inputs, refutes, satisfies }
    }
}
