//! Columns into solvers, and solvers into families.

use std::collections::BTreeMap;

use crate::history::Column;

use super::handles::ColumnId;

/// A family of solvers.
pub(super) struct Lineage {
    /// Its name in the history.
    pub(super) name: String,
    /// Its name for people.
    pub(super) title: String,
    /// Its releases, in order.
    pub(super) solvers: Vec<Solver>,
}

/// A solver, however it was asked.
pub(super) struct Solver {
    /// Its name in the campaign.
    pub(super) name: String,
    /// Its name at axes, other than all others.
    pub(super) label: String,
    /// Its columns.
    pub(super) columns: Vec<ColumnId>,
}

/// The parts that tell solvers apart: name, version, what the program is, and its options.
type Identity<'a> = (&'a str, Option<&'a str>, Option<&'a str>, &'a [String]);

/// The columns of one solver are those that differ only in how it was asked and how long it had.
pub(super) fn lineages(columns: &[Column]) -> Vec<Lineage> {
    let mut lineages: Vec<Lineage> = Vec::new();
    let mut places: BTreeMap<Identity<'_>, (usize, usize)> = BTreeMap::new();
    for (place, column) in columns.iter().enumerate() {
        let solver = &column.recorded.description;
        let is_known = lineages.last().is_some_and(|lineage| lineage.name == column.lineage);
        if !is_known {
            let title = title(&column.lineage);
            lineages.push(Lineage { name: column.lineage.clone(), title, solvers: Vec::new() });
        }
        let last = lineages.len() - 1;
        let (version, print) = (solver.version.as_deref(), solver.fingerprint.as_deref());
        let identity = (column.name.as_str(), version, print, solver.options.as_slice());
        let solvers = &mut lineages[last].solvers;
        let (lineage, place_there) = *places.entry(identity).or_insert_with(|| {
            let (name, label) = (column.name.clone(), column.name.clone());
            solvers.push(Solver { name, label, columns: Vec::new() });
            (last, solvers.len() - 1)
        });
        lineages[lineage].solvers[place_there].columns.push(ColumnId(place));
    }
    tell_apart(columns, &mut lineages);
    lineages
}

/// Builds that have the same name say their day, or their number among equals.
fn tell_apart(columns: &[Column], lineages: &mut [Lineage]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for solver in lineages.iter().flat_map(|lineage| &lineage.solvers) {
        *counts.entry(solver.name.clone()).or_default() += 1;
    }
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for solver in lineages.iter_mut().flat_map(|lineage| &mut lineage.solvers) {
        if counts.get(&solver.name).is_none_or(|count| *count < 2) {
            continue;
        }
        let day = &columns[solver.columns[0].0].recorded.description.built;
        let label = day
            .as_ref()
            .map_or_else(|| solver.name.clone(), |day| format!("{} of {day}", solver.name));
        let count = seen.entry(label.clone()).or_default();
        *count += 1;
        solver.label = if *count > 1 { format!("{label} ({count})") } else { label };
    }
}

fn title(lineage: &str) -> String {
    match lineage {
        "z3" => "Z3".to_owned(),
        "cvc5" => "CVC4/cvc5".to_owned(),
        other => other.to_owned(),
    }
}
