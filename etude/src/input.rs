//! Files that a command reads, or standard input for `-`.

use std::fs;
use std::io::{self, Read};

use anyhow::{Context, Result};

/// What to call a file in messages, and its text.
pub(crate) fn read(file: &str) -> Result<(String, String)> {
    if file == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
        return Ok(("standard input".to_owned(), text));
    }
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
    Ok((file.to_owned(), text))
}
