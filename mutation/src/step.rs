//! Steps: what was done to a script, one after the other. They are a mutant's lineage.

use std::fmt;
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

/// A rule of a technique: `weaken num-lt-ne`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleName {
    /// The technique.
    pub technique: Technique,
    /// The line of its table.
    pub rule: Arc<str>,
}

impl RuleName {
    /// Returns the rule of a step.
    pub fn of(step: &Step) -> Self {
        Self { technique: step.technique, rule: step.rule.clone() }
    }
}

impl fmt::Display for RuleName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.technique, self.rule)
    }
}

/// A place in a script, and what stood and stands there. At `1.0` of the first assertion stood
/// `""`, and stands `(str.++ "" "")`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPlace {
    /// The number of the assertion, from 0, at the time of the step.
    pub assertion: usize,
    /// The place in it.
    pub position: Position,
    /// The term that stood there, as a term of the mutant.
    pub before: Term,
    /// The term that stands there since.
    pub after: Term,
}
