//! A history as figures look at it: solvers rather than settings, each with what it triggers and
//! with the times that count.

use crate::chart::{Look, OTHERS, THEORY_LOOKS};
use crate::history::{Column, History, Record, THEORIES, Theory};

use super::class::Class;
use super::handles::{ColumnId, LineageId, SolverId, TheoryId};
use super::lineage::{Lineage, Solver, lineages};
use super::timing::Timing;

/// Fewer releases are points beside each other, and a table says the same.
const FEW_RELEASES: usize = 3;

/// A history with what figures count in it.
pub(super) struct View<'a> {
    pub(super) history: &'a History,
    /// Families of solvers.
    lineages: Vec<Lineage>,
    /// By theory and lineage.
    cells: Vec<Vec<Cell>>,
}

/// Times and triggers of the solvers of one lineage in one theory, in the order of the lineage.
struct Cell {
    /// The times that count, if the solver was asked.
    timings: Vec<Option<Timing>>,
    /// Triggers of the solver, if it was judged.
    tallies: Vec<Option<Tally>>,
}

/// The formulas that show something wrong with a solver.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// The column that says how it was asked.
    pub(super) column: ColumnId,
    /// Number of formulas that it was asked.
    pub(super) asked: u64,
    /// By class in the order of [`Class::ALL`]: the formulas' numbers, ascending.
    numbers: [Vec<u64>; Class::ALL.len()],
}

impl Tally {
    /// The formulas of a class by number, ascending.
    pub(super) fn numbers(&self, class: Class) -> &[u64] {
        &self.numbers[class as usize]
    }

    /// Returns the number of formulas of a class.
    pub(super) fn count(&self, class: Class) -> u64 {
        self.numbers(class).len() as u64
    }
}

impl<'a> View<'a> {
    /// Counts what figures show.
    pub(super) fn new(history: &'a History) -> Self {
        let lineages = lineages(&history.columns);
        let each = |theory: &Theory| {
            let cell = |lineage: &Lineage| Cell {
                timings: lineage.solvers.iter().map(|it| timing(history, theory, it)).collect(),
                tallies: lineage.solvers.iter().map(|it| tally(history, theory, it)).collect(),
            };
            lineages.iter().map(cell).collect()
        };
        let cells = history.theories.iter().map(each).collect();
        Self { history, lineages, cells }
    }

    /// Returns all families of solvers.
    pub(super) fn lineages(&self) -> impl Iterator<Item = LineageId> + use<> {
        (0..self.lineages.len()).map(LineageId)
    }

    /// Returns a family of solvers.
    pub(super) fn lineage(&self, lineage: LineageId) -> &Lineage {
        &self.lineages[lineage.0]
    }

    /// Whether a family has releases enough for a line over them to show something.
    pub(super) fn has_releases(&self) -> bool {
        self.lineages.iter().any(|lineage| lineage.solvers.len() >= FEW_RELEASES)
    }

    /// Whether a formula shows a bug.
    pub(super) fn has_triggers(&self) -> bool {
        let tallies = self.cells.iter().flatten().flat_map(|cell| &cell.tallies).flatten();
        tallies.clone().any(|tally| Class::PROVEN.into_iter().any(|class| tally.count(class) > 0))
    }

    /// Returns the solvers of a family, in order.
    pub(super) fn solvers(&self, lineage: LineageId) -> impl Iterator<Item = (SolverId, &Solver)> {
        let solvers = self.lineage(lineage).solvers.iter().enumerate();
        solvers.map(move |(place, solver)| (SolverId { lineage, place }, solver))
    }

    fn cell(&self, theory: TheoryId, lineage: LineageId) -> &Cell {
        &self.cells[theory.0][lineage.0]
    }

    /// Returns the times that count of a solver in a theory, if it was asked.
    pub(super) fn timing(&self, theory: TheoryId, solver: SolverId) -> Option<&Timing> {
        self.cell(theory, solver.lineage).timings[solver.place].as_ref()
    }

    /// Returns what a solver triggers in a theory, if it was judged.
    pub(super) fn tally(&self, theory: TheoryId, solver: SolverId) -> Option<&Tally> {
        self.cell(theory, solver.lineage).tallies[solver.place].as_ref()
    }

    /// Returns the times that count of a family in a theory, one entry per solver.
    pub(super) fn timings_of(&self, theory: TheoryId, lineage: LineageId) -> &[Option<Timing>] {
        &self.cell(theory, lineage).timings
    }

