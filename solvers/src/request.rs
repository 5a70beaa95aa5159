//! Solvers that are wanted, in the ways in which people write them down.

use std::ffi::OsString;
use std::str::FromStr;
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use crate::command_line::{RequestError, split_words};
use crate::family::{Family, FamilyError, Input};
use crate::limits::{LimitError, Limits, parse_memory, parse_time};
use crate::nearest::did_you_mean;
use crate::releases::Releases;
use crate::solver::{Addresses, Solver};
use crate::version::Version;

/// A solver that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// `z3@4.8.7` or `z3 smt.foo=1`: a known solver by its name, to be found
    /// or installed.
    Named {
        /// The solver.
        family: Family,
        /// The version; `None` if any will do.
        version: Option<Version>,
        /// Further arguments.
        options: Vec<OsString>,
    },
    /// `z3@all` or `z3@4.8.5..`: several releases of a known solver.
    Several {
        /// The solver.
        family: Family,
        /// Releases that are wanted.
        releases: Releases,
        /// Further arguments.
        options: Vec<OsString>,
    },
    /// `./build/z3 smt.foo=1`: a command that can be run as it is.
    Command(Solver),
}

impl FromStr for Request {
    type Err = RequestError;

    fn from_str(text: &str) -> Result<Self, RequestError> {
        let words = split_words(text)?;
        let (first, options) = words.split_first().ok_or_else(|| RequestError::empty(text))?;
        let options = || options.iter().map(OsString::from).collect();
        if first.contains('/') {
            return Solver::parse(text).map(Self::Command);
        }
        if let Some((name, version)) = first.split_once('@') {
            let family = known(name).ok_or_else(|| {
                let names: Vec<_> = named_families().map(Family::name).collect();
                let hint = did_you_mean(name, names.iter().copied());
                let reason = format!("only {} have versions{hint}", names.join(", "));
                RequestError::new(text, reason)
            })?;
            if Releases::is_set(version) {
                let releases =
                    version.parse().map_err(|error| RequestError::new(text, format!("{error}")))?;
                return Ok(Self::Several { family, releases, options: options() });
            }
            let version =
                version.parse().map_err(|error| RequestError::new(text, format!("{error}")))?;
            return Ok(Self::Named { family, version: Some(version), options: options() });
        }
        match known(first) {
            Some(family) => Ok(Self::Named { family, version: None, options: options() }),
            None => Solver::parse(text).map(Self::Command),
        }
    }
}

/// Returns `; did you mean …`, if a command's first word is nearly the name of a solver.
pub(crate) fn meant_solver(program: &str) -> String {
    did_you_mean(program, named_families().map(Family::name))
}

/// The solvers of a list such as `"z3 model_validate=true;cvc5 -q"`.
pub fn parse_list(text: &str) -> Result<Vec<Request>, RequestError> {
    let parts = split_list(text);
    parts
        .into_iter()
        .filter(|part| !part.trim().is_empty())
        .map(|part| part.trim().parse())
        .collect()
}

/// The solvers of a file with one command line a line. A line may be empty, and
/// a word that starts with `#` hides itself and what follows it.
pub fn parse_lines(text: &str) -> Result<Vec<Request>, RequestError> {
    let has_words = |line: &&str| split_words(line).map_or(true, |words| !words.is_empty());
    text.lines().filter(has_words).map(|line| line.trim().parse()).collect()
}

/// A solver as a file `etude.toml` describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The solver.
    pub request: Request,
    /// Name for it.
    pub name: Option<String>,
    /// Its family, if its command does not say so.
    pub family: Option<Family>,
    /// Way in which scripts reach it, if not as its family likes.
    pub input: Option<Input>,
    /// Whether its addresses are limited, if not as its family likes.
    pub addresses: Option<Addresses>,
    /// Its own time limit.
    pub timeout: Option<Duration>,
    /// Its own memory limit.
    pub memory: Option<u64>,
}

