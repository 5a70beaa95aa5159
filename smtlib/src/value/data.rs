//! Values of datatypes.

use std::fmt;

use super::{MAX_VALUE_DEPTH, MAX_VALUE_WEIGHT, Value};
use crate::function::Fun;
use crate::sort::Sort;
use crate::symbol::Quoted;
use crate::term::Terms;

/// Value that a constructor built. `(cons 1 nil)` is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Data {
    sort: Sort,
    constructor: Fun,
    fields: Box<[Value]>,
    depth: usize,
    weight: u64,
}

impl Data {
    /// A value of a datatype; `None` if it would nest too deep or be too large to be handled.
    pub fn new(sort: Sort, constructor: Fun, fields: Vec<Value>) -> Option<Data> {
        let depth = 1 + fields.iter().map(Value::depth).max().unwrap_or(0);
        let weight = fields.iter().fold(1_u64, |sum, field| sum.saturating_add(field.weight()));
        let data = Data { sort, constructor, fields: fields.into(), depth, weight };
        (depth <= MAX_VALUE_DEPTH && weight <= MAX_VALUE_WEIGHT).then_some(data)
    }

    /// The datatype.
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// The constructor that built it.
    pub fn constructor(&self) -> Fun {
        self.constructor
    }

    /// Returns the values that it was built from.
    pub fn fields(&self) -> &[Value] {
        &self.fields
    }

    /// The same with another field.
    pub fn with_field(&self, field: usize, value: Value) -> Option<Data> {
        let mut fields = self.fields.to_vec();
        fields[field] = value;
        Data::new(self.sort, self.constructor, fields)
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn weight(&self) -> u64 {
        self.weight
    }

    pub(super) fn equals(&self, other: &Data, work: u64) -> Option<bool> {
        if self.constructor != other.constructor {
            return Some(false);
        }
        let mut settled = true;
        for (a, b) in self.fields.iter().zip(&other.fields) {
            match a.equals_within(b, work) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => settled = false,
            }
        }
        settled.then_some(true)
    }

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, terms: &Terms) -> fmt::Result {
        let function = terms.function(self.constructor);
        let name = Quoted(&function.name);
        let head = if terms.wants_sort(self.constructor) {
            format!("(as {name} {})", terms.sorts.text(self.sort))
        } else {
            name.to_string()
        };
        if self.fields.is_empty() {
            return f.write_str(&head);
        }
        write!(f, "({head}")?;
        for field in &self.fields {
            f.write_str(" ")?;
            // It hands `{:#}` on.
            fmt::Display::fmt(&field.display(terms), f)?;
        }
        f.write_str(")")
    }
}
