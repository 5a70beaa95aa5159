//! Questions, put to the solvers, judged, and asked again where something looks wrong.

mod culprit;
mod evidence;
mod hearing;
mod implication;

use std::sync::{Mutex, PoisonError};

use solvers::StartError;

use crate::ask::inquiry::{Block, Examined, Inquiry};
use crate::ask::plan::Plan;
use crate::ask::processes::Processes;
use crate::ask::schedule::RungSettings;
use crate::finding::signature::Trigger;
use hearing::Hearing;
use implication::Abilities;

/// Asks and judges the solvers of a plan.
pub(super) struct Examiner<'a> {
    plan: &'a Plan,
    rungs: &'a [RungSettings],
    /// For the shortest time limit, within which nearly all is asked.
    solvers: Processes<'a>,
    confirmed: &'a Confirmed,
}

/// Late and missing answers that a fresh process confirmed, shared by all examiners: those that
/// show the same again need no second look, which costs as long as the first.
#[derive(Default)]
pub(super) struct Confirmed {
    triggers: Mutex<Vec<Trigger>>,
    abilities: Abilities,
}

impl Confirmed {
    fn has(&self, trigger: &Trigger) -> bool {
        let known = self.triggers.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|known| trigger.size >= known.size && known.stands_for(trigger))
    }

    fn add(&self, trigger: Trigger) {
        self.triggers.lock().unwrap_or_else(PoisonError::into_inner).push(trigger);
    }
}

impl<'a> Examiner<'a> {
    pub fn new(plan: &'a Plan, rungs: &'a [RungSettings], confirmed: &'a Confirmed) -> Self {
        Self { plan, rungs, solvers: Processes::new(&rungs[0].settings), confirmed }
    }
}

impl Inquiry for Examiner<'_> {
    fn ask(
        &mut self,
        block: Block<'_>,
        halt: &dyn Fn() -> bool,
    ) -> Result<Vec<Examined>, StartError> {
        // What may take long is asked rarely: no processes wait for it.
        let mut patient;
        let solvers = match block.rung {
            0 => &mut self.solvers,
            rung => {
                patient = Processes::new(&self.rungs[rung].settings);
                &mut patient
            }
        };
        let hearings = hear(self.plan, solvers, block, halt)?;
        let weigh = |hearing: Hearing<'_>| hearing.weigh(solvers, self.confirmed);
        hearings.into_iter().map(weigh).collect()
    }
}

/// Puts the questions to all who are asked at once, which the arbiter is not. Told to halt, it
/// returns the questions that anybody has answered.
///
/// Each solver gets all the questions before the next solver gets any: a solver's code and data
/// stay in the processor's caches while it works on question after question.
fn hear<'a>(
    plan: &'a Plan,
    solvers: &mut Processes<'_>,
    block: Block<'a>,
    halt: &dyn Fn() -> bool,
) -> Result<Vec<Hearing<'a>>, StartError> {
    let pairs = block.questions.iter().zip(block.briefs);
    let mut hearings: Vec<Hearing<'a>> =
        pairs.map(|(question, brief)| Hearing::new(plan, block.source, question, brief)).collect();
    let arbiter = plan.opponents.arbiter();
    for seat in plan.settings.seats().filter(|&it| Some(it) != arbiter) {
        for (hearing, brief) in hearings.iter_mut().zip(block.briefs) {
            if halt() {
                break;
            }
            if brief.asks[seat] {
                hearing.hear(seat, solvers)?;
            }
        }
    }
    if halt() {
        hearings.retain(Hearing::has_answer);
    }
    Ok(hearings)
}
