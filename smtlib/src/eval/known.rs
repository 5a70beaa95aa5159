//! Values of subterms that are known already, so that what contains them costs only what is new.

use crate::term::Term;
use crate::value::Value;

/// The values of closed terms under one model, which rest on the standard alone. `(+ 1 2)` may be
/// known as `3`.
#[derive(Clone, Debug, Default)]
pub struct KnownValues {
    /// By the terms' numbers.
    values: Vec<Option<Value>>,
}

impl KnownValues {
    /// Room for the values of terms with numbers below `numbers`; none of them is known yet.
    pub(super) fn with_room(numbers: usize) -> KnownValues {
        KnownValues { values: vec![None; numbers] }
    }

    /// Notes what a term is; there must be room for it.
    pub(super) fn insert(&mut self, term: Term, value: Value) {
        self.values[term.number()] = Some(value);
    }

    /// Returns what a term is, if it is known.
    pub fn get(&self, term: Term) -> Option<&Value> {
        self.values.get(term.number())?.as_ref()
    }
}
