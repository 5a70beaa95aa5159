//! Questions, put to the solvers, judged, and asked again where something looks wrong.

mod evidence;
mod hearing;

use std::sync::{Mutex, PoisonError};

use solvers::StartError;

use crate::ask::inquiry::{Block, Examined, Inquiry};
use crate::ask::plan::Plan;
use crate::ask::processes::Processes;
use crate::finding::signature::Trigger;
use hearing::Hearing;

/// Asks and judges the solvers of a plan.
pub(super) struct Examiner<'a> {
    plan: &'a Plan,
    solvers: Processes<'a>,
    confirmed: &'a Confirmed,
}

/// Late and missing answers that a fresh process confirmed, shared by all examiners: those that
/// show the same again need no second look, which costs as long as the first.
#[derive(Default)]
pub(super) struct Confirmed(Mutex<Vec<Trigger>>);

impl Confirmed {
    fn has(&self, trigger: &Trigger) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|known| trigger.size >= known.size && known.stands_for(trigger))
    }

    fn add(&self, trigger: Trigger) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(trigger);
    }
}

impl<'a> Examiner<'a> {
    pub fn new(plan: &'a Plan, confirmed: &'a Confirmed) -> Self {
        Self { plan, solvers: Processes::new(&plan.settings), confirmed }
    }

    /// Puts the questions to all who are asked at once, which the arbiter is not. Told to halt, it
    /// returns the questions that anybody has answered.
    ///
    /// Each solver gets all the questions before the next solver gets any: a solver's code and data
    /// stay in the processor's caches while it works on question after question.
    fn hear<'b>(
        &mut self,
        block: Block<'b>,
        halt: &dyn Fn() -> bool,
    ) -> Result<Vec<Hearing<'b>>, StartError>
    where
        'a: 'b,
    {
        let pairs = block.questions.iter().zip(block.recalled);
        let mut hearings: Vec<Hearing<'b>> = pairs
            .map(|(question, recalled)| Hearing::new(self.plan, block, question, recalled))
            .collect();
        let arbiter = self.plan.opponents.arbiter();
        for seat in block.asks.seats().filter(|&it| block.asks[it] && Some(it) != arbiter) {
            for hearing in &mut hearings {
                if halt() {
                    break;
                }
                hearing.hear(seat, &mut self.solvers)?;
            }
        }
        if halt() {
            hearings.retain(Hearing::has_answer);
        }
        Ok(hearings)
    }
}

impl Inquiry for Examiner<'_> {
    fn ask(
        &mut self,
        block: Block<'_>,
        halt: &dyn Fn() -> bool,
    ) -> Result<Vec<Examined>, StartError> {
        let hearings = self.hear(block, halt)?;
        let weigh = |hearing: Hearing<'_>| hearing.weigh(&mut self.solvers, self.confirmed);
        hearings.into_iter().map(weigh).collect()
    }
}
