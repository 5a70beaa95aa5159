//! Bug triggers by release, theory and kind.

use outlet::{counted, grouped};

use crate::chart::{Down, Look, Point, Sample, Scale, real};
use crate::figure::Figure;

use super::class::Class;
use super::csv::Csv;
use super::frame::{self, ORIGIN, how_to_list_triggers, origin};
use super::handles::{LineageId, SolverId, TheoryId};
use super::lineage::Solver;
use super::view::View;

/// Number of formulas that a line of numbers names.
pub(super) const FIRST: usize = 5;

/// A grid of theories and lineages, with a line for each class.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let theories = view.near();
    let lineages = view.lineages_with(&theories, |theory, lineage| {
        view.tallies_of(theory, lineage).iter().any(Option::is_some)
    });
    let judged = |&theory: &TheoryId| view.tallies(theory).next().is_some();
    let theories: Vec<TheoryId> = theories.into_iter().filter(judged).collect();
    if theories.is_empty() {
        return None;
    }
    let title = "Bug triggers by release, theory and kind".to_owned();
    let caption = format!(
        "Each point is the number of formulas of a theory that show a bug of a release, by kind, on \
         a logarithmic scale; releases stand from old to new.{}",
        how_to_list_triggers()
    );
    let rows = theories.iter().map(|&theory| {
        let most =
            view.tallies(theory).flat_map(|it| Class::PROVEN.map(|class| it.count(class))).max();
        Down {
            title: view.theory(theory).name.clone(),
            unit: "formulas".to_owned(),
            scale: Scale::counts(real(most.unwrap_or(0))),
            height: 84.0,
        }
    });
    let columns = frame::columns(view, &lineages);
    let svg = frame::draw(&title, &caption, &entries(), columns, rows.collect(), |svg, panels| {
        for (&theory, panels) in theories.iter().zip(panels) {
            for (&lineage, panel) in lineages.iter().zip(panels) {
                let points = |class| points(view, &[theory], lineage, class);
                for (class, shift) in Class::PROVEN.into_iter().zip(SHIFTS) {
                    panel.line(svg, &class.look(), shift, &points(class));
                }
            }
        }
    });
    Some(Figure {
        id: "triggers",
        title,
        caption,
        svg,
        is_telling: view.has_releases() || view.has_triggers(),
        csv: csv(view, &theories, &lineages),
    })
}

/// Kinds stand beside each other, so that none hides another.
pub(super) const SHIFTS: [f64; 3] = [-0.24, 0.0, 0.24];

/// The legend of the kinds.
pub(super) fn entries() -> Vec<(Look, Sample, String)> {
    let entry = |class: Class| (class.look(), Sample::Line, class.name().to_owned());
    Class::PROVEN.map(entry).to_vec()
}

/// Returns how many triggers each release has in some theories together.
pub(super) fn points(
    view: &View<'_>,
    theories: &[TheoryId],
    lineage: LineageId,
    class: Class,
) -> Vec<Option<Point>> {
    let point = |(id, solver): (SolverId, &Solver)| {
        let tallies: Vec<_> =
            theories.iter().filter_map(|&theory| view.tally(theory, id)).collect();
        if tallies.is_empty() {
            return None;
        }
        let count: u64 = tallies.iter().map(|tally| tally.count(class)).sum();
        let asked: u64 = tallies.iter().map(|tally| tally.asked).sum();
        let track = match theories {
            [one] => view.theory(*one).name.as_str(),
            _ => "all theories",
        };
        let (label, kind) = (&solver.label, class.name());
        let (formulas, all) = (grouped(count), counted(asked, "formula"));
        let title = format!("{label}, {track}, {kind}: {formulas} of {all}");
        Some(Point { value: real(count), title })
    };
    view.solvers(lineage).map(point).collect()
}

fn csv(view: &View<'_>, theories: &[TheoryId], lineages: &[LineageId]) -> String {
    let mut csv = Csv::new(ORIGIN.into_iter().chain(["kind", "triggers", "first_indices"]));
    for &theory in theories {
        for &lineage in lineages {
            for tally in view.tallies_of(theory, lineage).iter().flatten() {
                for class in Class::PROVEN {
                    let mut line = origin(view, lineage, theory, tally.column, tally.asked);
                    let first = tally.numbers(class).iter().take(FIRST);
                    let first: Vec<String> =
                        first.map(|number| view.theory(theory).index(*number)).collect();
                    line.extend([
                        class.name().to_owned(),
                        tally.count(class).to_string(),
                        first.join(" "),
                    ]);
                    csv.line(line);
                }
            }
        }
    }
    csv.finish()
}
