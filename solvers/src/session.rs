//! A process that lives on: scripts go in one after another, an answer comes
//! out for each.

mod dialect;
mod live;

use std::time::Instant;

use crate::classify::{Classified, Observed, Printed, classify};
use crate::family::Mode;
use crate::follow_up::{FollowUp, ModelQuestion, ROUNDS};
use crate::fresh::StartError;
use crate::limits::Limits;
use crate::run::Event;
use crate::script::Script;
use crate::solver::{Clock, Solver};
use crate::verdict::{Answer, Check, Checked, Exchange, Stop, Verdict};
use crate::want::Want;

use dialect::Turn;
use live::{Greeting, Live};

/// Conditions under which a session's process is replaced by a new one. A process that holds more
/// than `memory` bytes after a script is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Renewal {
    /// After this many scripts.
    pub scripts: u64,
    /// Most bytes of memory that it may hold after a script.
    pub memory: u64,
}

impl Default for Renewal {
    /// A thousand scripts, half a gigabyte.
    fn default() -> Self {
        Self { scripts: 1000, memory: 512 << 20 }
    }
}

/// A solver that is asked many scripts, in one process as long as it lasts. `Session::new(solver, limits)`
/// begins one.
///
/// The answer to a script is the same as [`Solver::solve`] gives, only sooner,
/// unless the solver's state leaks from one script into the next. What a process
/// needs to start is no script's time. The process
/// is replaced after a crash, a timeout, as [`Renewal`] says, and where
/// [`Family::stamina`](crate::Family::stamina) says that it pays. A script whose
/// process died is asked again in a fresh process, and that verdict counts.
/// A solver that has no sessions gets a fresh process for each script.
#[derive(Debug)]
pub struct Session {
    solver: Solver,
    limits: Limits,
    /// Whether its next process is told its time limit. Only one that follows a late answer is:
    /// some releases pay for their clock with every script (z3 4.8.7 with five milliseconds).
    tells_limit: bool,
    want: Want,
    mode: Mode,
    renewal: Renewal,
    process: Option<Live>,
    /// Whether the solver was found to answer only at the end of its input, or
    /// not to forget what it is told to forget.
    is_mute: bool,
    /// Whether a process of this session has said something while its input was open.
    has_spoken: bool,
}

impl Session {
    /// A session with `solver`, each script within `limits`. Nothing is started yet.
    pub fn new(solver: Solver, limits: Limits) -> Self {
        let is_mute = !solver.has_sessions();
        let mode = solver.session_mode();
        let tells_limit = solver.clock == Clock::Both;
        Self {
            solver,
            limits,
            tells_limit,
            want: Want::Verdict,
            mode,
            renewal: Renewal::default(),
            process: None,
            is_mute,
            has_spoken: false,
        }
    }

    /// The same session, which also gives models if `want` says so.
    #[must_use]
    pub fn with_want(self, want: Want) -> Self {
        Self { want, process: None, ..self }
    }

    /// The same session, in which scripts are forgotten by `mode` and not as
    /// [`Solver::session_mode`] says.
    #[must_use]
    pub fn with_mode(self, mode: Mode) -> Self {
        Self { mode, process: None, ..self }
    }

    /// The same session, whose process is replaced as `renewal` says.
    #[must_use]
    pub fn with_renewal(self, renewal: Renewal) -> Self {
        Self { renewal, ..self }
    }

    /// The solver.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Asks the solver `script`.
    ///
    /// Comes back within [`Limits::wall`] and a moment, or half as much again where
    /// the solver is told its limit and does not keep it, beside what a process needs to start, for
    /// which it has two seconds, or ten if it is busy all the time; within twice that if the script
    /// was asked again, since its process died or did not understand the words in which we put it.
    pub fn solve(&mut self, script: &str) -> Result<Answer, StartError> {
        self.solve_asking(script, &mut |_| Vec::new())
    }

