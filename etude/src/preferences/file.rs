//! The text of an `etude.toml` into preferences.

use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use clap::builder::OsStr;
use clap::{Command, CommandFactory};
use solvers::{parse_memory, parse_time, parse_toml};
use toml::{Table, Value};

use super::{Preferences, beside};
use crate::cli::Arguments;
use crate::source::did_you_mean;

/// The limits that a file may set, called like their options.
pub(crate) const LIMITS: [&str; 3] = ["timeout", "memory", "jobs"];

/// The commands whose campaigns a file may put elsewhere.
const CAMPAIGNS: [&str; 3] = ["hunt", "evolve", "ci"];

/// The usual value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preferred {
    /// The command, such as `hunt` or `rules check`; `None` for all that have the option and limit
    /// what is asked anew, unlike `replay`, which asks as before.
    pub command: Option<String>,
    /// The option: `timeout`.
    pub option: String,
    /// What would stand behind it: `2s`.
    pub value: String,
    /// Where it stands in the file: `limits.hunt.timeout`.
    pub key: String,
}

impl Preferred {
    /// Returns the command, which is called `path`, and those below it with the usual value.
    pub(super) fn put(&self, command: Command, path: &str) -> Command {
        let command = command.mut_subcommands(|below| {
            let path = format!("{path} {}", below.get_name());
            self.put(below, path.trim_start())
        });
        let is_here = command.get_arguments().any(|it| it.get_id() == self.option.as_str());
        if !is_here || self.command.as_ref().is_some_and(|meant| meant != path) {
            return command;
        }
        let is_for_all = self.command.is_none();
        let value = OsStr::from(self.value.clone());
        command.mut_arg(self.option.clone(), |argument| {
            // `replay` and `reduce` have no usual limit: theirs is that of the finding.
            let is_limit = !argument.get_default_values().is_empty() || self.option == "jobs";
            if is_for_all && !is_limit { argument } else { argument.default_value(value) }
        })
    }
}

/// Parses the text of the file at a path.
pub(super) fn parse(text: &str, path: &Path) -> Result<Preferences> {
    let mut table: Table = text.parse()?;
    let solvers = parse_toml(text)?;
    let commands = table.remove("solver").as_ref().map_or_else(Vec::new, commands);
    let mut preferences =
        Preferences { file: Some(path.to_owned()), solvers, commands, ..Preferences::default() };
    if let Some(limits) = table.remove("limits") {
        preferences.options.extend(limits_of(&limits)?);
    }
    if let Some(folders) = table.remove("folders") {
        add_folders(&mut preferences, &folders, path)?;
    }
    match table.keys().next() {
        None => Ok(preferences),
        Some(key) => Err(unknown("", key, &["solver", "limits", "folders"])),
    }
}

/// Returns the words of the solvers, whose tables were understood before.
fn commands(solvers: &Value) -> Vec<String> {
    let tables = solvers.as_array().into_iter().flatten();
    tables.filter_map(|it| Some(it.get("command")?.as_str()?.to_owned())).collect()
}

fn limits_of(limits: &Value) -> Result<Vec<Preferred>> {
    // What holds for one command goes before what holds for all.
    let (mut all, mut single) = (Vec::new(), Vec::new());
    for (key, value) in table("limits", limits)? {
        let place = format!("limits.{key}");
        if LIMITS.contains(&key.as_str()) {
            all.push(limit(None, key, value, place)?);
        } else if value.is_table() {
            if !options(key).contains(&"timeout".to_owned()) {
                bail!("{place}: there is no command `{key}` with limits");
            }
            for (option, value) in table(&place, value)? {
                if !LIMITS.contains(&option.as_str()) || !options(key).contains(option) {
                    let known: Vec<String> = options(key)
                        .into_iter()
                        .filter(|it| LIMITS.contains(&it.as_str()))
                        .collect();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    return Err(unknown(&place, option, &known));
                }
                let place = format!("{place}.{option}");
                single.push(limit(Some(key.clone()), option, value, place)?);
            }
        } else {
            return Err(unknown("limits", key, &LIMITS));
        }
    }
    all.extend(single);
    Ok(all)
}

fn limit(command: Option<String>, option: &str, value: &Value, key: String) -> Result<Preferred> {
    let value = match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        _ => bail!("{key}: write a text such as \"2s\", or a number"),
    };
    let checked: Result<()> = match option {
        "timeout" => parse_time(&value).map(drop).map_err(Into::into),
        "memory" => parse_memory(&value).map(drop).map_err(Into::into),
        _ => value.parse::<NonZeroUsize>().map(drop).map_err(|_| {
            anyhow!("`{value}` is no number of things to do at once: write 1 or more")
        }),
    };
    checked.with_context(|| key.clone())?;
    Ok(Preferred { command, option: option.to_owned(), value, key })
}

