//! Sorts with parameters, and what becomes of them when the parameters are replaced.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Sort, SortKind, Sorts};

/// Sorts that parameters stand for, by their names.
type Binding = [(Arc<str>, Sort)];

impl Sorts {
    /// The sort with parameters replaced by what `binding` says of them.
    ///
    /// `None` if the sort would nest deeper than 200 levels.
    pub fn instantiate(&mut self, sort: Sort, binding: &Binding) -> Option<Sort> {
        self.instantiate_once(sort, binding, &mut FxHashMap::default())
    }

    /// Recurses no deeper than a sort nests.
    fn instantiate_once(
        &mut self,
        sort: Sort,
        binding: &Binding,
        known: &mut FxHashMap<Sort, Sort>,
    ) -> Option<Sort> {
        if binding.is_empty() || !self.has_parameter(sort) {
            return Some(sort);
        }
        if let Some(&instance) = known.get(&sort) {
            return Some(instance);
        }
        let instance = match self.kind(sort).clone() {
            SortKind::Parameter(name) => bound(binding, &name).unwrap_or(sort),
            SortKind::Array(index, element) => {
                let index = self.instantiate_once(index, binding, known)?;
                let element = self.instantiate_once(element, binding, known)?;
                self.get(SortKind::Array(index, element))?
            }
            SortKind::Sequence(element) => {
                let element = self.instantiate_once(element, binding, known)?;
                self.get(SortKind::Sequence(element))?
            }
            SortKind::Named { name, declaration, arguments } => {
                let arguments: Option<Box<[Sort]>> = arguments
                    .iter()
                    .map(|&argument| self.instantiate_once(argument, binding, known))
                    .collect();
                self.get(SortKind::Named { name, declaration, arguments: arguments? })?
            }
            _ => sort,
        };
        known.insert(sort, instance);
        Some(instance)
    }

    /// Like [`Sorts::instantiate`], but makes no new sort: `None` if there is none yet.
    pub fn find_instance(&self, sort: Sort, binding: &Binding) -> Option<Sort> {
        self.find_once(sort, binding, &mut FxHashMap::default())
    }

    /// Recurses no deeper than a sort nests.
    fn find_once(
        &self,
        sort: Sort,
        binding: &Binding,
        known: &mut FxHashMap<Sort, Sort>,
    ) -> Option<Sort> {
        if !self.has_parameter(sort) {
            return Some(sort);
        }
        if let Some(&instance) = known.get(&sort) {
            return Some(instance);
        }
        let kind = match self.kind(sort) {
            SortKind::Parameter(name) => return bound(binding, name),
            SortKind::Array(index, element) => SortKind::Array(
                self.find_once(*index, binding, known)?,
                self.find_once(*element, binding, known)?,
            ),
            SortKind::Sequence(element) => {
                SortKind::Sequence(self.find_once(*element, binding, known)?)
            }
            SortKind::Named { name, declaration, arguments } => SortKind::Named {
                name: name.clone(),
                declaration: *declaration,
                arguments: arguments
                    .iter()
                    .map(|&argument| self.find_once(argument, binding, known))
                    .collect::<Option<_>>()?,
            },
            _ => return Some(sort),
        };
        let number = self.0.kinds.get_index_of(&kind)?;
        let instance = Sort(u32::try_from(number).expect("fewer sorts than bytes of text"));
        known.insert(sort, instance);
        Some(instance)
    }

    /// Extends `binding` so that `pattern` becomes `sort`; false if that cannot be.
    pub fn unify(&self, pattern: Sort, sort: Sort, binding: &mut Vec<(Arc<str>, Sort)>) -> bool {
        let mut stack: SmallVec<[(Sort, Sort); 8]> = smallvec::smallvec![(pattern, sort)];
        // A pair that fits once fits again, since what is bound stays bound.
        let mut seen: SmallVec<[(Sort, Sort); 8]> = SmallVec::new();
        while let Some(pair @ (pattern, sort)) = stack.pop() {
            if !self.has_parameter(pattern) {
                if pattern != sort {
                    return false;
                }
                continue;
            }
            if seen.contains(&pair) {
                continue;
            }
            seen.push(pair);
            match (self.kind(pattern), self.kind(sort)) {
                (SortKind::Parameter(name), _) => match bound(binding, name) {
                    Some(bound) if bound != sort => return false,
                    Some(_) => {}
                    None => binding.push((name.clone(), sort)),
                },
                (SortKind::Array(i, e), SortKind::Array(j, f)) => {
                    stack.extend([(*e, *f), (*i, *j)]);
                }
                (SortKind::Sequence(e), SortKind::Sequence(f)) => stack.push((*e, *f)),
                (
                    SortKind::Named { declaration: d, arguments: a, .. },
                    SortKind::Named { declaration: e, arguments: b, .. },
                ) if d == e && a.len() == b.len() => {
                    stack.extend(a.iter().copied().zip(b.iter().copied()).rev());
                }
                _ => return false,
            }
        }
        true
    }

    /// Returns whether a parameter occurs in the sort.
    pub fn has_parameter(&self, sort: Sort) -> bool {
        self.facts(sort).has_parameter
    }
}

fn bound(binding: &Binding, name: &Arc<str>) -> Option<Sort> {
    binding.iter().find(|(bound, _)| bound == name).map(|(_, to)| *to)
}
