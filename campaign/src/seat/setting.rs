//! A solver as a campaign asks it: with its limits, and in which manner.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use smtlib::Dialect;
use solvers::{Build, Family, Limits, Solver};

use crate::hex::hex;

/// A solver with its limits and the manner in which it is asked. Verdicts are kept by setting:
/// another time limit is another setting. z3 4.8.7 within 2 s and 2 GB in a `session` is one.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The solver; settings of one campaign have different names.
    pub solver: Solver,
    /// Time and memory that it may use for one formula.
    pub limits: Limits,
    /// The manner in which it is asked.
    pub manner: Manner,
    /// The purpose of its answers.
    pub purpose: Purpose,
    /// The program's words about its build, if it was asked.
    pub build: Build,
    /// A digest of the program's file, where its version does not say what it is.
    fingerprint: Option<String>,
}

/// The manner in which a solver is asked. `session` is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// Many formulas to one process.
    Session,
    /// A fresh process for each formula.
    Fresh,
    /// A fresh process for each formula, asked for its answer alone, several times: the median
    /// counts. Nothing is judged.
    Timed {
        /// The number of times.
        repetitions: u8,
    },
}

impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session => f.write_str("session"),
            Self::Fresh => f.write_str("fresh"),
            Self::Timed { repetitions } => write!(f, "timed x{repetitions}"),
        }
    }
}

impl Manner {
    /// Its name, without how often.
    pub fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Fresh => "fresh",
            Self::Timed { .. } => "timed",
        }
    }

    /// Whether only times count, and nothing is judged.
    pub fn is_timed(self) -> bool {
        matches!(self, Self::Timed { .. })
    }

    /// Returns how often a solver is asked.
    pub fn repetitions(self) -> u8 {
        match self {
            Self::Session | Self::Fresh => 1,
            Self::Timed { repetitions } => repetitions.max(1),
        }
    }
}

/// The purpose of a setting's answers. A `Yardstick` tells how fast the machine is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// To be judged.
    #[default]
    Verdict,
    /// Their times tell how fast the machine was on the day. Nothing is judged.
    Yardstick,
}

/// A setting as a database keeps it. Its limit stands in milliseconds: `2000`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The solver.
    #[serde(flatten)]
    pub description: Description,
    /// The manner in which it was asked.
    #[serde(default = "session")]
    pub manner: Manner,
    /// The time that it had, in milliseconds; 0 where nobody wrote it down.
    #[serde(default)]
    pub limit_ms: u64,
    /// The purpose of its answers.
    #[serde(default)]
    pub purpose: Purpose,
}

fn session() -> Manner {
    Manner::Session
}

/// A solver as files describe it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Description {
    /// Its name, such as `z3-4.8.7`.
    pub name: String,
    /// Its version, where it is known.
    pub version: Option<String>,
    /// Its family, such as `z3`.
    pub family: String,
    /// The words that start it.
    pub command: Vec<String>,
    /// Further words.
    pub options: Vec<String>,
    /// A digest of its program, where its version does not say what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The commit of its sources, where the program tells: `51fcb10b2ff0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The day on which it was built, where the program or its file tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub built: Option<String>,
}

impl Description {
    /// Returns the words for the program, on any machine: the first of a setting's key.
    pub(crate) fn program(&self) -> String {
        match (&self.version, &self.fingerprint) {
            // Two builds can call themselves by the same version.
            (_, Some(fingerprint)) => format!("{} {fingerprint}", self.family),
            (Some(version), None) => format!("{} {version}", self.family),
            (None, None) => self.command.join(" "),
        }
    }

    /// Returns the options that change what formulas mean: `hi_div0=false`.
    pub fn changes(&self) -> Vec<String> {
        let words = self.options.iter().chain(self.command.iter().skip(1));
        changing(&self.family, words.map(Cow::from))
    }

    /// Returns the family whose members share their code: CVC4 became cvc5. Of solvers of no known
    /// family nothing is known, so they are taken for one.
    pub fn kin(&self) -> &str {
        if self.family == Family::Cvc4.name() { Family::Cvc5.name() } else { &self.family }
    }
}

/// The words of a command line that change what formulas mean to a family of solvers.
fn changing<'a>(family: &str, words: impl Iterator<Item = Cow<'a, str>>) -> Vec<String> {
    let known = CHANGING.iter().find(|(it, _)| it.name() == family);
    let known = known.map_or(&[][..], |(_, options)| options);
    let changes = words.filter(|word| known.iter().any(|name| is_named(word, name)));
    changes.map(Cow::into_owned).collect()
}

/// Whether a word of a command line is an option of this name, perhaps with a value: `a=1`, `a:1`.
fn is_named(word: &str, name: &str) -> bool {
    word.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['=', ':']))
}

/// Options by which a solver means something else than the standard: its answers prove nothing.
const CHANGING: &[(Family, &[&str])] = &[
    (
        Family::Z3,
        &[
            "encoding",
            "hi_div0",
            "hi_fp_unspecified",
            "rewriter.hi_div0",
            "rewriter.hi_fp_unspecified",
            "unicode",
        ],
    ),
    (Family::Cvc5, &["--strings-alpha-card"]),
    (
        Family::Cvc4,
        &["--arith-no-partial-fun", "--bitvector-div-zero-const", "--strings-alpha-card"],
    ),
    (Family::Mathsat, &["-theory.bv.div_by_zero_mode", "-theory.fp.minmax_zero_mode"]),
];

