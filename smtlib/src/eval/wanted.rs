//! The applications that an evaluation hangs on: neither the standard nor the model says what they
//! are, and whoever made the model can be asked.

use rustc_hash::FxHashSet;

use crate::function::Fun;
use crate::op::Op;
use crate::term::Term;
use crate::value::Value;

/// The most applications that one evaluation asks for: a quantifier would ask for thousands.
const MOST: usize = 32;

/// An operator or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Symbol {
    /// An operator that the standard leaves open somewhere, such as `div`.
    Op(Op),
    /// A declared function, or a selector.
    Fun(Fun),
}

/// A symbol at argument values, such as `div` at 5 and 0. A constant has no arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Application {
    pub(crate) symbol: Symbol,
    pub(crate) arguments: Vec<Value>,
}

impl Application {
    /// Returns the application, unless its arguments can be written in more than one way.
    pub(crate) fn new(symbol: Symbol, arguments: &[&Value]) -> Option<Application> {
        arguments.iter().all(|value| value.is_unique()).then(|| Application {
            symbol,
            arguments: arguments.iter().copied().cloned().collect(),
        })
    }
}

/// The applications that were met, each once, in the order in which they were met.
#[derive(Debug, Default)]
pub(crate) struct Wanted {
    met: FxHashSet<(Application, Option<Term>)>,
    /// Each with the term that stands in the script for it, if that is closed.
    pub(crate) list: Vec<(Application, Option<Term>)>,
}

impl Wanted {
    pub(crate) fn add(&mut self, application: Application, term: Option<Term>) {
        let entry = (application, term);
        if self.list.len() < MOST && self.met.insert(entry.clone()) {
            self.list.push(entry);
        }
    }
}
