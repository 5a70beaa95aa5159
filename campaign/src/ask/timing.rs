//! Measuring: how long each solver takes for a question. Nothing is judged.

use std::time::Duration;

use solvers::StartError;

use crate::ask::inquiry::{Block, Examined, Inquiry};
use crate::ask::plan::Plan;
use crate::ask::processes::Processes;
use crate::judge::outcome::Outcome;
use crate::seat::handle::PerSeat;
use crate::seat::setting::Manner;
use crate::source::question::Question;

/// An answer that takes this long is measured once: the machine's noise does not matter to it.
const LONG: Duration = Duration::from_secs(1);

/// Measures the solvers of a plan, one question after the other.
pub(super) struct Timing<'a> {
    plan: &'a Plan,
    solvers: Processes<'a>,
}

impl<'a> Timing<'a> {
    pub fn new(plan: &'a Plan) -> Self {
        Self { plan, solvers: Processes::new(&plan.settings) }
    }

    /// Measures how long those take that `asks` names. They take turns, so that whatever else the
    /// machine does meets them all.
    fn measure(
        &mut self,
        question: &Question,
        asks: &PerSeat<bool>,
    ) -> Result<Examined, StartError> {
        let mut measured: PerSeat<Vec<(Outcome, Duration)>> = asks.map(|_| Vec::new());
        let settings = &self.plan.settings;
        let rounds = settings.iter().map(|setting| setting.manner.repetitions()).max();
        for round in 0..rounds.unwrap_or(1) {
            for (seat, setting) in settings.pairs() {
                let was_long = measured[seat].iter().any(|(_, time)| *time >= LONG);
                if !asks[seat] || round >= setting.manner.repetitions() || was_long {
                    continue;
                }
                let one = match setting.manner {
                    Manner::Timed { .. } => {
                        let answer = self.solvers.ask_verdict(seat, &question.text)?;
                        Some((Outcome::of_verdict(&answer.verdict), answer.time))
                    }
                    Manner::Session | Manner::Fresh => {
                        let reply = self.solvers.ask(seat, &question.text, None)?;
                        let answer = reply.answer();
                        answer.map(|it| (Outcome::of_verdict(&it.verdict), it.time))
                    }
                };
                measured[seat].extend(one);
            }
        }
        Ok(Examined {
            reasons: measured.map(|_| None),
            outcomes: measured.into_iter().map(median).collect(),
            findings: Vec::new(),
            unread: None,
            own_faults: Vec::new(),
        })
    }
}

impl Inquiry for Timing<'_> {
    fn ask(
        &mut self,
        block: Block<'_>,
        halt: &dyn Fn() -> bool,
    ) -> Result<Vec<Examined>, StartError> {
        let questions = block.questions.iter().zip(block.briefs).take_while(|_| !halt());
        questions.map(|(question, brief)| self.measure(question, &brief.asks)).collect()
    }
}

fn median(mut all: Vec<(Outcome, Duration)>) -> Option<(Outcome, Duration)> {
    all.sort_by_key(|(_, time)| *time);
    all.get(all.len() / 2).copied()
}
