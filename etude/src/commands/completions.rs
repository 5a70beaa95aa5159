//! `etude completions`: what makes a shell complete commands and options.

use std::io::Write;

use anyhow::Result;

use crate::cli::{Completions, command};
use crate::output::exact_stdout;

pub(crate) fn run(arguments: &Completions) -> Result<()> {
    // Written at once: a shell that reads half a script says something odd.
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "etude", &mut text);
    let mut out = exact_stdout()?;
    out.write_all(&text)?;
    Ok(out.flush()?)
}
