//! Findings of `etude bisect`: a table of releases, a sentence, JSON.

use std::io::Write;

use anyhow::Result;
use campaign::{Boundaries, Edge, Lifetime, Tested, VerdictKind};
use outlet::first_line;
use serde_json::json;
use solvers::Solver;

use super::table::write_table;

/// Writes a line for each release that was tested.
pub(crate) fn write_rows(out: &mut impl Write, rows: &[Option<Tested>]) -> Result<()> {
    let header = ["solver", "verdict", "", ""].map(str::to_owned);
    let cells = rows.iter().flatten().map(|row| {
        let verdict = row.verdict.map_or("missing", VerdictKind::name);
        let detail = first_line(&row.detail).to_owned();
        [row.solver.clone(), verdict.to_owned(), row.health.name().to_owned(), detail]
    });
    write_table(out, &[header].into_iter().chain(cells).collect::<Vec<_>>())
}

/// Returns where the bug came and went, in words.
pub(crate) fn summary(releases: &[Solver], found: &Boundaries) -> String {
    let name = |place: usize| releases[place].name.as_str();
    if found.anchor.is_none() {
        return "no release that was tested has the bug".to_owned();
    }
    let came = match found.introduced {
        Some(Edge { good, bad }) => format!("last good {}, first bad {}", name(good), name(bad)),
        None => "bad since the oldest that can be tested".to_owned(),
    };
    let went = match found.fixed {
        Some(Edge { good, bad }) => format!("last bad {}, good in {}", name(bad), name(good)),
        None => "not fixed since".to_owned(),
    };
    let twice = if found.is_monotone {
        ""
    } else {
        "\nthe bug came more than once: these are boundaries next to where it was found; --all tests \
         every release"
    };
    format!("{came}; {went}{twice}")
}

/// Writes one JSON object.
pub(crate) fn write_json(
    out: &mut impl Write,
    releases: &[Solver],
    rows: &[Option<Tested>],
    found: &Boundaries,
    lifetime: Option<&Lifetime>,
) -> Result<()> {
    let name = |place: usize| releases[place].name.as_str();
    let edge = |edge: &Edge| json!({ "good": name(edge.good), "bad": name(edge.bad) });
    let object = json!({
        "releases": releases.iter().map(|solver| solver.name.as_str()).collect::<Vec<_>>(),
        "tested": rows.iter().flatten().collect::<Vec<_>>(),
        "introduced": found.introduced.as_ref().map(edge),
        "fixed": found.fixed.as_ref().map(edge),
        "monotone": found.is_monotone,
        "lifetime": lifetime,
    });
    writeln!(out, "{object}")?;
    Ok(())
}
