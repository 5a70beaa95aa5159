//! Answers that are missing or late, and the speed of the machine.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use super::{Change, Machine, Sides, Speed, TheoryDifference};
use crate::history::statistics::{median, signed_rank};
use crate::judge::outcome::Outcome;
use crate::source::Source;
use crate::store::{Recollection, Store, StoreError, StoredSolver, TrackId};

type Answers = BTreeMap<u64, Recollection>;

/// With fewer formulas nobody knows how fast a machine is.
const FEWEST: usize = 20;
/// Most formulas for a second look at a theory's speed.
const SAMPLE: usize = 64;

impl Sides<'_> {
    /// Returns how many times as long the same solver takes on this machine.
    pub(super) fn machine(
        &self,
        yardstick: &str,
        sources: &[Arc<dyn Source>],
    ) -> Result<Option<Machine>, StoreError> {
        let find = |store: &Store| -> Result<Option<StoredSolver>, StoreError> {
            Ok(store.solvers()?.into_iter().find(|it| it.has(yardstick)))
        };
        let (Some(now), Some(earlier)) = (find(self.store)?, find(self.baseline)?) else {
            return Ok(None);
        };
        let (mut all, mut medians) = (Vec::new(), Vec::new());
        for source in sources {
            let now = answers(self.store, source, &now)?;
            let before = answers(self.baseline, source, &earlier)?;
            let ratios: Vec<f64> =
                pairs(&before, &now).map(|(_, before, now)| ratio(before.1, now.1)).collect();
            medians.extend(median(&ratios).filter(|_| ratios.len() >= FEWEST));
            all.extend(ratios);
        }
        let Some(factor) = median(&all).filter(|_| all.len() >= FEWEST) else { return Ok(None) };
        // What happens to the machine for a while meets one theory more than another.
        let noise = medians.iter().map(|median| median / factor).fold(1.0, f64::max);
        Ok(Some(Machine { factor, pairs: all.len(), noise }))
    }

    /// Returns what differs in a theory, on a machine that takes `factor` times as long.
    pub(super) fn theory(
        &self,
        source: &dyn Source,
        factor: f64,
    ) -> Result<TheoryDifference, StoreError> {
        let before = answers(self.baseline, source, &self.earlier)?;
        let now = answers(self.store, source, &self.now)?;
        let wrong = self.wrong_before(source)?;
        let mut difference =
            TheoryDifference { name: source.identity().name.clone(), ..Default::default() };
        let here = |time: Duration| {
            Duration::try_from_secs_f64(time.as_secs_f64() * factor)
                .expect("times and their ratios are positive, and below 2^32")
        };
        for (&number, &now) in &now {
            let Some(&Recollection { outcome, time, .. }) = before.get(&number) else { continue };
            difference.compared += 1;
            let time = here(time);
            // One that had less time than before may still be asked again.
            let limit = now.wall;
            let now = (now.outcome, now.time);
            let change = Change { number, before: (outcome, time), now };
            // Whoever was wrong before need not decide it now.
            if !outcome.is_decided() || outcome == Outcome::SatFalse || wrong.contains(&number) {
                continue;
            }
            if now.0.is_decided() {
                let is_far = now.1 >= time * self.tolerance.times && now.1 > self.tolerance.slow;
                difference.laggards.extend(is_far.then_some(change));
            } else if now.0 != Outcome::Timeout || time * 2 < limit {
                difference.undecided.push(change);
            }
        }
        let step = pairs(&before, &now).count().div_ceil(SAMPLE).max(1);
        difference.sample = pairs(&before, &now)
            .step_by(step)
            .map(|(number, (outcome, time), now)| {
                let before = (outcome, here(time));
                Change { number, before, now }
            })
            .collect();
        let logarithms: Vec<f64> = pairs(&before, &now)
            .map(|(_, before, now)| (ratio(before.1, now.1) / factor).ln())
            .collect();
        difference.speed = Speed {
            pairs: logarithms.len(),
            ratio: median(&logarithms).map_or(Speed::default().ratio, f64::exp),
            // What is not tested takes nothing from the others.
            probability: if logarithms.len() < self.tolerance.pairs {
                1.0
            } else {
                signed_rank(&logarithms)
            },
            is_slower: false,
        };
        Ok(difference)
    }

    /// The formulas on which the earlier build was wrong.
    fn wrong_before(&self, source: &dyn Source) -> Result<BTreeSet<u64>, StoreError> {
        let Some(id) = find_track(self.baseline, source)? else { return Ok(BTreeSet::new()) };
        let found = self.baseline.found(id)?.into_iter();
        Ok(found
            .filter(|it| it.kind.is_wrong_answer() && it.accused.is_only(self.earlier.name()))
            .map(|it| it.number)
            .collect())
    }
}

/// The track in a database that is only read.
pub(super) fn find_track(
    store: &Store,
    source: &dyn Source,
) -> Result<Option<TrackId>, StoreError> {
    let stored = store.tracks()?.into_iter().find(|stored| stored.identity.is(source.identity()));
    let id = stored.map(|stored| stored.id);
    id.map_or(Ok(()), |id| store.check_extent(id, source))?;
    Ok(id)
}

fn answers(
    store: &Store,
    source: &dyn Source,
    solver: &StoredSolver,
) -> Result<Answers, StoreError> {
    let mut answers = Answers::new();
    if let Some(id) = find_track(store, source)? {
        store.recollections(id, solver, 0..u64::MAX, |number, best| {
            answers.insert(number, best);
        })?;
    }
    Ok(answers)
}

/// Returns the formulas that both decided: the number, and each answer.
fn pairs<'a>(
    before: &'a Answers,
    now: &'a Answers,
) -> impl Iterator<Item = (u64, (Outcome, Duration), (Outcome, Duration))> + 'a {
    now.iter()
        .filter_map(|(number, now)| {
            let before = before.get(number)?;
            Some((*number, (before.outcome, before.time), (now.outcome, now.time)))
        })
        .filter(|(_, before, now)| before.0.is_decided() && now.0.is_decided())
}

/// Returns how many times as long it takes. Times below a microsecond are not told apart.
fn ratio(before: Duration, now: Duration) -> f64 {
    now.as_secs_f64().max(1e-6) / before.as_secs_f64().max(1e-6)
}
