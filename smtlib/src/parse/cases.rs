//! The cases of a `match`.

use rustc_hash::FxHashSet;

use super::Reader;
use crate::error::Error;
use crate::function::Fun;
use crate::sexpr::{Kind, Sexpr};
use crate::sort::{Sort, SortKind};
use crate::term::{Case, Local, Term};
use crate::typing::TypeError;

/// A case whose body is being read, and those before it.
#[derive(Debug)]
pub(super) struct OpenCase {
    constructor: Option<Fun>,
    locals: Vec<Local>,
    /// Number of names that were bound before it.
    mark: usize,
    done: Vec<Case>,
}

impl OpenCase {
    /// Returns the number of names that were bound before the case.
    pub(super) fn mark(&self) -> usize {
        self.mark
    }

    /// All cases so far, this one with its body.
    pub(super) fn close(self, body: Term) -> Vec<Case> {
        let OpenCase { constructor, locals, mut done, .. } = self;
        done.push(Case { constructor, locals: locals.into(), body });
        done
    }
}

impl<'a> Reader<'_, 'a> {
    /// A case of a `match`: binds its variables and says where its body is.
    pub(super) fn case(
        &mut self,
        sexpr: Sexpr,
        scrutinee: Term,
        done: Vec<Case>,
    ) -> Result<(OpenCase, Sexpr), Error> {
        let mut items = self.sexprs.items(sexpr);
        let (Some(pattern), Some(body), None) = (items.next(), items.next(), items.next()) else {
            return Err(self.sexprs.error(sexpr, "a case is a pattern and a term"));
        };
        let sort = self.terms.sort(scrutinee);
        if self.terms.constructors(sort).is_none() {
            return Err(self.sexprs.error(sexpr, "`match` takes a term of a datatype"));
        }
        let parts: Vec<Sexpr> = match self.sexprs.kind(pattern) {
            Kind::List => self.sexprs.items(pattern).collect(),
            _ => vec![pattern],
        };
        let symbols: Option<Vec<&'a str>> =
            parts.iter().map(|&part| self.sexprs.symbol(part)).collect();
        let Some([head, fields @ ..]) = symbols.as_deref() else {
            return Err(self
                .sexprs
                .error(pattern, "a pattern is a constructor and variables, or a variable"));
        };
        let constructor = self.constructor_of(sort, head);
        let (names, sorts) = match constructor {
            Some(constructor) => {
                let sorts = self
                    .terms
                    .field_sorts(constructor, sort)
                    .ok_or_else(|| self.sexprs.error(pattern, TypeError::TooDeep.to_string()))?;
                if sorts.len() != fields.len() {
                    let message =
                        format!("`{head}` has {} fields, not {}", sorts.len(), fields.len());
                    return Err(self.sexprs.error(pattern, message));
                }
                (fields.to_vec(), sorts)
            }
            None if fields.is_empty() => (vec![*head], vec![sort]),
            None => {
                return Err(self.sexprs.error(pattern, format!("the datatype has no `{head}`")));
            }
        };
        let locals = self.fresh_all(names.iter().copied().zip(sorts));
        let mark = self.bindings.mark();
        self.bind_locals(&names, &locals);
        Ok((OpenCase { constructor, locals, mark, done }, body))
    }

    /// The constructor of a datatype that has this name.
    fn constructor_of(&self, sort: Sort, name: &str) -> Option<Fun> {
        let is_of = |fun: Fun| {
            let function = self.terms.function(fun);
            let same = |of: Sort| match self.terms.sorts.kind(of) {
                SortKind::Named { declaration, .. } => Some(*declaration),
                _ => None,
            };
            function.is_constructor() && same(function.result) == same(sort)
        };
        // A sort that can be named has its constructors in scope; its own list may be long.
        self.scope.function(name).filter(|&fun| is_of(fun))
    }

    /// The `match` with all its cases, which must leave no constructor out.
    pub(super) fn finish_match(
        &mut self,
        sexpr: Sexpr,
        scrutinee: Term,
        cases: Vec<Case>,
    ) -> Result<Term, Error> {
        let constructors = self.terms.constructors(self.terms.sort(scrutinee)).unwrap_or(&[]);
        let named: FxHashSet<Fun> = cases.iter().filter_map(|case| case.constructor).collect();
        let all = cases.iter().any(|case| case.constructor.is_none());
        if let Some(&missing) = constructors.iter().find(|&fun| !all && !named.contains(fun)) {
            let message =
                format!("this `match` has no case for `{}`", self.terms.function(missing).name);
            return Err(self.sexprs.error(sexpr, message));
        }
        self.terms
            .match_on(scrutinee, cases)
            .map_err(|why| self.sexprs.error(sexpr, why.to_string()))
    }
}