impl Entry {
    /// A solver of which nothing else is said.
    pub fn new(request: Request) -> Self {
        Self {
            request,
            name: None,
            family: None,
            input: None,
            addresses: None,
            timeout: None,
            memory: None,
        }
    }

    /// Returns the name to call it by before it was found.
    pub fn label(&self) -> String {
        match (&self.name, &self.request) {
            (Some(name), _) => name.clone(),
            (None, Request::Named { family, version: Some(version), .. }) => {
                format!("{family}@{version}")
            }
            (None, Request::Named { family, .. }) => family.to_string(),
            (None, Request::Several { family, releases, .. }) => format!("{family}@{releases}"),
            (None, Request::Command(solver)) => solver.name.clone(),
        }
    }

    /// Applies what the entry says to the solver that its request was resolved to.
    pub fn describe(&self, solver: Solver) -> Solver {
        let solver = match self.family {
            Some(family) => solver.with_family(family),
            None => solver,
        };
        Solver {
            name: self.name.clone().unwrap_or(solver.name),
            input: self.input.unwrap_or(solver.input),
            addresses: self.addresses.unwrap_or(solver.addresses),
            ..solver
        }
    }

    /// `limits`, with what the entry says of them.
    pub fn limit(&self, limits: &Limits) -> Limits {
        let wall = self.timeout.unwrap_or(limits.wall);
        Limits { wall, memory: self.memory.or(limits.memory), ..*limits }
    }
}

/// A fault of an `etude.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EntryError {
    /// The file is no TOML, or a table has other keys than it may have.
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    /// A command asks for no solver.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// There is no such family.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// A time or an amount of memory is none.
    #[error(transparent)]
    Limit(#[from] LimitError),
}

