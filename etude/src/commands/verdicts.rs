//! `etude verdicts`: what a campaign's solvers said, a line for each formula and solver.

use std::io::{self, BufWriter, Write};
use std::time::Duration;

use anyhow::{Result, bail};
use campaign::{Order, Outcome, Store, StoredSetting, StoredTrack};
use num_bigint::BigUint;
use serde_json::json;

use crate::cli::Verdicts;

pub(crate) fn run(arguments: &Verdicts) -> Result<()> {
    let store = Store::open_to_read(&arguments.campaign)?;
    let (tracks, settings) = (store.tracks()?, store.settings()?);
    let tracks = wanted(tracks, &arguments.theory, "theory", |track| &track.name)?;
    let settings = wanted(settings, &arguments.solver, "solver", |it| it.name())?;
    if let Some(word) = &arguments.verdict
        && !Outcome::ALL.iter().any(|outcome| is_meant(*outcome, word))
    {
        let names: Vec<&str> = Outcome::ALL.iter().map(|outcome| outcome.name()).collect();
        bail!("`{word}` is no verdict: {}", names.join(", "));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for track in &tracks {
        for setting in &settings {
            write_of(arguments, &store, track, setting, &mut out)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// Those with one of these names; all if no name is given.
fn wanted<T>(
    all: Vec<T>,
    names: &[String],
    what: &str,
    name: impl Fn(&T) -> &str,
) -> Result<Vec<T>> {
    for wanted in names {
        if !all.iter().any(|it| name(it) == wanted) {
            let there: Vec<&str> = all.iter().map(&name).collect();
            bail!("the campaign has no {what} `{wanted}` but {}", there.join(", "));
        }
    }
    Ok(all
        .into_iter()
        .filter(|it| names.is_empty() || names.iter().any(|wanted| wanted == name(it)))
        .collect())
}

/// Whether a word means an outcome: `sat` means every `sat`.
fn is_meant(outcome: Outcome, word: &str) -> bool {
    outcome.name() == word || outcome.name().split(':').next() == Some(word)
}

fn write_of(
    arguments: &Verdicts,
    store: &Store,
    track: &StoredTrack,
    setting: &StoredSetting,
    out: &mut impl Write,
) -> Result<()> {
    let order: Option<Order> = serde_json::from_str(&track.sequence).ok();
    let mut written = Ok(());
    store.chunks(track.id, setting.id, 0..u64::MAX, |chunk| {
        for (number, (outcome, time)) in (chunk.first..).zip(chunk.outcomes) {
            if written.is_err() || !is_wanted(arguments, outcome, time) {
                continue;
            }
            let (index, solver) = (index(order.as_ref(), number), setting.name());
            written = if arguments.json {
                let object = json!({
                    "theory": track.name,
                    "index": index,
                    "solver": solver,
                    "verdict": outcome.name(),
                    "seconds": time.as_secs_f64(),
                });
                writeln!(out, "{object}")
            } else {
                let seconds = time.as_secs_f64();
                writeln!(out, "{}\t{index}\t{solver}\t{outcome}\t{seconds:.6}", track.name)
            };
        }
    })?;
    Ok(written?)
}

fn is_wanted(arguments: &Verdicts, outcome: Outcome, time: Duration) -> bool {
    arguments.verdict.as_ref().is_none_or(|word| is_meant(outcome, word))
        && arguments.slower.is_none_or(|least| time >= least)
}

/// The index of a formula, or its number among those that were drawn.
fn index(order: Option<&Order>, number: u64) -> String {
    match order {
        Some(Order::Exhaustive { base }) => {
            (base.parse().unwrap_or(BigUint::ZERO) + number).to_string()
        }
        Some(Order::Sampled { size, seed }) => format!("size{size}-seed{seed}-{number}"),
        None => number.to_string(),
    }
}
