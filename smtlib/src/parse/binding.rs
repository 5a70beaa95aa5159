//! The names that `let`, quantifiers, cases and definitions bind, while their bodies are read.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::Reader;
use crate::error::Error;
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::term::{Local, Term};

/// Number of bound names that are looked through one by one, which is faster than a map.
const FEW: usize = 8;

/// Meanings of bound names.
#[derive(Debug, Default)]
pub(crate) struct Bindings<'a> {
    /// The names that are bound, innermost last.
    bound: Vec<Bound<'a>>,
    /// Meanings of the names after the first few, innermost last.
    later: FxHashMap<&'a str, SmallVec<[Term; 2]>>,
    /// The own names of the variables in scope, and how often each is bound.
    variables: FxHashMap<Arc<str>, usize>,
}

#[derive(Debug)]
struct Bound<'a> {
    name: &'a str,
    term: Term,
    /// The variable's own name, if the term is one.
    own: Option<Arc<str>>,
}

impl<'a> Bindings<'a> {
    /// Returns the term that a name stands for, if it is bound.
    pub(crate) fn get(&self, name: &str) -> Option<Term> {
        if self.bound.len() > FEW
            && let Some(stack) = self.later.get(name)
        {
            return stack.last().copied();
        }
        self.few().rev().find(|bound| bound.name == name).map(|bound| bound.term)
    }

    /// Returns the number of times that a name is bound.
    fn count(&self, name: &str) -> usize {
        self.few().filter(|bound| bound.name == name).count()
            + self.later.get(name).map_or(0, SmallVec::len)
    }

    fn few(&self) -> impl DoubleEndedIterator<Item = &Bound<'a>> {
        self.bound[..self.bound.len().min(FEW)].iter()
    }

    /// Lets a name stand for a term.
    pub(crate) fn bind(&mut self, name: &'a str, term: Term) {
        self.push(Bound { name, term, own: None });
    }

    fn push(&mut self, bound: Bound<'a>) {
        if self.bound.len() >= FEW {
            self.later.entry(bound.name).or_default().push(bound.term);
        }
        if let Some(own) = &bound.own {
            *self.variables.entry(own.clone()).or_default() += 1;
        }
        self.bound.push(bound);
    }

    /// Returns the number of names that are bound now, for [`Bindings::unbind`].
    pub(crate) fn mark(&self) -> usize {
        self.bound.len()
    }

    /// Forgets the names that were bound since the mark.
    pub(crate) fn unbind(&mut self, mark: usize) {
        while self.bound.len() > mark
            && let Some(Bound { name, own, .. }) = self.bound.pop()
        {
            if self.bound.len() >= FEW
                && let Some(stack) = self.later.get_mut(name)
            {
                stack.pop();
                if stack.is_empty() {
                    self.later.remove(name);
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
        let mut sorts = Vec::new();
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
            names.push(name);
            sorts.push(sort);
        }
        let locals = self.fresh_all(names.iter().copied().zip(sorts));
        Ok((names, locals))
    }

    /// The variables of a definition, which a constant has none of.
    pub(crate) fn optional_variables(
        &mut self,
        sexpr: Option<Sexpr>,
    ) -> Result<(Vec<&'a str>, Vec<Local>), Error> {
        sexpr.map_or(Ok((Vec::new(), Vec::new())), |sexpr| self.sorted_variables(sexpr))
    }

    /// Variables of these names, or of names like them, all different.
    pub(super) fn fresh_all<'n>(
        &mut self,
        variables: impl IntoIterator<Item = (&'n str, Sort)>,
    ) -> Vec<Local> {
        let mut siblings: FxHashSet<Arc<str>> = FxHashSet::default();
        let mut locals = Vec::new();
        for (name, sort) in variables {
            let local = self.fresh_beside(name, sort, |name| siblings.contains(name));
            siblings.insert(self.terms.local(local).0.clone());
            locals.push(local);
        }
        locals
    }

    /// A variable of that name, or of one like it if something has the name already: with `let`
    /// gone, a variable that hides something could catch what is meant for the other.
    pub(crate) fn fresh(&mut self, name: &str, sort: Sort, siblings: &[Local]) -> Local {
        let names: Vec<Arc<str>> =
            siblings.iter().map(|&local| self.terms.local(local).0.clone()).collect();
        self.fresh_beside(name, sort, |name| names.iter().any(|sibling| &**sibling == name))
    }

    fn fresh_beside(&mut self, name: &str, sort: Sort, is_sibling: impl Fn(&str) -> bool) -> Local {
        let taken = |reader: &Self, name: &str| {
            reader.is_visible(name)
                || reader.bindings.variables.contains_key(name)
                || is_sibling(name)
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
            let term = self.terms.variable(local);
            let own = Some(self.terms.local(local).0.clone());
            self.bindings.push(Bound { name, term, own });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bindings, FEW};
    use crate::term::{Term, Terms};

    /// Names are bound and forgotten at random; a list that is searched from its end is the oracle.
    #[test]
    fn the_innermost_binding_is_found() {
        const NAMES: [&str; 6] = ["a", "b", "c", "x", "y", "a!1"];
        let mut terms = Terms::default();
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let mut bindings = Bindings::default();
        let mut oracle: Vec<(&str, Term)> = Vec::new();
        let mut seed = 7_u32;
        for round in 0..20_000_usize {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let draw = (seed >> 16) as usize;
            // Now and then all but a few are forgotten, so that both ways are taken.
            if draw.is_multiple_of(11) || oracle.len() > 3 * FEW {
                let mark = draw / 11 % (oracle.len() + 1);
                oracle.truncate(mark);
                bindings.unbind(mark);
            } else {
                let (name, term) =
                    (NAMES[draw / 11 % 6], if draw.is_multiple_of(2) { yes } else { no });
                oracle.push((name, term));
                bindings.bind(name, term);
            }
            assert_eq!(bindings.mark(), oracle.len());
            for name in NAMES.into_iter().chain(["z"]) {
                let named = oracle.iter().filter(|(bound, _)| *bound == name);
                assert_eq!(bindings.count(name), named.clone().count(), "{name} in round {round}");
                let innermost = named.clone().next_back().map(|(_, term)| *term);
                assert_eq!(bindings.get(name), innermost, "{name} in round {round}");
            }
        }
    }
}
