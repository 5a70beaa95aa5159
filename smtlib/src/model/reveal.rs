//! The names of the query that a model is for, while the model is read.

use rustc_hash::FxHashSet;

use crate::parse::scope::SortSymbol;
use crate::script::Script;
use crate::sort::SortKind;

impl Script {
    /// Makes known what was known at the last query, where `pop` has hidden it since: a model is an
    /// answer to that query, not to the end of the script.
    pub(super) fn reveal_last_query(&mut self) {
        let mut sorts = Vec::new();
        for fun in self.last_query().functions {
            let function = self.terms.function(fun);
            sorts.extend(function.parameters.iter().chain([&function.result]).copied());
            if self.scope.function(&function.name) != Some(fun) {
                self.scope.add_function(function.name.clone(), fun);
            }
        }
        let mut seen = FxHashSet::default();
        while let Some(sort) = sorts.pop() {
            if !seen.insert(sort) {
                continue;
            }
            match self.terms.sorts.kind(sort) {
                SortKind::Array(index, element) => sorts.extend([*index, *element]),
                SortKind::Named { name, declaration, arguments } => {
                    sorts.extend(arguments);
                    let is_known = matches!(
                        self.scope.sort(name),
                        Some(SortSymbol::Declared(number)) if number == declaration
                    );
                    if !is_known {
                        let symbol = SortSymbol::Declared(*declaration);
                        self.scope.add_sort(name.clone(), symbol);
                    }
                }
                _ => {}
            }
        }
    }
}
