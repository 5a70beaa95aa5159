//! The loop of a campaign: tasks to threads, what they found out into the database.

mod work;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use mutation::RuleName;
use solvers::StartError;
use thiserror::Error;

use crate::ask::examiner::{Confirmed, Examiner};
use crate::ask::inquiry::Inquiry;
use crate::ask::plan::Plan;
use crate::ask::schedule::{RungSettings, Schedule, Task};
use crate::ask::timing::Timing;
use crate::finding::Finding;
use crate::judge::flaw::OwnFault;
use crate::seat::handle::PerSeat;
use crate::store::{Chunk, Entry, Reason, RunId, SettingId, Store, StoreError, TrackId};
use work::{Asked, Done, RulesOff, work};

/// Reason why a hunt cannot go on, or cannot be trusted. All that it found out is in the database.
/// A message is `a thread of etude died: …; please report this`.
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
    /// Answers that etude had proven are wrong: a bug of etude. All else was asked and judged.
    #[error(
        "{count} known {} of etude {} wrong, and no solver is blamed for {}; the first: {first}. \
         Please report this, with the formula:\n{}",
        if *count == 1 { "answer" } else { "answers" },
        if *count == 1 { "is" } else { "are" },
        if *count == 1 { "it" } else { "them" },
        first.formula
    )]
    OwnFaults {
        /// The number of such answers.
        count: u64,
        /// The first of them.
        first: Box<OwnFault>,
    },
}

/// Something that happens in a hunt, such as `Asked` for each task.
#[derive(Debug)]
pub enum Event<'a> {
    /// Some formulas were asked, and what was said is in the database.
    Asked {
        /// Of which stretch.
        stretch: usize,
        /// Number of formulas that someone was never asked before, within whatever time limit.
        formulas: u64,
        /// Whether they had stayed open within a shorter time limit.
        is_again: bool,
        /// Each solver's answers to the formulas that it was asked now.
        answers: &'a PerSeat<Vec<Chunk>>,
        /// The database, with all that was found so far.
        store: &'a Store,
    },
    /// A formula shows something wrong.
    Found {
        /// Of which stretch.
        stretch: usize,
        /// What.
        finding: &'a Finding,
    },
    /// An answer that etude had proven is wrong: nobody is blamed.
    OwnFault(&'a OwnFault),
    /// Nothing happened for a moment.
    Waiting {
        /// The database, with all that was found so far.
        store: &'a Store,
    },
}

/// The reason why a hunt ended. `Time` is one: the time was up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All was asked.
    Done,
    /// The time was up.
    Time,
    /// It was told to stop.
    Stopped,
}

/// Time between two looks at whether to stop.
const BEAT: Duration = Duration::from_millis(50);

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
        .map(|stretch| store.track(&stretch.source))
        .collect::<Result<_, _>>()?;
    let rungs = RungSettings::all(plan, store)?;
    let schedule = Schedule::new(plan, store, &tracks, &rungs)?;
    let halt = AtomicBool::new(false);
    let confirmed = Confirmed::default();
    let rules_off = RulesOff::default();
    rules_off.set(store.rules_off()?);
    let (tasks, receiver) = channel();
    let receiver = Arc::new(Mutex::new(receiver));
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            let (receiver, sender) = (Arc::clone(&receiver), sender.clone());
            let (halt, confirmed, rungs) = (&halt, &confirmed, &rungs);
            let asked = Asked { plan, halt, rules_off: &rules_off };
            scope.spawn(move || {
                work(&mut *inquiry(plan, rungs, confirmed), asked, &receiver, &sender);
            });
        }
        drop(sender);
        let mut desk = Desk {
            plan,
            store,
            run,
            tracks: &tracks,
            rungs: &rungs,
            schedule,
            tasks: Some(tasks),
            under_way: 0,
            halt: &halt,
            own_faults: OwnFaults::default(),
            rules_off: &rules_off,
        };
        let ended = desk.run(&results, stop, tell);
        halt.store(true, Ordering::Relaxed);
        desk.tasks = None;
        ended
    })
}

