//! `etude config`: what holds where the command line says nothing, and from where.

use std::env;
use std::ffi::OsString;
use std::io::Write;

use anyhow::Result;
use clap::{Arg, Command};
use outlet::counted;
use serde_json::{Value, json};

use crate::cli::{ConfigArguments, command};
use crate::output::stdout;
use crate::preferences::{self, LIMITS, Preferences, VARIABLE};
use crate::view::table::write_table;

/// One thing that holds.
struct Held {
    /// What: `hunt --timeout`.
    setting: String,
    value: String,
    /// The place where it is said: `etude.toml: limits.timeout`, `ETUDE_CACHE`, `usual`.
    from: String,
}

impl Held {
    fn new(setting: &str, value: impl Into<String>, from: impl Into<String>) -> Self {
        Self { setting: setting.to_owned(), value: value.into(), from: from.into() }
    }
}

pub(crate) fn run(arguments: &ConfigArguments) -> Result<()> {
    let preferences = preferences::now();
    let mut held = vec![file(preferences)];
    held.extend(solvers(preferences));
    add_options(preferences, &command(), "", &mut held);
    held.push(cache(preferences)?);
    held.push(by_variable("network", "ETUDE_OFFLINE", "forbidden", "allowed"));
    held.push(by_variable("colours", "NO_COLOR", "never", "auto"));
    let mut out = stdout(arguments.json);
    if arguments.json {
        let object =
            |it: &Held| json!({ "setting": it.setting, "value": it.value, "from": it.from });
        writeln!(out, "{}", held.iter().map(object).collect::<Value>())?;
        return Ok(());
    }
    let rows: Vec<Vec<String>> =
        held.into_iter().map(|it| vec![it.setting, it.value, it.from]).collect();
    write_table(&mut out, &rows)
}

fn file(preferences: &Preferences) -> Held {
    let from = match env::var_os(VARIABLE) {
        Some(_) => VARIABLE,
        None => "usual",
    };
    match &preferences.file {
        Some(path) => Held::new("file", path.display().to_string(), from),
        None => Held::new("file", "none", from),
    }
}

/// Returns the solvers that a hunt asks.
fn solvers(preferences: &Preferences) -> Vec<Held> {
    if preferences.commands.is_empty() {
        return vec![Held::new("solver", "z3 and cvc5, the newest that are here", "usual")];
    }
    let from = origin(preferences, "solver");
    preferences.commands.iter().map(|it| Held::new("solver", it, from.clone())).collect()
}

/// Adds the limits and the campaigns of all commands below one.
fn add_options(preferences: &Preferences, command: &Command, path: &str, held: &mut Vec<Held>) {
    // In this order wherever it is said: a value of the file moves its option to the end.
    for option in ["campaign"].into_iter().chain(LIMITS) {
        let mut arguments = command.get_arguments();
        let is_it = |it: &&Arg| it.get_id() == option && it.get_long().is_some();
        let Some(argument) = arguments.find(is_it) else { continue };
        let values = argument.get_default_values().first();
        let value = values.map(|value| value.to_string_lossy().into_owned());
        // The last that is put goes before those ahead of it.
        let preferred = preferences.options.iter().rev().find(|it| {
            it.option == option
                && it.command.as_ref().is_none_or(|meant| meant == path)
                && value.as_ref() == Some(&it.value)
        });
        let from = preferred.map_or("usual".to_owned(), |it| origin(preferences, &it.key));
        let value = value.unwrap_or_else(|| without_value(path, option).to_owned());
        held.push(Held::new(&format!("{path} --{option}"), value, from));
    }
    for below in command.get_subcommands() {
        add_options(preferences, below, format!("{path} {}", below.get_name()).trim(), held);
    }
}

/// Returns what holds of an option that has no usual value.
fn without_value(path: &str, option: &str) -> &'static str {
    match (path, option) {
        (_, "jobs") => "one for each core",
        ("reduce", _) => "10s, of a finding as when it was found",
        _ => "as when it was found",
    }
}

fn origin(preferences: &Preferences, key: &str) -> String {
    let file = preferences.file.as_deref().and_then(|path| path.file_name());
    let file = file.map(|name| name.to_string_lossy().into_owned());
    format!("{}: {key}", file.unwrap_or_else(|| preferences::NAME.to_owned()))
}

fn cache(preferences: &Preferences) -> Result<Held> {
    let is_set = |name: &&str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let from = if is_set(&"ETUDE_CACHE") {
        "ETUDE_CACHE".to_owned()
    } else if preferences.cache.is_some() {
        origin(preferences, "folders.cache")
    } else {
        ["XDG_CACHE_HOME", "HOME"].into_iter().find(is_set).unwrap_or("usual").to_owned()
    };
    let folder = preferences::cache_dir()?;
    let installed = crate::choice::installer()?.installed().len() as u64;
    let value = format!("{} ({})", folder.display(), counted(installed, "solver"));
    Ok(Held::new("cache", value, from))
}

/// Returns what a variable switches: `ETUDE_OFFLINE=0` is as good as none, `NO_COLOR=0` is not.
fn by_variable(setting: &str, name: &str, on: &str, off: &str) -> Held {
    let is_on = |value: &OsString| !value.is_empty() && (name == "NO_COLOR" || value != "0");
    match env::var_os(name).filter(is_on) {
        Some(_) => Held::new(setting, on, name),
        None => Held::new(setting, off, "usual"),
    }
}
