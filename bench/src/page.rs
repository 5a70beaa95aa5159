//! The tables as a page of Markdown: `docs/speed.md` is what `cargo xtask bench all --markdown` prints.

use std::fs;
use std::thread::available_parallelism;

use anyhow::{Context, Result};

/// Form in which a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// In columns, for a terminal.
    Columns,
    /// As a section of a page.
    Markdown,
}

/// Returns the words above all tables.
pub(crate) fn opening() -> Result<String> {
    Ok(format!(
        "# How fast it is\n\n\
         `cargo xtask bench all --markdown` writes this page. Each line is what was measured, what the same \
         machine does at best in the same unit (the yardstick) and the part of it that is reached, the goal, and \
         whether it is met.\n\n\
         Measured on {}.\n",
        machine()?
    ))
}

/// Returns the machine and how busy it is: `2 × AMD EPYC 7763, load 0.12 when it began`.
fn machine() -> Result<String> {
    let read = |path: &str| fs::read_to_string(path).with_context(|| format!("cannot read {path}"));
    let processors = read("/proc/cpuinfo")?;
    let name = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or("processors without a name", |(_, name)| name.trim());
    let load = read("/proc/loadavg")?;
    let load = load.split(' ').next().context("/proc/loadavg is empty")?;
    Ok(format!("{} × {name}, load {load} when it began", available_parallelism()?))
}

/// Returns the heading of a section: the command that prints it, and what it is about.
pub(crate) fn heading(command: &str, about: &str) -> String {
    let words = if command.is_empty() { String::new() } else { format!(" {command}") };
    format!("\n## `cargo xtask bench{words}`\n\n{about}\n\n")
}
