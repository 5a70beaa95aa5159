//! The overview: bug triggers and solved formulas of all theories together.

use crate::chart::{Down, INK, Scale, real};
use crate::figure::Figure;

use super::class::Class;
use super::csv::Csv;
use super::frame::{self, how_to_list, how_to_list_triggers, provenance};
use super::handles::{ColumnId, LineageId, TheoryId};
use super::solved::{self, Solved};
use super::timing::TIMES;
use super::triggers::{self, SHIFTS};
use super::view::View;

/// Triggers above, solved formulas below, a column for each lineage.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let theories = view.near();
    let lineages = solved::lineages(view, &theories);
    if lineages.is_empty() {
        return None;
    }
    let sums = Sums::of(view, &theories, &lineages);
    let title = "Overview: bug triggers and solved formulas by release".to_owned();
    let caption = format!(
        "All theories together. Top: formulas that show a bug of a release, by kind, on a \
         logarithmic scale. Bottom: formulas that a release decides within 2^-6 s (bars) and 2^3 s \
         (lines).{}{}{}",
        provenance(view, &theories),
        how_to_list_triggers(),
        how_to_list(view, &theories)
    );
    let row = |title: &str, scale| Down {
        title: title.to_owned(),
        unit: "formulas".to_owned(),
        scale,
        height: 170.0,
    };
    let rows = vec![
        row("Bug triggers", Scale::counts(real(sums.most_triggers))),
        row("Solved", Scale::linear(real(sums.most_asked))),
    ];
    let mut entries = triggers::entries();
    entries.extend(solved::entries());
    let columns = frame::columns(view, &lineages);
    let svg = frame::draw(&title, &caption, &entries, columns, rows, |svg, panels| {
        for (place, &lineage) in lineages.iter().enumerate() {
            for (class, shift) in Class::PROVEN.into_iter().zip(SHIFTS) {
                let points = triggers::points(view, &theories, lineage, class);
                panels[0][place].line(svg, &class.look(), shift, &points);
            }
            let solved = Solved::of(view, &theories, lineage);
            solved::panel_of(svg, &panels[1][place], &INK, &solved);
        }
    });
    Some(Figure {
        id: "overview",
        title,
        caption,
        svg,
        is_telling: view.has_releases(),
        csv: sums.csv.finish(),
    })
}

/// The numbers of the overview.
struct Sums {
    csv: Csv,
    most_triggers: u64,
    most_asked: u64,
}

impl Sums {
    fn of(view: &View<'_>, theories: &[TheoryId], lineages: &[LineageId]) -> Self {
        let mut csv = Csv::new(COLUMNS);
        let (mut most_triggers, mut most_asked) = (0, 0);
        for &lineage in lineages {
            for (id, solver) in view.solvers(lineage) {
                let tallies: Vec<_> =
                    theories.iter().filter_map(|&theory| view.tally(theory, id)).collect();
                let timings: Vec<_> =
                    theories.iter().filter_map(|&theory| view.timing(theory, id)).collect();
                let count =
                    |class: Class| tallies.iter().map(|tally| tally.count(class)).sum::<u64>();
                let counts = Class::PROVEN.map(count);
                let asked: u64 = timings.iter().map(|timing| timing.asked).sum();
                most_triggers = most_triggers.max(counts.into_iter().max().unwrap_or(0));
                most_asked = most_asked.max(asked);
                let solved = |time: usize| timings.iter().map(|it| it.solved[time]).sum::<u64>();
                let of = |column: Option<ColumnId>| {
                    column.map_or_else(String::new, |it| view.column(it).manner())
                };
                let is_judged = !tallies.is_empty();
                let shown = |it: u64| if is_judged { it.to_string() } else { String::new() };
                csv.line([
                    view.lineage(lineage).name.clone(),
                    solver.name.clone(),
                    view.column(solver.columns[0]).built(),
                    of(tallies.first().map(|it| it.column)),
                    shown(tallies.iter().map(|it| it.asked).sum()),
                    shown(counts[0]),
                    shown(counts[1]),
                    shown(counts[2]),
                    of(timings.first().map(|it| it.column)),
                    asked.to_string(),
                    solved(0).to_string(),
                    solved(TIMES.len() - 1).to_string(),
                ]);
            }
        }
        Self { csv, most_triggers, most_asked }
    }
}

const COLUMNS: [&str; 12] = [
    "lineage",
    "solver",
    "built",
    "judged_manner",
    "judged_formulas",
    "unsound",
    "invalid_model",
    "crash",
    "timed_manner",
    "timed_formulas",
    "solved_0.015625s",
    "solved_8s",
];
