//! The loop of a campaign: tasks to threads, what they found out into the database.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use solvers::StartError;
use thiserror::Error;

use crate::ask::examiner::{Confirmed, Examiner};
use crate::ask::plan::{Plan, Schedule, Task};
use crate::finding::Finding;
use crate::judge::outcome::Outcome;
use crate::store::{Chunk, Gathered, Reason, RunId, SettingId, Store, StoreError, TrackId};

/// Why a hunt cannot go on. What was found out before is in the database.
#[derive(Debug, Error)]
pub enum HuntError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A solver cannot be started.
    #[error("{0}")]
    Solver(#[from] StartError),
    /// A thread of ours died: a bug of etude.
    #[error("a thread of etude died: {0}; please report this")]
    Internal(String),
}

/// What happens in a hunt.
#[derive(Debug)]
pub enum Event<'a> {
    /// Some formulas were asked, and what was said is in the database.
    Asked {
        /// Of which stretch.
        stretch: usize,
        /// How many.
        formulas: u64,
        /// What each setting said of those that it was asked now.
        answers: &'a [Vec<Chunk>],
        /// The database, with all that was found so far.
        store: &'a Store,
    },
    /// A formula shows something wrong.
    Found(&'a Finding),
    /// Nothing happened for a moment.
    Waiting {
        /// The database, with all that was found so far.
        store: &'a Store,
    },
}

/// Why a hunt ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All was asked.
    Done,
    /// The time was up.
    Time,
    /// It was told to stop.
    Stopped,
}

/// How often somebody looks whether to stop.
const BEAT: Duration = Duration::from_millis(50);

/// So many formulas go to a solver before the next solver gets them: a process that is woken after
/// another has worked finds the processor's caches cold, which costs an old z3 a quarter of its
/// time if it happens for every formula.
const FORMULAS_PER_TURN: usize = 16;

/// Asks what a plan asks for and was not asked before. `stop` is looked at all the time.
pub fn hunt(
    plan: &Plan,
    store: &mut Store,
    run: RunId,
    stop: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(&Event),
) -> Result<Ending, HuntError> {
    let tracks: Vec<TrackId> = plan
        .stretches
        .iter()
        .map(|stretch| store.track(&stretch.track))
        .collect::<Result<_, _>>()?;
    let settings: Vec<SettingId> =
        plan.settings.iter().map(|setting| store.setting(setting)).collect::<Result<_, _>>()?;
    let schedule = Schedule::new(plan, store, &tracks, &settings)?;
    let halt = AtomicBool::new(false);
    let confirmed = Confirmed::default();
    let (tasks, receiver) = channel();
    let receiver = Arc::new(Mutex::new(receiver));
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            let (receiver, sender) = (Arc::clone(&receiver), sender.clone());
            let (halt, confirmed) = (&halt, &confirmed);
            scope.spawn(move || {
                work(&mut Examiner::new(plan, confirmed), plan, &receiver, &sender, halt);
            });
        }
        drop(sender);
        let mut desk = Desk {
            plan,
            store,
            run,
            tracks: &tracks,
            settings: &settings,
            schedule,
            tasks: Some(tasks),
            under_way: 0,
            halt: &halt,
        };
        let ended = desk.run(&results, stop, tell);
        halt.store(true, Ordering::Relaxed);
        desk.tasks = None;
        ended
    })
}

/// Where tasks are handed out and results are written down.
struct Desk<'a> {
    plan: &'a Plan,
    store: &'a mut Store,
    run: RunId,
    tracks: &'a [TrackId],
    settings: &'a [SettingId],
    schedule: Schedule,
    tasks: Option<Sender<Task>>,
    under_way: usize,
    halt: &'a AtomicBool,
}

