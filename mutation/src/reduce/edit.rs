//! Edits of a script: all that passes give, and no pass is needed to say.

use std::ops::Range;

use smtlib::{Fun, Position, Term, Value};

/// A change of a script.
#[derive(Clone, Debug)]
pub(super) enum Edit {
    /// Another text, with a witness for it.
    Text { text: String, witness: Option<String> },
    /// A part of the text replaced.
    Splice { at: Range<usize>, with: String },
    /// The commands with these numbers, in ascending order, left out.
    Commands(Vec<usize>),
    /// A term replaced.
    Term(Replacement),
}

/// A term that takes the place of another.
#[derive(Clone, Debug)]
pub(super) struct Replacement {
    pub from: Term,
    pub to: Term,
    /// Where: the number of the assertion, and the place in it; everywhere, if it does not say.
    pub at: Option<(usize, Position)>,
    /// The constant in `to` that is not declared yet, with its value under the witness.
    pub fresh: Option<(Fun, Option<Value>)>,
}
