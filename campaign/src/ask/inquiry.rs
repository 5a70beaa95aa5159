//! The door between the loop of a hunt and those who ask: questions in, what was found out back.

use std::time::Duration;

use solvers::StartError;

use crate::ask::schedule::Brief;
use crate::finding::Finding;
use crate::judge::flaw::OwnFault;
use crate::judge::outcome::Outcome;
use crate::seat::handle::PerSeat;
use crate::source::Source;
use crate::source::question::Question;

/// Questions of one source that are asked together.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub source: &'a dyn Source,
    /// Within which time limit of the plan; the shortest is 0.
    pub rung: usize,
    pub questions: &'a [Question],
    /// The questions, each with what is to be found out about it.
    pub briefs: &'a [Brief],
}

/// Results of examining a question.
pub(super) struct Examined {
    /// For each solver that was asked now.
    pub outcomes: PerSeat<Option<(Outcome, Duration)>>,
    /// For each solver that gave no answer, what it said instead.
    pub reasons: PerSeat<Option<String>>,
    pub findings: Vec<Finding>,
    /// The reason why etude cannot read the script, if it cannot.
    pub unread: Option<String>,
    /// Known answers of ours that are wrong.
    pub own_faults: Vec<OwnFault>,
}

/// A way of asking: with judging, or for times alone.
pub(super) trait Inquiry {
    /// Puts questions to the solvers that are asked. What comes back is of the first questions: of
    /// all, unless it was told to halt.
    fn ask(
        &mut self,
        block: Block<'_>,
        halt: &dyn Fn() -> bool,
    ) -> Result<Vec<Examined>, StartError>;
}
