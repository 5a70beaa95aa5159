//! `etude merge`: campaigns of several machines into one.

use std::io::Write;

use anyhow::{Result, bail};
use campaign::Store;
use outlet::grouped;
use serde_json::json;

use crate::cli::Merge;
use crate::output::stdout;

pub(crate) fn run(arguments: &Merge) -> Result<()> {
    if arguments.from.contains(&arguments.into) {
        bail!("{} cannot be merged into itself", arguments.into.display());
    }
    // All must be there before anything is written.
    let sources: Vec<Store> =
        arguments.from.iter().map(|path| Store::open_to_read(path)).collect::<Result<_, _>>()?;
    let mut store = Store::open(&arguments.into)?;
    let mut out = stdout(arguments.json);
    for (path, source) in arguments.from.iter().zip(&sources) {
        let merged = store.merge(source)?;
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
                "{}: {} verdicts, {} findings; {} verdicts were there already",
                path.display(),
                grouped(merged.verdicts),
                grouped(merged.findings),
                grouped(merged.known),
            )?;
        }
    }
    Ok(())
}
