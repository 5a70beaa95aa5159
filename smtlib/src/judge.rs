//! A script and the text of a model into a judgement: is the model one?
//!
//! ```
//! use smtlib::{Dialect, Limits, Script, Truth};
//!
//! let mut script = Script::parse(
//!     "(declare-const a Int) (declare-const b Int) (assert (= (* a a) 4)) (check-sat)",
//! )?;
//! let text = "((define-fun a () Int (- 2)))";
//! let judgement = script.judge(text, Dialect::Standard, Limits::default())?;
//! assert_eq!(judgement.truth, Truth::True);
//! assert!(judgement.basis.is_standard());
//! // The model says nothing of `b`.
//! assert_eq!(judgement.completed.len(), 1);
//! # Ok::<(), smtlib::Error>(())
//! ```

use std::fmt;

use crate::error::Error;
use crate::eval::{Basis, Evaluator, Limits, Open};
use crate::function::Fun;
use crate::model::{Dialect, Model};
use crate::script::{Query, Script};
use crate::term::{Term, Terms};
use crate::value::Value;

/// What a query is under a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What all assertions are together.
    pub truth: Truth,
    /// What that rests on, besides the standard and the values of the declared functions.
    pub basis: Basis,
    /// The declared functions that the model says nothing of. Each got its simplest value: a solver
    /// leaves out what does not matter.
    pub completed: Vec<Fun>,
}

/// What assertions are together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Every one is true: the query is satisfiable, if the basis is the standard's.
    True,
    /// This one, the first of its kind, is false: the model is none, if the basis is the standard's.
    False(Term),
    /// None is false; this one, the first of its kind, is open.
    Open(Term, Open),
}

impl Truth {
    /// `true`, `false`, or `open: ` and why.
    pub fn display<'a>(&'a self, terms: &'a Terms) -> impl fmt::Display + 'a {
        Shown { truth: self, terms }
    }
}

impl Script {
    /// What the last query of the script is under the model that a solver printed for it: parsed as
    /// [`Model::parse`] does, completed, and evaluated assertion by assertion until one is false.
    ///
    /// The error says that the text is no model of the script, and where. The script keeps the terms
    /// of the model, and is otherwise as it was: it can be judged under any number of models.
    ///
    /// Costs time linear in the model and in the query, but for quantifiers and recursive functions;
    /// the limits are for each assertion.
    pub fn judge(
        &mut self,
        text: &str,
        dialect: Dialect,
        limits: Limits,
    ) -> Result<Judgement, Error> {
        let mut model = Model::parse(self, text, dialect)?;
        let query = self.last_query();
        let completed = model.complete(&self.terms, &query.functions);
        let (truth, basis) = judge(&self.terms, &query, &model, limits);
        Ok(Judgement { truth, basis, completed })
    }
}

fn judge(terms: &Terms, query: &Query, model: &Model, limits: Limits) -> (Truth, Basis) {
    let mut evaluator = Evaluator::with_limits(terms, limits);
    let mut truth = Truth::True;
    let mut basis = Basis::default();
    for &assertion in &query.assertions {
        let outcome = evaluator.eval(model, assertion);
        let this = evaluator.take_basis();
        match outcome {
            Ok(Value::Bool(true)) => {}
            // It decides alone, whatever the others rest on.
            Ok(_) => return (Truth::False(assertion), this),
            Err(why) if truth == Truth::True => truth = Truth::Open(assertion, why),
            Err(_) => {}
        }
        basis = basis.or(this);
    }
    // Calls that end have one value, also where no function fits the whole definition.
    basis.recursion = query.functions.iter().copied().find(|&fun| terms.is_recursive(fun));
    (truth, basis)
}

struct Shown<'a> {
    truth: &'a Truth,
    terms: &'a Terms,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.truth {
            Truth::True => f.write_str("true"),
            Truth::False(_) => f.write_str("false"),
            Truth::Open(_, Open(reason)) => write!(f, "open: {}", reason.display(self.terms)),
        }
    }
}
