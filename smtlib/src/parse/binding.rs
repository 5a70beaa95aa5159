//! The names that `let`, quantifiers, cases and definitions bind, while their bodies are read.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Reader;
use crate::error::Error;
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::term::{Local, Term};

/// What bound names stand for.
#[derive(Debug, Default)]
pub(crate) struct Bindings<'a> {
    /// What each name stands for, innermost last. Names that are not bound are not here, so that
    /// looking a name up costs nothing where nothing is bound.
    terms: FxHashMap<&'a str, SmallVec<[Term; 2]>>,
    /// The names that are bound, in this order, each with its variable's own name if it is one.
    trail: Vec<(&'a str, Option<Arc<str>>)>,
    /// The own names of the variables in scope, and how often each is bound.
    variables: FxHashMap<Arc<str>, usize>,
}

impl<'a> Bindings<'a> {
    /// What a name stands for, if it is bound.
    pub(crate) fn get(&self, name: &str) -> Option<Term> {
        self.terms.get(name)?.last().copied()
    }

    /// How often a name is bound.
    fn count(&self, name: &str) -> usize {
        self.terms.get(name).map_or(0, SmallVec::len)
    }

    /// Lets a name stand for a term.
    pub(crate) fn bind(&mut self, name: &'a str, term: Term) {
        self.push(name, term, None);
    }

    fn push(&mut self, name: &'a str, term: Term, own: Option<Arc<str>>) {
        self.terms.entry(name).or_default().push(term);
        if let Some(own) = &own {
            *self.variables.entry(own.clone()).or_default() += 1;
        }
        self.trail.push((name, own));
    }

    /// How many names are bound now, for [`Bindings::unbind`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets the names that were bound since the mark.
    pub(crate) fn unbind(&mut self, mark: usize) {
        for (name, own) in self.trail.drain(mark..).rev() {
            if let Some(stack) = self.terms.get_mut(name) {
                stack.pop();
                if stack.is_empty() {
                    self.terms.remove(name);
                }
            }
            if let Some(own) = own
                && let Some(count) = self.variables.get_mut(&own)
            {
                *count -= 1;
                if *count == 0 {
                    self.variables.remove(&own);
                }
            }
        }
    }
}

impl<'a> Reader<'_, 'a> {
    /// `(name term)`.
    pub(super) fn binding(&self, sexpr: Sexpr) -> Result<(&'a str, Sexpr), Error> {
        let mut items = self.sexprs.items(sexpr);
        match (items.next().and_then(|name| self.sexprs.symbol(name)), items.next(), items.next()) {
            (Some(name), Some(term), None) => Ok((name, term)),
            _ => Err(self.sexprs.error(sexpr, "a binding is a name and a term: (x 1)")),
        }
    }

    /// `((x Int) (y Bool))`: the names as they are written, and variables that hide nothing.
    pub(crate) fn sorted_variables(
        &mut self,
        sexpr: Sexpr,
    ) -> Result<(Vec<&'a str>, Vec<Local>), Error> {
        let mut names = Vec::new();
        let mut locals = Vec::new();
        if self.sexprs.kind(sexpr) != Kind::List {
            return Err(self.sexprs.error(sexpr, "sorted variables are wanted here: ((x Int))"));
        }
        for variable in self.sexprs.items(sexpr) {
            let mut items = self.sexprs.items(variable);
            let (name, sort) = match (
                items.next().and_then(|name| self.sexprs.symbol(name)),
                items.next(),
                items.next(),
            ) {
                (Some(name), Some(sort), None) => (name, self.sort(sort)?),
                _ => return Err(self.sexprs.error(variable, "a variable has a name and a sort")),
            };
            locals.push(self.fresh(name, sort, &locals));
            names.push(name);
        }
        Ok((names, locals))
    }

    /// A variable of that name, or of one like it if something has the name already: with `let`
    /// gone, a variable that hides something could catch what is meant for the other.
    pub(crate) fn fresh(&mut self, name: &str, sort: Sort, siblings: &[Local]) -> Local {
        let taken = |reader: &Self, name: &str| {
            reader.is_visible(name)
                || reader.bindings.variables.contains_key(name)
                || siblings.iter().any(|&local| &**reader.terms.local(local).0 == name)
        };
        if !taken(self, name) {
            return self.terms.get_local(name, sort);
        }
        // Beginning at how often the name is bound, so that many in a row cost one look each.
        let mut number = self.bindings.count(name).max(1);
        loop {
            let other = format!("{name}!{number}");
            if !taken(self, &other) {
                return self.terms.get_local(&other, sort);
            }
            number += 1;
        }
    }

    /// Lets each name stand for its variable.
    pub(crate) fn bind_locals(&mut self, names: &[&'a str], locals: &[Local]) {
        for (name, &local) in names.iter().zip(locals) {
            let variable = self.terms.variable(local);
            let own = self.terms.local(local).0.clone();
            self.bindings.push(name, variable, Some(own));
        }
    }
}