    /// Like [`Session::solve`], but the solver is also asked what follows its answer, if models are
    /// wanted. Each question may take as long as a script.
    pub fn solve_asking(
        &mut self,
        script: &str,
        follow_up: &mut FollowUp,
    ) -> Result<Answer, StartError> {
        let parsed = Script::new(script);
        if let Some((text, adapted)) = parsed.adapted(self.solver.family) {
            let answer = self.solve_asking(&text, follow_up)?;
            return Ok(Answer { adapted, ..answer });
        }
        if self.is_mute || !self.suits(&parsed) {
            return self.alone(script, &self.limits, follow_up);
        }
        let (mut live, mut turn) = self.live_for(&parsed)?;
        let is_first = live.scripts == 0;
        let greeting = if is_first { live.greet(&self.limits) } else { Greeting::Ready };
        if greeting != Greeting::Ready {
            // One that has answered before is not mute, but late.
            self.is_mute |= greeting == Greeting::Mute && !self.has_spoken;
            drop(live);
            let limits = if self.is_mute { self.limits } else { self.limits.with_start() };
            return self.alone(script, &limits, follow_up);
        }
        let (mut event, mut answer) = self.ask(&mut live, &parsed, &turn);
        if event == Event::Marked && turn.is_reworded && !is_answer(&answer.verdict) {
            // It may complain of the words that we put in place of the script's.
            turn = live.dialect.reset(&parsed, &self.preface(&parsed));
            (event, answer) = self.ask(&mut live, &parsed, &turn);
        }
        self.is_mute |= live.cannot_forget;
        self.has_spoken |= live.has_spoken;
        match event {
            Event::Marked if self.is_mute => {
                drop(live);
                self.alone(script, &self.limits, follow_up)
            }
            Event::Marked if !is_suspicious(&answer.verdict) => {
                if self.ask_more(&mut live, &mut answer, follow_up) == Event::Marked {
                    self.keep(live, &turn, &answer);
                }
                Ok(answer)
            }
            Event::Stopped(stop @ (Stop::Time | Stop::Output)) => {
                self.tells_limit |= stop == Stop::Time && self.solver.family.keeps_time();
                Ok(answer)
            }
            Event::Stopped(Stop::Memory) if is_first => Ok(answer),
            Event::Stopped(Stop::Memory) | Event::Marked | Event::Exited | Event::Mute => {
                drop(live);
                let alone = self.alone(script, &self.limits.with_start(), follow_up)?;
                Ok(Answer { in_session: Some(answer.verdict), ..alone })
            }
        }
    }

    /// The answer of a fresh process.
    fn alone(
        &self,
        script: &str,
        limits: &Limits,
        follow_up: &mut FollowUp,
    ) -> Result<Answer, StartError> {
        match self.want {
            Want::Verdict => self.solver.solve_for(script, limits, Want::Verdict),
            Want::Model => self.solver.solve_asking(script, limits, follow_up),
        }
    }

    /// Asks what follows an answer, and adds what is said. The event is that of the last question:
    /// a process that does not survive it has given its answer before.
    fn ask_more(&self, live: &mut Live, answer: &mut Answer, follow_up: &mut FollowUp) -> Event {
        if self.want != Want::Model || answer.verdict != Verdict::Sat {
            return Event::Marked;
        }
        for _ in 0..ROUNDS {
            let questions = follow_up(answer);
            if questions.is_empty() {
                break;
            }
            for ModelQuestion { check, command } in questions {
                let event = live.exchange(&command, Instant::now(), &self.limits);
                let (reply, _) = live.take_said();
                if event != Event::Marked {
                    return event;
                }
                if let Some(checked) = answer.checks.get_mut(check) {
                    checked.values.push(Exchange { question: command, reply });
                }
            }
            // Asking more is no work on the next script.
            live.cpu_since_last();
        }
        Event::Marked
    }

    /// Whether a process that lives on answers `script` as a fresh one would.
    fn suits(&self, script: &Script) -> bool {
        let family = self.solver.family;
        // A fresh process is told that there are several questions; this one only if it always is.
        let is_told = family.session_words(self.mode) == family.incremental_words();
        // Only the last of several models could be asked for in one go.
        let asks_all = self.want == Want::Verdict || script.checks() <= 1;
        let keeps_model = self.want == Want::Verdict || !script.goes_on_after_check();
        script.suits_session() && asks_all && keeps_model && (is_told || !script.is_incremental())
    }

    /// Returns the commands to send before `script`.
    fn preface(&self, script: &Script) -> String {
        script.preface(self.solver.family, self.want)
    }

    /// A process that can take `script`, and what is to be sent to it.
    fn live_for(&mut self, script: &Script) -> Result<(Live, Turn), StartError> {
        let preface = self.preface(script);
        let reusable = self
            .process
            .take()
            .and_then(|mut live| live.dialect.turn(script, &preface).map(|turn| (live, turn)));
        if let Some(found) = reusable {
            return Ok(found);
        }
        let mut live =
            Live::start(&self.solver, &self.limits, self.tells_limit, self.mode, self.want)?;
        let turn = live.dialect.turn(script, &preface);
        let turn = turn.expect("a process that was told nothing yet takes any script");
        Ok((live, turn))
    }

