//! A solver that can be run: a command, and what is known of it.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::command_line::{RequestError, split_words};
use crate::family::{Family, Input, Mode};
use crate::host::SESSION_WORDS;
use crate::invocation::Invocation;
use crate::program::Program;
use crate::version::Release;

/// A solver: what it is called, what runs it, and how it wants to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solver {
    /// Name in tables, such as `z3-4.8.7`.
    pub name: String,
    /// Its version, where it is known.
    pub version: Option<Release>,
    /// Family, which says the words that it takes.
    pub family: Family,
    /// The program, with the arguments that belong to it.
    pub command: Invocation,
    /// Further arguments, behind those.
    pub options: Vec<OsString>,
    /// Way in which scripts reach it.
    pub input: Input,
    /// Whether its addresses are limited together with its memory.
    pub addresses: Addresses,
    /// Whether it is told the time limit.
    pub clock: Clock,
}

/// Whether a limit on memory also limits addresses. A build with `-fsanitize=address` reserves
/// terabytes of them, and needs them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addresses {
    /// It does: the solver cannot outgrow the limit between two looks at it.
    Limited,
    /// It does not: for Java, and for programs built with a sanitizer, which
    /// reserve more addresses than any machine has memory.
    Free,
}

/// Party that ends a solver whose time is up. A z3 that is sent `(set-option :timeout 100)` ends
/// itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// We do.
    Ours,
    /// It is told to end by itself, and we end it if it does not.
    Both,
}

impl Solver {
    /// The solver that `command` runs. Its first word says its family and name.
    pub fn new(command: Vec<OsString>) -> Self {
        Self::of(Invocation::from(command))
    }

    fn of(command: Invocation) -> Self {
        let name = command.program().unwrap_or(OsStr::new(""));
        let name = Path::new(name).file_name().unwrap_or(name).to_string_lossy().into_owned();
        let family = Family::of_program(&name);
        let solver = Self {
            name,
            version: None,
            family,
            command,
            options: Vec::new(),
            input: family.input(),
            addresses: Addresses::Limited,
            clock: Clock::Ours,
        };
        solver.with_family(family)
    }

    /// The solver that a command line runs, its words quoted as in a shell:
    /// `./build/z3 smt.string_solver=z3str3`.
    pub fn parse(line: &str) -> Result<Self, RequestError> {
        let mut words = split_words(line)?.into_iter().map(OsString::from);
        let program = words.next().ok_or_else(|| RequestError::empty(line))?;
        Ok(Self::new(vec![program]).with_options(words))
    }

    /// An installed program, with the words that people expect of its family.
    pub fn of_program(program: &Program) -> Self {
        let solver = Self::of(program.command.clone());
        let family = Family::of_program(&program.name);
        let usual = family.usual_words().iter().copied();
        Self {
            name: format!("{}-{}", program.name, program.release),
            version: Some(program.release),
            ..solver.with_family(family).with_options(usual)
        }
    }

    /// The first program of `family` in the folders of `PATH`.
    pub fn in_path(family: Family) -> Option<PathBuf> {
        let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
        let names = family.program_names().iter();
        names
            .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
            .find(|path| path.is_file())
    }

    /// The same solver as one of `family`, with the input that suits it.
    #[must_use]
    pub fn with_family(self, family: Family) -> Self {
        let addresses = if family.reserves_addresses() { Addresses::Free } else { self.addresses };
        Self { family, input: family.input(), addresses, ..self }
    }

    /// The same solver with further arguments.
    #[must_use]
    pub fn with_options<W: Into<OsString>>(mut self, options: impl IntoIterator<Item = W>) -> Self {
        self.options.extend(options.into_iter().map(Into::into));
        self
    }

    /// The same solver, called `name`.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The same solver, which gets scripts by `input`.
    #[must_use]
    pub fn with_input(self, input: Input) -> Self {
        Self { input, ..self }
    }

    /// Whether one process answers script after script. A host does for any solver.
    pub fn has_sessions(&self) -> bool {
        self.family.has_sessions() || self.is_hosted()
    }

    fn is_hosted(&self) -> bool {
        matches!(self.command, Invocation::Hosted { .. })
    }

    /// Returns the best way to forget one script before the next: the fastest in which it does for
    /// each what a fresh process would. Options may change what it does, so that the common way is
    /// safer.
    pub fn session_mode(&self) -> Mode {
        match self.version {
            Some(release) if self.options.is_empty() => self.family.session_mode_of(release),
            _ => self.family.session_mode(),
        }
    }

    /// The words that make it do so, each script forgotten by `mode`.
    pub(crate) fn session_words(&self, mode: Mode) -> impl Iterator<Item = &'static str> {
        let family = self.family.stdin_words().iter().chain(self.family.session_words(mode));
        // Programs differ: with this word cvc5 1.0.3 still ends at an error, CVC4 repeats all
        // that it reads.
        let host: &[&str] = if self.is_hosted() { &SESSION_WORDS } else { &[] };
        family.chain(host).copied()
    }

    /// The command line as a person would type it, without a script.
    pub fn command_line(&self) -> String {
        let words: Vec<String> = self
            .command
            .words()
            .iter()
            .chain(&self.options)
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
    }

    /// The command and its options, and of `wanted` what is not among them: an
    /// option that is there already, with whatever value, stays as it is.
    pub(crate) fn words<W: AsRef<str>>(
        &self,
        wanted: impl IntoIterator<Item = W>,
    ) -> Vec<OsString> {
        let mut words = self.command.words();
        words.extend_from_slice(&self.options);
        let given = words.clone();
        for word in wanted {
            let word = word.as_ref();
            let name = word.split(['=', ':']).next().unwrap_or(word);
            let is_same = |given: &OsString| {
                let given = given.to_string_lossy();
                given.split(['=', ':']).next() == Some(name)
            };
            if !given.iter().any(is_same) {
                words.push(word.into());
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_line_says_what_the_solver_is() {
        let solver = Solver::parse("'./my build/z3' smt.foo=1 -st").unwrap();
        assert_eq!((solver.name.as_str(), solver.family), ("z3", Family::Z3));
        assert_eq!(solver.command.words(), ["./my build/z3"]);
        assert_eq!(solver.options, ["smt.foo=1", "-st"]);
        assert_eq!(solver.command_line(), "'./my build/z3' 'smt.foo=1' -st");
        assert!(Solver::parse("  ").is_err());
        assert!(Solver::parse("z3 'open").is_err());
    }

    #[test]
    fn a_word_that_was_given_is_not_added() {
        let solver = Solver::parse("cvc5 --lang=smt2.6 -q").unwrap();
        let words = solver.words(["--lang=smt2", "--incremental"]);
        assert_eq!(words, ["cvc5", "--lang=smt2.6", "-q", "--incremental"]);
    }
}