/// The tables `[[solver]]` of an `etude.toml`; its other tables are not looked at.
///
/// A table has `command` (any text that a [`Request`] is read from) and may
/// have `name`, `family`, `input` (`"file"` or `"stdin"`), `timeout` (`"5s"`),
/// `memory` (`"1GB"`) and `address-limit` (`false` for a build with a sanitizer).
pub fn parse_toml(text: &str) -> Result<Vec<Entry>, EntryError> {
    let file: File = toml::from_str(text)?;
    file.solver.into_iter().map(Table::check).collect()
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    solver: Vec<Table>,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a solver is a table, with `command = \"z3@5.4.0\"` below `[[solver]]`"
)]
struct Table {
    command: String,
    name: Option<String>,
    family: Option<String>,
    input: Option<InputName>,
    timeout: Option<String>,
    memory: Option<String>,
    address_limit: Option<bool>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum InputName {
    File,
    Stdin,
}

impl Table {
    fn check(self) -> Result<Entry, EntryError> {
        Ok(Entry {
            request: self.command.parse()?,
            name: self.name,
            family: self.family.map(|family| family.parse()).transpose()?,
            input: self.input.map(|input| match input {
                InputName::File => Input::File,
                InputName::Stdin => Input::Stdin,
            }),
            addresses: self
                .address_limit
                .map(|is_limited| if is_limited { Addresses::Limited } else { Addresses::Free }),
            timeout: self.timeout.as_deref().map(parse_time).transpose()?,
            memory: self.memory.as_deref().map(parse_memory).transpose()?,
        })
    }
}

/// The parts of a text between the semicolons that no quote protects.
fn split_list(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut quote = None;
    let mut is_escaped = false;
    for (place, character) in text.char_indices() {
        match (character, quote) {
            _ if is_escaped => is_escaped = false,
            ('\\', None | Some('"')) => is_escaped = true,
            ('\'' | '"', None) => quote = Some(character),
            (_, Some(open)) if open == character => quote = None,
            (';', None) => {
                parts.push(&text[start..place]);
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

fn named_families() -> impl Iterator<Item = Family> {
    Family::all().filter(|family| *family != Family::Other)
}

/// The family that `name` names, by itself or by its program.
fn known(name: &str) -> Option<Family> {
    named_families().find(|family| family.name() == name || family.program_names().contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(family: Family, version: Option<&str>, options: &[&str]) -> Request {
        let version = version.map(|version| version.parse().unwrap());
        Request::Named { family, version, options: options.iter().map(OsString::from).collect() }
    }

    #[test]
    fn requests_are_read() {
        for (text, expected) in [
            ("z3@4.8.7", named(Family::Z3, Some("4.8.7"), &[])),
            ("z3@newest 'smt.foo=a b'", named(Family::Z3, Some("newest"), &["smt.foo=a b"])),
            ("cvc5 --strings-exp", named(Family::Cvc5, None, &["--strings-exp"])),
            ("yices-smt2", named(Family::Yices, None, &[])),
            (
                "./build/z3 smt.foo=1",
                Request::Command(Solver::parse("./build/z3 smt.foo=1").unwrap()),
            ),
            (
                "z3@4.8.5.. -st",
                Request::Several {
                    family: Family::Z3,
                    releases: "4.8.5..".parse().unwrap(),
                    options: vec!["-st".into()],
                },
            ),
            ("/opt/a@b/z3", Request::Command(Solver::parse("/opt/a@b/z3").unwrap())),
            ("mine -x", Request::Command(Solver::parse("mine -x").unwrap())),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        for text in ["", " ", "mine@1.0", "z3@", "z3@x", "z3@1..x", "'z3", "@1"] {
            assert!(text.parse::<Request>().is_err(), "{text}");
        }
    }

    #[test]
    fn lists_are_split_outside_quotes() {
        let found = parse_list("z3 model_validate=true;cvc5 -q; ;a/b ';' \";\" \\;").unwrap();
        let last = Solver::new(vec!["a/b".into()]).with_options([";", ";", ";"]);
        assert_eq!(
            found,
            [
                named(Family::Z3, None, &["model_validate=true"]),
                named(Family::Cvc5, None, &["-q"]),
                Request::Command(last)
            ]
        );
    }

    #[test]
    fn files_of_lines_are_read() {
        let text = "# solvers\n\nz3 -t:5 # fast\n   cvc5@1.2.0\n #z3\n";
        let expected =
            [named(Family::Z3, None, &["-t:5"]), named(Family::Cvc5, Some("1.2.0"), &[])];
        assert_eq!(parse_lines(text).unwrap(), expected);
        assert!(parse_lines("z3\n'cvc5").is_err());
    }

    #[test]
    fn tables_are_read() {
        let text = "
            [campaign]
            theory = 'Core'
            [[solver]]
            command = 'z3@4.8.7'
            timeout = '5s'
            [[solver]]
            name = 'mine'
            command = './run.sh {} -q'
            family = 'cvc5'
            input = 'file'
            memory = '1GB'
            address-limit = false
        ";
        let [first, second] = parse_toml(text).unwrap().try_into().unwrap();
        assert_eq!(first.request, named(Family::Z3, Some("4.8.7"), &[]));
        assert_eq!(first.limit(&Limits::default()).wall, Duration::from_secs(5));
        let Request::Command(solver) = &second.request else { panic!("{second:?}") };
        let solver = second.describe(solver.clone());
        assert_eq!((solver.name.as_str(), solver.family), ("mine", Family::Cvc5));
        assert_eq!((solver.input, solver.addresses), (Input::File, Addresses::Free));
        assert_eq!(second.limit(&Limits::default()).memory, Some(1_000_000_000));
        assert_eq!(parse_toml(""), Ok(vec![]));
        for wrong in [
            "[[solver]]\nname = 'x'",
            "[[solver]]\ncommand = 'z3'\ntimeuot = '5s'",
            "[[solver]]\ncommand = 'z3'\ntimeout = '5 parsecs'",
            "[[solver]]\ncommand = 'z3'\nfamily = 'z4'",
            "solver = 1",
            "[[solver",
        ] {
            assert!(parse_toml(wrong).is_err(), "{wrong}");
        }
    }
}
