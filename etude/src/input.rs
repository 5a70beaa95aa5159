//! Files that a command reads, or standard input for `-`, and what is meant in them.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use smtlib::{Query, Script};

/// Whether a path means standard input.
pub(crate) fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// Returns what to call a file in messages, and its text.
pub(crate) fn read(file: &Path) -> Result<(String, String)> {
    if is_stdin(file) {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(("standard input".to_owned(), text));
    }
    let name = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    Ok((name, text))
}

/// Returns the query that a person means: the last one, unless its number, counted from 1, is given.
pub(crate) fn choose_query(script: &Script, number: Option<usize>) -> Result<Query> {
    let mut queries = script.queries();
    let count = queries.len();
    match number {
        None => queries.pop().context("the script asks nothing"),
        Some(number) if (1..=count).contains(&number) => Ok(queries.swap_remove(number - 1)),
        Some(number) => bail!("the script has {count} check-sat, so there is no --query {number}"),
    }
}
