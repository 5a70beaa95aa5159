//! Assumptions of a value besides the standard.

use super::open::Reason;
use crate::function::Fun;
use crate::op::Op;

/// Everything that an evaluation used besides the standard and the model's values of declared
/// functions. Each is the first of its kind that was met, whether it mattered in the end or not.
/// `(= (div x 0) 7)` rests on the model's value of `(div x 0)`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basis {
    /// An operator that no theory of the standard has: solvers may mean different things by it.
    pub extension: Option<Op>,
    /// A value that the standard leaves open and the model chose: another solver may choose
    /// otherwise.
    pub choice: Option<Reason>,
    /// A function whose definition may call itself: it may be that no function fits it.
    pub recursion: Option<Fun>,
}

impl Basis {
    /// Returns whether there is nothing but the standard and the values of declared functions.
    pub fn is_standard(&self) -> bool {
        *self == Basis::default()
    }

    /// Joins what two evaluations rest on, the first one first.
    #[must_use]
    pub fn or(self, other: Basis) -> Basis {
        Basis {
            extension: self.extension.or(other.extension),
            choice: self.choice.or(other.choice),
            recursion: self.recursion.or(other.recursion),
        }
    }
}
