//! Results of a campaign so far: for each theory how many formulas have which standing, and what
//! each
//! solver left open.

mod alike;
mod brought;
mod missing;
mod panels;
mod refusals;
mod sentence;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use crate::ask::plan::Plan;
use crate::finding::accused::SolverName;
use crate::judge::kind::Kind;
use crate::judge::outcome::Outcome;
use crate::judge::standing::{Standings, Weighed};
use crate::seat::handle::SeatId;
use crate::seat::setting::Setting;
use crate::source::order::{Order, Place};
use crate::source::{FindSource, Source};
use crate::store::{
    Accusation, Reason, Spans, Store, StoreError, StoredSolver, TrackId, Yields, is_in, spans,
};
use panels::{Member, Panel, intersection, panels};

pub use missing::{Crowded, Missing};
pub use sentence::open_word;

/// Formulas that are weighed at a time, so that memory does not grow with the campaign.
const WINDOW: u64 = 8192;

/// Results of a campaign so far. The first line of its text is `20 formulas of Strings: 15 proven sat, …`.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The names of the solvers.
    pub solvers: Vec<String>,
    /// Results for each theory.
    pub theories: Vec<TheorySummary>,
}

/// Results of a campaign for one theory. In words: `20 formulas of Strings: 15 proven sat, …`.
#[derive(Clone, Debug)]
pub struct TheorySummary {
    /// Its name.
    pub name: String,
    /// The track of its formulas.
    pub track: TrackId,
    /// The numbers of the formulas that all of them were asked.
    pub asked: Spans,
    /// Number of formulas that all of them were asked.
    pub formulas: u64,
    /// Number of these that follow each other from the first formula on.
    pub from_start: u64,
    /// The largest size up to which all formulas were asked, and how many these are.
    pub complete: Option<(u32, u64)>,
    /// The size of the formulas, where they were drawn at random.
    pub sampled: Option<u32>,
    /// The mutants that are missing, and why, where the formulas are mutants.
    pub missing: Option<Missing>,
    /// The yield of the mutants that were asked, where the formulas are mutants.
    pub yields: Option<Yields>,
    /// The number of all scripts, where the formulas are those of a corpus.
    pub scripts: Option<u64>,
    /// The reasons why etude could not read some of the scripts that were asked, the most frequent
    /// first,
    /// and how many scripts these are. Solvers were asked them, and no model was evaluated.
    pub unreadable: Vec<(String, u64)>,
    /// The solver that was asked only what the others left open.
    pub arbiter: Option<usize>,
    /// Number of formulas that some solver left open within a shorter time limit, and was not yet
    /// asked
    /// within its longest.
    pub climbing: u64,
    /// Number of the formulas that all of them were asked, for each standing.
    pub standings: Standings,
    /// Number of each solver's answers, by outcome.
    pub tallies: Vec<BTreeMap<Outcome, u64>>,
    /// Reasons of each solver for giving no answer, in its own words, the most frequent first.
    pub reasons: Vec<Vec<Excuse>>,
    /// Number of findings of each kind.
    pub findings: BTreeMap<Kind, u64>,
    /// Number of formulas that have an answer which is proven wrong.
    pub wrong: u64,
}

/// A solver's reason for giving no answer to some formulas, as people read it. `line N column N: unknown constant str.from_int`
/// is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excuse {
    /// Its words, the outcome of the formulas, and how many these are.
    pub reason: Reason,
    /// The name of the first of them.
    pub first: Place,
}

