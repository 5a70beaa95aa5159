//! One script in one fresh process, which is what counts in the end.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::time::Instant;

use thiserror::Error;

use crate::classify::{Observed, Printed, classify};
use crate::family::Input;
use crate::follow_up::{FollowUp, ModelQuestion, ROUNDS};
use crate::invocation::Invocation;
use crate::limits::Limits;
use crate::request::meant_solver;
use crate::run::{Child, Event, Launch, NoScratch, Said, Until, scratch_folder};
use crate::script::Script;
use crate::solver::{Addresses, Clock, Solver};
use crate::verdict::{Answer, Check, Checked, Exchange, Verdict};
use crate::want::Want;

/// A solver that cannot even be started. `./no-such-z3` is one.
#[derive(Debug, Error)]
#[error("`{command}` cannot be started: {reason}; {}", remedy(command, reason))]
pub struct StartError {
    /// The command line.
    pub command: String,
    /// Words of the system.
    pub reason: io::Error,
}

impl StartError {
    /// Whether the solver is not to blame: the disk takes no folder for it to run in.
    pub fn is_disk(&self) -> bool {
        NoScratch::of(&self.reason).is_some()
    }
}

fn remedy(command: &str, reason: &io::Error) -> String {
    let usual = match NoScratch::of(reason) {
        Some(_) => "free the disk, or set TMPDIR to a folder that can be written",
        None => "check that the program is there and may be run",
    };
    let program = command.split(' ').next().filter(|_| reason.kind() == io::ErrorKind::NotFound);
    format!("{usual}{}", program.map_or_else(String::new, meant_solver))
}

