//! Arrays: a value for every index, with exceptions.

use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{MAX_VALUE_DEPTH, MAX_VALUE_WEIGHT, Value};
use crate::domain;
use crate::sort::Sort;
use crate::term::Terms;

type Entries = IndexMap<Value, Value, FxBuildHasher>;

/// A total function from the values of one sort to those of another. `(store ((as const (Array Int
/// Int)) 0) 3 7)` has the default 0 and one exception.
///
/// Invariant: no exception has the default's value, and exceptions are at fewer than half of the
/// indices where these are finitely many; else the most frequent value is the default, the one at
/// the first index among equally frequent ones. So equal arrays are written in one way.
#[derive(Clone, Debug)]
pub struct Array {
    sort: Sort,
    default: Value,
    entries: Entries,
    depth: usize,
    weight: u64,
    /// Whether the index sort may have fewer values than the exceptions suggest.
    of_unknown_size: bool,
}

impl PartialEq for Array {
    fn eq(&self, other: &Self) -> bool {
        self.sort == other.sort && self.default == other.default && self.entries == other.entries
    }
}

impl Eq for Array {}

impl Hash for Array {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.default.hash(state);
        // The order of the exceptions does not matter.
        let sum = self.entries.iter().map(|entry| FxBuildHasher.hash_one(entry));
        sum.fold(0_u64, u64::wrapping_add).hash(state);
    }
}

impl Array {
    /// The array of a sort that is everywhere the same; `None` if it would nest too deep or be too
    /// large.
    pub fn constant(terms: &Terms, sort: Sort, default: Value) -> Option<Array> {
        let index = terms.sorts.array(sort).map(|(index, _)| index);
        let of_unknown_size = index.is_some_and(|index| !domain::is_interpreted(terms, index));
        let depth = 1 + default.depth();
        let (entries, weight) = (Entries::default(), 1 + default.weight());
        let array = Array { sort, default, entries, depth, weight, of_unknown_size };
        (depth <= MAX_VALUE_DEPTH && weight <= MAX_VALUE_WEIGHT).then_some(array)
    }

    /// The array's sort.
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// The value at every index that is no exception.
    pub fn default_value(&self) -> &Value {
        &self.default
    }

    /// The exceptions, in the order they were made.
    pub fn exceptions(&self) -> impl Iterator<Item = (&Value, &Value)> {
        self.entries.iter()
    }

    /// The value at an index.
    pub fn get(&self, index: &Value) -> &Value {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// The same array but for one index; `None` if it would nest too deep or be too large.
    #[must_use]
    pub fn with(&self, terms: &Terms, index: Value, value: Value) -> Option<Array> {
        self.with_all(terms, [(index, value)])
    }

    /// The same array but for some indices; `None` if it would nest too deep or be too large.
    ///
    /// Costs a copy of the exceptions, however many are added.
    #[must_use]
    pub fn with_all(
        &self,
        terms: &Terms,
        entries: impl IntoIterator<Item = (Value, Value)>,
    ) -> Option<Array> {
        let mut array = self.clone();
        let mut added = false;
        for (index, value) in entries {
            added |= array.put(index, value)?;
        }
        if added {
            array.normalise(terms);
        }
        Some(array)
    }

    /// Writes a value at an index, without the invariant; true if it is an exception. `None` if the
    /// array would nest too deep or be too large.
    fn put(&mut self, index: Value, value: Value) -> Option<bool> {
        let depth = self.depth.max(1 + index.depth().max(value.depth()));
        let added = index.weight().saturating_add(value.weight());
        if depth > MAX_VALUE_DEPTH || self.weight.saturating_add(added) > MAX_VALUE_WEIGHT {
            return None;
        }
        self.depth = depth;
        let at = index.weight();
        let is_exception = value != self.default;
        let old = if is_exception {
            self.weight += added;
            self.entries.insert(index, value)
        } else {
            self.entries.shift_remove(&index)
        };
        self.weight -= old.map_or(0, |old| at + old.weight());
        Some(is_exception)
    }

    /// Restores the invariant after an exception was added.
    fn normalise(&mut self, terms: &Terms) {
        let Some((index, _)) = terms.sorts.array(self.sort) else { return };
        let Some(size) = domain::cardinality(terms, index) else { return };
        if (self.entries.len() as u64) * 2 < size {
            return;
        }
        // So there are at most twice as many indices as exceptions.
        let indices = domain::values(
            terms,
            index,
            usize::try_from(size).expect("at most twice the exceptions"),
        );
        if let Some(indices) = indices {
            self.normalise_over(&indices);
        }
    }

    /// The array with these values at these indices, which are all there are; `None` if it would
    /// nest too deep or be too large.
    pub(crate) fn of_all(
        terms: &Terms,
        sort: Sort,
        indices: &[Value],
        values: Vec<Value>,
    ) -> Option<Array> {
        let mut array = Array::constant(terms, sort, values.first()?.clone())?;
        for (index, value) in indices.iter().zip(values) {
            array.put(index.clone(), value)?;
        }
        if array.entries.len() * 2 >= indices.len() {
            array.normalise_over(indices);
        }
        Some(array)
    }

    /// Restores the invariant, with all indices there are.
    fn normalise_over(&mut self, indices: &[Value]) {
        let mut counts: FxHashMap<&Value, usize> = FxHashMap::default();
        for at in indices {
            *counts.entry(self.get(at)).or_default() += 1;
        }
        let most = counts.values().copied().max().unwrap_or(0);
        let first = indices.iter().find(|at| counts[self.get(at)] == most);
        let Some(default) = first.map(|at| self.get(at).clone()) else { return };
        let entries = indices.iter().map(|at| (at.clone(), self.get(at).clone()));
        let entries: Entries = entries.filter(|(_, value)| *value != default).collect();
        let weights = entries.iter().map(|(index, value)| index.weight() + value.weight());
        self.weight = weights.fold(1 + default.weight(), u64::saturating_add);
        self.default = default;
        self.entries = entries;
    }

    pub(super) fn weight(&self) -> u64 {
        self.weight
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn equals(&self, other: &Array, work: u64) -> Option<bool> {
        let mut settled = true;
        let indices = self.entries.keys().chain(other.entries.keys());
        for index in indices {
            match self.get(index).equals_within(other.get(index), work) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => settled = false,
            }
        }
        match self.default.equals_within(&other.default, work) {
            Some(true) => settled.then_some(true),
            // The indices beyond the exceptions may not exist.
            Some(false) if self.of_unknown_size => None,
            // Arrays that are written in one way only differ if they are written differently.
            Some(false) => (self.is_unique() && other.is_unique()).then_some(false),
            None => None,
        }
    }

    pub(super) fn is_unique(&self) -> bool {
        !self.of_unknown_size
            && self.default.is_unique()
            && self.entries.values().all(Value::is_unique)
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, terms: &Terms) -> fmt::Result {
        for _ in &self.entries {
            f.write_str("(store ")?;
        }
        write!(f, "((as const {}) ", terms.sorts.text(self.sort))?;
        // `Display::fmt` hands `{:#}` on.
        fmt::Display::fmt(&self.default.display(terms), f)?;
        f.write_str(")")?;
        for (index, value) in &self.entries {
            f.write_str(" ")?;
            fmt::Display::fmt(&index.display(terms), f)?;
            f.write_str(" ")?;
            fmt::Display::fmt(&value.display(terms), f)?;
            f.write_str(")")?;
        }
        Ok(())
    }
}
