//! Plans of campaigns: arguments into the formulas and solvers that are asked.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use anyhow::{Result, bail};
use campaign::{Manner, Order, Plan, Setting, Stretch, Widening, tell_apart};
use feat_runtime::{Layout, Size};
use generated::{THEORIES, Theory};
use num_bigint::BigUint;
use solvers::{Build, Entry, Limits, Verdict, said_version};

use crate::choice::{BrokenSolvers, preferred, resolve, usual_pair};
use crate::cli::{FormulaArguments, ReadingArguments, SolverArguments};
use crate::corpus::{self, corpus};
use crate::counting::USUAL_PATIENCE;
use crate::output::say;
use crate::source::NamedSpace;

/// The formulas that are asked: as many of each theory as was said, else `usual` of them, else all;
/// and the scripts of a corpus. Where there are scripts, no theory is asked that was not named.
pub(crate) fn stretches(arguments: &FormulaArguments, usual: Option<u64>) -> Result<Vec<Stretch>> {
    let mut stretches = Vec::new();
    if let Some(corpus) = corpus(&arguments.seeds)? {
        let most = arguments.count.as_ref().map_or(u64::MAX, |count| narrow(count.number()));
        stretches.push(corpus::stretch(&corpus, &arguments.seeds, most));
        if arguments.theory.is_empty() && arguments.grammar.is_empty() {
            corpus::check_options(arguments)?;
            return Ok(stretches);
        }
    }
    for source in sources(arguments)? {
        let starts = starts(arguments, &source)?;
        for (place, start) in starts.iter().enumerate() {
            let borders = (start, starts.get(place + 1));
            stretches.push(stretch(arguments, usual, source.clone(), borders)?);
        }
    }
    Ok(stretches)
}

/// Number of times that formulas are taken, each time further on, if nobody says how often.
const USUAL_ROUNDS: u32 = 6;

/// The first indices: one, or with --stride each the factor times the one before it.
fn starts(arguments: &FormulaArguments, source: &NamedSpace) -> Result<Vec<BigUint>> {
    let mut start = match arguments.from_bytes {
        Some(bytes) => source.first_of_length(bytes, Layout::Smtlib)?.into_number(),
        None => arguments.from.number().clone(),
    };
    let Some(factor) = &arguments.stride else { return Ok(vec![start]) };
    if start == BigUint::ZERO {
        bail!("--stride leads nowhere from index 0: add --from-bytes 4096, or --from INDEX");
    }
    let mut starts = Vec::new();
    for _ in 0..arguments.rounds.unwrap_or(USUAL_ROUNDS) {
        let next = &start * factor.number();
        starts.push(std::mem::replace(&mut start, next));
    }
    Ok(starts)
}

/// The theories that were asked for, from their first formulas on; all if none was.
pub(crate) fn whole_sources(names: &[String]) -> Result<Vec<Arc<dyn campaign::Source>>> {
    let mut sources = theories(names, &ReadingArguments { start: None, alphabet: None })?;
    if sources.is_empty() {
        sources.extend(THEORIES.iter().map(whole));
    }
    check_once(&sources)?;
    Ok(sources.into_iter().map(|source| source.in_order(Order::exhaustive())).collect())
}

/// The theories and grammars that were asked for; all theories if none was.
fn sources(arguments: &FormulaArguments) -> Result<Vec<NamedSpace>> {
    let mut sources = theories(&arguments.theory, &arguments.reading)?;
    for file in &arguments.grammar {
        sources.push(NamedSpace::of_grammar(file, &arguments.reading)?);
    }
    if sources.is_empty() {
        sources.extend(THEORIES.iter().map(whole));
    }
    let widening = Widening::from(&arguments.widening);
    let patience = arguments.patience.unwrap_or(USUAL_PATIENCE);
    let ready = |source: NamedSpace| Ok(NamedSpace { patience, ..source.widened(widening)? });
    let sources: Vec<NamedSpace> = sources.into_iter().map(ready).collect::<Result<_>>()?;
    check_once(&sources)?;
    Ok(sources)
}

fn theories(names: &[String], reading: &ReadingArguments) -> Result<Vec<NamedSpace>> {
    let mut sources = Vec::new();
    for name in names {
        if name == "all" {
            sources.extend(THEORIES.iter().map(whole));
        } else {
            sources.push(NamedSpace::of_theory(name, reading)?);
        }
    }
    Ok(sources)
}

fn check_once(sources: &[NamedSpace]) -> Result<()> {
    let mut seen = BTreeSet::new();
    for source in sources {
        if !seen.insert(&source.name) {
            bail!("`{}` is asked for twice", source.name);
        }
    }
    Ok(())
}

fn whole(theory: &Theory) -> NamedSpace {
    let (name, space) = (theory.name().to_owned(), theory.space().clone());
    NamedSpace { name, space, origin: None, patience: USUAL_PATIENCE }
}

