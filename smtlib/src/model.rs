//! Models: what a solver says that names stand for.

mod approximation;
mod complete;
mod definition;
mod element;
mod equation;
mod parse;
mod print;
mod quote;
mod said;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::eval::Application;
use crate::function::Fun;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Local, Term, Terms};
use crate::value::Value;

pub(crate) use element::Elements;
pub use parse::Dialect;
pub(crate) use parse::Printed;
pub(crate) use said::Heard;

/// Meaning of a function in a model.
#[derive(Clone, Debug)]
pub enum Interpretation {
    /// A constant's value.
    Value(Value),
    /// A term over its parameters.
    Function {
        /// The parameters.
        locals: Box<[Local]>,
        /// Term that it stands for.
        body: Term,
    },
    /// A value for some arguments, and one for all others.
    Table {
        /// By arguments.
        entries: IndexMap<Vec<Value>, Value, FxBuildHasher>,
        /// For all others; `None` if that is not known.
        default: Option<Value>,
    },
}

/// Meanings of the functions of a script. `((define-fun x () Int 3))` is one, as solvers print it.
#[derive(Clone, Debug, Default)]
pub struct Model {
    functions: FxHashMap<Fun, Interpretation>,
    choices: FxHashMap<Op, Vec<Interpretation>>,
    /// Answers that the maker of the model gave when it was asked, by application.
    answers: FxHashMap<Application, Value>,
    universes: FxHashMap<Sort, Vec<Value>>,
    /// Elements of declared sorts that the model names, though perhaps not all of them.
    elements: FxHashMap<Sort, Vec<Value>>,
}

impl Model {
    /// Returns the meaning of a function, if the model says it.
    pub fn get(&self, fun: Fun) -> Option<&Interpretation> {
        self.functions.get(&fun)
    }

    /// Says what a function is.
    pub fn set(&mut self, fun: Fun, interpretation: Interpretation) {
        match &interpretation {
            Interpretation::Value(value) => self.note(value),
            Interpretation::Table { entries, default } => {
                for (key, value) in entries {
                    key.iter().chain([value]).for_each(|value| self.note(value));
                }
                if let Some(value) = default {
                    self.note(value);
                }
            }
            Interpretation::Function { .. } => {}
        }
        self.functions.insert(fun, interpretation);
    }

    /// Says what a constant is.
    pub fn set_value(&mut self, fun: Fun, value: Value) {
        self.set(fun, Interpretation::Value(value));
    }

    /// Returns the meaning of an operator for arguments of these sorts where the standard leaves it
    /// open, if the model says it.
    pub fn choice(&self, terms: &Terms, op: Op, sorts: &[Sort]) -> Option<&Interpretation> {
        if self.choices.is_empty() {
            return None;
        }
        let fits = |interpretation: &&Interpretation| match interpretation {
            // z3's `div0` may take the dividend only.
            Interpretation::Function { locals, .. } => {
                locals.iter().zip(sorts).all(|(&local, &sort)| terms.local(local).1 == sort)
            }
            _ => true,
        };
        self.choices.get(&op)?.iter().find(fits)
    }

    /// Says what an operator gives where the standard leaves it open, for arguments of the sorts
    /// that the interpretation takes.
    pub fn set_choice(&mut self, op: Op, interpretation: Interpretation) {
        self.choices.entry(op).or_default().push(interpretation);
    }

    /// Returns whether there is any answer beyond what the model says by itself.
    pub(crate) fn has_answers(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Returns what was answered of an application.
    pub(crate) fn answer(&self, application: &Application) -> Option<&Value> {
        self.answers.get(application)
    }

    /// Notes an answer. False if it contradicts an earlier one.
    pub(crate) fn set_answer(&mut self, application: Application, value: Value) -> bool {
        self.note(&value);
        if let Some(known) = self.answers.get(&application) {
            return known.equals(&value) != Some(false);
        }
        self.answers.insert(application, value);
        true
    }

    /// All elements of a declared sort, if the model lists them.
    pub fn universe(&self, sort: Sort) -> Option<&[Value]> {
        self.universes.get(&sort).map(Vec::as_slice)
    }

    /// Says which elements a declared sort has: these and no others.
    pub fn set_universe(&mut self, sort: Sort, elements: Vec<Value>) {
        for element in &elements {
            self.note(element);
        }
        self.universes.insert(sort, elements);
    }

    /// The declared sorts whose elements the model lists, with these.
    pub(crate) fn universes(&self) -> Vec<(Sort, &[Value])> {
        let mut universes: Vec<(Sort, &[Value])> =
            self.universes.iter().map(|(&sort, elements)| (sort, elements.as_slice())).collect();
        universes.sort_unstable_by_key(|&(sort, _)| sort);
        universes
    }

    /// Elements of a declared sort that exist for certain; there may be more.
    pub fn elements(&self, sort: Sort) -> &[Value] {
        self.elements.get(&sort).map_or(&[], Vec::as_slice)
    }
}
