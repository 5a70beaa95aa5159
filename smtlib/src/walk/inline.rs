//! Calls of defined functions into what they stand for.

use rustc_hash::FxHashMap;

use crate::function::{Definition, Fun, FunctionKind};
use crate::term::{Node, Term, Terms};
use crate::typing::TypeError;

impl Terms {
    /// Returns the term with every call of a defined function replaced by what the function gives,
    /// and without annotations. Calls of functions that may call themselves stay, and so do those
    /// whose arguments would be caught by a quantifier of the definition.
    ///
    /// Costs time linear in the distinct subterms of the result, since these are shared.
    pub fn inline(&mut self, root: Term) -> Result<Term, TypeError> {
        let (done, definitions) = (FxHashMap::default(), FxHashMap::default());
        let mut inliner = Inliner { terms: self, done, definitions };
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if inliner.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let definition = inliner.definition(term);
            let mut parts = inliner.terms.children(term).to_vec();
            parts.extend(definition.as_ref().and_then(|it| it.body));
            let open = stack.len();
            stack.extend(parts.iter().filter(|part| !inliner.done.contains_key(part)));
            if stack.len() == open {
                let new = inliner.node(term, definition)?;
                inliner.done.insert(term, new);
                stack.pop();
            }
        }
        Ok(inliner.done[&root])
    }
}

struct Inliner<'a> {
    terms: &'a mut Terms,
    /// Result for each term.
    done: FxHashMap<Term, Term>,
    /// The definitions of the functions that are replaced; `None` for all others.
    definitions: FxHashMap<Fun, Option<Definition>>,
}

impl Inliner<'_> {
    /// The definition of the function that a term calls, if the call is to be replaced.
    fn definition(&mut self, term: Term) -> Option<Definition> {
        let &Node::Call(fun, _) = self.terms.node(term) else { return None };
        let terms = &self.terms;
        let find = || match &terms.function(fun).kind {
            FunctionKind::Defined(definition) if !terms.is_recursive(fun) => {
                Some(definition.clone())
            }
            _ => None,
        };
        self.definitions.entry(fun).or_insert_with(find).clone()
    }

    /// A term over parts that are done.
    fn node(&mut self, term: Term, definition: Option<Definition>) -> Result<Term, TypeError> {
        let children = self.terms.children(term);
        let children: Vec<Term> = children.iter().map(|part| self.done[part]).collect();
        if let Node::Annotated(..) = self.terms.node(term) {
            return Ok(children[0]);
        }
        let Some(Definition { locals, body: Some(body) }) = definition else {
            return self.terms.with_children(term, &children);
        };
        let parameters = locals.iter().map(|&local| self.terms.variable(local));
        let map: FxHashMap<Term, Term> = parameters.zip(children.iter().copied()).collect();
        match self.terms.substitute(self.done[&body], &map) {
            Err(TypeError::Caught) => self.terms.with_children(term, &children),
            other => other,
        }
    }
}
