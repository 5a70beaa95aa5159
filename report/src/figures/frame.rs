//! Parts that figures have in common: a legend, a grid of panels, and words about where numbers are
//! from.

use std::fmt::Write as _;

use campaign::commands_for_people::verdicts;

use crate::chart::{Across, Down, Grid, Look, Panel, Sample, Svg, legend, real};

use super::handles::{ColumnId, LineageId, TheoryId};
use super::timing::TIMES;
use super::view::View;

/// Options of `etude verdicts` that choose one theory and one solver, for the reader to fill in.
pub(super) const OF_ONE: &str = " --theory X --solver Y";

/// Draws a legend and a grid below it; what `draw` draws goes into the panels, row by row.
pub(super) fn draw(
    title: &str,
    description: &str,
    entries: &[(Look, Sample, String)],
    columns: Vec<Across>,
    rows: Vec<Down>,
    draw: impl FnOnce(&mut Svg, &[Vec<Panel>]),
) -> String {
    let mut svg = Svg::default();
    let mut grid = Grid { columns, rows, top: 0.0 };
    grid.top = legend(&mut svg, grid.width(), entries);
    let panels = grid.draw(&mut svg);
    draw(&mut svg, &panels);
    svg.finish((grid.width(), grid.height()), title, description)
}

/// The columns of a grid: lineages with their releases.
pub(super) fn columns(view: &View<'_>, lineages: &[LineageId]) -> Vec<Across> {
    let column = |&lineage: &LineageId| {
        let lineage = view.lineage(lineage);
        let labels = lineage.solvers.iter().map(|solver| solver.label.clone()).collect();
        Across { title: lineage.title.clone(), labels }
    };
    lineages.iter().map(column).collect()
}

/// Returns where times are from, and what that means; nothing where it is as everybody expects.
pub(super) fn provenance(view: &View<'_>, theories: &[TheoryId]) -> String {
    let timings = theories.iter().flat_map(|&theory| view.timings(theory));
    let columns: Vec<_> = timings.map(|it| view.column(it.column)).collect();
    let judged = columns.iter().filter(|column| !column.is_timed()).count();
    let mut words = match judged {
        0 => " Each time is that of a fresh process.".to_owned(),
        all if all == columns.len() => {
            " No timing runs: the times are those of the runs that looked for bugs, and sessions \
             leave out a solver's start-up."
                .to_owned()
        }
        _ => {
            " Where a solver has no timing run (see the manner in the table), the times are those \
             of the run that looked for bugs, and sessions leave out a solver's start-up."
                .to_owned()
        }
    };
    let longest = TIMES[TIMES.len() - 1] * 1000.0;
    let limits = columns.iter().map(|column| column.recorded.limit_ms).filter(|limit| *limit > 0);
    if let Some(least) = limits.min().map(real).filter(|least| *least < longest) {
        let _ = write!(
            words,
            " Solvers had as little as {} s: what they would decide after that is not known.",
            least / 1000.0
        );
    }
    let is_uneven = |&theory: &TheoryId| {
        let mut asked = view.timings(theory).map(|timing| timing.asked);
        let first = asked.next();
        asked.any(|count| Some(count) != first)
    };
    if theories.iter().any(is_uneven) {
        words.push_str(" Not all releases were asked equally many formulas: see the table.");
    }
    words
}

/// Returns how to list the formulas behind a number of solved ones.
pub(super) fn how_to_list(view: &View<'_>, theories: &[TheoryId]) -> String {
    let mut timings = theories.iter().flat_map(|&theory| view.timings(theory));
    let is_timed = timings.any(|timing| view.column(timing.column).is_timed());
    let manner = if is_timed { " --manner timed" } else { "" };
    let options = format!("{OF_ONE}{manner} --verdict sat --faster 0.015625s");
    let command = verdicts("CAMPAIGN", &options);
    format!(" Which formulas are solved: `{command}`, and the same with `unsat`.")
}

/// Returns how to list the formulas behind a number of triggers.
pub(super) fn how_to_list_triggers() -> String {
    let command = verdicts("CAMPAIGN", &format!("{OF_ONE} --kind invalid-model"));
    format!(
        " Unsound are the kinds `refutation-unsoundness` and `solution-unsoundness`, and `flawed` \
         counts as a crash. Which formulas these are: `{command}`."
    )
}

/// The columns that begin each line of numbers about times.
pub(super) const ORIGIN: [&str; 8] =
    ["lineage", "track", "theory", "solver", "built", "manner", "limit_s", "formulas"];

/// Returns what stands in them.
pub(super) fn origin(
    view: &View<'_>,
    lineage: LineageId,
    theory: TheoryId,
    column: ColumnId,
    asked: u64,
) -> Vec<String> {
    let (track, column) = (view.theory(theory), view.column(column));
    let limit = column.recorded.limit_ms;
    vec![
        view.lineage(lineage).name.clone(),
        track.name.clone(),
        track.theory.clone(),
        column.name.clone(),
        column.built(),
        column.manner(),
        if limit == 0 { String::new() } else { (real(limit) / 1000.0).to_string() },
        asked.to_string(),
    ]
}