impl Setting {
    /// A solver with its limits. Reads its program if its version is not known; that may be set
    /// afterwards to what the program says of itself.
    pub fn new(solver: Solver, limits: Limits, manner: Manner) -> io::Result<Self> {
        let fingerprint = match solver.version {
            Some(_) => None,
            None => fingerprint(&solver)?,
        };
        Ok(Self {
            solver,
            limits,
            manner,
            purpose: Purpose::Verdict,
            build: Build::default(),
            fingerprint,
        })
    }

    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.solver.name
    }

    /// The solver as files describe it.
    pub fn description(&self) -> Description {
        let words = |words: &[OsString]| {
            words.iter().map(|word| word.to_string_lossy().into_owned()).collect()
        };
        Description {
            name: self.solver.name.clone(),
            version: self.solver.version.map(|version| version.to_string()),
            family: self.solver.family.name().to_owned(),
            command: words(&self.solver.command.words()),
            options: words(&self.solver.options),
            fingerprint: self.fingerprint.clone(),
            commit: self.build.commit.clone(),
            built: self.build.day.or_else(|| self.solver.built()).map(|day| day.to_string()),
        }
    }

    /// The setting as a database keeps it.
    pub fn recorded(&self) -> Recorded {
        let limit_ms = u64::try_from(self.limits.wall.as_millis()).unwrap_or(u64::MAX);
        Recorded {
            description: self.description(),
            manner: self.manner,
            limit_ms,
            purpose: self.purpose,
        }
    }

    /// The same solver, asked in the same way, but within another time limit.
    #[must_use]
    pub fn within(&self, wall: Duration) -> Self {
        Self { limits: Limits { wall, ..self.limits }, ..self.clone() }
    }

    /// The same solver, asked in the same way, to see how fast the machine is.
    #[must_use]
    pub fn yardstick(&self) -> Self {
        Self { purpose: Purpose::Yardstick, ..self.clone() }
    }

    /// Returns what tells this setting from others in a database, on any machine.
    pub fn key(&self) -> String {
        let description = self.description();
        let memory = self.limits.memory.map_or_else(|| "any".to_owned(), |most| most.to_string());
        let mut words = vec![description.program()];
        words.extend(description.options);
        words.extend([
            format!("time={}ms", self.limits.wall.as_millis()),
            format!("memory={memory}"),
            self.manner.to_string(),
        ]);
        match self.purpose {
            Purpose::Verdict => {}
            Purpose::Yardstick => words.push("yardstick".to_owned()),
        }
        words.join(" ")
    }

    /// The options of this solver that change what formulas mean.
    pub fn changes(&self) -> Vec<String> {
        let command = self.solver.command.words();
        let words = self.solver.options.iter().chain(command.iter().skip(1));
        changing(self.solver.family.name(), words.map(|word| word.to_string_lossy()))
    }

    /// Returns the dialect in which it writes strings.
    pub fn dialect(&self) -> Dialect {
        let last_old = "4.8.10".parse();
        match (self.solver.family, self.solver.version) {
            (Family::Z3, Some(version)) if last_old.is_ok_and(|last| version <= last) => {
                Dialect::OldStrings
            }
            _ => Dialect::Standard,
        }
    }
}

/// Gives settings that have equal names names of their own: the second `z3` is `z3#2`.
pub fn tell_apart(settings: &mut [Setting]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for setting in settings {
        let count = seen.entry(setting.solver.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            setting.solver.name = format!("{}#{count}", setting.solver.name);
        }
    }
}

/// A digest of the program's file, if its command names one.
fn fingerprint(solver: &Solver) -> io::Result<Option<String>> {
    let Some(program) = solver.command.program() else { return Ok(None) };
    let path = Path::new(program);
    if !path.is_file() {
        return Ok(None);
    }
    Ok(Some(hex(&Sha256::digest(fs::read(path)?)[..8])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(line: &str) -> Setting {
        let solver = Solver::parse(line).unwrap();
        Setting::new(solver, Limits::default(), Manner::Session).unwrap()
    }

    #[test]
    fn options_that_change_meaning_are_known() {
        assert_eq!(setting("z3 rewriter.hi_div0=true -st").changes(), ["rewriter.hi_div0=true"]);
        assert_eq!(setting("z3 smt.random_seed=1").changes(), [""; 0]);
        assert_eq!(setting("cvc5 --strings-alpha-card=2").changes(), ["--strings-alpha-card=2"]);
        assert_eq!(setting("mine --strings-alpha-card=2").changes(), [""; 0]);
    }

    #[test]
    fn another_limit_is_another_setting() {
        let plain = setting("z3");
        let mut patient = plain.clone();
        patient.limits.wall *= 2;
        assert_ne!(plain.key(), patient.key());
        assert_ne!(plain.key(), setting("z3 -st").key());
        assert_eq!(plain.key(), setting("z3").key());
        assert_eq!(plain.yardstick().key(), format!("{} yardstick", plain.key()));
    }

    #[test]
    fn equal_names_are_told_apart() {
        let mut settings = ["z3", "z3 -st", "cvc5"].map(setting);
        tell_apart(&mut settings);
        assert_eq!(settings.each_ref().map(Setting::name), ["z3", "z3#2", "cvc5"]);
    }

    #[test]
    fn old_releases_write_strings_in_their_way() {
        let mut setting = setting("z3");
        assert_eq!(setting.dialect(), Dialect::Standard);
        setting.solver.version = "4.8.10".parse().ok();
        assert_eq!(setting.dialect(), Dialect::OldStrings);
        setting.solver.version = "4.8.11".parse().ok();
        assert_eq!(setting.dialect(), Dialect::Standard);
    }
}
