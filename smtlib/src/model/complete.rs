//! A model that leaves names out into one that says what each of them is.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{Interpretation, Model};
use crate::domain;
use crate::function::{Fun, FunctionKind};
use crate::pool::Pool;
use crate::sort::{Sort, SortKind};
use crate::term::Terms;
use crate::value::{Array, Data, Value};

/// Datatypes inside of datatypes, and so on: no deeper than this.
const MAX_DEPTH: usize = 20;

impl Model {
    /// Gives each declared function that has no interpretation the simplest one there is, and says
    /// which these were. A table without a default gets one.
    ///
    /// A solver leaves out what does not matter, so that any value is as good as another.
    pub fn complete(&mut self, terms: &Terms, functions: &[Fun]) -> Vec<Fun> {
        let mut completed = Vec::new();
        for &fun in functions {
            let function = terms.function(fun);
            let known = match self.get(fun) {
                None => None,
                Some(Interpretation::Table { entries, default: None }) => Some(entries.clone()),
                Some(_) => continue,
            };
            if !matches!(function.kind, FunctionKind::Declared) {
                continue;
            }
            let Some(value) = self.simplest(terms, function.result, 0) else { continue };
            let interpretation = if function.parameters.is_empty() {
                Interpretation::Value(value)
            } else {
                let entries = known.unwrap_or_else(IndexMap::default);
                Interpretation::Table { entries, default: Some(value) }
            };
            self.set(fun, interpretation);
            completed.push(fun);
        }
        completed
    }

    /// The simplest value of a sort whose elements exist in the model.
    fn simplest(&self, terms: &Terms, sort: Sort, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        match terms.sorts.kind(sort) {
            SortKind::Array(_, element) => {
                let element = self.simplest(terms, *element, depth + 1)?;
                Array::constant(terms, sort, element).map(|array| Value::Array(Arc::new(array)))
            }
            SortKind::Named { .. } => match terms.constructors(sort) {
                None => {
                    let first = self.universe(sort).unwrap_or(self.elements(sort)).first();
                    // A sort is never empty, so that it has an element whatever its name is.
                    Some(first.cloned().unwrap_or_else(|| Value::Abstract(sort, "@0".into())))
                }
                Some(constructors) => constructors.iter().find_map(|&constructor| {
                    let sorts = domain::known_field_sorts(terms, constructor, sort)?;
                    let fields: Option<Vec<Value>> =
                        sorts.iter().map(|&field| self.simplest(terms, field, depth + 1)).collect();
                    let data = Data::new(sort, constructor, fields?)?;
                    Some(Value::Data(Arc::new(data)))
                }),
            },
            _ => Pool::default().values(terms, sort, 1).into_iter().next(),
        }
    }
}