impl Desk<'_> {
    fn run(
        &mut self,
        results: &Receiver<Result<Done, StartError>>,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<Ending, HuntError> {
        let begin = Instant::now();
        let mut ending = Ending::Done;
        let mut trouble = None;
        loop {
            if ending == Ending::Done && trouble.is_none() {
                if stop() {
                    ending = Ending::Stopped;
                } else if self.plan.time.is_some_and(|time| begin.elapsed() >= time) {
                    ending = Ending::Time;
                }
            }
            let goes_on = ending == Ending::Done && trouble.is_none();
            if goes_on {
                self.hand_out()?;
            } else {
                self.halt.store(true, Ordering::Relaxed);
            }
            if self.under_way == 0 {
                break;
            }
            match results.recv_timeout(BEAT) {
                Ok(Ok(done)) => {
                    self.under_way -= 1;
                    self.write_down(done, tell)?;
                }
                Ok(Err(error)) => {
                    self.under_way -= 1;
                    trouble.get_or_insert(error);
                }
                Err(RecvTimeoutError::Timeout) => tell(&Event::Waiting { store: self.store }),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(HuntError::Internal("it panicked".to_owned()));
                }
            }
        }
        trouble.map_or(Ok(ending), |error| Err(error.into()))
    }

    fn hand_out(&mut self) -> Result<(), HuntError> {
        while self.under_way < self.plan.jobs.max(1) * 2 {
            let Some(task) = self.schedule.next(self.store)? else { break };
            if let Some(tasks) = &self.tasks {
                let _ = tasks.send(task);
                self.under_way += 1;
            }
        }
        Ok(())
    }

    fn write_down(&mut self, done: Done, tell: &mut dyn FnMut(&Event)) -> Result<(), HuntError> {
        let Done { stretch, formulas, answers, reasons, findings } = done;
        let chunks: Vec<(SettingId, Chunk)> = answers
            .iter()
            .zip(self.settings)
            .flat_map(|(chunks, setting)| chunks.iter().map(|chunk| (*setting, chunk.clone())))
            .collect();
        let reasons: Vec<(SettingId, Reason)> = reasons
            .into_iter()
            .zip(self.settings)
            .flat_map(|(said, setting)| said.into_reasons().map(|reason| (*setting, reason)))
            .collect();
        let track = self.tracks[stretch];
        self.store.commit_with_reasons(track, &chunks, &findings, &reasons, self.run)?;
        for (_, finding) in &findings {
            tell(&Event::Found(finding));
        }
        tell(&Event::Asked { stretch, formulas, answers: &answers, store: self.store });
        Ok(())
    }
}

/// What became of a task, or of its beginning.
struct Done {
    stretch: usize,
    formulas: u64,
    /// For each setting, the formulas that it was asked.
    answers: Vec<Vec<Chunk>>,
    /// For each setting, why it gave no answer.
    reasons: Vec<Gathered>,
    findings: Vec<(u64, Finding)>,
}

fn work(
    examiner: &mut Examiner,
    plan: &Plan,
    tasks: &Mutex<Receiver<Task>>,
    results: &Sender<Result<Done, StartError>>,
    halt: &AtomicBool,
) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { return };
        if results.send(perform(examiner, plan, &task, halt)).is_err() {
            return;
        }
    }
}

/// Asks the formulas of a task, until it is told to halt: what it has by then counts.
fn perform(
    examiner: &mut Examiner,
    plan: &Plan,
    task: &Task,
    halt: &AtomicBool,
) -> Result<Done, StartError> {
    let track = &plan.stretches[task.stretch].track;
    let mut answers: Vec<Vec<Chunk>> = vec![Vec::new(); task.asks.len()];
    let mut reasons = vec![Gathered::default(); task.asks.len()];
    let mut findings = Vec::new();
    let mut formulas = 0;
    let is_over = || halt.load(Ordering::Relaxed);
    let texts = if is_over() { Vec::new() } else { track.formulas(task.numbers.clone()) };
    for (block, known) in texts.chunks(FORMULAS_PER_TURN).zip(task.known.chunks(FORMULAS_PER_TURN))
    {
        if is_over() {
            break;
        }
        let found = examiner.examine(track, block, &task.asks, known, &is_over)?;
        for (formula, examined) in block.iter().zip(found) {
            formulas += 1;
            let said = reasons.iter_mut().zip(examined.reasons);
            for ((chunks, outcome), (reasons, reason)) in
                answers.iter_mut().zip(examined.outcomes).zip(said)
            {
                let Some(outcome) = outcome else { continue };
                add(chunks, formula.number, outcome);
                if let Some(reason) = reason {
                    reasons.add(formula.number, outcome.0, reason);
                }
            }
            findings.extend(examined.findings.into_iter().map(|finding| (formula.number, finding)));
        }
    }
    Ok(Done { stretch: task.stretch, formulas, answers, reasons, findings })
}

/// Adds an answer to the last chunk, or where it does not follow, in one of its own.
fn add(chunks: &mut Vec<Chunk>, number: u64, outcome: (Outcome, Duration)) {
    match chunks.last_mut() {
        Some(last) if last.first + last.outcomes.len() as u64 == number => {
            last.outcomes.push(outcome);
        }
        _ => chunks.push(Chunk { first: number, outcomes: vec![outcome] }),
    }
}
