//! The machine that asks for the values it needs.

use std::sync::Arc;

use smallvec::SmallVec;

use super::code::{Action, Code, Instruction, Slot};
use super::lazy::lazy;
use super::open::Reason;
use super::{Evaluator, Open, Outcome, work};
use crate::model::Model;
use crate::term::{Local, Term};
use crate::value::Value;

/// Values of bound variables, the innermost last.
pub(super) type Locals = Vec<(Local, Value)>;

/// Quantifiers inside of quantifiers, and the like: no deeper than this.
const MAX_NESTING: usize = 60;

/// One evaluation.
pub(super) struct Machine<'e, 'a, 'm> {
    pub(super) evaluator: &'e mut Evaluator<'a>,
    pub(super) model: &'m Model,
    pub(super) steps: u64,
    nesting: usize,
}

/// A term that is being evaluated.
#[derive(Debug)]
pub(super) struct Frame {
    code: Arc<Code>,
    memory: Memory,
    locals: Locals,
}

/// Values that a frame knows so far, and those it still needs; kept for the next frame.
#[derive(Debug, Default)]
pub(super) struct Memory {
    states: Vec<Option<Outcome>>,
    /// Slots that are needed, each with the number of its arguments that were looked at.
    stack: Vec<(Slot, usize)>,
}

/// Next thing to do.
pub(super) enum Step {
    Done(Outcome),
    /// The value of one argument is needed; this many before it were looked at.
    Need(Slot, usize),
    /// The values of all arguments are needed.
    NeedAll,
    /// The value of a body is needed, with these variables.
    Enter(Term, Locals),
}

impl<'e, 'a, 'm> Machine<'e, 'a, 'm> {
    pub(super) fn new(evaluator: &'e mut Evaluator<'a>, model: &'m Model) -> Machine<'e, 'a, 'm> {
        Machine { evaluator, model, steps: 0, nesting: 0 }
    }

    pub(super) fn root(&mut self, term: Term) -> Outcome {
        let code = self.evaluator.code(term);
        self.whole(code, Vec::new())
    }

    pub(super) fn trace(&mut self, term: Term) -> Vec<(Term, Outcome)> {
        let code = self.evaluator.code(term);
        let mut frame = Frame::new(code.clone(), Memory::default(), Vec::new());
        let mut traced = Vec::with_capacity(code.len());
        for slot in 0..=code.root() {
            self.run_to(&mut frame, slot);
            traced.push((code.instruction(slot).term, frame.outcome(slot)));
        }
        traced
    }

    /// The value of a term inside of what is being evaluated.
    pub(super) fn nested(&mut self, term: Term, locals: Locals) -> Outcome {
        if self.nesting >= MAX_NESTING {
            return Err(Reason::TooMuch.into());
        }
        self.nesting += 1;
        let code = self.evaluator.code(term);
        let outcome = self.whole(code, locals);
        self.nesting -= 1;
        outcome
    }

    fn whole(&mut self, code: Arc<Code>, locals: Locals) -> Outcome {
        self.pay_for(&code);
        let root = code.root();
        let mut frame = Frame::new(code, self.evaluator.memory(), locals);
        self.run_to(&mut frame, root);
        let outcome = frame.take_outcome(root);
        self.evaluator.spare.push(frame.memory);
        outcome
    }

    /// Runs until the slot has its outcome.
    pub(super) fn run_to(&mut self, first: &mut Frame, slot: Slot) {
        first.memory.stack.push((slot, 0));
        // The frames of the calls inside of the first one.
        let mut calls: Vec<Frame> = Vec::new();
        loop {
            let depth = calls.len();
            let frame = calls.last_mut().unwrap_or(first);
            let Frame { code, memory: Memory { states, stack }, locals } = frame;
            let Some(&(at, looked)) = stack.last() else {
                let Some(mut done) = calls.pop() else { return };
                let outcome = done.take_outcome(done.code.root());
                self.evaluator.spare.push(done.memory);
                calls.last_mut().unwrap_or(first).finish(outcome);
                continue;
            };
            if states[at as usize].is_some() {
                stack.pop();
                continue;
            }
            self.steps += 1;
            if self.steps > self.evaluator.limits.steps {
                frame.finish(Err(Reason::TooMuch.into()));
                continue;
            }
            let instruction = code.instruction(at);
            match self.step(instruction, &View { code, states, locals }, looked) {
                Step::Done(outcome) => {
                    states[at as usize] = Some(outcome);
                    stack.pop();
                }
                Step::Need(slot, looked) => {
                    if let Some(top) = stack.last_mut() {
                        top.1 = looked;
                    }
                    stack.push((slot, 0));
                }
                Step::NeedAll => {
                    let missing = code.arguments(instruction).iter().rev();
                    let missing = missing.filter(|&&slot| states[slot as usize].is_none());
                    stack.extend(missing.map(|&slot| (slot, 0)));
                }
                Step::Enter(..) if depth >= self.evaluator.limits.calls => {
                    frame.finish(Err(Reason::TooMuch.into()));
                }
                Step::Enter(body, locals) => {
                    let code = self.evaluator.code(body);
                    self.pay_for(&code);
                    let root = code.root();
                    let mut frame = Frame::new(code, self.evaluator.memory(), locals);
                    frame.memory.stack.push((root, 0));
                    calls.push(frame);
                }
            }
        }
    }

    fn step(&mut self, instruction: &Instruction, view: &View<'_>, looked: usize) -> Step {
        let arguments = view.code.arguments(instruction);
        match &instruction.action {
            Action::Constant(value) => return Step::Done(Ok(value.clone())),
            Action::Local(local) => {
                // The variables are looked through one by one.
                self.pay(view.locals.len() as u64 / work::WORDS_PER_STEP);
                return Step::Done(view.local(*local));
            }
            Action::Op(op) => {
                if let Some(step) = lazy(*op, arguments, view, looked) {
                    return step;
                }
            }
            _ => {}
        }
        let mut values: SmallVec<[&Value; 4]> = SmallVec::new();
        let mut open = None;
        for &slot in arguments {
            match &view.states[slot as usize] {
                Some(Ok(value)) => values.push(value),
                Some(Err(why)) => open = open.or(Some(why)),
                None => return Step::NeedAll,
            }
        }
        if let Some(why) = open {
            if let Action::Op(op) = instruction.action
                && let Some(value) = super::same::compare(op, arguments, view.code, view.states)
            {
                return Step::Done(Ok(Value::Bool(value)));
            }
            return Step::Done(Err(why.clone()));
        }
        // The term can be asked about as it stands if nothing in it is bound outside of it.
        let closed = view.locals.is_empty().then_some(instruction.term);
        match &instruction.action {
            Action::Op(op) => self.operate(*op, &values, instruction, closed),
            Action::Call(fun) => self.call(*fun, &values, instruction, closed),
            Action::Bind => Step::Done(self.bind(instruction.term, view.locals)),
            Action::Match => self.choose(instruction.term, values[0], view.locals),
            Action::Same => Step::Done(Ok(values[0].clone())),
            Action::Constant(_) | Action::Local(_) => unreachable!("they have no arguments"),
        }
    }
}

impl Frame {
    pub(super) fn new(code: Arc<Code>, mut memory: Memory, locals: Locals) -> Frame {
        memory.stack.clear();
        memory.states.clear();
        memory.states.resize(code.len(), None);
        Frame { code, memory, locals }
    }

