//! Larger formulas: what is solved within a time where the enumeration begins far out.

use outlet::grouped;

use crate::chart::{Down, Point, Sample, Scale, TIME_LOOKS, real};
use crate::figure::Figure;

use super::frame::{self, how_to_list, provenance};
use super::handles::{LineageId, TheoryId};
use super::solved;
use super::timing::TIMES;
use super::view::View;

/// The times that are drawn, as places in [`TIMES`]: the shortest, those at which a constant cost
/// shows, and the longest.
const DRAWN: [usize; 5] = [0, 2, 3, 4, 9];

/// A grid of tracks and lineages, with a line for each time.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let theories = view.far();
    let lineages = solved::lineages(view, &theories);
    if lineages.is_empty() {
        return None;
    }
    let title = "Larger formulas solved within a time, by release".to_owned();
    let caption = format!(
        "Formulas whose enumeration begins far out, and that a release decides within some times; \
         all times are in the table.{}{}",
        provenance(view, &theories),
        how_to_list(view, &theories)
    );
    let rows = theories.iter().map(|&theory| {
        let most = view.timings(theory).map(|it| it.asked).max();
        Down {
            title: view.theory(theory).name.clone(),
            unit: "formulas".to_owned(),
            scale: Scale::linear(real(most.unwrap_or(0))),
            height: 110.0,
        }
    });
    let entries: Vec<_> = DRAWN
        .iter()
        .zip(TIME_LOOKS)
        .map(|(&time, look)| (look, Sample::Line, format!("within {} s", TIMES[time])))
        .collect();
    let columns = frame::columns(view, &lineages);
    let svg = frame::draw(&title, &caption, &entries, columns, rows.collect(), |svg, panels| {
        for (&theory, panels) in theories.iter().zip(panels) {
            for (&lineage, panel) in lineages.iter().zip(panels) {
                for (&time, look) in DRAWN.iter().zip(TIME_LOOKS) {
                    panel.line(svg, &look, 0.0, &points(view, theory, lineage, time));
                }
            }
        }
    });
    let csv = solved::csv(view, &theories, &lineages);
    Some(Figure { id: "larger", title, caption, svg, is_telling: view.has_releases(), csv })
}

fn points(
    view: &View<'_>,
    theory: TheoryId,
    lineage: LineageId,
    time: usize,
) -> Vec<Option<Point>> {
    let solvers = view.lineage(lineage).solvers.iter();
    solvers
        .zip(view.timings_of(theory, lineage))
        .map(|(solver, timing)| {
            let timing = timing.as_ref()?;
            let (count, within) = (grouped(timing.solved[time]), TIMES[time]);
            let (label, track) = (&solver.label, &view.theory(theory).name);
            let all = timing.in_words();
            let title = format!("{label}, {track}: {count} within {within} s ({all})");
            Some(Point { value: real(timing.solved[time]), title })
        })
        .collect()
}
