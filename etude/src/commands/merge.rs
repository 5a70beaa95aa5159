//! `etude merge`: campaigns of several machines into one.

use std::io::Write;

use anyhow::{Result, bail};
use campaign::Store;
use outlet::counted;
use serde_json::json;

use crate::cli::Merge;
use crate::output::stdout;

pub(crate) fn run(arguments: &Merge) -> Result<()> {
    if arguments.from.contains(&arguments.into) {
        bail!("{} cannot be merged into itself", arguments.into.display());
    }
    // All must be there before anything is written. One is open at a time: there may be hundreds.
    for path in &arguments.from {
        drop(Store::open_to_read(path)?);
    }
    let mut store = Store::open(&arguments.into)?;
    let mut out = stdout(arguments.json);
    for path in &arguments.from {
        let merged = store.merge(&Store::open_to_read(path)?)?;
        if arguments.json {
            let object = json!({
                "from": path.display().to_string(),
                "verdicts": merged.verdicts,
                "known": merged.known,
                "findings": merged.findings,
            });
            writeln!(out, "{object}")?;
        } else {
            writeln!(
                out,
                "{}: {}, {}; {} there already",
                path.display(),
                counted(merged.verdicts, "verdict"),
                counted(merged.findings, "finding"),
                counted(merged.known, "verdict"),
            )?;
        }
    }
    Ok(())
}
