//! The same terms under one model after the other, where a model differs little from the last one.
//!
//! The terms are compiled into one code, so that what they share is evaluated once. Each slot knows
//! on which inputs it depends; when an input changes, only the slots that depend on it are
//! forgotten. An input that is a constant is written straight into its slot. An input without a
//! value is open, and what does not depend on it has a value all the same: such an outcome holds
//! for every value of the input.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{Action, Code, Slot};
use super::machine::{Frame, Machine, Memory};
use super::{Evaluator, Limits, Reason};
use crate::function::{Fun, FunctionKind};
use crate::model::{Interpretation, Model};
use crate::term::{Node, Term, Terms};
use crate::value::Value;

/// The truth of all terms together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TruthValue {
    /// All are.
    True,
    /// One is false, whatever is open.
    False,
    /// None is false, but one is open.
    Open,
}

/// Terms that are evaluated again and again while inputs change.
#[derive(Debug)]
pub(crate) struct Probe<'a> {
    evaluator: Evaluator<'a>,
    model: Model,
    frame: Frame,
    /// The terms; one that was false lately is tried sooner.
    roots: Vec<Slot>,
    inputs: Vec<Input>,
    /// The slots that depend on the inputs of each group.
    dependents: Vec<Vec<Slot>>,
    /// The slots that depend on no input.
    fixed: Vec<Slot>,
    /// The steps of all evaluations.
    steps: u64,
}

/// A declared function that changes.
#[derive(Debug)]
struct Input {
    fun: Fun,
    /// Slot in which its value is written, if it is a constant that a term mentions.
    slot: Option<Slot>,
    /// Whether it is looked up in the model: by a call with arguments, inside of a binder, a
    /// definition or a case.
    looked_up: bool,
}

/// Inputs are told apart in sets of this many bits; those beyond share the last one.
const GROUPS: usize = 64;

/// A set of groups of inputs.
type Groups = u64;

fn group(input: usize) -> usize {
    input.min(GROUPS - 1)
}

impl<'a> Probe<'a> {
    /// A probe of closed terms of sort Bool; no input has a value yet.
    pub(crate) fn new(terms: &'a Terms, limits: Limits, roots: &[Term], inputs: &[Fun]) -> Self {
        let (code, roots) = Code::compile_all(terms, roots, None);
        let mut inputs: Vec<Input> =
            inputs.iter().map(|&fun| Input { fun, slot: None, looked_up: false }).collect();
        let depends = dependencies(terms, &code, &mut inputs);
        let mut dependents = vec![Vec::new(); inputs.len().min(GROUPS)];
        let mut fixed = Vec::new();
        let own: FxHashSet<Slot> = inputs.iter().filter_map(|input| input.slot).collect();
        for (slot, groups) in (0..).zip(depends) {
            if groups == 0 {
                fixed.push(slot);
            }
            for (number, dependents) in dependents.iter_mut().enumerate() {
                // The slot of a constant is written, not forgotten.
                if groups >> number & 1 == 1 && !own.contains(&slot) {
                    dependents.push(slot);
                }
            }
        }
        let frame = Frame::new(Arc::new(code), Memory::default(), Vec::new());
        let evaluator = Evaluator::with_limits(terms, limits);
        let model = Model::default();
        let mut probe =
            Probe { evaluator, model, frame, roots, inputs, dependents, fixed, steps: 0 };
        for input in 0..probe.inputs.len() {
            probe.set(input, None);
        }
        probe
    }

    /// Gives an input another interpretation, or none.
    ///
    /// Costs one write for each slot that depends on it.
    pub(crate) fn set(&mut self, number: usize, to: Option<&Interpretation>) {
        let input = &self.inputs[number];
        for &slot in &self.dependents[group(number)] {
            self.frame.set_state(slot, None);
        }
        self.steps += self.dependents[group(number)].len() as u64 / 16;
        if let Some(slot) = input.slot {
            self.frame.set_state(
                slot,
                Some(match to {
                    Some(Interpretation::Value(value)) => Ok(value.clone()),
                    _ => Err(Reason::NoValue(input.fun).into()),
                }),
            );
        }
        if input.looked_up {
            // A table without entries and default says nothing.
            let nothing = || Interpretation::Table { entries: IndexMap::default(), default: None };
            self.steps += to.map_or(1, copy_steps);
            self.model.set(input.fun, to.cloned().unwrap_or_else(nothing));
        }
    }

