//! The table that an evolution ends with: one line per release.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use anyhow::Result;
use campaign::{Kind, Outcome, Plan, Store, summarize};
use outlet::grouped;
use serde_json::json;

use crate::output::stdout;
use crate::view::table::write_table;

/// The counts of one release.
#[derive(Default)]
struct ReleaseRow {
    asked: u64,
    decided: u64,
    refused: u64,
    triggers: BTreeMap<Kind, u64>,
}

impl ReleaseRow {
    fn of(&self, kinds: &[Kind]) -> u64 {
        kinds.iter().filter_map(|kind| self.triggers.get(kind)).sum()
    }

    fn unsound(&self) -> u64 {
        self.of(&[Kind::RefutationUnsoundness, Kind::SolutionUnsoundness])
    }
}

/// Prints how many formulas each release was asked, decided, and got wrong.
pub(crate) fn print(store: &Store, plan: &Plan, json: bool) -> Result<()> {
    let rows = rows(store, plan)?;
    let mut out = BufWriter::new(stdout(json));
    let names = plan.settings.iter().map(campaign::Setting::name);
    if json {
        let releases: Vec<_> = names
            .zip(&rows)
            .map(|(name, row)| {
                let triggers: BTreeMap<&str, u64> =
                    row.triggers.iter().map(|(kind, count)| (kind.name(), *count)).collect();
                json!({
                    "solver": name, "asked": row.asked, "decided": row.decided,
                    "refused": row.refused, "triggers": triggers,
                })
            })
            .collect();
        writeln!(out, "{}", json!({ "event": "end", "releases": releases }))?;
    } else {
        let header = ["solver", "asked", "decided", "refused", "unsound", "invalid model", "crash"];
        let cells = names.zip(&rows).map(|(name, row)| {
            [
                name.to_owned(),
                grouped(row.asked),
                grouped(row.decided),
                grouped(row.refused),
                grouped(row.unsound()),
                grouped(row.of(&[Kind::InvalidModel])),
                grouped(row.of(&[Kind::Crash, Kind::Flawed])),
            ]
        });
        write_table(
            &mut out,
            &[header.map(str::to_owned)].into_iter().chain(cells).collect::<Vec<_>>(),
        )?;
    }
    out.flush()?;
    Ok(())
}

fn rows(store: &Store, plan: &Plan) -> Result<Vec<ReleaseRow>> {
    let summary = summarize(plan, store)?;
    let mut rows: Vec<ReleaseRow> = plan.settings.iter().map(|_| ReleaseRow::default()).collect();
    for theory in &summary.theories {
        for (row, tally) in rows.iter_mut().zip(&theory.tallies) {
            for (outcome, count) in tally {
                row.asked += count;
                row.decided += if outcome.is_decided() { *count } else { 0 };
                row.refused += if *outcome == Outcome::Rejected { *count } else { 0 };
            }
        }
    }
    for stretch in &plan.stretches {
        for found in store.found(store.track(&stretch.source)?)? {
            let place = plan.settings.iter().position(|it| found.accused.is_only(it.name()));
            if let (Some(place), true) = (place, stretch.numbers.contains(&found.number)) {
                *rows[place].triggers.entry(found.kind).or_default() += 1;
            }
        }
    }
    Ok(rows)
}
