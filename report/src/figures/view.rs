//! A history as figures look at it: solvers rather than settings, each with what it triggers and
//! with the times that count.

use std::collections::BTreeMap;

use crate::chart::{Look, OTHERS, THEORY_LOOKS};
use crate::history::{Column, History, THEORIES, Theory};

use super::class::Class;
use super::timing::Timing;

/// A history with what figures count in it.
pub(super) struct View<'a> {
    pub(super) history: &'a History,
    /// Families of solvers.
    pub(super) lineages: Vec<Lineage>,
    /// By theory, lineage and solver: the times that count, if it was asked.
    pub(super) timings: Vec<Vec<Vec<Option<Timing>>>>,
    /// By theory, lineage and solver: what it triggers, if it was judged.
    pub(super) tallies: Vec<Vec<Vec<Option<Tally>>>>,
}

/// A family of solvers.
pub(super) struct Lineage {
    /// Its name in the history.
    pub(super) name: String,
    /// Its name for people.
    pub(super) title: String,
    /// Its releases, in order.
    pub(super) solvers: Vec<Solver>,
}

/// A solver, however it was asked.
pub(super) struct Solver {
    /// What the campaign calls it.
    pub(super) name: String,
    /// What it is called at axes, other than all others.
    pub(super) label: String,
    /// Its columns.
    pub(super) columns: Vec<usize>,
}

/// The formulas that show something wrong with a solver.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// The column that says how it was asked.
    pub(super) column: usize,
    /// How many formulas it was asked.
    pub(super) asked: u64,
    /// By class in the order of [`Class::ALL`]: the formulas' numbers, ascending.
    numbers: [Vec<u64>; Class::ALL.len()],
}

impl Tally {
    /// The formulas of a class by number, ascending.
    pub(super) fn numbers(&self, class: Class) -> &[u64] {
        &self.numbers[class as usize]
    }

    /// How many formulas of a class there are.
    pub(super) fn count(&self, class: Class) -> u64 {
        self.numbers(class).len() as u64
    }
}

impl<'a> View<'a> {
    /// Counts what figures show.
    pub(super) fn new(history: &'a History) -> Self {
        let lineages = lineages(&history.columns);
        let each = |theory: &Theory| {
            let timings = lineages.iter().map(|lineage| {
                lineage.solvers.iter().map(|solver| timing(history, theory, solver)).collect()
            });
            let tallies = lineages.iter().map(|lineage| {
                lineage.solvers.iter().map(|solver| tally(history, theory, solver)).collect()
            });
            (timings.collect(), tallies.collect())
        };
        let (timings, tallies) = history.theories.iter().map(each).unzip();
        Self { history, lineages, timings, tallies }
    }

    /// The theories of most figures: those whose formulas do not begin far out.
    pub(super) fn near(&self) -> Vec<usize> {
        let theories = self.history.theories.iter().enumerate();
        theories.filter(|(_, theory)| !theory.is_far()).map(|(place, _)| place).collect()
    }

    /// The theories whose formulas begin far out.
    pub(super) fn far(&self) -> Vec<usize> {
        let theories = self.history.theories.iter().enumerate();
        theories.filter(|(_, theory)| theory.is_far()).map(|(place, _)| place).collect()
    }

    /// A theory.
    pub(super) fn theory(&self, place: usize) -> &Theory {
        &self.history.theories[place]
    }

    /// How a theory looks wherever it is drawn.
    pub(super) fn look(&self, place: usize) -> Look {
        let theory = self.theory(place);
        let known = THEORIES.iter().position(|name| *name == theory.theory);
        let look = known.map(|known| THEORY_LOOKS[known]).unwrap_or_else(|| {
            let mut others: Vec<&str> = Vec::new();
            for theory in &self.history.theories[..place] {
                let name = theory.theory.as_str();
                if !THEORIES.contains(&name) && !others.contains(&name) {
                    others.push(name);
                }
            }
            let rank = others.iter().position(|name| *name == theory.theory);
            OTHERS[rank.unwrap_or(others.len()) % OTHERS.len()]
        });
        if theory.name == theory.theory { look } else { look.hollow() }
    }