    /// Sends a script and reads the answer; a model if that is wanted and the
    /// answer is sat, the reason if it is unknown.
    fn ask(&self, live: &mut Live, script: &Script, turn: &Turn) -> (Event, Answer) {
        let start = Instant::now();
        let patience = self.patience(live);
        let mut event = live.exchange(&turn.before, start, &patience);
        let time = start.elapsed();
        let mut classified = self.classify(live, script, event);
        let follow_up = match classified.answers().last() {
            _ if event != Event::Marked => None,
            Some(Check::Sat) if self.want == Want::Model && !script.asks_model() => {
                Some("(get-model)")
            }
            Some(Check::Unknown) => Some("(get-info :reason-unknown)"),
            _ => None,
        };
        if let Some(question) = follow_up {
            event = live.exchange(question, start, &patience);
            classified = self.classify(live, script, event);
        }
        let cpu = live.cpu_since_last();
        let memory = live.resident(start.elapsed());
        let status = (event != Event::Marked).then(|| live.child.end().status);
        let (stdout, stderr) = live.take_said();
        let Classified { verdict, checks } = classified;
        let checked = |Printed { check, model, .. }| Checked { check, model, values: Vec::new() };
        let checks = checks.into_iter().map(checked).collect();
        let (in_session, adapted) = (None, Vec::new());
        (
            event,
            Answer {
                verdict,
                checks,
                time,
                cpu,
                memory,
                stdout,
                stderr,
                status,
                in_session,
                adapted,
            },
        )
    }

    /// The limits at which a process is stopped. One that was told its time limit gets a little
    /// more than that: if it gives up by itself it lives on, and no new one has to be started.
    fn patience(&self, live: &Live) -> Limits {
        let gives_up = live.knows_limit && self.solver.family.keeps_time();
        if gives_up { overshoot(self.limits) } else { self.limits }
    }

    fn classify(&self, live: &mut Live, script: &Script, event: Event) -> Classified {
        let status = (event == Event::Exited).then(|| live.child.end().status);
        let (stdout, stderr) = live.said();
        let mut classified = classify(&Observed {
            family: self.solver.family,
            checks: script.checks(),
            stdout: &stdout,
            stderr: &stderr,
            status,
            stopped: if let Event::Stopped(stop) = event { Some(stop) } else { None },
        });
        if let Event::Exited | Event::Mute = event
            && is_answer(&classified.verdict)
        {
            let reason = "it answered, and then its process was of no more use";
            classified.verdict = Verdict::Flawed(reason.to_owned());
        }
        classified
    }

    /// Keeps the process for the next script, unless it is time for a new one.
    fn keep(&mut self, mut live: Live, turn: &Turn, answer: &Answer) {
        live.scripts += 1;
        let most = self.renewal.memory.min(self.limits.memory.map_or(u64::MAX, |most| most / 2));
        let is_large = answer.memory.is_some_and(|held| held > most);
        let stamina = self.solver.family.stamina();
        let is_spent = answer.cpu.zip(stamina).is_some_and(|(used, stamina)| used > stamina);
        if live.scripts >= self.renewal.scripts || is_large || is_spent {
            return;
        }
        // After an error nobody knows which declarations there are.
        let farewell = match answer.verdict {
            Verdict::Rejected(_) => live.dialect.forget(),
            _ => turn.after,
        };
        live.say(farewell);
        self.process = Some(live);
    }
}

/// Returns limits with room for a solver that keeps its time, but not to the millisecond. More room
/// would not pay: cvc5 does not look at its clock while it blasts bits, and a new process takes less
/// time than waiting for it.
fn overshoot(limits: Limits) -> Limits {
    Limits { wall: limits.wall.saturating_add(limits.wall / 2), ..limits }
}

/// Whether a verdict is one that a script asks for.
fn is_answer(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Sat | Verdict::Unsat | Verdict::Unknown(_))
}

/// Whether a verdict of a process that lives may come from its state rather
/// than from the script.
fn is_suspicious(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Crash(_) | Verdict::Flawed(_) | Verdict::OutOfMemory)
}
