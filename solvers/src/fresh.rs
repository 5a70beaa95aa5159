//! One script in one fresh process, which is what counts in the end.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use thiserror::Error;

use crate::classify::{Evidence, classify};
use crate::family::Input;
use crate::limits::Limits;
use crate::run::{Child, Event, Launch, NoScratch, Said, Until, scratch_folder};
use crate::script::Script;
use crate::solver::{Addresses, Clock, Solver};
use crate::verdict::{Answer, Verdict};

/// What is wanted of a solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Its verdict.
    Verdict,
    /// Its verdict, and a model if that is sat.
    Model,
}

/// A solver that cannot even be started.
#[derive(Debug, Error)]
#[error("`{command}` cannot be started: {reason}; {}", remedy(reason))]
pub struct StartError {
    /// The command line.
    pub command: String,
    /// What the system said.
    pub reason: io::Error,
}

impl StartError {
    /// Whether the solver is not to blame: the disk takes no folder for it to run in.
    pub fn is_disk(&self) -> bool {
        NoScratch::of(&self.reason).is_some()
    }
}

fn remedy(reason: &io::Error) -> &'static str {
    match NoScratch::of(reason) {
        Some(_) => "free the disk, or set TMPDIR to a folder that can be written",
        None => "check that the program is there and may be run",
    }
}

impl Solver {
    /// What the solver says of `script`, in a fresh process.
    ///
    /// Comes back within [`Limits::wall`] and a moment, whatever the solver
    /// does, and leaves neither a process nor a file behind. Only where it
    /// crashed under a limit on memory is it asked again, up to twice, to tell
    /// whether it was the limit that it died of.
    pub fn solve(&self, script: &str, limits: &Limits) -> Result<Answer, StartError> {
        self.solve_for(script, limits, Want::Verdict)
    }

    /// The same, for what is wanted.
    pub fn solve_for(
        &self,
        script: &str,
        limits: &Limits,
        want: Want,
    ) -> Result<Answer, StartError> {
        let script = Script::new(script);
        let answer = self.run(&script, limits, want, self.addresses)?;
        if !matches!(answer.verdict, Verdict::Crash(_)) || self.address_space(limits).is_none() {
            return Ok(answer);
        }
        // Some solvers die by a signal when an allocation fails.
        let is_crash = |addresses| -> Result<bool, StartError> {
            let again = self.run(&script, limits, want, addresses)?;
            Ok(matches!(again.verdict, Verdict::Crash(_)))
        };
        if !is_crash(Addresses::Free)? && is_crash(Addresses::Limited)? {
            return Ok(Answer { verdict: Verdict::OutOfMemory, ..answer });
        }
        Ok(answer)
    }

    /// What the solver says of `script` with its plain command line, as one
    /// would type it to reproduce a finding: a file, where it takes one.
    pub fn confirm(&self, script: &str, limits: &Limits, want: Want) -> Result<Answer, StartError> {
        let is_plain = self.command.len() == 1;
        let input = if is_plain { Input::File } else { self.input };
        self.clone().with_input(input).solve_for(script, limits, want)
    }

    /// The error that says that this solver could not be started.
    pub(crate) fn start_error(&self, reason: io::Error) -> StartError {
        StartError { command: self.command_line(), reason }
    }

    /// The most addresses that a process of this solver may use: its memory
    /// and some more, for the program itself.
    pub(crate) fn address_space(&self, limits: &Limits) -> Option<u64> {
        const PROGRAM: u64 = 64 << 20;
        let memory = limits.memory.filter(|_| self.addresses == Addresses::Limited)?;
        Some(memory.saturating_add(PROGRAM))
    }

    fn run(
        &self,
        script: &Script,
        limits: &Limits,
        want: Want,
        addresses: Addresses,
    ) -> Result<Answer, StartError> {
        let start_error = |source| self.start_error(source);
        let text = script.for_fresh(self.family, want == Want::Model);
        let mut wanted: Vec<String> = Vec::new();
        let mut add = |words: &[&str]| wanted.extend(words.iter().map(|&word| word.to_owned()));
        add(match self.input {
            Input::Stdin => self.family.stdin_words(),
            Input::File => self.family.file_words(),
        });
        if script.is_incremental() {
            add(self.family.incremental_words());
        }
        if want == Want::Model {
            add(self.family.model_words());
        }
        if self.clock == Clock::Both {
            wanted.extend(self.family.time_words(limits.wall));
        }
        let mut words = self.words(wanted);
        let mut input = text.as_bytes();
        let _file = match self.input {
            Input::Stdin => None,
            Input::File => {
                let file = script_file(input).map_err(start_error)?;
                put_path(&mut words, file.path().as_os_str().to_owned());
                input = &[];
                Some(file)
            }
        };
        let address_space = self.address_space(limits).filter(|_| addresses == Addresses::Limited);
        let start = Instant::now();
        let launch = Launch { words: &words, address_space };
        let mut child = Child::start(&launch).map_err(start_error)?;
        let mut said = Said::default();
        let event = child.listen(input, Until::Exit, start, limits, &mut said);
        let ended = child.end();
        let time = start.elapsed();
        child.read_rest(limits, &mut said);
        let stopped = if let Event::Stopped(stop) = event { Some(stop) } else { None };
        let (stdout, stderr) = said.into_texts();
        let judgement = classify(&Evidence {
            family: self.family,
            checks: script.checks(),
            stdout: &stdout,
            stderr: &stderr,
            status: Some(ended.status),
            stopped,
        });
        Ok(Answer {
            verdict: judgement.verdict,
            checks: judgement.checks,
            model: judgement.model,
            time,
            cpu: Some(ended.usage.cpu),
            memory: Some(ended.usage.memory),
            stdout,
            stderr,
            status: Some(ended.status),
            in_session: None,
        })
    }
}

/// A file that holds the script, until it is dropped.
fn script_file(text: &[u8]) -> io::Result<tempfile::NamedTempFile> {
    let folder = scratch_folder()?;
    let write = || {
        fs::create_dir_all(folder)?;
        let mut file =
            tempfile::Builder::new().prefix("script-").suffix(".smt2").tempfile_in(folder)?;
        file.write_all(text)?;
        file.flush()?;
        Ok(file)
    };
    write().map_err(|reason| NoScratch::error(folder, reason))
}

/// Puts the script's path where the word `{}` stands, else last.
fn put_path(words: &mut Vec<OsString>, path: OsString) {
    match words.iter_mut().find(|word| *word == "{}") {
        Some(word) => *word = path,
        None => words.push(path),
    }
}
