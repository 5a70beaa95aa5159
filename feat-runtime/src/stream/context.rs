//! The knowledge that a walk over the trees of a part needs.

use crate::engine::GrammarEngine;
use crate::find::splits::Splits;
use crate::grammar::writing_steps::WritingSteps;

/// The engine of a grammar with splits that reach up to the part.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub engine: &'a GrammarEngine,
    pub splits: &'a Splits,
}

impl<'a> Context<'a> {
    /// The productions as the steps that write them.
    pub fn steps(&self) -> &'a WritingSteps {
        self.engine.steps()
    }
}