/// Sums up what the database holds of the formulas of a plan, whenever they were asked.
pub fn summarize(plan: &Plan, store: &Store) -> Result<Summary, StoreError> {
    let member = |setting: &Setting| -> Result<Member, StoreError> {
        Ok(Member::new(store.solver(setting)?, &setting.description()))
    };
    let panel = Panel {
        arbiter: plan.opponents.arbiter().map(SeatId::place),
        members: plan.settings.iter().map(member).collect::<Result<_, _>>()?,
    };
    let theories: Result<_, _> = plan
        .stretches
        .iter()
        .zip(plan.titles())
        .map(|(stretch, name)| {
            let formulas = Formulas {
                track: store.track(&stretch.source)?,
                name: &name,
                order: &stretch.source.identity().order,
                source: Some(&*stretch.source),
                numbers: vec![stretch.numbers.clone()],
            };
            summarize_formulas(&formulas, &panel, store)
        })
        .collect();
    Ok(Summary { solvers: panel.names(), theories: theories? })
}

/// All that the database holds: a summary for each panel of solvers that were all asked the same
/// formulas. Solvers whose times were measured are left out, since nothing was judged.
///
/// `find` finds the source of a track. Where it knows none, no size is called complete.
pub fn summarize_stored(store: &Store, find: FindSource<'_>) -> Result<Vec<Summary>, StoreError> {
    let mut solvers = store.solvers()?;
    solvers.retain(StoredSolver::is_judged);
    let mut summaries: Vec<(Panel, Vec<TheorySummary>)> = Vec::new();
    for stored in store.tracks()? {
        let source = find(&stored.identity);
        if let Some(source) = &source {
            store.check_extent(stored.id, source)?;
        }
        for (numbers, panel) in panels(stored.id, &solvers, store)? {
            let formulas = Formulas {
                track: stored.id,
                name: &stored.identity.title(),
                order: &stored.identity.order,
                source: source.as_deref(),
                numbers,
            };
            let theory = summarize_formulas(&formulas, &panel, store)?;
            match summaries.iter_mut().find(|(other, _)| other.members == panel.members) {
                Some((_, theories)) => theories.push(theory),
                None => summaries.push((panel, vec![theory])),
            }
        }
    }
    let summary = |(panel, theories): (Panel, _)| Summary { solvers: panel.names(), theories };
    Ok(summaries.into_iter().map(summary).collect())
}

/// Formulas that are summed up together.
struct Formulas<'a> {
    track: TrackId,
    name: &'a str,
    order: &'a Order,
    /// `None` if nobody knows it.
    source: Option<&'a dyn Source>,
    numbers: Spans,
}

fn summarize_formulas(
    formulas: &Formulas<'_>,
    panel: &Panel,
    store: &Store,
) -> Result<TheorySummary, StoreError> {
    let track = formulas.track;
    let mut tallies = vec![BTreeMap::new(); panel.members.len()];
    let mut reasons = Vec::new();
    let mut done = Vec::new();
    let mut climbing = BTreeSet::new();
    for (place, (member, tally)) in panel.members.iter().zip(&mut tallies).enumerate() {
        let longest = member.solver.most_patient().limit();
        for numbers in &formulas.numbers {
            store.recollections(track, &member.solver, numbers.clone(), |number, best| {
                *tally.entry(best.outcome).or_insert(0) += 1;
                if best.outcome == Outcome::Timeout && best.wall < longest {
                    climbing.insert(number);
                }
            })?;
        }
        let excuse = |reason: Reason| Excuse { first: formulas.order.place(reason.number), reason };
        let said = store.reasons_of(track, &member.solver)?.into_iter();
        reasons.push(said.filter(|it| is_in(&formulas.numbers, it.number)).map(excuse).collect());
        if panel.arbiter != Some(place) {
            done.push(store.done_by(track, &member.solver)?);
        }
    }
    let together = formulas.numbers.iter().flat_map(|numbers| intersection(&done, numbers));
    let asked = spans(together.collect());
    let from_start = match asked.first() {
        Some(span) if span.start == 0 && formulas.order.is_from_zero() => span.end,
        _ => 0,
    };
    let found = found(store, formulas, panel)?;
    let mut findings = BTreeMap::new();
    for it in &found {
        *findings.entry(it.kind).or_insert(0) += 1;
    }
    let wrong = found.iter().filter(|it| it.is_wrong_answer()).map(|it| it.number);
    let standings = standings(store, track, panel, &asked, &found)?;
    Ok(TheorySummary {
        name: formulas.name.to_owned(),
        track,
        formulas: standings.total(),
        from_start,
        asked: asked.clone(),
        complete: formulas.source.and_then(|source| source.complete_size(from_start)),
        sampled: match formulas.order {
            Order::Sampled { size, .. } => Some(*size),
            Order::Exhaustive { .. } | Order::Corpus { .. } | Order::Mutated { .. } => None,
        },
        missing: match formulas.order {
            Order::Mutated { making, per_seed, .. } => {
                let neighbours = making.is_all().then_some(*per_seed);
                Some(Missing::of(store, track, &formulas.numbers, neighbours)?)
            }
            _ => None,
        },
        yields: match formulas.order {
            Order::Mutated { .. } => Some(store.yields(track, Some(&formulas.numbers))?),
            _ => None,
        },
        scripts: match formulas.order {
            Order::Corpus { files } => Some(files.as_slice().len() as u64),
            Order::Exhaustive { .. } | Order::Sampled { .. } | Order::Mutated { .. } => None,
        },
        unreadable: unreadable(store, track, &asked)?,
        arbiter: panel.arbiter,
        climbing: climbing.len() as u64,
        standings,
        tallies,
        reasons,
        findings,
        wrong: wrong.collect::<BTreeSet<_>>().len() as u64,
    })
}

