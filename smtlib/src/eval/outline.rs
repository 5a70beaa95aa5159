//! A term and a model into an outline: each subterm with what it is, below what it is a part of.

use std::collections::{HashMap, HashSet};

use crate::eval::{Evaluator, Outcome};
use crate::model::Model;
use crate::term::{Node, Term};

/// One subterm in an outline. A line of `etude eval --explain`: `(+ x 1)` is 5.
#[derive(Clone, Debug)]
pub struct Explained {
    /// Number of terms around it.
    pub depth: usize,
    /// The subterm.
    pub term: Term,
    /// Value of the term, or the reason why it has none.
    pub outcome: Outcome,
    /// Whether its parts were shown before, and are left out here.
    pub is_repeated: bool,
}

impl Evaluator<'_> {
    /// Evaluates a closed term under the model and explains it: the term first, each subterm below
    /// what it is a part of. Literals are left out, and the parts of a term that comes again.
    ///
    /// Costs what [`Evaluator::trace`] costs.
    pub fn outline(&mut self, model: &Model, root: Term) -> Vec<Explained> {
        let values: HashMap<Term, Outcome> = self.trace(model, root).into_iter().collect();
        let terms = self.terms;
        let mut shown = HashSet::new();
        let mut entries = Vec::new();
        let mut stack = vec![(0, root)];
        while let Some((depth, term)) = stack.pop() {
            let Some(outcome) = values.get(&term) else { continue };
            let parts: Vec<Term> = terms.children(term).into_iter().collect();
            let is_repeated = !parts.is_empty() && !shown.insert(term);
            entries.push(Explained { depth, term, outcome: outcome.clone(), is_repeated });
            if !is_repeated {
                // A literal is its own value.
                let parts = parts.into_iter().rev();
                let parts = parts.filter(|&part| !matches!(terms.node(part), Node::Literal(_)));
                stack.extend(parts.map(|part| (depth + 1, part)));
            }
        }
        entries
    }
}