    /// Which lineages have something in some theories, as `there` tells.
    pub(super) fn lineages_with(
        &self,
        theories: &[usize],
        there: impl Fn(usize, usize, usize) -> bool,
    ) -> Vec<usize> {
        (0..self.lineages.len())
            .filter(|&lineage| {
                let solvers = 0..self.lineages[lineage].solvers.len();
                theories.iter().any(|&it| solvers.clone().any(|solver| there(it, lineage, solver)))
            })
            .collect()
    }

    /// The column of a timing.
    pub(super) fn column(&self, place: usize) -> &Column {
        &self.history.columns[place]
    }
}

/// The columns of one solver are those that differ only in how it was asked and how long it had.
fn lineages(columns: &[Column]) -> Vec<Lineage> {
    let mut lineages: Vec<Lineage> = Vec::new();
    let mut places: BTreeMap<(&str, Option<&str>, Option<&str>, &[String]), (usize, usize)> =
        BTreeMap::new();
    for (place, column) in columns.iter().enumerate() {
        let solver = &column.recorded.description;
        let is_known = lineages.last().is_some_and(|lineage| lineage.name == column.lineage);
        if !is_known {
            let title = title(&column.lineage);
            lineages.push(Lineage { name: column.lineage.clone(), title, solvers: Vec::new() });
        }
        let last = lineages.len() - 1;
        let solvers = &mut lineages[last].solvers;
        let (version, print) = (solver.version.as_deref(), solver.fingerprint.as_deref());
        let key = (column.name.as_str(), version, print, solver.options.as_slice());
        match places.get(&key) {
            Some((lineage, solver)) => lineages[*lineage].solvers[*solver].columns.push(place),
            None => {
                places.insert(key, (last, solvers.len()));
                let name = column.name.clone();
                solvers.push(Solver { label: name.clone(), name, columns: vec![place] });
            }
        }
    }
    tell_apart(columns, &mut lineages);
    lineages
}

/// Builds that have the same name say their day, or their number among equals.
fn tell_apart(columns: &[Column], lineages: &mut [Lineage]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for solver in lineages.iter().flat_map(|lineage| &lineage.solvers) {
        *counts.entry(solver.name.clone()).or_default() += 1;
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for solver in lineages.iter_mut().flat_map(|lineage| &mut lineage.solvers) {
        if counts.get(&solver.name).is_none_or(|count| *count < 2) {
            continue;
        }
        let day = &columns[solver.columns[0]].recorded.description.built;
        let label = day
            .as_ref()
            .map_or_else(|| solver.name.clone(), |day| format!("{} of {day}", solver.name));
        let count = seen.entry(label.clone()).or_default();
        *count += 1;
        solver.label = if *count > 1 { format!("{label} ({count})") } else { label };
    }
}

fn title(lineage: &str) -> String {
    match lineage {
        "z3" => "Z3".to_owned(),
        "cvc5" => "CVC4/cvc5".to_owned(),
        other => other.to_owned(),
    }
}

/// The times that count: of a fresh process asked for nothing else, if there are such, else those of
/// the run that looked for bugs; of several, those of the run that asked more, and allowed more.
fn timing(history: &History, theory: &Theory, solver: &Solver) -> Option<Timing> {
    let asked = solver.columns.iter().filter(|&&it| !theory.records[it].answers.is_empty());
    let best = asked.max_by_key(|&&place| {
        let column = &history.columns[place];
        (column.is_timed(), theory.records[place].answers.len(), column.recorded.limit_ms)
    })?;
    Some(Timing::of(*best, &theory.records[*best].answers))
}

/// What a solver triggers in all runs that looked for bugs.
fn tally(history: &History, theory: &Theory, solver: &Solver) -> Option<Tally> {
    let judged = solver.columns.iter().filter(|&&it| !history.columns[it].is_timed());
    let judged = judged.filter(|&&it| !theory.records[it].answers.is_empty());
    let column = *judged.clone().max_by_key(|&&place| theory.records[place].answers.len())?;
    let asked = theory.records[column].answers.len() as u64;
    let mut tally = Tally { column, asked, ..Tally::default() };
    for (number, kind) in judged.flat_map(|&place| &theory.records[place].triggers) {
        if let Some(class) = Class::of(*kind) {
            tally.numbers[class as usize].push(*number);
        }
    }
    for numbers in &mut tally.numbers {
        numbers.sort_unstable();
        numbers.dedup();
    }
    Some(tally)
}
