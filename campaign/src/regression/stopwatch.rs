//! A second look at a theory that seems slower: what made it slow may have been the machine.

use std::collections::BTreeMap;
use std::time::Duration;

use solvers::{Session, StartError, Want};

use super::course::YARDSTICK;
use super::second_look::LiveLook;
use crate::ask::hunt::HuntError;
use crate::history::baseline::Change;
use crate::history::statistics::median;
use crate::seat::setting::Setting;
use crate::source::Source;
use crate::store::{Store, StoreError};

/// Measurements per formula; the median counts.
const ROUNDS: usize = 3;
/// An answer that takes this long is measured once: the machine's noise does not matter to it.
const LONG: Duration = Duration::from_millis(200);
/// The fewest formulas that say something.
const FEWEST: usize = 20;

/// Returns how many times as long the solver takes for some formulas as it did before, on the
/// machine as it is now. The reference takes turns with it and tells how fast that is. `None` if
/// there is no time, or too few formulas.
pub(super) fn measure_again(
    look: &LiveLook,
    source: &dyn Source,
    sample: &[Change],
) -> Result<Option<f64>, HuntError> {
    let LiveLook { course, store, .. } = look;
    let before: Times = sample.iter().map(|change| (change.number, change.before.1)).collect();
    let yardstick = yardstick(store, source, &course.reference)?;
    let mut tested = Stopwatch::new(&course.tested, source);
    let mut reference = Stopwatch::new(&course.reference, source);
    for _ in 0..ROUNDS {
        let mut others = yardstick.keys().cycle();
        for number in before.keys() {
            if look.is_over() {
                return Ok(None);
            }
            tested.measure(*number)?;
            if let Some(other) = others.next() {
                reference.measure(*other)?;
            }
        }
    }
    let Some(ratio) = tested.ratio(&before) else { return Ok(None) };
    // A reference that says nothing leaves the machine as it was.
    Ok(Some(reference.ratio(&yardstick).map_or(ratio, |machine| ratio / machine)))
}

type Times = BTreeMap<u64, Duration>;

/// The reference's times at the beginning of this run.
fn yardstick(store: &Store, source: &dyn Source, reference: &Setting) -> Result<Times, StoreError> {
    let (track, setting) = (store.track(source)?, store.setting(&reference.yardstick())?);
    let mut times = Times::new();
    store.chunks(track, setting, 0..YARDSTICK, |chunk| {
        let decided = (chunk.first..).zip(chunk.outcomes);
        let decided = decided.filter(|(_, (outcome, _))| outcome.is_decided());
        times.extend(decided.map(|(number, (_, time))| (number, time)));
    })?;
    Ok(times)
}

/// A solver that is asked as in the run, one formula at a time.
struct Stopwatch<'a> {
    session: Session,
    source: &'a dyn Source,
    times: BTreeMap<u64, Vec<Duration>>,
    is_warm: bool,
}

impl<'a> Stopwatch<'a> {
    fn new(setting: &Setting, source: &'a dyn Source) -> Self {
        let session = Session::new(setting.solver.clone(), setting.limits).with_want(Want::Model);
        Self { session, source, times: BTreeMap::new(), is_warm: false }
    }

    fn measure(&mut self, number: u64) -> Result<(), StartError> {
        let times = self.times.entry(number).or_default();
        if times.iter().any(|time| *time >= LONG) {
            return Ok(());
        }
        let questions = self.source.questions(number..number + 1);
        let Some(question) = questions.first() else { return Ok(()) };
        if !self.is_warm {
            // The first answer has to wait for the program to start.
            self.is_warm = true;
            self.session.solve(&question.text)?;
        }
        times.push(self.session.solve(&question.text)?.time);
        Ok(())
    }

    /// Returns the median of how many times as long the formulas take.
    fn ratio(&self, before: &Times) -> Option<f64> {
        let seconds = |time: Duration| time.as_secs_f64().max(1e-6);
        let ratios: Vec<f64> = before
            .iter()
            .filter_map(|(number, before)| {
                let now: Vec<f64> = self.times.get(number)?.iter().copied().map(seconds).collect();
                Some(median(&now)? / seconds(*before))
            })
            .collect();
        median(&ratios).filter(|_| ratios.len() >= FEWEST)
    }
}
