//! Models: what a solver says that names stand for.

mod parse;
mod print;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::function::{Fun, FunctionKind};
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::Sort;
use crate::term::{Local, Term, Terms};
use crate::value::Value;

pub use parse::Dialect;

/// What a function is.
#[derive(Clone, Debug)]
pub enum Interpretation {
    /// A constant's value.
    Value(Value),
    /// What it gives for its parameters.
    Function {
        /// The parameters.
        locals: Box<[Local]>,
        /// What it gives.
        body: Term,
    },
    /// What it gives for some arguments, and for all others.
    Table {
        /// By arguments.
        entries: IndexMap<Vec<Value>, Value, FxBuildHasher>,
        /// For all others; `None` if that is not known.
        default: Option<Value>,
    },
}

/// What the functions of a script stand for.
#[derive(Clone, Debug, Default)]
pub struct Model {
    functions: FxHashMap<Fun, Interpretation>,
    choices: FxHashMap<Op, Interpretation>,
    universes: FxHashMap<Sort, Vec<Value>>,
}

impl Model {
    /// What a function is, if the model says so.
    pub fn get(&self, fun: Fun) -> Option<&Interpretation> {
        self.functions.get(&fun)
    }

    /// Says what a function is.
    pub fn set(&mut self, fun: Fun, interpretation: Interpretation) {
        self.functions.insert(fun, interpretation);
    }

    /// Says what a constant is.
    pub fn set_value(&mut self, fun: Fun, value: Value) {
        self.set(fun, Interpretation::Value(value));
    }

    /// What an operator gives where the standard leaves it open, if the model says so.
    pub fn choice(&self, op: Op) -> Option<&Interpretation> {
        if self.choices.is_empty() {
            return None;
        }
        self.choices.get(&op)
    }

    /// Says what an operator gives where the standard leaves it open.
    pub fn set_choice(&mut self, op: Op, interpretation: Interpretation) {
        self.choices.insert(op, interpretation);
    }

    /// All elements of a declared sort, if the model lists them.
    pub fn universe(&self, sort: Sort) -> Option<&[Value]> {
        self.universes.get(&sort).map(Vec::as_slice)
    }

    /// Gives each declared function that has no interpretation the simplest one there is, and says
    /// which these were.
    ///
    /// A solver leaves out what does not matter, so that any value is as good as another.
    pub fn complete(&mut self, terms: &Terms, functions: &[Fun]) -> Vec<Fun> {
        let mut completed = Vec::new();
        for &fun in functions {
            let function = terms.function(fun);
            if !matches!(function.kind, FunctionKind::Declared) || self.functions.contains_key(&fun)
            {
                continue;
            }
            let universe = self.universe(function.result).and_then(<[Value]>::first).cloned();
            let simplest = universe
                .or_else(|| Pool::default().values(terms, function.result, 1).into_iter().next());
            let Some(value) = simplest else { continue };
            let interpretation = if function.parameters.is_empty() {
                Interpretation::Value(value)
            } else {
                Interpretation::Table { entries: IndexMap::default(), default: Some(value) }
            };
            self.set(fun, interpretation);
            completed.push(fun);
        }
        completed
    }
}
