//! Facts about each family of solvers: the words that make it read a script, answer many, stop in
//! time.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::nearest::did_you_mean;
use crate::version::Release;

/// Solvers that take the same words on their command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Z3.
    Z3,
    /// cvc5.
    Cvc5,
    /// CVC4, before cvc5.
    Cvc4,
    /// Bitwuzla.
    Bitwuzla,
    /// Yices 2: its program `yices-smt2`.
    Yices,
    /// Boolector.
    Boolector,
    /// `MathSAT` 5.
    Mathsat,
    /// `OpenSMT` 2.
    Opensmt,
    /// `SMTInterpol`, which runs on Java.
    Smtinterpol,
    /// STP.
    Stp,
    /// dReal, which answers `delta-sat`.
    Dreal,
    /// Any other command that reads a script from a file or standard input.
    Other,
}

/// Way in which a script reaches a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Input {
    /// Through its standard input.
    Stdin,
    /// A file, whose path takes the place of the word `{}`, or comes last.
    File,
}

/// Way in which one script is forgotten before the next in the same process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// By `(reset)`: nothing is kept.
    Reset,
    /// By `(reset-assertions)`, and declarations are kept, where the next
    /// script begins with the same settings and declarations; else by `(reset)`.
    ResetAssertions,
    /// By `(push 1)` before it and `(pop 1)` after it.
    PushPop,
    /// The same, and its question is put as `(check-sat-using default)`, where it has one, sets
    /// no logic and no option; else by `(reset)`.
    DefaultTactic,
}

/// The families, by the name that people write, and the names of their programs.
const NAMES: [(Family, &str, &[&str]); 12] = [
    (Family::Z3, "z3", &["z3"]),
    (Family::Cvc5, "cvc5", &["cvc5"]),
    (Family::Cvc4, "cvc4", &["cvc4"]),
    (Family::Bitwuzla, "bitwuzla", &["bitwuzla"]),
    (Family::Yices, "yices", &["yices-smt2", "yices_smt2", "yices"]),
    (Family::Boolector, "boolector", &["boolector"]),
    (Family::Mathsat, "mathsat", &["mathsat"]),
    (Family::Opensmt, "opensmt", &["opensmt"]),
    (Family::Smtinterpol, "smtinterpol", &["smtinterpol"]),
    (Family::Stp, "stp", &["stp"]),
    (Family::Dreal, "dreal", &["dreal", "dreal4"]),
    (Family::Other, "other", &[]),
];

