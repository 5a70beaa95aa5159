//! Formulas solved within a time, from one run's times.

use outlet::grouped;

use crate::chart::{Down, INK, Look, Panel, Point, Sample, Scale, Svg, real};
use crate::figure::Figure;

use super::csv::Csv;
use super::frame::{self, ORIGIN, how_to_list, origin, provenance};
use super::handles::{LineageId, TheoryId};
use super::timing::{TIMES, Timing};
use super::view::View;

/// A grid of theories and lineages: bars for the shortest time, a line for the longest.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let theories = view.near();
    let lineages = lineages(view, &theories);
    if lineages.is_empty() {
        return None;
    }
    let title = "Formulas solved within a time, by release and theory".to_owned();
    let caption = format!(
        "Bars: formulas that a release decides within 2^-6 s (0.015625 s); lines: within 2^3 s (8 \
         s); the times between are in the table.{}{}",
        provenance(view, &theories),
        how_to_list(view, &theories)
    );
    let rows = theories.iter().map(|&theory| {
        let most = view.timings(theory).map(|it| it.asked).max();
        Down {
            title: view.theory(theory).name.clone(),
            unit: "formulas".to_owned(),
            scale: Scale::linear(real(most.unwrap_or(0))),
            height: 84.0,
        }
    });
    let columns = frame::columns(view, &lineages);
    let svg = frame::draw(&title, &caption, &entries(), columns, rows.collect(), |svg, panels| {
        for (&theory, panels) in theories.iter().zip(panels) {
            for (&lineage, panel) in lineages.iter().zip(panels) {
                panel_of(svg, panel, &view.look(theory), &Solved::of(view, &[theory], lineage));
            }
        }
    });
    Some(Figure {
        id: "solved",
        title,
        caption,
        svg,
        is_telling: view.has_releases(),
        csv: csv(view, &theories, &lineages),
    })
}

/// The lineages that were asked any of some theories.
pub(super) fn lineages(view: &View<'_>, theories: &[TheoryId]) -> Vec<LineageId> {
    view.lineages_with(theories, |theory, lineage| {
        view.timings_of(theory, lineage).iter().any(Option::is_some)
    })
}

/// The legend of bars and lines.
pub(super) fn entries() -> Vec<(Look, Sample, String)> {
    vec![
        (INK, Sample::Bar, "solved within 2^-6 s".to_owned()),
        (INK, Sample::Line, "solved within 2^3 s".to_owned()),
    ]
}

/// Number of formulas that each release of a lineage solved, in the shortest and in the longest
/// time.
pub(super) struct Solved {
    soonest: Vec<Option<Point>>,
    latest: Vec<Option<Point>>,
}

impl Solved {
    /// In some theories together.
    pub(super) fn of(view: &View<'_>, theories: &[TheoryId], lineage: LineageId) -> Self {
        let (mut soonest, mut latest) = (Vec::new(), Vec::new());
        for (id, solver) in view.solvers(lineage) {
            let timings: Vec<&Timing> =
                theories.iter().filter_map(|&theory| view.timing(theory, id)).collect();
            let Some(sum) = sum(&timings) else {
                soonest.push(None);
                latest.push(None);
                continue;
            };
            let track = match theories {
                [one] => view.theory(*one).name.as_str(),
                _ => "all theories",
            };
            let title = format!("{}, {track}: {}", solver.label, sum.in_words());
            soonest.push(Some(Point { value: real(sum.soonest()), title }));
            let (count, asked) = (grouped(sum.latest()), grouped(sum.asked));
            let title = format!("{}, {track}: {count} of {asked} within 8 s", solver.label);
            latest.push(Some(Point { value: real(sum.latest()), title }));
        }
        Self { soonest, latest }
    }
}

/// Several theories as one; nothing if there are none.
fn sum(timings: &[&Timing]) -> Option<Timing> {
    let (first, others) = timings.split_first()?;
    let mut sum = (*first).clone();
    for timing in others {
        sum.asked += timing.asked;
        sum.decided += timing.decided;
        sum.seconds += timing.seconds;
        for (count, more) in sum.solved.iter_mut().zip(timing.solved) {
            *count += more;
        }
    }
    Some(sum)
}

/// Draws bars in a look, and lines.
pub(super) fn panel_of(svg: &mut Svg, panel: &Panel, look: &Look, solved: &Solved) {
    panel.bars(svg, look, &solved.soonest);
    panel.line(svg, &INK, 0.0, &solved.latest);
}

/// A line for each theory and release, with all times.
pub(super) fn csv(view: &View<'_>, theories: &[TheoryId], lineages: &[LineageId]) -> String {
    let times = TIMES.map(|time| format!("solved_{time}s"));
    let names = ORIGIN.into_iter().map(str::to_owned).chain(times);
    let mut csv = Csv::new(names.chain(["decided".to_owned()]));
    for &theory in theories {
        for &lineage in lineages {
            for timing in view.timings_of(theory, lineage).iter().flatten() {
                let mut line = origin(view, lineage, theory, timing.column, timing.asked);
                line.extend(timing.solved.map(|count| count.to_string()));
                line.push(timing.decided.to_string());
                csv.line(line);
            }
        }
    }
    csv.finish()
}
