//! `cargo xtask bench`: how fast enumeration is, against what the machine itself can do.
//!
//! One line per figure: what, measured, the yardstick measured in the same run, their ratio, the
//! goal, and whether it is met. Everything is measured in release mode and on this machine, so
//! goals in seconds hold for a machine like the one they were set on.

use std::time::Instant;

use anyhow::Result;
use feat_runtime::Layout;

use crate::page::Form;
use crate::spaces::spaces;
use crate::table::{Figure, Goal, Table};
use crate::{index, rates};

/// Subject of the table.
const ABOUT: &str = "Enumeration: streams to memory and into a pipe, tables for indices far out, single formulas, ranks.";

/// Runs the whole table; it must run in release mode.
pub(crate) fn run(form: Form) -> Result<()> {
    let etude = rates::build_etude()?;
    let begin = Instant::now();
    let mut table = Table::new(form, "", ABOUT);
    let copy = rates::memory_copy();
    let (block, pipe) = rates::best_dd()?;
    table.yardstick("memory copy", copy);
    table.yardstick(&format!("dd into cat, the best block size: {block}"), pipe);
    let spaces = spaces()?;
    for (name, space) in &spaces {
        for layout in [Layout::Spaced, Layout::Smtlib] {
            table.add(Figure {
                what: format!("stream {name} {layout:?} to memory, 1 core"),
                measured: rates::stream(space, layout),
                unit: "GB/s",
                yardstick: Some(copy),
                goal: Goal::AtLeast(if name == "Core" && layout == Layout::Spaced {
                    2.0
                } else {
                    1.0
                }),
            });
        }
    }
    table.add(Figure {
        what: "two cores against one, all theories to a sink".into(),
        measured: rates::two_against_one(&spaces)?,
        unit: "times",
        yardstick: None,
        goal: Goal::AtLeast(1.7),
    });
    for (name, _) in &spaces {
        for layout in ["spaced", "smtlib"] {
            let written = rates::Written::new(&etude, name, layout)?;
            for threads in [1, 2] {
                let (measured, pipe) = written.rates_into_cat(&etude, threads, block)?;
                table.add(Figure {
                    what: format!("enumerate {name} --layout {layout} --jobs {threads} | cat"),
                    measured,
                    unit: "GB/s",
                    yardstick: Some(pipe),
                    goal: Goal::AtLeast(0.8 * pipe),
                });
            }
        }
    }
    for (name, _) in &spaces {
        index_figures(&mut table, name)?;
    }
    for name in ["Core", "Strings"] {
        let measured = index::measure(name, "10^10000", None)?;
        table.at_most(
            format!("tables for 10^10000 of {name}, all cores"),
            measured.tables,
            "s",
            20.0,
        );
        table.at_most(format!("memory for 10^10000 of {name}"), measured.memory, "GiB", 2.0);
    }
    if let Some((_, core)) = spaces.iter().find(|(name, _)| name == "Core") {
        for layout in [Layout::Spaced, Layout::Smtlib] {
            let what = format!("Core index below 2^64, with text, {layout:?}");
            table.at_most(what, rates::small_index(core, layout), "us", 1.0);
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    table.at_most("this whole table".into(), seconds, "s", 120.0);
    table.finish()
}

fn index_figures(table: &mut Table, name: &str) -> Result<()> {
    let is_core = name == "Core";
    let measured = index::measure(name, "10^1700", Some(1))?;
    let tables = if is_core { 0.5 } else { 2.0 };
    table.at_most(format!("tables for 10^1700 of {name}, 1 core"), measured.tables, "s", tables);
    let get = if is_core { 2.0 } else { 10.0 };
    table.at_most(format!("index 10^1700 of {name}"), measured.get * 1e3, "ms", get);
    table.at_most(format!("rank at 10^1700 of {name}"), measured.rank * 1e3, "ms", get);
    Ok(())
}
