//! `etude verdicts`: what a campaign's solvers said, a line for each formula and solver.

use std::collections::BTreeSet;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use campaign::{Kind, Order, Outcome, Source, Store, StoredSolver, StoredTrack};
use serde_json::json;

use crate::cli::Verdicts;
use crate::commands::report::{known_source, known_space};
use crate::mutants::mutants_again;
use crate::output::stdout;

pub(crate) fn run(arguments: &Verdicts) -> Result<()> {
    let store = Store::open_to_read(&arguments.campaign)?;
    let (tracks, solvers) = (store.tracks()?, store.solvers()?);
    let tracks = wanted(tracks, &arguments.theory, "theory", StoredTrack::name)?;
    let mut solvers = wanted(solvers, &arguments.solver, "solver", |it| it.name())?;
    if let Some(manner) = &arguments.manner {
        solvers.retain(|solver| solver.recorded().manner.name() == manner);
    }
    if let Some(word) = &arguments.verdict
        && !Outcome::ALL.iter().any(|outcome| outcome.is_meant_by(word))
    {
        let names: Vec<&str> = Outcome::ALL.iter().map(|outcome| outcome.name()).collect();
        bail!("`{word}` is no verdict: {}", names.join(", "));
    }
    let mut out = BufWriter::new(stdout(arguments.json));
    let form = if io::stdout().is_terminal() { LineForm::Columns } else { LineForm::Tabs };
    if !arguments.json && form == LineForm::Columns {
        let mut keys: Vec<&str> = tracks.iter().map(|track| track.place(0).key()).collect();
        keys.sort_unstable();
        keys.dedup();
        let place = if let [key] = keys[..] { key } else { "name" };
        let formula = arguments.formula.then_some("formula");
        form.write(&mut out, ["theory", place, "solver", "verdict", "seconds"], formula)?;
    }
    for track in &tracks {
        for solver in &solvers {
            write_of(arguments, &store, track, solver, &mut out)?;
        }
    }
    out.flush()?;
    Ok(())
}

/// The form in which a line is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineForm {
    /// In columns, for a person who looks at it.
    Columns,
    /// With tabulators between its cells, for programs.
    Tabs,
}

impl LineForm {
    fn write(
        self,
        out: &mut impl Write,
        cells: [&str; 5],
        formula: Option<&str>,
    ) -> io::Result<()> {
        let [theory, place, solver, verdict, seconds] = cells;
        match self {
            Self::Columns => {
                write!(out, "{theory:<14} {place:>10}  {solver:<16} {verdict:<16} {seconds:>10}")?;
                formula.map_or(Ok(()), |formula| write!(out, "  {formula}"))?;
            }
            Self::Tabs => {
                write!(out, "{theory}\t{place}\t{solver}\t{verdict}\t{seconds}")?;
                formula.map_or(Ok(()), |formula| write!(out, "\t{formula}"))?;
            }
        }
        writeln!(out)
    }
}

/// Those with one of these names, whose letters may be large or small; all if no name is given.
fn wanted<T>(
    all: Vec<T>,
    names: &[String],
    what: &str,
    name: impl Fn(&T) -> &str,
) -> Result<Vec<T>> {
    let is_meant = |wanted: &String, it: &T| wanted.eq_ignore_ascii_case(name(it));
    for wanted in names {
        if !all.iter().any(|it| is_meant(wanted, it)) {
            let there: Vec<&str> = all.iter().map(&name).collect();
            bail!("the campaign has no {what} `{wanted}` but {}", there.join(", "));
        }
    }
    Ok(all
        .into_iter()
        .filter(|it| names.is_empty() || names.iter().any(|wanted| is_meant(wanted, it)))
        .collect())
}

fn write_of(
    arguments: &Verdicts,
    store: &Store,
    track: &StoredTrack,
    solver: &StoredSolver,
    out: &mut impl Write,
) -> Result<()> {
    let found = found(arguments, store, track, solver)?;
    let formulas = arguments.formula.then(|| formulas(track)).transpose()?;
    let form = if io::stdout().is_terminal() { LineForm::Columns } else { LineForm::Tabs };
    let mut written = Ok(());
    store.best(track.id, solver, |chunk| {
        for (number, (outcome, time)) in (chunk.first..).zip(chunk.outcomes) {
            let is_found = found.as_ref().is_none_or(|found| found.contains(&number));
            if written.is_err() || !is_found || !is_wanted(arguments, outcome, time) {
                continue;
            }
            let (place, solver) = (track.place(number), solver.name());
            let formula = formulas.as_ref().and_then(|source| {
                source.questions(number..number + 1).pop().map(|question| question.text)
            });
            written = if arguments.json {
                let mut object = json!({
                    "theory": track.name(),
                    (place.key()): place,
                    "solver": solver,
                    "verdict": outcome.name(),
                    "seconds": time.as_secs_f64(),
                });
                if let Some(formula) = formula {
                    object["formula"] = formula.into();
                }
                writeln!(out, "{object}")
            } else {
                let (place, outcome) = (place.to_string(), outcome.to_string());
                let seconds = format!("{:.6}", time.as_secs_f64());
                let formula = formula.map(|text| text.trim_end().replace('\n', " "));
                let cells = [track.name(), &place, solver, &outcome, &seconds];
                form.write(out, cells, formula.as_deref())
            };
        }
    })?;
    Ok(written?)
}

/// The formulas of a track, whose theory must be compiled in.
fn formulas(track: &StoredTrack) -> Result<Arc<dyn Source>> {
    let (identity, name) = (&track.identity, track.identity.title());
    let in_files = "which a campaign does not keep: the lines name them";
    match &identity.order {
        Order::Corpus { .. } => bail!("--formula: {name} are scripts in files, {in_files}"),
        Order::Mutated { seeds, .. } if matches!(**seeds, Order::Corpus { .. }) => {
            bail!("--formula: the seeds of {name} are scripts in files, {in_files}")
        }
        Order::Mutated { .. } => known_space(&identity.name)
            .and_then(|space| mutants_again(identity, space))
            .with_context(|| {
                format!(
                    "--formula: {name} were made from a grammar, with rules or by fusion functions \
                     that this etude has not"
                )
            }),
        Order::Exhaustive { .. } | Order::Sampled { .. } => {
            known_source(identity).with_context(|| {
                format!(
                    "--formula: this etude has not the grammar of {name}, and cannot write its \
                     formulas"
                )
            })
        }
    }
}

fn is_wanted(arguments: &Verdicts, outcome: Outcome, time: Duration) -> bool {
    arguments.verdict.as_ref().is_none_or(|word| outcome.is_meant_by(word))
        && arguments.slower.is_none_or(|least| time >= least)
        && arguments.faster.is_none_or(|most| time <= most)
}

/// The numbers of the formulas that have a finding of the wanted kind against a solver; `None` if
/// no kind is wanted. Where only times were measured there are no findings.
fn found(
    arguments: &Verdicts,
    store: &Store,
    track: &StoredTrack,
    solver: &StoredSolver,
) -> Result<Option<BTreeSet<u64>>> {
    let Some(kind) = arguments.kind.as_deref().and_then(Kind::named) else { return Ok(None) };
    if solver.recorded().manner.is_timed() {
        return Ok(Some(BTreeSet::new()));
    }
    let found = store.found(track.id)?.into_iter();
    let found = found.filter(|it| it.kind == kind && it.accused.include(solver.name()));
    Ok(Some(found.map(|it| it.number).collect()))
}
