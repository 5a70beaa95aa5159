//! `lambda`: an array that is given by what it is at each index.
//!
//! A solver prints such an array as a function that compares its argument with some indices. It is
//! then the same at all others, so that its value at one other index is the default.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Outcome;
use super::machine::{Locals, Machine};
use super::open::Reason;
use crate::domain;
use crate::op::Op;
use crate::pool::Pool;
use crate::term::{Local, Node, Term, Terms};
use crate::value::{Array, Value};

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
        let Some(compared) = comparisons(terms, local, body) else {
            return Err(
                Reason::Unsupported("a `lambda` that does more than compare its argument").into()
            );
        };
        let mut indices = Vec::new();
        for term in compared {
            let index = self.nested(term, outer.clone())?;
            if !index.is_unique() {
                return Err(Reason::Unsupported("an array at an irrational index").into());
            }
            if !indices.contains(&index) {
                indices.push(index);
            }
        }
        let (_, sort) = terms.local(local);
        let candidates = Pool::default().values(terms, sort, indices.len() + 1);
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
        let mut array = Array::constant(terms, terms.sort(term), default).ok_or_else(too_large)?;
        for index in indices {
            let value = at(self, index.clone())?;
            array = array.with(terms, index, value).ok_or_else(too_large)?;
        }
        Ok(Value::Array(Arc::new(array)))
    }
}

/// What the variable is compared with; `None` if it is used in any other way.
fn comparisons(terms: &Terms, local: Local, body: Term) -> Option<Vec<Term>> {
    let is_local = |term: Term| matches!(terms.node(term), Node::Local(found) if *found == local);
    let mut compared = Vec::new();
    let mut seen = FxHashSet::default();
    let mut stack = vec![body];
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Op(Op::Eq, arguments) if arguments.iter().any(|&argument| is_local(argument)) => {
                for &argument in arguments {
                    if !is_local(argument) {
                        if mentions(terms, local, argument) {
                            return None;
                        }
                        compared.push(argument);
                    }
                }
            }
            Node::Local(found) if *found == local => return None,
            _ => stack.extend(terms.children(term)),
        }
    }
    compared.sort_unstable();
    compared.dedup();
    Some(compared)
}

/// Does the variable occur in the term?
fn mentions(terms: &Terms, local: Local, term: Term) -> bool {
    let mut seen = FxHashSet::default();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        if matches!(terms.node(term), Node::Local(found) if *found == local) {
            return true;
        }
        if seen.insert(term) {
            stack.extend(terms.children(term));
        }
    }
    false
}
