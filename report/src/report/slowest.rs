//! The slowest answers, each with its formula and with what another solver took.

use std::time::Duration;

use campaign::{Outcome, StoreError, StoredSetting, StoredTrack, TrackId};
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
    /// How it was asked.
    pub manner: String,
    /// The formula's index, or its number among those that were drawn.
    pub index: String,
    /// The formula, where its grammar is known.
    pub formula: Option<String>,
    /// What was said.
    pub verdict: String,
    /// How long it took.
    pub seconds: f64,
    /// The fastest other solver that decided the formula.
    pub rival: Option<Rival>,
}

/// Another solver's answer.
#[derive(Clone, Debug, Serialize)]
pub struct Rival {
    /// The solver.
    pub solver: String,
    /// What it said.
    pub verdict: String,
    /// How long it took.
    pub seconds: f64,
}

/// The slowest answers of each solver to the formulas of a track.
pub(super) fn slowest(
    campaign: &Campaign<'_>,
    track: &StoredTrack,
    tallies: &[(&StoredSetting, Tally)],
) -> Result<Vec<Slow>, StoreError> {
    let formulas = (campaign.space)(&track.name).and_then(|space| track.of_space(space));
    let mut slowest = Vec::new();
    for (setting, tally) in tallies {
        for (number, outcome, time) in tally.slowest() {
            let formula = formulas
                .as_ref()
                .and_then(|track| track.formulas(number..number + 1).into_iter().next());
            let index = match &formula {
                Some(formula) => formula.index.to_string(),
                None => track.place(number),
            };
            slowest.push(Slow {
                theory: track.name.clone(),
                solver: setting.name().to_owned(),
                manner: setting.recorded.manner.to_string(),
                index,
                formula: formula.map(|formula| formula.text),
                verdict: outcome.name().to_owned(),
                seconds: time.as_secs_f64(),
                rival: rival(campaign, track.id, number, setting, tallies)?,
            });
        }
    }
    Ok(slowest)
}

/// The fastest of the others that decided a formula; those who were asked in another way took
/// times that cannot be compared.
fn rival(
    campaign: &Campaign<'_>,
    track: TrackId,
    number: u64,
    slow: &StoredSetting,
    tallies: &[(&StoredSetting, Tally)],
) -> Result<Option<Rival>, StoreError> {
    let mut best: Option<(Duration, &str, Outcome)> = None;
    for (other, _) in tallies {
        if other.id == slow.id || other.recorded.manner != slow.recorded.manner {
            continue;
        }
        campaign.store.chunks(track, other.id, number..number + 1, |chunk| {
            for (outcome, time) in chunk.outcomes {
                let is_better = best.is_none_or(|(least, ..)| time < least);
                if outcome.is_decided() && is_better {
                    best = Some((time, other.name(), outcome));
                }
            }
        })?;
    }
    Ok(best.map(|(time, solver, outcome)| Rival {
        solver: solver.to_owned(),
        verdict: outcome.name().to_owned(),
        seconds: time.as_secs_f64(),
    }))
}
