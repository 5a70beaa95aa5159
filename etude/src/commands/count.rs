//! `etude count`: how many formulas there are of each size.

use std::io::{BufWriter, IsTerminal, Write};

use anyhow::Result;
use feat_runtime::Size;
use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::cli::Count;
use crate::output::exact_stdout;
use crate::source::NamedSpace;

pub(crate) fn run(arguments: &Count) -> Result<()> {
    let source = NamedSpace::open(arguments.theory.as_deref(), &arguments.source)?;
    source.reach_size(Size(arguments.up_to))?;
    let mut total = BigUint::ZERO;
    let rows: Vec<(Size, String, String)> = (0..=arguments.up_to)
        .map(|size| {
            let count = source.space.count(Size(size));
            total += &count;
            (Size(size), count.to_string(), total.to_string())
        })
        .collect();
    let mut out = BufWriter::new(exact_stdout()?);
    if arguments.json {
        let row = |(size, count, total): &(Size, String, String)| json!({ "size": size.0, "count": count, "up_to": total });
        writeln!(out, "{}", rows.iter().map(row).collect::<Value>())?;
        return Ok(out.flush()?);
    }
    let width = rows.last().map_or(0, |(_, _, total)| total.len()).max("up to it".len());
    if std::io::stdout().is_terminal() {
        writeln!(out, "size {:>width$} {:>width$}", "formulas", "up to it")?;
    }
    for (size, count, total) in rows {
        writeln!(out, "{:>4} {count:>width$} {total:>width$}", size.0)?;
    }
    Ok(out.flush()?)
}