/// Returns the formulas of a theory that are asked, from an index on and not beyond another.
fn stretch(
    arguments: &FormulaArguments,
    usual: Option<u64>,
    source: NamedSpace,
    (start, beyond): (&BigUint, Option<&BigUint>),
) -> Result<Stretch> {
    let count = arguments.count.as_ref().map(|count| count.number().clone());
    let most = match arguments.size {
        // All of a size, unless they are drawn.
        Some(_) if !arguments.sample => count,
        _ => count.or(usual.map(BigUint::from)),
    };
    if let Some(size) = arguments.size {
        source.reach_size(Size(size))?;
    }
    if let (Some(size), true) = (arguments.size, arguments.sample) {
        if source.space.count(Size(size)) == BigUint::ZERO {
            return Err(source.no_formula_of(Size(size)));
        }
        let order = Order::Sampled { size, seed: arguments.seed };
        let end = most.map_or(u64::MAX, |most| narrow(&most));
        return Ok(Stretch::new(source.in_order(order), 0..end));
    }
    let (mut first, mut end) = (start.clone(), beyond.cloned());
    if let Some(size) = arguments.size {
        let here = source.space.count(Size(size));
        if here == BigUint::ZERO {
            return Err(source.no_formula_of(Size(size)));
        }
        let after = source.space.count_up_to(Size(size));
        first = first.max(&after - here);
        end = Some(after);
    }
    let end = match (most, end) {
        (Some(most), Some(end)) => Some((&first + most).min(end)),
        (Some(most), None) => Some(&first + most),
        (None, end) => end,
    };
    let (order, numbers) = numbered(&first, end.as_ref());
    if source.space.cardinality().is_some_and(|len| first >= len) {
        bail!("{} has no formula with index {first}", source.name);
    }
    source.reach(&first.into())?;
    Ok(Stretch::new(source.in_order(order), numbers))
}

/// Returns a number of formulas as a database holds it: nobody sees the end of 2^64 formulas, so
/// more than these are as good as without end.
fn narrow(number: &BigUint) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}

/// Indices as numbers that a database can hold: those below 2^63 as they are, larger ones from the
/// first on.
fn numbered(first: &BigUint, end: Option<&BigUint>) -> (Order, Range<u64>) {
    let far = BigUint::from(1_u64 << 62);
    if *first < far {
        return (Order::exhaustive(), narrow(first)..end.map_or(u64::MAX, narrow));
    }
    let length = end.map_or(u64::MAX, |end| narrow(&(end - first)));
    (Order::Exhaustive { base: first.clone().into() }, 0..length)
}

/// The solvers that were asked for, else the usual pair.
pub(crate) fn settings(
    arguments: &SolverArguments,
    limits: &Limits,
    manner: Manner,
) -> Result<Vec<Setting>> {
    let entries = match preferred(arguments)? {
        Some(entries) => entries,
        None => usual_pair(|name| say(|| format!("fetching {name} …")))
            .map_err(|error| BrokenSolvers(vec![format!("{error:#}")]))?,
    };
    let mut settings = Vec::new();
    let mut broken = Vec::new();
    for entry in &entries {
        match setting(entry, limits, manner) {
            Ok(setting) => match settings.iter().find(|it: &&Setting| it.key() == setting.key()) {
                None => settings.push(setting),
                // Its answers could not be told from the other's.
                Some(same) => say(|| {
                    format!("{} is the same solver as {}: asked once", setting.name(), same.name())
                }),
            },
            Err(error) => broken.push(format!("{}: {error:#}", entry.label())),
        }
    }
    if !broken.is_empty() {
        return Err(BrokenSolvers(broken).into());
    }
    tell_apart(&mut settings);
    Ok(settings)
}

pub(crate) fn setting(entry: &Entry, limits: &Limits, manner: Manner) -> Result<Setting> {
    let solver = entry.describe(resolve(&entry.request)?);
    let mut setting = Setting::new(solver, entry.limit(limits), manner)?;
    setting.build = Build::said_by(&setting.solver);
    if setting.solver.version.is_none() {
        setting.solver.version = said_version(&setting.solver);
        if let (Some(version), None) = (setting.solver.version, &entry.name) {
            setting.solver.name = format!("{}-{version}", setting.solver.name);
        }
    }
    Ok(setting)
}

/// Fails if a solver does nothing sensible with the simplest of scripts.
pub(crate) fn check_alive(plan: &Plan) -> Result<()> {
    let broken: Vec<String> = plan.settings.iter().filter_map(complaint).collect();
    if broken.is_empty() { Ok(()) } else { Err(BrokenSolvers(broken).into()) }
}

/// Returns what is wrong with a solver that does nothing sensible with the simplest of scripts.
pub(crate) fn complaint(setting: &Setting) -> Option<String> {
    let name = setting.name();
    let script = "(set-logic QF_BV)\n(assert true)\n(check-sat)\n";
    match setting.solver.solve(script, &setting.limits) {
        Err(error) => Some(format!("{name}: {error}")),
        Ok(answer) => match answer.verdict {
            Verdict::Flawed(_) | Verdict::Crash(_) | Verdict::OutOfMemory => {
                Some(format!("{name} is broken: to `(assert true)` it says {}", answer.verdict))
            }
            _ => None,
        },
    }
}
