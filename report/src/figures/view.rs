//! A history as figures look at it: solvers rather than settings, each with what it triggers and
//! with the times that count.

use crate::chart::{Look, OTHERS, THEORY_LOOKS};
use crate::history::{Column, History, THEORIES, Theory};

use super::class::Class;
use super::lineage::{Lineage, Solver, lineages};
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
        let look = known.map_or_else(|| self.other_look(place), |known| THEORY_LOOKS[known]);
        if theory.name == theory.theory { look } else { look.hollow() }
    }

    /// Other grammars take looks in turn; all tracks of one have the same.
    fn other_look(&self, place: usize) -> Look {
        let names = self.history.theories[..=place].iter().map(|theory| theory.theory.as_str());
        let mut others: Vec<&str> = names.filter(|name| !THEORIES.contains(name)).collect();
        others.dedup();
        OTHERS[(others.len() - 1) % OTHERS.len()]
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
