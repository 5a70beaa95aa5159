//! Questions that follow an answer: whoever reads a model may want to know more than it says.
//!
//! A model is read outside of this room, so that the questions come from there, by a function of
//! the answer so far. Each goes to the very process that gave the model: in a session at once, in
//! fresh processes by one more run that is asked for the model and for the values.

use crate::verdict::Answer;

/// A question about the model of one `(check-sat)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelQuestion {
    /// The number of the check, from 0.
    pub check: usize,
    /// The command, such as `(get-value ((div 5 0)))`.
    pub command: String,
}

/// Chooses what is still to be asked after an answer; nothing if it says enough. After a model that
/// leaves `(div 5 0)` open it asks for that value.
pub type FollowUp<'f> = dyn FnMut(&Answer) -> Vec<ModelQuestion> + 'f;

/// The most times that questions follow an answer: each may open the next, as in
/// `(div (div x 0) 0)`.
pub(crate) const ROUNDS: usize = 6;
