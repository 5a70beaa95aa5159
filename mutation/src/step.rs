//! Steps: what was done to a script, one after the other. They are a mutant's lineage.

use std::sync::Arc;

use smtlib::{Position, Term};

use crate::technique::Technique;

/// One change of a script by a technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The line of the technique's table that was applied: `num-lt-ne`.
    pub rule: Arc<str>,
    /// Where; `None` if the whole script was changed.
    pub place: Option<StepPlace>,
}

/// A place in a script, and what stood and stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPlace {
    /// The number of the assertion, from 0, at the time of the step.
    pub assertion: usize,
    /// The place in it.
    pub position: Position,
    /// What stood there, as a term of the mutant.
    pub before: Term,
    /// What stands there since.
    pub after: Term,
}