/// Returns those who ask for a plan: to judge, or to measure.
fn inquiry<'a>(
    plan: &'a Plan,
    rungs: &'a [RungSettings],
    confirmed: &'a Confirmed,
) -> Box<dyn Inquiry + 'a> {
    if plan.is_timed() {
        Box::new(Timing::new(plan))
    } else {
        Box::new(Examiner::new(plan, rungs, confirmed))
    }
}

/// Known answers of ours that turned out wrong.
#[derive(Default)]
struct OwnFaults {
    count: u64,
    first: Option<OwnFault>,
}

impl OwnFaults {
    fn add(&mut self, fault: OwnFault) {
        self.count += 1;
        self.first.get_or_insert(fault);
    }

    /// Returns an ending, unless an answer of ours was wrong.
    fn check(&mut self, ending: Ending) -> Result<Ending, HuntError> {
        match self.first.take() {
            None => Ok(ending),
            Some(first) => Err(HuntError::OwnFaults { count: self.count, first: Box::new(first) }),
        }
    }
}

/// The place where tasks are handed out and results are written down.
struct Desk<'a> {
    plan: &'a Plan,
    store: &'a mut Store,
    run: RunId,
    tracks: &'a [TrackId],
    rungs: &'a [RungSettings],
    schedule: Schedule<'a>,
    tasks: Option<Sender<Task>>,
    under_way: usize,
    halt: &'a AtomicBool,
    own_faults: OwnFaults,
    rules_off: &'a RulesOff,
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
        match trouble {
            Some(error) => Err(error.into()),
            None => self.own_faults.check(ending),
        }
    }

    /// Switches off the rules that made a mutant whose answer is not what it should be, and withdraws
    /// what rests on them.
    fn switch_off(
        &mut self,
        faults: &[OwnFault],
        findings: &[(u64, Finding)],
    ) -> Result<(), HuntError> {
        let new: BTreeSet<RuleName> =
            faults.iter().flat_map(|fault| fault.rules.iter().cloned()).collect();
        let off = self.store.rules_off()?;
        // A finding of a task that was under way may rest on them still.
        let is_affected = !findings.is_empty() && !off.is_empty();
        if !new.is_subset(&off) || is_affected {
            self.store.switch_off(&new)?;
            self.rules_off.set(self.store.rules_off()?);
        }
        Ok(())
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
        let Done { task, formulas, answers, reasons, findings, unread, own_faults, gaps, lost } =
            done;
        let (stretch, settings) = (task.stretch, &self.rungs[task.rung].ids);
        let chunks: Vec<(SettingId, Chunk)> = answers
            .iter()
            .zip(settings)
            .flat_map(|(chunks, setting)| chunks.iter().map(|chunk| (*setting, chunk.clone())))
            .collect();
        let reasons: Vec<(SettingId, Reason)> = reasons
            .into_iter()
            .zip(settings)
            .flat_map(|(said, setting)| said.into_reasons().map(|reason| (*setting, reason)))
            .collect();
        let track = self.tracks[stretch];
        let entry = Entry {
            chunks: &chunks,
            findings: &findings,
            reasons: &reasons,
            // Of other sources the grammar is to blame, and one reason is that of thousands.
            unread: if self.plan.stretches[stretch].is_corpus() { &unread } else { &[] },
            gaps: &gaps,
            lost: &lost,
        };
        self.store.commit_all(track, entry, self.run)?;
        self.switch_off(&own_faults, &findings)?;
        self.schedule.note(&task, &answers);
        for (_, finding) in &findings {
            tell(&Event::Found { stretch, finding });
        }
        for fault in own_faults {
            tell(&Event::OwnFault(&fault));
            self.own_faults.add(fault);
        }
        let is_again = task.rung > 0;
        tell(&Event::Asked { stretch, formulas, is_again, answers: &answers, store: self.store });
        Ok(())
    }
}
