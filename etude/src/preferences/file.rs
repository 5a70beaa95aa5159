//! The text of an `etude.toml` into preferences.

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::builder::OsStr;
use clap::{Command, CommandFactory};
use solvers::{EntryError, parse_memory, parse_time, parse_toml};
use toml::{Table, Value};

use super::mistake::{Mistake, line_of};
use super::{Preferences, beside};
use crate::cli::{Arguments, jobs};

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
    /// The value that would stand behind it: `2s`.
    pub value: String,
    /// Its path in the file: `limits.hunt.timeout`.
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

/// Parses the text of the file at a path. Its name and the line stand before what is wrong.
pub(super) fn parse(text: &str, path: &Path) -> Result<Preferences> {
    let name = path.display();
    let table = text.parse::<Table>();
    let table = table.map_err(|error| anyhow!("{name}: {}", error.to_string().trim_end()))?;
    read(table, text, path).map_err(|Mistake { key, words }| match line_of(text, &key) {
        Some(line) => anyhow!("{name}:{line}: {words}"),
        None => anyhow!("{name}: {words}"),
    })
}

fn read(mut table: Table, text: &str, path: &Path) -> Result<Preferences, Mistake> {
    let tables = table.remove("solver");
    let solvers = parse_toml(text).map_err(|error| in_solver(tables.as_ref(), &error))?;
    let commands = tables.as_ref().map_or_else(Vec::new, commands);
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
        Some(key) => Err(Mistake::unknown("", key, &["solver", "limits", "folders"])),
    }
}

/// Returns what is wrong with the solvers, at the first whose table cannot be read alone.
fn in_solver(tables: Option<&Value>, error: &EntryError) -> Mistake {
    let words = error.to_string().trim_end().to_owned();
    let is_wrong = |table: &Value| {
        let alone = Table::from_iter([("solver".to_owned(), Value::Array(vec![table.clone()]))]);
        parse_toml(&alone.to_string()).is_err()
    };
    let tables = tables.and_then(Value::as_array).into_iter().flatten();
    let place = tables.map(is_wrong).position(|is_wrong| is_wrong);
    Mistake::new(place.map_or("solver".to_owned(), |place| format!("solver.{place}")), words)
}

/// Returns the words of the solvers, whose tables were understood before.
fn commands(solvers: &Value) -> Vec<String> {
    let tables = solvers.as_array().into_iter().flatten();
    tables.filter_map(|it| Some(it.get("command")?.as_str()?.to_owned())).collect()
}

fn limits_of(limits: &Value) -> Result<Vec<Preferred>, Mistake> {
    // What holds for one command goes before what holds for all.
    let (mut all, mut single) = (Vec::new(), Vec::new());
    for (key, value) in table("limits", limits)? {
        let place = format!("limits.{key}");
        if LIMITS.contains(&key.as_str()) {
            all.push(limit(None, key, value, place)?);
        } else if value.is_table() {
            let options = options(key);
            let known: Vec<&str> =
                LIMITS.into_iter().filter(|it| options.iter().any(|option| option == it)).collect();
            if !known.contains(&"timeout") {
                return Err(Mistake::of_value(
                    &place,
                    format!("there is no command `{key}` with limits"),
                ));
            }
            for (option, value) in table(&place, value)? {
                if !known.contains(&option.as_str()) {
                    return Err(Mistake::unknown(&place, option, &known));
                }
                let place = format!("{place}.{option}");
                single.push(limit(Some(key.clone()), option, value, place)?);
            }
        } else {
            return Err(Mistake::unknown("limits", key, &LIMITS));
        }
    }
    all.extend(single);
    Ok(all)
}

fn limit(
    command: Option<String>,
    option: &str,
    value: &Value,
    key: String,
) -> Result<Preferred, Mistake> {
    let value = match value {
        Value::String(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        _ => return Err(Mistake::of_value(&key, "write a text such as \"2s\", or a number")),
    };
    let wrong = match option {
        "timeout" => parse_time(&value).err().map(|error| error.to_string()),
        "memory" => parse_memory(&value).err().map(|error| error.to_string()),
        _ => jobs(&value).err().map(|error| error.to_string()),
    };
    match wrong {
        Some(words) => Err(Mistake::of_value(&key, words)),
        None => Ok(Preferred { command, option: option.to_owned(), value, key }),
    }
}

fn add_folders(preferences: &mut Preferences, folders: &Value, path: &Path) -> Result<(), Mistake> {
    for (name, value) in table("folders", folders)? {
        let key = format!("folders.{name}");
        let Some(folder) = value.as_str() else {
            return Err(Mistake::of_value(&key, "write a path, as a text"));
        };
        let folder = beside(path, folder);
        if name == "cache" {
            preferences.cache = Some(folder);
        } else if CAMPAIGNS.contains(&name.as_str()) {
            preferences.options.push(Preferred {
                command: Some(name.clone()),
                option: "campaign".to_owned(),
                value: folder.to_string_lossy().into_owned(),
                key,
            });
        } else {
            return Err(Mistake::unknown("folders", name, &["cache", "hunt", "evolve", "ci"]));
        }
    }
    Ok(())
}

fn table<'a>(place: &str, value: &'a Value) -> Result<&'a Table, Mistake> {
    let words = || format!("{place} is a table: write [{place}]");
    value.as_table().ok_or_else(|| Mistake::new(place, words()))
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
    fn what_is_wrong_has_its_line() {
        for (text, line) in [
            ("\n[limits]\njobs = 2\ntimeout = '2x'", ":4: limits.timeout: "),
            ("[limits.hunt]\njobs = 2\n\ntimeot = '2s'", ":4: limits.hunt has no `timeot`"),
            ("[limits]\njobs = 2\n[folder]\n", ":3: there is no `folder`"),
            ("[[solver]]\ncommand = 'z3'\n[[solver]]\ncommand = 'z4@1'", ":3: `z4@1` is no solver"),
            ("# words\n[folders]\nhunt = 3", ":3: folders.hunt: "),
            ("# words\n[limits]\n[folders", "at line 3"),
        ] {
            let error = parse(text, Path::new("etude.toml")).unwrap_err().to_string();
            assert!(error.starts_with("etude.toml:") && error.contains(line), "{text}: {error}");
        }
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
