//! The slowest answers, each with its formula and with what another solver took.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use campaign::{Outcome, Place, Question, StoreError, StoredSolver, StoredTrack};
use serde::Serialize;

use super::Campaign;
use super::accounts::Tally;

/// A slow answer.
#[derive(Clone, Debug, Serialize)]
pub struct Slow {
    /// The theory.
    pub theory: String,
    /// The solver.
    pub solver: String,
    /// The manner in which it was asked.
    pub manner: String,
    /// The name of the formula: an `index`, or a `file`.
    #[serde(flatten, serialize_with = "super::by_its_key")]
    pub place: Place,
    /// The formula, where its source is known.
    pub formula: Option<String>,
    /// The verdict.
    pub verdict: String,
    /// The time that it took.
    pub seconds: f64,
    /// The fastest other solver that decided the formula.
    pub rival: Option<Rival>,
}

/// Another solver's answer. `z3-5.4.0` may say `sat` after 0.01 seconds.
#[derive(Clone, Debug, Serialize)]
pub struct Rival {
    /// The solver.
    pub solver: String,
    /// Its verdict.
    pub verdict: String,
    /// The time that it took.
    pub seconds: f64,
}

/// The slowest answers of each solver to the formulas of a track.
pub(super) fn slowest(
    campaign: &Campaign<'_>,
    track: &StoredTrack,
    tallies: &[(&StoredSolver, Tally)],
) -> Result<Vec<Slow>, StoreError> {
    let numbers = tallies.iter().flat_map(|(_, tally)| tally.slowest());
    let numbers: BTreeSet<u64> = numbers.map(|(number, ..)| number).collect();
    let questions = questions(campaign, track, &numbers);
    let said = said(campaign, track, &numbers, tallies)?;
    let mut slowest = Vec::new();
    for (setting, tally) in tallies {
        for (number, outcome, time) in tally.slowest() {
            let question = questions.get(&number);
            slowest.push(Slow {
                theory: track.name().to_owned(),
                solver: setting.name().to_owned(),
                manner: setting.recorded().manner.to_string(),
                place: question.map_or_else(|| track.place(number), |it| it.place.clone()),
                formula: question.map(|question| question.text.clone()),
                verdict: outcome.name().to_owned(),
                seconds: time.as_secs_f64(),
                rival: said.get(&number).and_then(|said| rival(said, setting)),
            });
        }
    }
    Ok(slowest)
}

/// The questions with these numbers, where their source is known.
fn questions(
    campaign: &Campaign<'_>,
    track: &StoredTrack,
    numbers: &BTreeSet<u64>,
) -> BTreeMap<u64, Question> {
    let Some(source) = (campaign.find)(&track.identity) else { return BTreeMap::new() };
    let question = |&number: &u64| source.questions(number..number + 1).pop();
    numbers.iter().filter_map(question).map(|question| (question.number, question)).collect()
}

/// Solvers that decided a formula, with their answers and times.
type Said<'a> = Vec<(&'a StoredSolver, Outcome, Duration)>;

/// Returns who decided these formulas; one walk over all that each solver said.
fn said<'a>(
    campaign: &Campaign<'_>,
    track: &StoredTrack,
    numbers: &BTreeSet<u64>,
    tallies: &[(&'a StoredSolver, Tally)],
) -> Result<BTreeMap<u64, Said<'a>>, StoreError> {
    let mut said: BTreeMap<u64, Said<'a>> = BTreeMap::new();
    for (setting, _) in tallies {
        campaign.store.best(track.id, setting, |chunk| {
            let end = chunk.first + chunk.outcomes.len() as u64;
            for &number in numbers.range(chunk.first..end) {
                let place = usize::try_from(number - chunk.first).expect("a place in the chunk");
                let (outcome, time) = chunk.outcomes[place];
                if outcome.is_decided() {
                    said.entry(number).or_default().push((setting, outcome, time));
                }
            }
        })?;
    }
    Ok(said)
}

/// The fastest of the others that decided a formula; those who were asked in another way took
/// times that cannot be compared.
fn rival(said: &Said<'_>, slow: &StoredSolver) -> Option<Rival> {
    let others = said
        .iter()
        .filter(|(other, ..)| *other != slow && other.recorded().manner == slow.recorded().manner);
    let (solver, outcome, time) = others.min_by_key(|(_, _, time)| *time)?;
    Some(Rival {
        solver: solver.name().to_owned(),
        verdict: outcome.name().to_owned(),
        seconds: time.as_secs_f64(),
    })
}
