//! `etude man`: manual pages, made from the same texts as `--help`.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use clap::Command;
use clap_mangen::Man as Page;

use crate::cli::{Man, command};
use crate::destination::write;
use crate::output::{Unwritten, exact_stdout};
use crate::spelling::did_you_mean;

pub(crate) fn run(arguments: &Man) -> Result<()> {
    let mut all = command().disable_help_subcommand(true);
    all.build();
    if let Some(folder) = &arguments.out {
        return write_all(&all, folder);
    }
    let page = page(find(&all, &arguments.command)?)?;
    let mut out = exact_stdout()?;
    out.write_all(page.as_bytes())?;
    Ok(out.flush()?)
}

/// Returns the command of that name; its words may stand together: `"solvers install"`.
fn find<'a>(all: &'a Command, words: &[String]) -> Result<&'a Command> {
    let words = words.iter().flat_map(|word| word.split_whitespace());
    words.into_iter().try_fold(all, |command, word| {
        command.find_subcommand(word).ok_or_else(|| {
            let hint = did_you_mean(word, command.get_subcommands().map(Command::get_name));
            anyhow!("there is no command `{} {word}`{hint}", name(command).replace('-', " "))
        })
    })
}

/// Writes the page of a command and those of all below it.
fn write_all(command: &Command, folder: &Path) -> Result<()> {
    if folder.exists() && !folder.is_dir() {
        bail!("{} is no folder", folder.display());
    }
    fs::create_dir_all(folder)
        .map_err(|error| Unwritten::new(folder.display().to_string(), error))?;
    write(&folder.join(format!("{}.1", name(command))), &page(command)?)?;
    command.get_subcommands().try_for_each(|below| write_all(below, folder))
}

/// Returns the page of a command.
fn page(command: &Command) -> Result<String> {
    let mut text = Vec::new();
    Page::new(command.clone()).render(&mut text)?;
    Ok(String::from_utf8(text)?)
}

/// Returns the name of a command's page: `etude-solvers-install`.
fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or(command.get_name())
}
