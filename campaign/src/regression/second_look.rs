//! A second look at what seems worse: the solver is asked again, as long as there is time.

use std::fmt;
use std::time::Duration;

use crate::ask::hunt::HuntError;
use crate::history::baseline::Change;
use crate::judge::outcome::Outcome;
use crate::regression::course::Course;
use crate::regression::stopwatch::measure_again;
use crate::source::Source;
use crate::store::Store;

/// Result of asking one formula again. `NoTime` where the budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// The solver under test said this, and took this much time of a processor.
    Said(Outcome, Duration),
    /// There is no such formula any more.
    NoFormula,
    /// There is no time left.
    NoTime,
}

/// A second look: asks the solver under test again.
pub trait SecondLook {
    /// Asks one question of a source again, in a fresh process.
    fn ask(&mut self, source: &dyn Source, number: u64) -> Result<Second, HuntError>;

    /// Returns how many times as long the solver takes for some formulas as it did before, on the
    /// machine as it is now; `None` if there is no time to measure it, or too little to measure.
    fn measure(&mut self, source: &dyn Source, sample: &[Change])
    -> Result<Option<f64>, HuntError>;
}

/// The second look of a run, at its own solvers. In `etude ci` it is what is left of `--budget`.
pub struct LiveLook<'a> {
    /// The run, which says who is asked and until when.
    pub course: &'a Course,
    /// Its database.
    pub store: &'a Store,
    /// Looked at before each formula: true if the run is to end.
    pub stop: &'a dyn Fn() -> bool,
}

impl fmt::Debug for LiveLook<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { course, store, .. } = self;
        f.debug_struct("LiveLook").field("course", course).field("store", store).finish()
    }
}

impl LiveLook<'_> {
    pub(super) fn is_over(&self) -> bool {
        self.course.is_over() || (self.stop)()
    }
}

impl SecondLook for LiveLook<'_> {
    fn ask(&mut self, source: &dyn Source, number: u64) -> Result<Second, HuntError> {
        if self.is_over() {
            return Ok(Second::NoTime);
        }
        let setting = &self.course.tested;
        let formulas = source.questions(number..number + 1);
        let Some(formula) = formulas.first() else { return Ok(Second::NoFormula) };
        let answer = setting.solver.confirm(&formula.text, &setting.limits, &mut |_| Vec::new())?;
        let time = answer.cpu.unwrap_or(answer.time);
        Ok(Second::Said(Outcome::of_verdict(&answer.verdict), time))
    }

    fn measure(
        &mut self,
        source: &dyn Source,
        sample: &[Change],
    ) -> Result<Option<f64>, HuntError> {
        measure_again(self, source, sample)
    }
}
