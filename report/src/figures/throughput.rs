//! Throughput: formulas that a release gets through in a second.

use campaign::commands_for_people::verdicts;

use crate::chart::{Down, Point, Scale, real};
use crate::figure::Figure;

use super::csv::Csv;
use super::frame::{self, OF_ONE, ORIGIN, origin, provenance};
use super::handles::{LineageId, TheoryId};
use super::runtime::entries;
use super::solved;
use super::timing::Timing;
use super::view::View;

/// Formulas by seconds, solved or not.
fn rate(timing: &Timing) -> f64 {
    if timing.seconds > 0.0 { real(timing.asked) / timing.seconds } else { 0.0 }
}

/// A panel for each lineage, with a line for each theory.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let theories = view.near();
    let lineages = solved::lineages(view, &theories);
    let timings = theories.iter().flat_map(|&theory| view.timings(theory));
    let scale = Scale::log(timings.map(rate))?;
    let title = "Throughput in formulas per second".to_owned();
    let caption = format!(
        "How many formulas of each theory a release gets through in a second of its own time, whatever \
         it says of them, on a logarithmic scale.{} The times behind a number: `{}`.",
        provenance(view, &theories),
        verdicts("CAMPAIGN", OF_ONE)
    );
    let row = Down {
        title: "Throughput".to_owned(),
        unit: "formulas per second".to_owned(),
        scale,
        height: 300.0,
    };
    let columns = frame::columns(view, &lineages);
    let entries = entries(view, &theories);
    let svg = frame::draw(&title, &caption, &entries, columns, vec![row], |svg, panels| {
        for (&lineage, panel) in lineages.iter().zip(&panels[0]) {
            for &theory in &theories {
                panel.line(svg, &view.look(theory), 0.0, &points(view, theory, lineage));
            }
        }
    });
    Some(Figure {
        id: "throughput",
        title,
        caption,
        svg,
        is_telling: view.has_releases(),
        csv: csv(view, &theories, &lineages),
    })
}

fn points(view: &View<'_>, theory: TheoryId, lineage: LineageId) -> Vec<Option<Point>> {
    let solvers = view.lineage(lineage).solvers.iter();
    solvers
        .zip(view.timings_of(theory, lineage))
        .map(|(solver, timing)| {
            let value = rate(timing.as_ref()?);
            let (label, track) = (&solver.label, &view.theory(theory).name);
            let title = format!("{label}, {track}: {value:.3} formulas per second");
            Some(Point { value, title })
        })
        .collect()
}

fn csv(view: &View<'_>, theories: &[TheoryId], lineages: &[LineageId]) -> String {
    let mut csv = Csv::new(ORIGIN.into_iter().chain(["seconds", "formulas_per_second"]));
    for &theory in theories {
        for &lineage in lineages {
            for timing in view.timings_of(theory, lineage).iter().flatten() {
                let mut line = origin(view, lineage, theory, timing.column, timing.asked);
                line.extend([format!("{:.4}", timing.seconds), format!("{:.3}", rate(timing))]);
                csv.line(line);
            }
        }
    }
    csv.finish()
}
