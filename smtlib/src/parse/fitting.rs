//! Names that stand for more than one thing: functions that share a name, constructors without
//! their sort, and the elements of declared sorts in models.

use super::Reader;
use crate::function::Fun;
use crate::sort::Sort;
use crate::term::{Arguments, Term};
use crate::typing::TypeError;
use crate::value::Value;

impl Reader<'_, '_> {
    /// A constructor whose sort may be left out, as models do: the wanted one is meant, or the only
    /// one there is in the script.
    pub(super) fn call_bare(
        &mut self,
        fun: Fun,
        arguments: &Arguments,
        wanted: Option<Sort>,
    ) -> Result<Term, TypeError> {
        let called = self.terms.call(fun, arguments.clone(), None);
        if called.is_ok() || !self.terms.function(fun).is_constructor() {
            return called;
        }
        let only = self.terms.only_instance(fun);
        let mut fits = |sort: Sort| self.terms.call(fun, arguments.clone(), Some(sort)).ok();
        wanted.and_then(&mut fits).or_else(|| only.and_then(&mut fits)).map_or(called, Ok)
    }

    /// The only function of this one's name that takes these arguments; if there are several, the
    /// one that gives the wanted sort.
    pub(super) fn call_fitting(
        &mut self,
        fun: Fun,
        arguments: &Arguments,
        sort: Option<Sort>,
        wanted: Option<Sort>,
    ) -> Result<Term, TypeError> {
        let name = self.terms.function(fun).name.clone();
        let mut fitting: Vec<Term> = Vec::new();
        for fun in self.scope.functions(&name).to_vec() {
            let called = match sort {
                None if self.in_model => self.call_bare(fun, arguments, wanted),
                sort => self.terms.call(fun, arguments.clone(), sort),
            };
            fitting.extend(called);
        }
        if fitting.len() > 1 && wanted.is_some() {
            fitting.retain(|&term| Some(self.terms.sort(term)) == wanted);
        }
        match fitting.as_slice() {
            &[term] => Ok(term),
            [] => Err(TypeError::NoneFits(name)),
            _ => Err(TypeError::Ambiguous(name)),
        }
    }

    /// The element of a declared sort that a name of a model stands for, if it does.
    ///
    /// A name that the model declared stands for its element wherever that fits; one that it did
    /// not declare, such as `U!val!0` in the answer to `get-value`, where nothing else has it.
    pub(super) fn element(&mut self, name: &str, wanted: Option<Sort>) -> Option<Term> {
        let declared = self.elements.get(name).map_or(&[][..], |terms| terms.as_slice());
        let fits = |term: &&Term| Some(self.terms.sort(**term)) == wanted;
        if let Some(&element) = declared.iter().find(fits) {
            return Some(element);
        }
        if self.bindings.get(name).is_some() || self.scope.function(name).is_some() {
            return None;
        }
        match (declared, wanted) {
            (&[element], _) => Some(element),
            (_, Some(sort)) => self.new_element(name, sort),
            _ => None,
        }
    }

    /// The element of a declared sort that a solver's own name stands for: `@U_0` or `U!val!0`.
    pub(super) fn new_element(&mut self, name: &str, sort: Sort) -> Option<Term> {
        let is_abstract = self.terms.declaration(sort)?.constructors.is_none();
        let is_own = name.starts_with('@') || name.contains("!val!");
        (is_abstract && is_own)
            .then(|| self.terms.literal(Value::Abstract(sort, name.into()), sort))
    }
}