    /// Returns the outcome of the slot, if it is known.
    pub(super) fn state(&self, slot: Slot) -> Option<&Outcome> {
        self.memory.states[slot as usize].as_ref()
    }

    /// Says what the slot is, or forgets it.
    pub(super) fn set_state(&mut self, slot: Slot, outcome: Option<Outcome>) {
        self.memory.states[slot as usize] = outcome;
    }

    fn outcome(&self, slot: Slot) -> Outcome {
        self.state(slot).cloned().unwrap_or_else(|| Err(Reason::TooMuch.into()))
    }

    fn take_outcome(&mut self, slot: Slot) -> Outcome {
        let outcome = self.memory.states[slot as usize].take();
        outcome.unwrap_or_else(|| Err(Reason::TooMuch.into()))
    }

    /// Notes the outcome of what was needed last.
    fn finish(&mut self, outcome: Outcome) {
        if let Some((slot, _)) = self.memory.stack.pop() {
            self.memory.states[slot as usize] = Some(outcome);
        }
    }
}

/// Everything that a step may look at.
pub(super) struct View<'s> {
    pub(super) code: &'s Code,
    pub(super) states: &'s [Option<Outcome>],
    pub(super) locals: &'s Locals,
}

impl View<'_> {
    /// The outcome of a slot that has one.
    pub(super) fn state(&self, slot: Slot) -> Result<&Value, &Open> {
        match &self.states[slot as usize] {
            Some(outcome) => outcome.as_ref(),
            None => unreachable!("its outcome was asked for first"),
        }
    }

    fn local(&self, local: Local) -> Outcome {
        let found = self.locals.iter().rev().find(|(bound, _)| *bound == local);
        match found {
            Some((_, value)) => Ok(value.clone()),
            None => Err(Reason::Unsupported("a variable that nothing binds").into()),
        }
    }
}