impl Family {
    /// All families, [`Family::Other`] last.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.iter().map(|(family, ..)| *family)
    }

    /// Its name, as [`Family::from_str`] reads it.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(family, ..)| *family == self).map_or("other", |(_, name, _)| name)
    }

    /// Returns the names that its program may have, the usual name first.
    pub fn program_names(self) -> &'static [&'static str] {
        NAMES.iter().find(|(family, ..)| *family == self).map_or(&[], |(_, _, programs)| programs)
    }

    /// The family of a program, by its file's name: `z3`, `z3-4.8.7`, `cvc5.exe`,
    /// `yices-smt2`. [`Family::Other`] if none is called so.
    ///
    /// A family's name must stand at the start and end at a digit, a dot or
    /// another sign: `z3str3` is a z3, `stpwrapper` is no `stp`.
    pub fn of_program(file_name: &str) -> Self {
        let file_name = file_name.to_ascii_lowercase();
        let is_so_called = |name: &&'static str| {
            file_name
                .strip_prefix(*name)
                .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
        };
        if file_name == "z3str3" {
            return Self::Z3;
        }
        NAMES
            .iter()
            .find(|(_, _, programs)| programs.iter().any(is_so_called))
            .map_or(Self::Other, |(family, ..)| *family)
    }

    /// Returns the way in which a script reaches it best. Unknown commands get a file, as those who
    /// write wrappers expect.
    pub fn input(self) -> Input {
        match self {
            Self::Opensmt | Self::Other => Input::File,
            _ => Input::Stdin,
        }
    }

    /// The words that make it read SMT-LIB 2 from standard input.
    pub fn stdin_words(self) -> &'static [&'static str] {
        match self {
            Self::Z3 => &["-in", "-smt2"],
            Self::Dreal => &["--in"],
            _ => self.file_words(),
        }
    }

    /// The words that make it read SMT-LIB 2 from a file.
    pub fn file_words(self) -> &'static [&'static str] {
        match self {
            Self::Cvc5 | Self::Cvc4 => &["--lang=smt2"],
            Self::Boolector => &["--smt2"],
            Self::Stp => &["--SMTLIB2"],
            Self::Smtinterpol => &["-smt2"],
            _ => &[],
        }
    }

    /// The words that make it take more than one `(check-sat)`, `(push)` or `(reset)`.
    pub fn incremental_words(self) -> &'static [&'static str] {
        match self {
            Self::Cvc5 | Self::Cvc4 | Self::Yices | Self::Boolector => &["--incremental"],
            _ => &[],
        }
    }

    /// Returns the best way to forget one script before the next: the fastest in which the solver
    /// does for each what a fresh process would.
    ///
    /// z3 makes a new solver after `(reset-assertions)`, whose statistics are
    /// those of a fresh process to the last propagation (4.8.5 to 5.4.0), and
    /// saves the building of its theories. After `(push 1)` it is another solver.
    pub fn session_mode(self) -> Mode {
        match self {
            Self::Z3 => Mode::ResetAssertions,
            _ => Mode::Reset,
        }
    }

    /// The first release of z3 that makes of its tactics only those that a formula needs.
    const LAZY_Z3: Release = Release::new(4, 13, 2);

    /// Returns the best way for `release`, run without options, to forget one script before the
    /// next.
    ///
    /// Where no logic is set, z3 answers by the tactic `default`. Before 4.13.2 most of its time on
    /// a small formula goes into making all tactics of that one for `(check-sat)`, cleaning them up
    /// before they are used, and making them again after `(reset-assertions)`. Named in the question
    /// it is made once. The solver that waits behind `(push 1)` is never asked.
    pub fn session_mode_of(self, release: Release) -> Mode {
        match self {
            Self::Z3 if release < Self::LAZY_Z3 => Mode::DefaultTactic,
            _ => self.session_mode(),
        }
    }

    /// After how much work on one script a new process costs less than to make the old one
    /// forget it: cvc5 takes a third of the time again to free what it made. `None` if a
    /// new process never pays.
    pub fn stamina(self) -> Option<Duration> {
        (self == Self::Cvc5).then_some(Duration::from_millis(50))
    }

    /// The words that make it answer script after script, each forgotten by `mode`.
    ///
    /// Told to be incremental, cvc5 and CVC4 are other solvers than a fresh
    /// process is, and `(reset)` needs no such word in them.
    pub fn session_words(self, mode: Mode) -> &'static [&'static str] {
        match (self, mode) {
            (Self::Cvc5 | Self::Cvc4, Mode::Reset) => &[],
            _ => self.incremental_words(),
        }
    }

    /// The words that someone who asks for the solver by name wants: the whole
    /// theory of strings in cvc5 and CVC4 is behind one.
    pub fn usual_words(self) -> &'static [&'static str] {
        match self {
            Self::Cvc5 | Self::Cvc4 => &["--strings-exp"],
            _ => &[],
        }
    }

    /// The words that make it print models, where `(get-model)` is not enough,
    /// or not enough to get them in SMT-LIB's form.
    pub fn model_words(self) -> &'static [&'static str] {
        match self {
            Self::Yices => &["--smt2-model-format"],
            Self::Boolector => &["--model-gen=1"],
            Self::Dreal => &["--model"],
            _ => &[],
        }
    }

    /// The words that make it give up by itself after a time for each
    /// `(check-sat)`; none if it has no such limit.
    ///
    /// Only z3's are exact enough to be told apart from a crash: cvc5
    /// overshoots with `--tlimit-per` and aborts with `--tlimit`.
    pub fn time_words(self, limit: Duration) -> Vec<String> {
        let milliseconds = limit.as_millis();
        let seconds = limit.as_secs().max(1);
        match self {
            Self::Z3 => vec![format!("-t:{milliseconds}")],
            Self::Cvc5 | Self::Cvc4 => vec![format!("--tlimit-per={milliseconds}")],
            Self::Bitwuzla => vec![format!("--time-limit-per={milliseconds}")],
            Self::Yices => vec![format!("--timeout={seconds}")],
            Self::Boolector => vec![format!("--time={seconds}")],
            Self::Stp => vec![format!("--max-time={seconds}")],
            Self::Mathsat | Self::Opensmt | Self::Smtinterpol | Self::Dreal | Self::Other => {
                Vec::new()
            }
        }
    }

    /// Whether it gives up by itself soon after the time that [`Family::time_words`] name, says so,
    /// and takes the next script: then a process of a session survives a late answer.
    pub fn keeps_time(self) -> bool {
        matches!(self, Self::Z3 | Self::Cvc5)
    }

    /// Whether it gives models only where the script sets `:produce-models`; with it, it may
    /// answer otherwise.
    pub fn wants_models_option(self) -> bool {
        self != Self::Z3
    }

    /// Whether it refuses a script that does not set its logic.
    pub fn wants_logic(self) -> bool {
        matches!(self, Self::Yices | Self::Opensmt | Self::Smtinterpol)
    }

    /// The logic that stands for all it knows, set where it wants one and the
    /// script has none.
    pub fn widest_logic(self) -> &'static str {
        match self {
            Self::Opensmt => "QF_AUFLIRA",
            _ => "ALL",
        }
    }

    /// Whether it knows `declare-const`; if not it is told `declare-fun` instead.
    pub fn declares_constants(self) -> bool {
        self != Self::Boolector
    }

    /// Whether one process of its own program answers script after script.
    pub fn has_sessions(self) -> bool {
        matches!(
            self,
            Self::Z3 | Self::Cvc5 | Self::Cvc4 | Self::Yices | Self::Mathsat | Self::Smtinterpol
        )
    }

    /// Whether it reserves far more addresses than it uses memory, so that a
    /// limit on addresses would stop it at once.
    pub fn reserves_addresses(self) -> bool {
        self == Self::Smtinterpol
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no family of solvers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is no family of solvers{hint}: write one of {names}")]
pub struct FamilyError {
    text: String,
    /// `; did you mean …`, or nothing.
    hint: String,
    names: String,
}

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Self, FamilyError> {
        let wanted = text.to_ascii_lowercase();
        let found = NAMES.iter().find(|(_, name, _)| *name == wanted);
        found.map(|(family, ..)| *family).ok_or_else(|| {
            let names: Vec<_> = Self::all().map(Self::name).collect();
            let hint = did_you_mean(text, names.iter().copied());
            FamilyError { text: text.to_owned(), hint, names: names.join(", ") }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_known_by_its_file_name() {
        for (file_name, family) in [
            ("z3", Family::Z3),
            ("z3-4.8.7", Family::Z3),
            ("Z3.exe", Family::Z3),
            ("z3str3", Family::Z3),
            ("cvc5-Linux", Family::Cvc5),
            ("cvc4", Family::Cvc4),
            ("yices-smt2", Family::Yices),
            ("stpwrapper", Family::Other),
            ("my-z3", Family::Other),
            ("", Family::Other),
        ] {
            assert_eq!(Family::of_program(file_name), family, "{file_name}");
        }
    }

    #[test]
    fn a_family_is_written_as_it_is_read() {
        for family in Family::all() {
            assert_eq!(family.to_string().parse(), Ok(family));
        }
        assert!("z4".parse::<Family>().is_err());
    }
}