    /// Returns what a family triggers in a theory, one entry per solver.
    pub(super) fn tallies_of(&self, theory: TheoryId, lineage: LineageId) -> &[Option<Tally>] {
        &self.cell(theory, lineage).tallies
    }

    /// Returns the times that count in a theory, of all solvers that were asked.
    pub(super) fn timings(&self, theory: TheoryId) -> impl Iterator<Item = &Timing> {
        self.cells[theory.0].iter().flat_map(|cell| &cell.timings).flatten()
    }

    /// Returns what all solvers trigger in a theory that were judged.
    pub(super) fn tallies(&self, theory: TheoryId) -> impl Iterator<Item = &Tally> {
        self.cells[theory.0].iter().flat_map(|cell| &cell.tallies).flatten()
    }

    /// The theories of most figures: those whose formulas do not begin far out.
    pub(super) fn near(&self) -> Vec<TheoryId> {
        let theories = self.history.theories.iter().enumerate();
        theories.filter(|(_, theory)| !theory.is_far()).map(|(place, _)| TheoryId(place)).collect()
    }

    /// The theories whose formulas begin far out.
    pub(super) fn far(&self) -> Vec<TheoryId> {
        let theories = self.history.theories.iter().enumerate();
        theories.filter(|(_, theory)| theory.is_far()).map(|(place, _)| TheoryId(place)).collect()
    }

    /// A theory.
    pub(super) fn theory(&self, theory: TheoryId) -> &Theory {
        &self.history.theories[theory.0]
    }

    /// Returns what a solver said of a theory, as it was asked.
    pub(super) fn record(&self, theory: TheoryId, column: ColumnId) -> &Record {
        &self.theory(theory).records[column.0]
    }

    /// Returns the look of a theory wherever it is drawn.
    pub(super) fn look(&self, id: TheoryId) -> Look {
        let theory = self.theory(id);
        let known = THEORIES.iter().position(|name| *name == theory.theory);
        let look = known.map_or_else(|| self.other_look(id), |known| THEORY_LOOKS[known]);
        if theory.name == theory.theory { look } else { look.hollow() }
    }

    /// Other grammars take looks in turn; all tracks of one have the same.
    fn other_look(&self, id: TheoryId) -> Look {
        let names = self.history.theories[..=id.0].iter().map(|theory| theory.theory.as_str());
        let mut others: Vec<&str> = names.filter(|name| !THEORIES.contains(name)).collect();
        others.dedup();
        OTHERS[(others.len() - 1) % OTHERS.len()]
    }

    /// Returns the lineages that have something in some theories, as `there` tells.
    pub(super) fn lineages_with(
        &self,
        theories: &[TheoryId],
        there: impl Fn(TheoryId, LineageId) -> bool,
    ) -> Vec<LineageId> {
        let is_there = |lineage: &LineageId| theories.iter().any(|&it| there(it, *lineage));
        self.lineages().filter(is_there).collect()
    }

    /// The column of a timing.
    pub(super) fn column(&self, column: ColumnId) -> &Column {
        &self.history.columns[column.0]
    }
}

/// The times that count: of a fresh process asked for nothing else, if there are such, else those of
/// the run that looked for bugs; of several, those of the run that asked more, and allowed more.
fn timing(history: &History, theory: &Theory, solver: &Solver) -> Option<Timing> {
    let asked = solver.columns.iter().filter(|&&it| !theory.records[it.0].answers.is_empty());
    let best = asked.max_by_key(|&&place| {
        let column = &history.columns[place.0];
        (column.is_timed(), theory.records[place.0].answers.len(), column.recorded.limit_ms)
    })?;
    Some(Timing::of(*best, &theory.records[best.0].answers))
}

/// Returns what a solver triggers in all runs that looked for bugs.
fn tally(history: &History, theory: &Theory, solver: &Solver) -> Option<Tally> {
    let judged = solver.columns.iter().filter(|&&it| !history.columns[it.0].is_timed());
    let judged = judged.filter(|&&it| !theory.records[it.0].answers.is_empty());
    let column = *judged.clone().max_by_key(|&&place| theory.records[place.0].answers.len())?;
    let asked = theory.records[column.0].answers.len() as u64;
    let mut tally = Tally { column, asked, ..Tally::default() };
    for (number, kind) in judged.flat_map(|&place| &theory.records[place.0].triggers) {
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