fn add_folders(preferences: &mut Preferences, folders: &Value, path: &Path) -> Result<()> {
    for (key, value) in table("folders", folders)? {
        let Some(folder) = value.as_str() else {
            bail!("folders.{key}: write a path, as a text");
        };
        let folder = beside(path, folder);
        if key == "cache" {
            preferences.cache = Some(folder);
        } else if CAMPAIGNS.contains(&key.as_str()) {
            preferences.options.push(Preferred {
                command: Some(key.clone()),
                option: "campaign".to_owned(),
                value: folder.to_string_lossy().into_owned(),
                key: format!("folders.{key}"),
            });
        } else {
            return Err(unknown("folders", key, &["cache", "hunt", "evolve", "ci"]));
        }
    }
    Ok(())
}

fn table<'a>(place: &str, value: &'a Value) -> Result<&'a Table> {
    value.as_table().ok_or_else(|| anyhow!("{place} is a table: write [{place}]"))
}

fn unknown(place: &str, key: &str, known: &[&str]) -> anyhow::Error {
    let hint = did_you_mean(key, known.iter().copied());
    let place = if place.is_empty() { String::new() } else { format!("{place} has ") };
    let known = known.join(", ");
    if place.is_empty() {
        anyhow!("there is no `{key}`{hint} (there are {known})")
    } else {
        anyhow!("{place}no `{key}`{hint} (it has {known})")
    }
}

/// Returns the options of a command, which may stand below another: `rules check`.
fn options(path: &str) -> Vec<String> {
    let all = Arguments::command();
    let found = path.split(' ').try_fold(&all, |command, word| command.find_subcommand(word));
    let arguments = found.into_iter().flat_map(Command::get_arguments);
    arguments.map(|it| it.get_id().as_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, path: &[&str], option: &str) -> Vec<String> {
        let preferences = parse(text, Path::new("etude.toml")).unwrap();
        let all = preferences.in_place_of_usual_values(Arguments::command());
        let command =
            path.iter().try_fold(&all, |command, word| command.find_subcommand(word)).unwrap();
        let argument = command.get_arguments().find(|it| it.get_id() == option).unwrap();
        let values = argument.get_default_values().iter();
        values.map(|value| value.to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_is_preferred_takes_the_place_of_what_is_usual() {
        let text = "[[solver]]\ncommand = 'z3@4.8.7'\n[limits]\ntimeout = '3s'\njobs = 4\n\
                    [limits.hunt]\ntimeout = '1s'\n[folders]\nhunt = 'night'\ncache = '/c'\n";
        for (path, option, expected) in [
            (&["hunt"][..], "timeout", &["1s"][..]),
            (&["hunt"], "memory", &["2GB"]),
            (&["hunt"], "jobs", &["4"]),
            (&["hunt"], "campaign", &["night"]),
            (&["evolve"], "timeout", &["3s"]),
            (&["evolve"], "campaign", &["etude-evolution"]),
            (&["rules", "check"], "timeout", &["3s"]),
            // What is asked again is asked as it was.
            (&["replay"], "timeout", &[]),
        ] {
            assert_eq!(values(text, path, option), expected, "{path:?} {option}");
        }
        assert_eq!(values("[limits.replay]\ntimeout = '9s'", &["replay"], "timeout"), ["9s"]);
        let preferences = parse(text, Path::new("/home/me/.config/etude/etude.toml")).unwrap();
        assert_eq!(preferences.commands, ["z3@4.8.7"]);
        assert_eq!(preferences.solvers.len(), 1);
        assert_eq!(preferences.cache.as_deref(), Some(Path::new("/c")));
        assert!(preferences.options.iter().any(|it| it.value == "/home/me/.config/etude/night"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, words) in [
            ("[limit]\ntimeout = '1s'", "there is no `limit`; did you mean `limits`?"),
            ("[limits]\ntimeuot = '1s'", "limits has no `timeuot`; did you mean `timeout`?"),
            ("[limits]\ntimeout = '0s'", "limits.timeout: `0s` is nothing at all"),
            ("[limits]\nmemory = '1 elephant'", "limits.memory: `1 elephant` is not"),
            ("[limits]\njobs = 0", "limits.jobs: `0` is no number of things"),
            ("[limits]\njobs = 1.5", "limits.jobs: write a text"),
            ("[limits.hnt]\ntimeout = '1s'", "limits.hnt: there is no command `hnt`"),
            ("[limits.replay]\nmemory = '1GB'", "limits.replay has no `memory`"),
            ("[folders]\nhunts = 'x'", "folders has no `hunts`; did you mean `hunt`?"),
            ("[folders]\nhunt = 3", "folders.hunt: write a path"),
            ("limits = 3", "limits is a table: write [limits]"),
            ("[[solver]]\ncommnd = 'z3'", "commnd"),
            ("[limits", "expected"),
        ] {
            let error = format!("{:#}", parse(text, Path::new("etude.toml")).unwrap_err());
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
