//! The words behind `etude host cvc5 FOLDER` into what is to be done, as cvc5's program reads
//! them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use thiserror::Error;

use super::library::Complaint;

/// Task that the words ask for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// To say which version this is.
    Version,
    /// To run a script.
    Run(Options),
}

/// Options under which a script is run.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// Names of the solver's options with their values, in the order in which they are set.
    pub(super) settings: Vec<(String, String)>,
    /// The script; `None` is standard input.
    pub(super) file: Option<PathBuf>,
    /// Action after an error.
    pub(super) on_error: OnError,
    /// After this time the process is aborted.
    pub(super) limit: Option<Duration>,
}

/// Action after an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OnError {
    /// The end, with exit code 1.
    #[default]
    Stop,
    /// The next command.
    GoOn,
}

/// Options that work in cvc5's program and not in its library, which takes them without a word.
const PROGRAMS_OWN: [&str; 13] = [
    "copyright",
    "dump-difficulty",
    "dump-instantiations",
    "dump-models",
    "dump-proofs",
    "dump-unsat-cores",
    "help",
    "parse-only",
    "show-config",
    "show-trace-tags",
    "stats",
    "stats-all",
    "stats-internal",
];

/// Reason why the words cannot be followed.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum Refused {
    #[error("option {0} wants a value")]
    NoValue(String),
    #[error("only scripts in SMT-LIB are read, not {0}")]
    Language(String),
    #[error("{0} is no time in ms")]
    NoTime(String),
    #[error("option {0} is not known to this host of cvc5")]
    Unknown(String),
    #[error("option {0} works in cvc5's own program only")]
    ProgramsOwn(String),
    #[error("too many input files: there can be one")]
    TooManyFiles,
    #[error(transparent)]
    Solver(#[from] Complaint),
}

/// Reads the words. `is_switch` says whether an option is on or off, so that no value follows
/// it, or that there is no such option.
pub(super) fn parse(
    words: &[OsString],
    is_switch: impl Fn(&str) -> Result<bool, Complaint>,
) -> Result<Errand, Refused> {
    let mut options = Options::default();
    let mut files = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        // A word that is no text is the name of a file, or no option that there is.
        let text = word.to_str().unwrap_or("");
        if text == "--" {
            files.extend(words.by_ref().cloned());
            break;
        }
        if text == "-" || !word.as_encoded_bytes().starts_with(b"-") {
            files.push(word.clone());
            continue;
        }
        let mut value = |name: &str, given: Option<&str>| {
            let next = || words.next().and_then(|word| word.to_str());
            given.or_else(next).map(str::to_owned).ok_or_else(|| Refused::NoValue(name.to_owned()))
        };
        let (name, given) = match text.split_once('=') {
            Some((name, given)) => (name, Some(given)),
            None => (text, None),
        };
        match name {
            "--version" | "-V" => return Ok(Errand::Version),
            "-i" => options.set("incremental", "true"),
            "-m" => options.set("produce-models", "true"),
            "-q" | "--quiet" => options.set("verbosity", "-1"),
            "-v" | "--verbose" => options.set("verbosity", "1"),
            "-L" | "--lang" | "--input-language" => {
                let language = value(name, given)?;
                if !matches!(language.as_str(), "smt2" | "smt2.6" | "smtlib2" | "smtlib2.6") {
                    return Err(Refused::Language(language));
                }
            }
            "--interactive" => options.on_error = OnError::GoOn,
            "--no-interactive" => options.on_error = OnError::Stop,
            "--tlimit" => {
                let limit = value(name, given)?;
                let limit = limit.parse().map_err(|_| Refused::NoTime(limit))?;
                options.limit = (limit > 0).then(|| Duration::from_millis(limit));
            }
            _ => {
                let Some(long) = name.strip_prefix("--") else {
                    return Err(Refused::Unknown(name.to_owned()));
                };
                if PROGRAMS_OWN.contains(&long) {
                    return Err(Refused::ProgramsOwn(name.to_owned()));
                }
                let off = long.strip_prefix("no-").filter(|_| given.is_none());
                if let Some(off) = off.filter(|off| is_switch(off) == Ok(true)) {
                    options.set(off, "false");
                } else if given.is_none() && is_switch(long)? {
                    options.set(long, "true");
                } else {
                    let value = value(name, given)?;
                    options.set(long, &value);
                }
            }
        }
    }
    if files.len() > 1 {
        return Err(Refused::TooManyFiles);
    }
    options.file = files.pop().filter(|file| file != "-").map(PathBuf::from);
    Ok(Errand::Run(options))
}

impl Options {
    fn set(&mut self, name: &str, value: &str) {
        self.settings.push((name.to_owned(), value.to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<Errand, Refused> {
        let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
        parse(&words, |name| match name {
            "strings-exp" | "produce-models" | "incremental" => Ok(true),
            "tlimit-per" | "seed" => Ok(false),
            _ => Err(Complaint::Said(format!("no option {name}"))),
        })
    }

    fn run(words: &str) -> Options {
        match read(words) {
            Ok(Errand::Run(options)) => options,
            other => panic!("{words}: {other:?}"),
        }
    }

    #[test]
    fn options_are_set_as_the_program_sets_them() {
        let check = |words: &str, expected: &[(&str, &str)]| {
            let settings = run(words).settings;
            let settings: Vec<_> = settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
            assert_eq!(settings, expected, "{words}");
        };
        check("", &[]);
        check("--strings-exp --tlimit-per=500", &[("strings-exp", "true"), ("tlimit-per", "500")]);
        check("--tlimit-per 500 -m", &[("tlimit-per", "500"), ("produce-models", "true")]);
        check("--no-incremental", &[("incremental", "false")]);
        check("--incremental=false -i", &[("incremental", "false"), ("incremental", "true")]);
        check("--lang=smt2 -L smt2 -q", &[("verbosity", "-1")]);
    }

    #[test]
    fn the_file_the_limit_and_errors() {
        assert_eq!(run("a.smt2 --strings-exp").file, Some("a.smt2".into()));
        assert_eq!(run("-").file, None);
        assert_eq!(run("-- --odd").file, Some("--odd".into()));
        assert_eq!(run("--tlimit 1500").limit, Some(Duration::from_millis(1500)));
        assert_eq!(run("--tlimit=0").limit, None);
        assert_eq!(run("--interactive").on_error, OnError::GoOn);
        assert_eq!(run("--interactive --no-interactive").on_error, OnError::Stop);
        assert_eq!(read("--version"), Ok(Errand::Version));
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        for (words, part) in [
            ("--frobnicate", "no option frobnicate"),
            ("--no-frobnicate", "no option no-frobnicate"),
            ("--seed", "--seed wants a value"),
            ("--tlimit soon", "soon is no time"),
            ("--lang=sygus2", "not sygus2"),
            ("--dump-models", "own program only"),
            ("-Z", "-Z is not known"),
            ("a b", "too many"),
        ] {
            let message = read(words).unwrap_err().to_string();
            assert!(message.contains(part), "{words}: {message}");
        }
    }
}
