//! Solvers that are asked of a script, and of each smaller one whether it shows the same.

use smtlib::Budget;
use solvers::StartError;

use super::crew::{Shown, Test};
use super::heard::Heard;
use super::patient::Footing;
use super::symptom::Symptom;
use crate::ask::processes::Processes;
use crate::judge::{Judge, Suspicion};
use crate::seat::handle::PerSeat;
use crate::seat::setting::{Manner, Setting};
use crate::source::known::KnownAnswer;

/// The solvers that are asked of a script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    /// Those who may be to blame.
    pub accused: &'a [Setting],
    /// Those beside whom their answers are bad; nobody where an answer is bad by itself.
    pub rivals: &'a [Setting],
}

impl Asked<'_> {
    /// Returns the settings of all, those who may be to blame first.
    pub fn settings(&self) -> PerSeat<Setting> {
        self.accused.iter().chain(self.rivals).cloned().collect()
    }

    pub fn symptom(&self, suspicion: &Suspicion) -> Option<Symptom> {
        if self.rivals.is_empty() {
            Symptom::of(suspicion)
        } else {
            Symptom::among_others(suspicion)
        }
    }
}

/// Whether scripts show the same, as one thread asks.
pub(super) struct PatientTest {
    pub settings: PerSeat<Setting>,
    pub symptom: Symptom,
    /// Number of the settings that are to blame; the others are rivals.
    pub accused: usize,
    pub footing: Footing,
    pub manner: Manner,
}

/// The search for a witness of each script that is called unsatisfiable: many are.
const BUDGET: Budget = Budget { evaluations: 3_000, steps: 20_000, all_steps: 200_000 };

impl PatientTest {
    /// Begins with its own processes.
    pub fn begin(&self) -> AskingTest<'_> {
        AskingTest { test: self, processes: Processes::new(&self.settings) }
    }
}

/// A test with the processes that it asks.
pub(super) struct AskingTest<'a> {
    test: &'a PatientTest,
    processes: Processes<'a>,
}

impl Test for AskingTest<'_> {
    fn test(&mut self, text: &str, witness: Option<&str>) -> Result<Option<Shown>, StartError> {
        let PatientTest { settings, symptom, accused, footing, manner } = self.test;
        let judge = Judge { quick: BUDGET, thorough: BUDGET, ..Judge::default() };
        let processes = &mut self.processes;
        let known = witness.map(KnownAnswer::witnessed);
        let mut heard =
            Heard::of(text, known.as_ref(), settings, &judge, |seat, parsed| match manner {
                Manner::Session => processes.ask(seat, text, parsed),
                Manner::Fresh | Manner::Timed { .. } => {
                    let limits = settings[seat].limits.with_start();
                    processes.ask_again(seat, text, parsed, None, &limits)
                }
            })?;
        heard.suspect_only(*accused);
        let is_shown = (*footing == Footing::Choice || heard.footing() == Footing::Standard)
            && symptom.is_in(&heard.judgement, &heard.answers());
        Ok(is_shown.then(|| Shown { witness: heard.witness() }))
    }
}
