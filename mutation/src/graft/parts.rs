//! One node of a formula under its witness: what the rules look at.

use smtlib::{Model, Sort, Terms, Value};

use super::allowed::Allowed;

/// A node with the values of its children under the witness, and the values that itself may have.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a> {
    /// The terms of the formula.
    pub terms: &'a Terms,
    /// The witness.
    pub model: &'a Model,
    /// The sorts of the children.
    pub sorts: &'a [Sort],
    /// The values of the children; `None` where one is open.
    pub values: &'a [Option<&'a Value>],
    /// The values that the node itself may have. Its value is one of these.
    pub set: &'a Allowed,
}

impl<'a> Parts<'a> {
    /// Returns the value of a child, if it has one.
    pub fn value(&self, at: usize) -> Option<&'a Value> {
        *self.values.get(at)?
    }

    /// Returns what a Boolean node must be, if it must be something.
    pub fn wanted(&self) -> Option<bool> {
        self.set.only()?.as_bool()
    }

    /// Returns the values of all children but one; `None` if one of them is open.
    pub fn others(&self, at: usize) -> Option<Vec<&'a Value>> {
        let others = self.values.iter().enumerate().filter(|(place, _)| *place != at);
        others.map(|(_, value)| *value).collect()
    }

    /// Returns whether a child has this value.
    pub fn is_bool(&self, at: usize, bool: bool) -> bool {
        matches!(self.value(at), Some(Value::Bool(value)) if *value == bool)
    }
}