/// Returns the reasons why scripts cannot be read, the most frequent first.
fn unreadable(
    store: &Store,
    track: TrackId,
    asked: &Spans,
) -> Result<Vec<(String, u64)>, StoreError> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for unread in store.unread(track)?.into_iter().filter(|it| is_in(asked, it.number)) {
        *counts.entry(unread.reason).or_default() += 1;
    }
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    Ok(counts)
}

/// The findings that these solvers have on these formulas, by number.
fn found(
    store: &Store,
    formulas: &Formulas<'_>,
    panel: &Panel,
) -> Result<Vec<Accusation>, StoreError> {
    let is_member =
        |name: &SolverName| panel.members.iter().any(|member| member.name == name.as_str());
    let found = store.found(formulas.track)?.into_iter();
    let is_asked = |it: &Accusation| is_in(&formulas.numbers, it.number);
    Ok(found.filter(|it| is_asked(it) && it.accused.iter().all(is_member)).collect())
}

/// Weighs all that a panel said of some formulas, each of them once.
fn standings(
    store: &Store,
    track: TrackId,
    panel: &Panel,
    asked: &Spans,
    found: &[Accusation],
) -> Result<Standings, StoreError> {
    let mut standings = Standings::default();
    for span in asked {
        let mut start = span.start;
        while start < span.end {
            let numbers = start..span.end.min(start.saturating_add(WINDOW));
            start = numbers.end;
            let place = |number: u64| {
                usize::try_from(number - numbers.start).expect("a window is in memory")
            };
            let mut weighed = vec![Weighed::default(); place(numbers.end)];
            for member in &panel.members {
                // All that it said within any limit: what contradicts itself is no proof.
                for rung in member.solver.rungs() {
                    store.chunks(track, rung.id, numbers.clone(), |chunk| {
                        let weighed = &mut weighed[place(chunk.first)..];
                        for (weighed, (outcome, _)) in weighed.iter_mut().zip(chunk.outcomes) {
                            weighed.add(member.voice(), outcome);
                        }
                    })?;
                }
            }
            let first = found.partition_point(|it| it.number < numbers.start);
            for it in found[first..].iter().take_while(|it| it.number < numbers.end) {
                weighed[place(it.number)].add_finding(it.kind);
            }
            for weighed in &weighed {
                standings.add(weighed.standing());
            }
        }
    }
    Ok(standings)
}
