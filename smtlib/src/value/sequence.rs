//! Sequences: values of `(Seq T)`, as z3 and cvc5 have them.
//!
//! No theory of SMT-LIB has them. Both solvers take over what the theory of strings says, so that
//! `(seq.at a 9)` is empty beyond the end; only `seq.nth` gives an element and is open there.

mod functions;

use std::fmt;

use super::{MAX_VALUE_DEPTH, MAX_VALUE_WEIGHT, Value};
use crate::sort::Sort;
use crate::term::Terms;

/// A finite sequence of values of one sort. `(seq.++ (seq.unit 1) (seq.unit 2))` has two elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sequence {
    sort: Sort,
    elements: Box<[Value]>,
    depth: usize,
    weight: u64,
}

impl Sequence {
    /// Returns a sequence of sort `sort`, which is that of sequences; `None` if it would nest too deep
    /// or be too large to be handled.
    pub fn new(sort: Sort, elements: Vec<Value>) -> Option<Sequence> {
        let depth = 1 + elements.iter().map(Value::depth).max().unwrap_or(0);
        let weight = elements.iter().fold(1_u64, |sum, next| sum.saturating_add(next.weight()));
        let sequence = Sequence { sort, elements: elements.into(), depth, weight };
        (depth <= MAX_VALUE_DEPTH && weight <= MAX_VALUE_WEIGHT).then_some(sequence)
    }

    /// Returns the sequence without elements.
    pub fn empty(sort: Sort) -> Sequence {
        Sequence { sort, elements: Box::default(), depth: 1, weight: 1 }
    }

    /// The sort of the whole: `(Seq Int)`.
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// The elements in their order.
    pub fn elements(&self) -> &[Value] {
        &self.elements
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    pub(crate) fn weight(&self) -> u64 {
        self.weight
    }

    /// Returns whether the sequences are the same; `None` if that could not be settled.
    pub(crate) fn equals(&self, other: &Sequence, work: u64) -> Option<bool> {
        if self.elements.len() != other.elements.len() {
            return Some(false);
        }
        let mut settled = true;
        for (a, b) in self.elements.iter().zip(&other.elements) {
            match a.equals_within(b, work) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => settled = false,
            }
        }
        settled.then_some(true)
    }

    /// Writes `(as seq.empty (Seq Int))`, `(seq.unit 1)` or `(seq.++ (seq.unit 1) (seq.unit 2))`.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, terms: &Terms) -> fmt::Result {
        let unit = |f: &mut fmt::Formatter<'_>, element: &Value| {
            f.write_str("(seq.unit ")?;
            // It hands `{:#}` on.
            fmt::Display::fmt(&element.display(terms), f)?;
            f.write_str(")")
        };
        match &*self.elements {
            [] => write!(f, "(as seq.empty {})", terms.sorts.text(self.sort)),
            [one] => unit(f, one),
            several => {
                f.write_str("(seq.++")?;
                for element in several {
                    f.write_str(" ")?;
                    unit(f, element)?;
                }
                f.write_str(")")
            }
        }
    }
}
