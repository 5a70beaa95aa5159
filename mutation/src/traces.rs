//! The values of a seed's Boolean subformulas, kept for all its mutants.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;
use smtlib::{Model, Term};

/// The values of a specimen's Boolean subformulas under a witness.
#[derive(Clone, Debug)]
pub(crate) struct Trace {
    /// The witness, unless it is the specimen's own.
    pub(crate) assignment: Option<Model>,
    pub(crate) subformulas: Vec<Subformula>,
    /// Size of the assertions together.
    pub(crate) size: u64,
    pub(crate) open: usize,
}

/// A Boolean subformula that stands below no quantifier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subformula {
    pub(crate) term: Term,
    /// `None` if it is open, or if more than the standard decides it.
    pub(crate) value: Option<bool>,
    pub(crate) depth: u32,
    /// Number of its nodes, written as a tree; saturates.
    pub(crate) size: u64,
}

impl Trace {
    /// Returns the witness if it is not the specimen's own.
    pub(crate) fn assignment(&self) -> Option<&Model> {
        self.assignment.as_ref()
    }

    /// Returns how many subformulas have no value.
    pub(crate) fn open(&self) -> usize {
        self.open
    }
}

/// The traces of a seed, by the number of the witness: made once for all its mutants.
#[derive(Debug, Default)]
pub(crate) struct Traces(pub(crate) Mutex<FxHashMap<u64, Option<Arc<Trace>>>>);
