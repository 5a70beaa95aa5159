//! Files that a command reads, or standard input for `-`.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result};

/// Whether a path means standard input.
pub(crate) fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// What to call a file in messages, and its text.
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
