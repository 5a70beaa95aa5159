//! Terms and a model into values, exactly, with no solver.
//!
//! A term is compiled once into [`Code`]: its distinct subterms, smaller ones first. A machine then
//! asks for the value of the last one, and for those that it needs: `and`, `or`, `=>` and `ite` do
//! not look at what cannot matter. What is needed next waits on a stack, and so does the body of a
//! function that is called, so that neither long formulas nor long recursions overflow anything.

mod apply;
mod arithmetic;
mod arrays;
mod basis;
mod bits;
mod bounded;
mod code;
mod core;
mod data;
mod floats;
mod known;
mod lambda;
mod lazy;
mod learn;
mod machine;
mod open;
mod outline;
mod polynomial;
mod probe;
mod quantifier;
mod same;
mod sequences;
mod strings;
mod wanted;
mod witness;
mod work;

use std::sync::Arc;

use rustc_hash::FxHashMap;

pub use basis::Basis;
pub use known::KnownValues;
pub use open::{Open, Reason};
pub use outline::Explained;

use crate::model::Model;
use crate::term::{Term, Terms};
use crate::value::Value;
use code::Code;
use machine::{Machine, Memory};
pub(crate) use probe::{Probe, TruthValue, for_each_part};
use quantifier::Choices;
pub(crate) use wanted::{Application, Symbol, Wanted};

/// Result of evaluating a term under a model: a value, or open. `(+ 1 2)` is the value `3`; `(div 1
/// 0)` is open.
pub type Outcome = Result<Value, Open>;

/// Limits to the work of an evaluation. The default is enough for each formula of `grammars/`.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Steps: about one for each subterm looked at.
    pub steps: u64,
    /// Calls inside of calls.
    pub calls: usize,
    /// Instances of a quantifier over a finite sort.
    pub exhaustive: usize,
    /// Instances of a quantifier over an infinite sort.
    pub instances: usize,
    /// Steps for all assertions of a query together.
    pub all_steps: u64,
    /// Bytes of a model's text that are read at all.
    pub model_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: 10_000_000,
            calls: 10_000,
            exhaustive: 70_000,
            instances: 1_000,
            all_steps: 30_000_000,
            model_bytes: 4 << 20,
        }
    }
}

impl Limits {
    /// Returns limits under which few instances of each quantifier are tried.
    ///
    /// Where quantifiers stand inside of quantifiers, an evaluation with less patience comes to the
    /// instance that decides where one with more runs out of steps.
    #[must_use]
    pub fn hasty(self) -> Limits {
        Limits {
            steps: self.steps.min(1_000_000),
            exhaustive: self.exhaustive.min(4_096),
            instances: self.instances.min(24),
            ..self
        }
    }
}

/// Evaluates terms; what it compiled once it keeps. The front page of this crate evaluates `(> x
/// 3)` by one.
#[derive(Debug)]
pub struct Evaluator<'a> {
    terms: &'a Terms,
    limits: Limits,
    codes: FxHashMap<Term, Arc<Code>>,
    /// The values that each quantifier tries, under the elements of declared sorts that were known
    /// last.
    choices: FxHashMap<Term, Arc<Choices>>,
    /// The memory of evaluations that are over, for those to come.
    spare: Vec<Memory>,
    basis: Basis,
    /// The steps of all evaluations so far.
    steps: u64,
    /// Collects what evaluations hang on, if somebody wants to know.
    wanted: Option<Wanted>,
    /// Values that are not evaluated again.
    known: Option<&'a KnownValues>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of these terms.
    pub fn new(terms: &'a Terms) -> Evaluator<'a> {
        Evaluator::with_limits(terms, Limits::default())
    }

    /// An evaluator that gives up sooner or later.
    pub fn with_limits(terms: &'a Terms, limits: Limits) -> Evaluator<'a> {
        Evaluator {
            terms,
            limits,
            codes: FxHashMap::default(),
            choices: FxHashMap::default(),
            spare: Vec::new(),
            basis: Basis::default(),
            steps: 0,
            wanted: None,
            known: None,
        }
    }

    /// The same evaluator, which takes these values of subterms for granted: they must be those
    /// under the model of every evaluation to come.
    #[must_use]
    pub fn knowing(self, known: &'a KnownValues) -> Evaluator<'a> {
        Evaluator { known: Some(known), ..self }
    }

    /// Evaluates a closed term under the model.
    ///
    /// Costs one operation for each distinct subterm that matters.
    pub fn eval(&mut self, model: &Model, term: Term) -> Outcome {
        let mut machine = Machine::new(self, model);
        let outcome = machine.root(term);
        let steps = machine.steps;
        self.steps += steps;
        outcome
    }

    /// Lets no later evaluation take more steps than this.
    pub(crate) fn limit_steps(&mut self, steps: u64) {
        self.limits.steps = self.limits.steps.min(steps);
    }

    /// Returns the steps of all evaluations so far.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Notes from now on which applications evaluations hang on.
    pub(crate) fn want(&mut self) {
        self.wanted = Some(Wanted::default());
    }

    /// Returns the applications that evaluations hung on.
    pub(crate) fn take_wanted(&mut self) -> Wanted {
        self.wanted.take().expect("`want` was called before")
    }

    /// Returns what the values since the last call rest on, and forgets it.
    pub fn take_basis(&mut self) -> Basis {
        std::mem::take(&mut self.basis)
    }

    /// Evaluates each distinct subterm outside of binders and definitions, smaller ones first, the
    /// term itself last.
    pub fn trace(&mut self, model: &Model, term: Term) -> Vec<(Term, Outcome)> {
        Machine::new(self, model).trace(term)
    }

    fn code(&mut self, term: Term) -> Arc<Code> {
        let (terms, known) = (self.terms, self.known);
        let compile = || Arc::new(Code::compile(terms, term, known));
        self.codes.entry(term).or_insert_with(compile).clone()
    }

    fn memory(&mut self) -> Memory {
        self.spare.pop().unwrap_or_default()
    }
}
