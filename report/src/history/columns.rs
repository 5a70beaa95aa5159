//! Settings into columns: which releases stand together, and in which order.

use std::collections::BTreeMap;

use campaign::{Description, Manner, StoredSolver};
use solvers::{Day, Release};

/// The family whose releases stand together: CVC4 became cvc5. A solver of no known family stands
/// with those that are called like it but for the version.
pub(super) fn lineage(solver: &Description) -> String {
    match solver.family.as_str() {
        "other" => stem(&solver.name).to_owned(),
        _ => solver.kin().to_owned(),
    }
}

/// A name without its version and its number among equals: `mine` for `mine-1.2` and `mine#2`.
fn stem(name: &str) -> &str {
    let name = name.split(['#', '@']).next().unwrap_or(name);
    match name.rsplit_once('-') {
        Some((stem, version)) if version.parse::<Release>().is_ok() => stem,
        _ => name,
    }
}

/// Z3 first, then CVC4 and cvc5, then others by name.
fn rank(lineage: &str) -> usize {
    ["z3", "cvc5"].iter().position(|name| *name == lineage).unwrap_or(2)
}

/// Places of settings in the order of the figures. Days order a lineage only if all of it have one,
/// since a day and a version do not compare. What says no version is newer than what does.
pub(super) fn in_order(settings: &[StoredSolver], mut places: Vec<usize>) -> Vec<usize> {
    let day = |place: usize| -> Option<Day> {
        settings[place].recorded().description.built.as_ref()?.parse().ok()
    };
    let mut has_days: BTreeMap<String, bool> = BTreeMap::new();
    for &place in &places {
        let lineage = lineage(&settings[place].recorded().description);
        *has_days.entry(lineage).or_insert(true) &= day(place).is_some();
    }
    places.sort_by_cached_key(|&place| {
        let recorded = &settings[place].recorded();
        let solver = &recorded.description;
        let lineage = lineage(solver);
        let built = if has_days[&lineage] { day(place) } else { None };
        let release = solver.release();
        // CVC4 1.8 came before cvc5 0.0.2.
        let version = (release.is_none(), solver.family.clone(), release);
        let manner = match recorded.manner {
            Manner::Session => 0,
            Manner::Fresh => 1,
            Manner::Timed { .. } => 2,
        };
        let asked = (solver.name.clone(), manner, recorded.limit_ms, place);
        (rank(&lineage), lineage, built, version, asked)
    });
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_stand_with_their_versions() {
        for (name, expected) in [
            ("mine-1.2", "mine"),
            ("mine#2", "mine"),
            ("my-solver", "my-solver"),
            ("my-solver-3", "my-solver"),
        ] {
            assert_eq!(stem(name), expected);
        }
    }
}