/// # Ways to ask
///
/// | | process | command line | asks for | questions about a model | time to start |
/// |---|---|---|---|---|---|
/// | [`Solver::solve`] | fresh | with [`Solver::input`] | the verdict | none | within the limit |
/// | [`Solver::solve_for`] | fresh | with [`Solver::input`] | what [`Want`] says; a model of the last question | none | within the limit |
/// | [`Solver::solve_asking`] | fresh, one per round of questions | with [`Solver::input`] | a model of each question | what [`FollowUp`] returns | within the limit, the rounds of questions besides |
/// | [`Solver::confirm`] | fresh, one per round of questions | a file, where the command is one word | a model of each question | what [`FollowUp`] returns | within the limit, the rounds of questions besides |
/// | [`Session::solve`](crate::Session::solve) | one that lives on; a fresh one where that died, is mute or does not suit the script | for standard input, with the words of its [`Mode`](crate::Mode) | what [`Session::with_want`](crate::Session::with_want) says | none | beside the limit |
/// | [`Session::solve_asking`](crate::Session::solve_asking) | the same | the same | the same | what [`FollowUp`] returns, if models are wanted | beside the limit |
///
/// All send a script as [`Adaptation`](crate::Adaptation) says that the family understands it. A
/// crash in a fresh process under a memory limit is asked again without it; a crash in a session
/// is asked again in a fresh process, and `in_session` of the [`Answer`] keeps what it was.
impl Solver {
    /// Asks the solver `script`, in a fresh process.
    ///
    /// Comes back within [`Limits::wall`] and a moment, whatever the solver
    /// does, and leaves neither a process nor a file behind. Only where it
    /// crashed under a limit on memory is it asked again, up to twice and with
    /// time to start in, to tell whether it was the limit that it died of.
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
        if let Some((text, adapted)) = script.adapted(self.family) {
            let answer = self.solve_for(&text, limits, want)?;
            return Ok(Answer { adapted, ..answer });
        }
        let text = script.for_fresh(self.family, want);
        let run = |limits: &Limits, addresses| -> Result<Answer, StartError> {
            Ok(self.run(&script, &text, limits, want, addresses)?.answer)
        };
        let answer = run(limits, self.addresses)?;
        if !matches!(answer.verdict, Verdict::Crash(_)) || self.address_space(limits).is_none() {
            return Ok(answer);
        }
        // Some solvers die by a signal when an allocation fails. A run that is late tells nothing, so
        // that a busy machine must not make it so.
        let unhurried = limits.with_start();
        let is_crash = |addresses| -> Result<bool, StartError> {
            Ok(matches!(run(&unhurried, addresses)?.verdict, Verdict::Crash(_)))
        };
        if !is_crash(Addresses::Free)? && is_crash(Addresses::Limited)? {
            return Ok(Answer { verdict: Verdict::OutOfMemory, ..answer });
        }
        Ok(answer)
    }

    /// Like [`Solver::solve_for`] with [`Want::Model`], but every `(check-sat)` that is answered by
    /// sat comes with a model, and the solver is asked what follows its answer.
    ///
    /// Times are those of the run that was asked nothing more. A later run that answers otherwise,
    /// or not in time, adds nothing.
    pub fn solve_asking(
        &self,
        script: &str,
        limits: &Limits,
        follow_up: &mut FollowUp,
    ) -> Result<Answer, StartError> {
        let parsed = Script::new(script);
        if let Some((text, adapted)) = parsed.adapted(self.family) {
            let answer = self.solve_asking(&text, limits, follow_up)?;
            return Ok(Answer { adapted, ..answer });
        }
        let first = self.solve_for(script, limits, Want::Model)?;
        let script = parsed;
        let is_sat = |checked: &Checked| checked.check == Check::Sat;
        let mut questions: Vec<Option<Vec<String>>> =
            first.checks.iter().map(|checked| is_sat(checked).then(Vec::new)).collect();
        let is_missing = |checked: &Checked| is_sat(checked) && checked.model.is_none();
        let mut best = first;
        if best.checks.len() > 1 && best.checks.iter().any(is_missing) {
            best = self.run_asking(&script, limits, best, &questions)?;
        }
        for _ in 0..ROUNDS {
            let next = follow_up(&best);
            if next.is_empty() {
                break;
            }
            for ModelQuestion { check, command } in next {
                if let Some(Some(asked)) = questions.get_mut(check) {
                    asked.push(command);
                }
            }
            let again = self.run_asking(&script, limits, best.clone(), &questions)?;
            if again.checks == best.checks {
                break;
            }
            best = again;
        }
        Ok(best)
    }

    /// `before`, with what a run says that is asked for models and for values.
    fn run_asking(
        &self,
        script: &Script,
        limits: &Limits,
        before: Answer,
        questions: &[Option<Vec<String>>],
    ) -> Result<Answer, StartError> {
        let commands: Vec<Option<String>> = questions
            .iter()
            .map(|asked| asked.as_ref().map(|asked| format!("(get-model){}", asked.concat())))
            .collect();
        let text = script.with_follow_ups(self.family, &commands);
        let limits = limits.with_start();
        let again = self.run(script, &text, &limits, Want::Model, self.addresses)?;
        let answers = |answer: &Answer| -> Vec<Check> {
            answer.checks.iter().map(|checked| checked.check).collect()
        };
        let Run { answer, lists } = again;
        if answer.verdict != before.verdict || answers(&answer) != answers(&before) {
            return Ok(before);
        }
        let mut checks = answer.checks;
        for ((checked, asked), lists) in checks.iter_mut().zip(questions).zip(lists) {
            let asked = asked.as_deref().unwrap_or(&[]);
            // A question that was answered by an error has no list: then nobody knows whose is whose.
            if lists.len() >= asked.len() {
                let exchange = |(question, reply): (&String, String)| Exchange {
                    question: question.clone(),
                    reply,
                };
                checked.values = asked.iter().zip(lists).map(exchange).collect();
            }
        }
        Ok(Answer { checks, ..before })
    }

    /// Like [`Solver::solve_asking`], with the solver's plain command line, as one
    /// would type it to reproduce a finding: a file, where it takes one.
    pub fn confirm(
        &self,
        script: &str,
        limits: &Limits,
        follow_up: &mut FollowUp,
    ) -> Result<Answer, StartError> {
        let is_plain = matches!(&self.command, Invocation::Program(words) if words.len() == 1);
        let input = if is_plain { Input::File } else { self.input };
        self.clone().with_input(input).solve_asking(script, limits, follow_up)
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

    /// Runs the solver once on `text`, which is `script` as it reads it.
    fn run(
        &self,
        script: &Script,
        text: &str,
        limits: &Limits,
        want: Want,
        addresses: Addresses,
    ) -> Result<Run, StartError> {
        let start_error = |source| self.start_error(source);
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
        let classified = classify(&Observed {
            family: self.family,
            checks: script.checks(),
            stdout: &stdout,
            stderr: &stderr,
            status: Some(ended.status),
            stopped,
        });
        let mut lists = Vec::new();
        let checked = |printed: Printed| {
            lists.push(printed.lists);
            Checked { check: printed.check, model: printed.model, values: Vec::new() }
        };
        let checks = classified.checks.into_iter().map(checked).collect();
        let answer = Answer {
            verdict: classified.verdict,
            checks,
            time,
            cpu: Some(ended.usage.cpu),
            memory: Some(ended.usage.memory),
            stdout,
            stderr,
            status: Some(ended.status),
            in_session: None,
            adapted: Vec::new(),
        };
        Ok(Run { answer, lists })
    }
}

/// One run of a solver.
struct Run {
    answer: Answer,
    /// The lists that were printed after each model.
    lists: Vec<Vec<String>>,
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
