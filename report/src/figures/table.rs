//! Bug triggers of each release, summed up: the table.

use outlet::{counted, grouped};

use crate::chart::{Cell, Row, Svg, Table};
use crate::figure::Figure;

use super::class::Class;
use super::csv::Csv;
use super::frame::how_to_list_triggers;
use super::handles::TheoryId;
use super::triggers::FIRST;
use super::view::{Tally, View};

/// Sums over all theories for a release.
struct Sum<'a> {
    label: &'a str,
    /// The theories with what they say.
    tallies: Vec<(TheoryId, &'a Tally)>,
}

impl Sum<'_> {
    fn count(&self, class: Class) -> u64 {
        self.tallies.iter().map(|(_, tally)| tally.count(class)).sum()
    }

    fn asked(&self) -> u64 {
        self.tallies.iter().map(|(_, tally)| tally.asked).sum()
    }

    /// The theories that have triggers of some classes, with how many.
    fn theories<'b>(
        &'b self,
        view: &'b View<'_>,
        classes: &[Class],
    ) -> impl Iterator<Item = (&'b str, u64)> {
        let classes = classes.to_vec();
        self.tallies.iter().filter_map(move |(theory, tally)| {
            let count: u64 = classes.iter().map(|class| tally.count(*class)).sum();
            (count > 0).then(|| (view.theory(*theory).name.as_str(), count))
        })
    }
}

/// A table for each lineage, the newest release first.
pub(super) fn figure(view: &View<'_>) -> Option<Figure> {
    let theories = view.near();
    let mut csv = Csv::new(COLUMNS);
    let mut tables = Vec::new();
    for lineage in view.lineages() {
        let sums: Vec<Sum<'_>> = view
            .solvers(lineage)
            .map(|(solver, it)| {
                let tally = |&theory: &TheoryId| Some((theory, view.tally(theory, solver)?));
                Sum { label: &it.label, tallies: theories.iter().filter_map(tally).collect() }
            })
            .filter(|sum| !sum.tallies.is_empty())
            .collect();
        if sums.is_empty() {
            continue;
        }
        let lineage = view.lineage(lineage);
        for sum in sums.iter().rev() {
            lines(&mut csv, view, &lineage.name, sum);
        }
        tables.push(table(view, &lineage.title, &sums));
    }
    if tables.is_empty() {
        return None;
    }
    let title = "Bug triggers of each release".to_owned();
    let caption = format!(
        "How many formulas show a bug of a release, in all theories together, and in which. Bold: \
         releases of which no formula shows anything wrong. A disagreement blames nobody: \
         each solver that has a part in it has it.{}{}",
        how_to_list_triggers(),
        left_out(view)
    );
    let mut svg = Svg::default();
    let size = draw_all(&mut svg, &tables);
    let svg = svg.finish(size, &title, &caption);
    Some(Figure {
        id: "trigger-table",
        title,
        caption,
        svg,
        is_telling: view.has_triggers(),
        csv: csv.finish(),
    })
}

/// Draws tables side by side where that is no wider than a page, else below each other; the size of
/// it all.
fn draw_all(svg: &mut Svg, tables: &[Table]) -> (f64, f64) {
    let is_wide = tables.iter().map(|table| table.size().0).sum::<f64>() > 1000.0;
    let (mut width, mut height) = (0.0_f64, 0.0_f64);
    for table in tables {
        let (across, down) = table.size();
        if is_wide {
            table.draw(svg, (0.0, height));
            (width, height) = (width.max(across), height + down);
        } else {
            table.draw(svg, (width, 0.0));
            (width, height) = (width + across, height.max(down));
        }
    }
    (width, height)
}

/// Returns a note on bugs far out, which are in no other figure and must not be passed over in
/// silence.
fn left_out(view: &View<'_>) -> String {
    let far = view.far();
    let tallies = far.iter().flat_map(|&theory| view.tallies(theory));
    let count: u64 =
        tallies.map(|it| Class::ALL.map(|class| it.count(class)).iter().sum::<u64>()).sum();
    match count {
        0 => String::new(),
        _ => format!(
            " Triggers among formulas that begin far out are not counted: {}.",
            grouped(count)
        ),
    }
}

fn table(view: &View<'_>, title: &str, sums: &[Sum<'_>]) -> Table {
    let class = |class: Class| (class.name().to_owned(), Some(class.look()));
    let mut heads = vec![("Release".to_owned(), None), ("formulas".to_owned(), None)];
    heads.extend(Class::ALL.map(class));
    heads.push(("bugs in".to_owned(), None));
    let row = |sum: &Sum<'_>| {
        let mut cells = vec![
            Cell::Words(sum.label.to_owned()),
            Cell::Number {
                text: grouped(sum.asked()),
                title: format!("{}: {}", sum.label, counted(sum.asked(), "formula")),
                is_nothing: true,
            },
        ];
        for class in Class::ALL {
            let count = sum.count(class);
            let parts: Vec<String> = sum
                .theories(view, &[class])
                .map(|(theory, count)| format!("{theory} {}", grouped(count)))
                .collect();
            let parts =
                if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
            let title = format!("{}, {}: {}{parts}", sum.label, class.name(), grouped(count));
            cells.push(Cell::Number { text: grouped(count), title, is_nothing: count == 0 });
        }
        let theories: Vec<&str> = sum.theories(view, &Class::ALL).map(|(name, _)| name).collect();
        cells.push(Cell::Words(theories.join(", ")));
        Row { is_strong: theories.is_empty(), cells }
    };
    Table { title: title.to_owned(), heads, rows: sums.iter().rev().map(row).collect() }
}

const COLUMNS: [&str; 9] = [
    "lineage",
    "solver",
    "built",
    "manner",
    "formulas",
    "kind",
    "triggers",
    "theories",
    "first_indices",
];

fn lines(csv: &mut Csv, view: &View<'_>, lineage: &str, sum: &Sum<'_>) {
    let Some((_, tally)) = sum.tallies.first() else { return };
    let column = view.column(tally.column);
    for class in Class::ALL {
        let theories: Vec<String> = sum
            .theories(view, &[class])
            .map(|(theory, count)| format!("{theory}={count}"))
            .collect();
        let indices = sum.tallies.iter().flat_map(|(theory, tally)| {
            let theory = view.theory(*theory);
            tally
                .numbers(class)
                .iter()
                .map(move |it| format!("{}:{}", theory.theory, theory.index(*it)))
        });
        csv.line([
            lineage.to_owned(),
            column.name.clone(),
            column.built(),
            column.manner(),
            sum.asked().to_string(),
            class.name().to_owned(),
            sum.count(class).to_string(),
            theories.join("; "),
            indices.take(FIRST).collect::<Vec<_>>().join(" "),
        ]);
    }
}
