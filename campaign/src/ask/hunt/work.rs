//! The work of one thread of a campaign: a task into what solvers said of its questions.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::Duration;

use mutation::RuleName;
use solvers::StartError;

use crate::ask::inquiry::{Block, Examined, Inquiry};
use crate::ask::plan::Plan;
use crate::ask::schedule::{Brief, Task, TaskId};
use crate::finding::Finding;
use crate::judge::flaw::OwnFault;
use crate::judge::outcome::Outcome;
use crate::seat::handle::PerSeat;
use crate::source::Gap;
use crate::source::question::Question;
use crate::store::{Chunk, Gathered, Unread};

/// Formulas that go to a solver before the next solver gets them: a process that is woken after
/// another has worked finds the processor's caches cold, which costs an old z3 a quarter of its
/// time if it happens for every formula.
const FORMULAS_PER_TURN: usize = 16;

/// Rules that turned out wrong, as all threads know them.
#[derive(Debug, Default)]
pub(super) struct RulesOff(RwLock<BTreeSet<RuleName>>);

impl RulesOff {
    fn has_one_of(&self, rules: &[RuleName]) -> bool {
        let off = self.0.read().unwrap_or_else(PoisonError::into_inner);
        !off.is_empty() && rules.iter().any(|rule| off.contains(rule))
    }

    pub fn set(&self, rules: BTreeSet<RuleName>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = rules;
    }
}

/// The outcome of a task, or of its beginning.
pub(super) struct Done {
    pub task: TaskId,
    /// Number of formulas that someone was never asked before.
    pub formulas: u64,
    /// Each solver's answers to the formulas that it was asked.
    pub answers: PerSeat<Vec<Chunk>>,
    /// Each solver's reasons for giving no answer.
    pub reasons: PerSeat<Gathered>,
    pub findings: Vec<(u64, Finding)>,
    /// The scripts that etude cannot read.
    pub unread: Vec<Unread>,
    pub own_faults: Vec<OwnFault>,
    /// Numbers without a question.
    pub gaps: Vec<(u64, Gap)>,
    /// The rules that lost attempts to make a question.
    pub lost: Vec<(u64, RuleName)>,
}

/// The plan and the flags that all asking threads share.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub plan: &'a Plan,
    pub halt: &'a AtomicBool,
    pub rules_off: &'a RulesOff,
}

/// Takes tasks and gives back what became of them, until there are no more.
pub(super) fn work(
    inquiry: &mut dyn Inquiry,
    asked: Asked<'_>,
    tasks: &Mutex<Receiver<Task>>,
    results: &Sender<Result<Done, StartError>>,
) {
    loop {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(task) = task else { return };
        if results.send(perform(inquiry, asked, &task)).is_err() {
            return;
        }
    }
}

/// Asks the formulas of a task, until it is told to halt: what it has by then counts.
fn perform(
    inquiry: &mut dyn Inquiry,
    Asked { plan, halt, rules_off }: Asked<'_>,
    task: &Task,
) -> Result<Done, StartError> {
    let source = &plan.stretches[task.id.stretch].source;
    let mut done = Done {
        task: task.id,
        formulas: 0,
        answers: plan.settings.map(|_| Vec::new()),
        reasons: plan.settings.map(|_| Gathered::default()),
        findings: Vec::new(),
        unread: Vec::new(),
        own_faults: Vec::new(),
        gaps: Vec::new(),
        lost: Vec::new(),
    };
    let is_over = || halt.load(Ordering::Relaxed);
    let runs = if is_over() { Vec::new() } else { task.runs() };
    let mut questions: Vec<Question> = Vec::new();
    for numbers in runs {
        let batch = source.batch(numbers);
        questions.extend(batch.questions);
        done.gaps.extend(batch.gaps);
        done.lost.extend(batch.lost);
    }
    if task.id.rung == 0 {
        done.formulas += done.gaps.len() as u64;
    }
    let off = questions.extract_if(.., |it| rules_off.has_one_of(&it.rules));
    done.gaps.extend(off.map(|it| (it.number, Gap::RuleOff)));
    done.gaps.sort_unstable();
    // Numbers ascend in both, and each question has its brief.
    let mut briefs = task.briefs.iter();
    let brief = |it: &Question| briefs.find(|brief| brief.number == it.number).cloned();
    let briefs: Option<Vec<Brief>> = questions.iter().map(brief).collect();
    let briefs = briefs.expect("only what has a brief was made");
    let briefs = briefs.chunks(FORMULAS_PER_TURN);
    for (questions, briefs) in questions.chunks(FORMULAS_PER_TURN).zip(briefs) {
        if is_over() {
            break;
        }
        let block = Block { source: &**source, rung: task.id.rung, questions, briefs };
        for (question, examined) in questions.iter().zip(inquiry.ask(block, &is_over)?) {
            done.add(question.number, examined);
        }
    }
    Ok(done)
}

impl Done {
    /// Adds what was found out about one question.
    fn add(&mut self, number: u64, examined: Examined) {
        let Examined { outcomes, reasons, findings, unread, own_faults } = examined;
        self.formulas += u64::from(self.task.rung == 0);
        for (seat, outcome) in outcomes.pairs() {
            let Some(outcome) = outcome else { continue };
            add(&mut self.answers[seat], number, *outcome);
            if let Some(reason) = &reasons[seat] {
                self.reasons[seat].add(number, outcome.0, reason.clone());
            }
        }
        self.findings.extend(findings.into_iter().map(|finding| (number, finding)));
        self.unread.extend(unread.map(|reason| Unread { number, reason }));
        self.own_faults.extend(own_faults);
    }
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
