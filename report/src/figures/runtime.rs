//! Cumulative time on the formulas that all releases of a lineage decide.

use campaign::commands_for_people::verdicts;
use outlet::counted;

use crate::chart::{Down, Look, Point, Sample, Scale};
use crate::figure::Figure;

use super::csv::Csv;
use super::frame::{self, OF_ONE, ORIGIN, origin, provenance};
use super::handles::{LineageId, TheoryId};
use super::solved;
use super::timing::jointly;
use super::view::View;

/// Times of the releases of a lineage for one theory.
struct Joint {
    theory: TheoryId,
    lineage: LineageId,
    /// Number of formulas that all of them decide.
    formulas: u64,
    /// Time that each took for these; nothing for one that was not asked.
    seconds: Vec<Option<f64>>,
}

/// A panel for each lineage, with a line for each theory.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let theories = view.near();
    let lineages = solved::lineages(view, &theories);
    let joints: Vec<Joint> = theories
        .iter()
        .flat_map(|&theory| lineages.iter().map(move |&lineage| joint(view, theory, lineage)))
        .collect();
    let drawn = joints.iter().filter(|joint| joint.formulas > 0);
    let scale = Scale::log(drawn.flat_map(|joint| joint.seconds.iter().flatten().copied()))?;
    let title = "Cumulative time on jointly solved formulas".to_owned();
    let caption = format!(
        "How long each release takes for the formulas of a theory that all releases of its family \
         decide, in seconds, on a logarithmic scale. A theory without such formulas has no line.{} \
         The formulas are those that `{}` calls sat or unsat for every Y of a family.",
        provenance(view, &theories),
        verdicts("CAMPAIGN", OF_ONE)
    );
    let row = Down {
        title: "Cumulative time".to_owned(),
        unit: "seconds".to_owned(),
        scale,
        height: 300.0,
    };
    let columns = frame::columns(view, &lineages);
    let entries = entries(view, &theories);
    let svg = frame::draw(&title, &caption, &entries, columns, vec![row], |svg, panels| {
        for (&lineage, panel) in lineages.iter().zip(&panels[0]) {
            let here = || joints.iter().filter(|it| it.lineage == lineage && it.formulas > 0);
            for joint in here() {
                panel.line(svg, &view.look(joint.theory), 0.0, &points(view, joint));
            }
            if here().next().is_none() {
                panel.remark(svg, "no formula is decided by all");
            }
        }
    });
    Some(Figure {
        id: "runtime",
        title,
        caption,
        svg,
        is_telling: view.has_releases(),
        csv: csv(view, &joints),
    })
}

/// The legend of the theories.
pub(super) fn entries(view: &View<'_>, theories: &[TheoryId]) -> Vec<(Look, Sample, String)> {
    let entry =
        |&theory: &TheoryId| (view.look(theory), Sample::Line, view.theory(theory).name.clone());
    theories.iter().map(entry).collect()
}

fn joint(view: &View<'_>, theory: TheoryId, lineage: LineageId) -> Joint {
    let timings = view.timings_of(theory, lineage);
    let answers: Vec<_> =
        timings.iter().flatten().map(|it| &view.record(theory, it.column).answers).collect();
    let (formulas, seconds) = jointly(&answers);
    let mut seconds = seconds.into_iter();
    let seconds = timings.iter().map(|timing| timing.as_ref().and_then(|_| seconds.next()));
    Joint { theory, lineage, formulas, seconds: seconds.collect() }
}

fn points(view: &View<'_>, joint: &Joint) -> Vec<Option<Point>> {
    let solvers = view.lineage(joint.lineage).solvers.iter();
    solvers
        .zip(&joint.seconds)
        .map(|(solver, seconds)| {
            let value = (*seconds)?;
            let (label, track) = (&solver.label, &view.theory(joint.theory).name);
            let formulas = counted(joint.formulas, "formula");
            let title = format!("{label}, {track}: {value:.4} s for {formulas}");
            Some(Point { value, title })
        })
        .collect()
}

fn csv(view: &View<'_>, joints: &[Joint]) -> String {
    let mut csv = Csv::new(ORIGIN.into_iter().chain(["jointly_solved", "seconds"]));
    for joint in joints {
        let timings = view.timings_of(joint.theory, joint.lineage);
        for (timing, seconds) in timings.iter().zip(&joint.seconds) {
            let (Some(timing), Some(seconds)) = (timing, seconds) else { continue };
            let mut line = origin(view, joint.lineage, joint.theory, timing.column, timing.asked);
            line.extend([joint.formulas.to_string(), format!("{seconds:.4}")]);
            csv.line(line);
        }
    }
    csv.finish()
}
