//! A model that leaves names out into one that says what each of them is.

use indexmap::IndexMap;

use super::{Interpretation, Model};
use crate::candidates::Candidates;
use crate::function::{Fun, FunctionKind};
use crate::smallest::smallest;
use crate::sort::{Sort, SortKind};
use crate::term::Terms;
use crate::value::Value;

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
            let Some(value) = self.simplest(terms, function.result) else { continue };
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

    /// The simplest value of a sort whose elements exist in the model: the one of the fewest parts.
    fn simplest(&self, terms: &Terms, sort: Sort) -> Option<Value> {
        smallest(terms, sort, |leaf| match terms.sorts.kind(leaf) {
            SortKind::Named { .. } => {
                let first = self.universe(leaf).unwrap_or(self.elements(leaf)).first();
                // A sort is never empty, so that it has an element whatever its name is.
                Some(first.cloned().unwrap_or_else(|| Value::Abstract(leaf, "@0".into())))
            }
            _ => Candidates::default().values(terms, leaf, 1).into_iter().next(),
        })
    }
}
