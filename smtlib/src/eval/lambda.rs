//! `lambda`: an array that is given by what it is at each index.
//!
//! A solver prints such an array as a function that compares its argument with some indices. It is
//! then the same at all others, so that its value at one other index is the default.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::Outcome;
use super::machine::{Locals, Machine};
use super::open::Reason;
use crate::candidates::Candidates;
use crate::domain;
use crate::function::{Fun, FunctionKind};
use crate::model::{Interpretation, Model};
use crate::op::Op;
use crate::term::{Local, Node, Term, Terms};
use crate::value::{Array, Value};

/// An array over no more indices may be anything at each of them.
const MAX_INDICES: usize = 1 << 10;

impl Machine<'_, '_, '_> {
    /// The array of a `lambda`.
    pub(super) fn lambda(
        &mut self,
        term: Term,
        bound: &[Local],
        body: Term,
        outer: &Locals,
    ) -> Outcome {
        let terms = self.evaluator.terms;
        let &[local] = bound else {
            return Err(Reason::Unsupported("a `lambda` of more than one variable").into());
        };
        let (_, sort) = terms.local(local);
        let compared = comparisons(terms, self.model, local, body);
        let few = || domain::values(terms, sort, MAX_INDICES);
        let found = match compared {
            Some(compared) => {
                let mut found = compared.values;
                for term in compared.terms {
                    found.push(self.nested(term, outer.clone())?);
                }
                found
            }
            None => few().ok_or(Reason::Unsupported(
                "a `lambda` that does more than compare its argument",
            ))?,
        };
        self.pay(4 * found.len() as u64);
        let mut indices: IndexSet<Value, FxBuildHasher> = IndexSet::default();
        for index in found {
            if !index.is_unique() {
                return Err(Reason::Unsupported("an array at an irrational index").into());
            }
            indices.insert(index);
        }
        let candidates = Candidates::default().values(terms, sort, indices.len() + 1);
        let at = |machine: &mut Self, index: Value| {
            let mut locals = outer.clone();
            locals.push((local, index));
            machine.nested(body, locals)
        };
        // Where every index is compared, the default is at no index.
        let default = match candidates.into_iter().find(|candidate| !indices.contains(candidate)) {
            Some(other) => at(self, other)?,
            None => match indices.first() {
                Some(index)
                    if domain::cardinality(terms, sort)
                        .is_some_and(|count| count <= indices.len() as u64) =>
                {
                    at(self, index.clone())?
                }
                _ => return Err(Reason::Unsupported("an array over this sort").into()),
            },
        };
        let too_large = || Reason::TooLarge("an array");
        let array = Array::constant(terms, terms.sort(term), default).ok_or_else(too_large)?;
        let mut entries = Vec::with_capacity(indices.len());
        for index in indices {
            let value = at(self, index.clone())?;
            entries.push((index, value));
        }
        let array = array.with_all(terms, entries).ok_or_else(too_large)?;
        Ok(Value::Array(Arc::new(array)))
    }
}

/// Collects the terms that the variable is compared with, also inside of the functions that it is
/// given to; `None` if it is used in any other way.
fn comparisons(terms: &Terms, model: &Model, local: Local, body: Term) -> Option<Compared> {
    let mut compared = Compared::default();
    let mut seen = FxHashSet::default();
    let root = local;
    let mut stack = vec![(local, body, false)];
    while let Some((local, term, inside)) = stack.pop() {
        if !seen.insert((local, term, inside)) {
            continue;
        }
        let is_local = |term: Term| matches!(terms.node(term), Node::Local(at) if *at == local);
        match terms.node(term) {
            Node::Op(Op::Eq, arguments) if arguments.iter().any(|&argument| is_local(argument)) => {
                for &argument in arguments.iter().filter(|&&argument| !is_local(argument)) {
                    // It is evaluated where the `lambda` stands: nothing there binds what a
                    // function's parameters are.
                    let allowed = |found| !inside && found != root;
                    if !is_closed_but_for(terms, argument, allowed) {
                        return None;
                    }
                    compared.terms.push(argument);
                }
            }
            Node::Local(found) if *found == local => return None,
            Node::Call(fun, arguments) => {
                for (place, &argument) in arguments.iter().enumerate() {
                    if is_local(argument) {
                        let entered = compared.enter(terms, model, *fun, place)?;
                        stack.extend(entered.map(|(local, body)| (local, body, true)));
                    } else {
                        stack.push((local, argument, inside));
                    }
                }
            }
            _ => stack.extend(terms.children(term).into_iter().map(|part| (local, part, inside))),
        }
    }
    compared.terms.sort_unstable();
    compared.terms.dedup();
    Some(compared)
}

/// Terms that a variable is compared with.
#[derive(Default)]
struct Compared {
    terms: Vec<Term>,
    values: Vec<Value>,
}

impl Compared {
    /// The parameter and the body of a function that is given the variable in this place.
    ///
    /// The outer `None`: the function may use it in any way.
    #[expect(clippy::option_option, reason = "a table has no body to look at")]
    fn enter(
        &mut self,
        terms: &Terms,
        model: &Model,
        fun: Fun,
        place: usize,
    ) -> Option<Option<(Local, Term)>> {
        match &terms.function(fun).kind {
            FunctionKind::Defined(definition) => {
                Some(Some((*definition.locals.get(place)?, definition.body?)))
            }
            FunctionKind::Declared => match model.get(fun)? {
                Interpretation::Value(_) => Some(None),
                Interpretation::Function { locals, body } => {
                    Some(Some((*locals.get(place)?, *body)))
                }
                Interpretation::Table { entries, .. } => {
                    self.values.extend(entries.keys().filter_map(|key| key.get(place).cloned()));
                    Some(None)
                }
            },
            _ => None,
        }
    }
}

/// Returns whether all variables in the term are among those that are allowed.
fn is_closed_but_for(terms: &Terms, term: Term, allowed: impl Fn(Local) -> bool) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if matches!(terms.node(term), Node::Local(found) if !allowed(*found)) {
            return false;
        }
        if seen.insert(term) {
            stack.extend(terms.children(term));
        }
    }
    true
}