    /// Returns whether all terms are true under the inputs as they are.
    pub(crate) fn truth(&mut self) -> TruthValue {
        let Probe { evaluator, model, frame, roots, .. } = self;
        let mut machine = Machine::new(evaluator, model);
        let mut truth = TruthValue::True;
        for place in 0..roots.len() {
            let root = roots[place];
            machine.run_to(frame, root);
            match frame.state(root) {
                Some(Ok(Value::Bool(true))) => {}
                Some(Ok(Value::Bool(false))) => {
                    roots[..=place].rotate_right(1);
                    truth = TruthValue::False;
                    break;
                }
                _ => truth = TruthValue::Open,
            }
        }
        let steps = machine.steps;
        self.steps += 1 + steps;
        if steps > self.evaluator.limits.steps {
            self.forget();
        }
        truth
    }

    /// The steps of all evaluations so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// The values of subterms that depend on no input, of at most `most` of these.
    pub(crate) fn fixed_values(&mut self, most: usize) -> Vec<Value> {
        let Probe { evaluator, model, frame, fixed, .. } = self;
        let (mut values, mut spent) = (Vec::new(), 0);
        for &slot in fixed.iter().take(most) {
            let mut machine = Machine::new(evaluator, model);
            machine.run_to(frame, slot);
            if let Some(Ok(value)) = frame.state(slot) {
                values.push(value.clone());
            }
            self.steps += machine.steps;
            spent += machine.steps;
            if spent > evaluator.limits.steps {
                break;
            }
        }
        values
    }

    /// Forgets what was evaluated: where the steps ran out, it may be open for no other reason.
    fn forget(&mut self) {
        for &slot in self.dependents.iter().flatten().chain(&self.fixed) {
            self.frame.set_state(slot, None);
        }
    }
}

/// The steps that it costs to copy an interpretation.
fn copy_steps(interpretation: &Interpretation) -> u64 {
    match interpretation {
        Interpretation::Value(_) | Interpretation::Function { .. } => 1,
        Interpretation::Table { entries, .. } => 4 + 2 * entries.len() as u64,
    }
}

/// The groups that each slot depends on. Notes where each input is used.
fn dependencies(terms: &Terms, code: &Code, inputs: &mut [Input]) -> Vec<Groups> {
    let numbers: FxHashMap<Fun, usize> =
        inputs.iter().enumerate().map(|(number, input)| (input.fun, number)).collect();
    let mut inside = Inside { terms, numbers: &numbers, known: FxHashMap::default() };
    let mut depends: Vec<Groups> = Vec::with_capacity(code.len());
    for slot in (0..).take(code.len()) {
        let instruction = code.instruction(slot);
        let arguments = code.arguments(instruction);
        let mut groups = arguments.iter().fold(0, |all, &slot| all | depends[slot as usize]);
        match (&instruction.action, terms.node(instruction.term)) {
            (Action::Call(fun), _) => {
                if let Some(&number) = numbers.get(fun) {
                    groups |= 1 << group(number);
                    if arguments.is_empty() {
                        inputs[number].slot = Some(slot);
                    } else {
                        inputs[number].looked_up = true;
                    }
                }
                if let FunctionKind::Defined(definition) = &terms.function(*fun).kind
                    && let Some(body) = definition.body
                {
                    groups |= inside.groups(body, inputs);
                }
            }
            (Action::Bind, Node::Bind(_, _, body)) => groups |= inside.groups(*body, inputs),
            (Action::Match, Node::Match(_, cases)) => {
                for case in cases {
                    groups |= inside.groups(case.body, inputs);
                }
            }
            _ => {}
        }
        depends.push(groups);
    }
    depends
}

/// Symbols that are used inside of binders, definitions and cases.
struct Inside<'t> {
    terms: &'t Terms,
    numbers: &'t FxHashMap<Fun, usize>,
    known: FxHashMap<Term, Groups>,
}

impl Inside<'_> {
    fn groups(&mut self, body: Term, inputs: &mut [Input]) -> Groups {
        if let Some(&known) = self.known.get(&body) {
            return known;
        }
        let mut groups = 0;
        for_each_part(self.terms, &[body], |term| {
            if let Node::Call(fun, _) = self.terms.node(term)
                && let Some(&number) = self.numbers.get(fun)
            {
                groups |= 1 << group(number);
                inputs[number].looked_up = true;
            }
        });
        self.known.insert(body, groups);
        groups
    }
}

/// Visits every term that the value of the roots may depend on, each once: their parts, and the
/// bodies of the definitions they use.
pub(crate) fn for_each_part(terms: &Terms, roots: &[Term], mut visit: impl FnMut(Term)) {
    let mut seen = FxHashSet::default();
    let mut stack: Vec<Term> = roots.iter().rev().copied().collect();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        visit(term);
        if let Node::Call(fun, _) = terms.node(term)
            && let FunctionKind::Defined(definition) = &terms.function(*fun).kind
        {
            stack.extend(definition.body);
        }
        stack.extend(terms.children(term).into_iter().rev());
    }
}
