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
//! // The model says nothing of `b`, and nothing hangs on it.
//! assert!(judgement.completed.is_empty() && judgement.wanted.is_empty());
//! # Ok::<(), smtlib::Error>(())
//! ```

use std::fmt;

use rustc_hash::FxHashSet;

use crate::error::Error;
use crate::eval::{Application, Basis, Evaluator, Limits, Open, Reason, Symbol, Wanted};
use crate::function::Fun;
use crate::model::{Dialect, Model, Printed};
use crate::script::{Query, Script};
use crate::term::{Arguments, Node, Term, Terms};
use crate::value::Value;

/// A solver's own words on why it answered `sat`: its model, and its answers to what it was asked
/// beyond that.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'a> {
    /// The model as it was printed.
    pub model: &'a str,
    /// The questions after that, such as `(get-value ((div 5 0)))`, each with its answer, such as
    /// `(((div 5 0) 7))`, in order.
    pub values: &'a [(&'a str, &'a str)],
    /// The way in which the solver writes strings.
    pub dialect: Dialect,
}

/// The truth of a query under a model. `(assert (> x 3))` is true under `x = 4`, and false under `x
/// = 3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCheck {
    /// The truth of all assertions together.
    pub truth: Truth,
    /// Everything that rests on, besides the standard and the values of the declared functions.
    pub basis: Basis,
    /// The declared functions that neither the model nor an answer says anything of, if they were
    /// needed. Each got its simplest value, under which every assertion is true.
    pub completed: Vec<Fun>,
    /// The terms whose values would tell more, none of them asked for yet. Empty unless the truth is
    /// open.
    pub wanted: Vec<Term>,
}

impl ModelCheck {
    /// Returns the command that asks for what is wanted, such as `(get-value ((div 5 0)))`.
    pub fn question(&self, terms: &Terms) -> Option<String> {
        if self.wanted.is_empty() {
            return None;
        }
        let wanted: Vec<String> = self.wanted.iter().map(|&term| terms.text(term)).collect();
        Some(format!("(get-value ({}))", wanted.join(" ")))
    }
}

/// The truth of several assertions together. `(> x 3)` and `(< x 5)` are true together under `x =
/// 4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Every one is true: the query is satisfiable, if the basis is the standard's.
    True,
    /// This one, the first of its kind, is false: the model is none, if the basis is the standard's.
    /// What the solver did not say has no part in it.
    False(Term),
    /// The solver gave this term another value than the same function of the same arguments before:
    /// no model has both.
    Contradicted(Term),
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
    /// Judges the last query of the script under the model that a solver printed for it; see
    /// [`Script::judge_query`].
    pub fn judge(
        &mut self,
        text: &str,
        dialect: Dialect,
        limits: Limits,
    ) -> Result<ModelCheck, Error> {
        let query = self.last_query();
        self.judge_query(&query, Statement { model: text, values: &[], dialect }, limits)
    }

    /// Judges one query of the script under the model that a solver printed for it: parsed as
    /// [`Model::parse_for`] does, and evaluated assertion by assertion until one is false.
    ///
    /// A symbol that the solver says nothing of cannot make an assertion false: it gets its
    /// simplest value, and if that makes every assertion true, they are; else they are open.
    ///
    /// The error says that the text is no model of the script, and where, or that it is too long.
    /// The script keeps the terms of the model, and is otherwise as it was: it can be judged under
    /// any number of models.
    ///
    /// Costs time linear in the model and in the query, but for quantifiers and recursive
    /// functions, for which there are limits.
    pub fn judge_query(
        &mut self,
        query: &Query,
        statement: Statement<'_>,
        limits: Limits,
    ) -> Result<ModelCheck, Error> {
        let Statement { model: text, values, dialect } = statement;
        if text.len() > limits.model_bytes {
            let (length, most) = (text.len(), limits.model_bytes);
            let message = format!("the model has {length} bytes; at most {most} are read");
            return Err(Error::at(text, 0, message));
        }
        let printed = Printed { text, exchanges: values, dialect };
        let (mut model, heard) = Model::parse_said(self, query, printed)?;
        if let Some(term) = heard.contradiction {
            let truth = Truth::Contradicted(term);
            let basis = Basis::default();
            return Ok(ModelCheck { truth, basis, completed: Vec::new(), wanted: Vec::new() });
        }
        let (truth, basis, wanted) = judge(&self.terms, query, &model, limits);
        let Truth::Open(assertion, why) = truth else {
            return Ok(ModelCheck { truth, basis, completed: Vec::new(), wanted: Vec::new() });
        };
        let completed = model.complete(&self.terms, &query.functions);
        if !completed.is_empty() {
            let (truth, basis, _) = judge(&self.terms, query, &model, limits);
            if truth == Truth::True {
                return Ok(ModelCheck { truth, basis, completed, wanted: Vec::new() });
            }
        }
        let mut wanted = self.wanted_terms(query, wanted, &heard.asked);
        if let Reason::Witness(_) = *why.0 {
            // Completion gave no value to what the model describes.
            let described = model.described(&self.terms, &query.functions).into_iter();
            let described =
                described.filter_map(|fun| self.terms.call(fun, [].as_slice(), None).ok());
            wanted.extend(described.filter(|constant| !heard.asked.contains(constant)));
        }
        let truth = Truth::Open(assertion, why);
        Ok(ModelCheck { truth, basis, completed: Vec::new(), wanted })
    }

    /// Reads a statement on a query: the model, with what was answered beyond it.
    pub fn model_of(&mut self, query: &Query, statement: Statement<'_>) -> Result<Model, Error> {
        let Statement { model: text, values: exchanges, dialect } = statement;
        let printed = Printed { text, exchanges, dialect };
        Model::parse_said(self, query, printed).map(|(model, _)| model)
    }

    /// The terms to ask for: each application at its argument values, and also as it stands in the
    /// script, so that a solver that contradicts itself is found out.
    fn wanted_terms(&mut self, query: &Query, wanted: Wanted, asked: &[Term]) -> Vec<Term> {
        let mut known: FxHashSet<Term> = asked.iter().copied().collect();
        let mut terms = Vec::new();
        for (application, original) in wanted.list {
            let plain = self.plain_term(&application);
            let original = original.filter(|&term| is_of_script(&self.terms, query, term));
            terms.extend(plain.into_iter().chain(original).filter(|&term| known.insert(term)));
        }
        terms
    }

    /// The application of a symbol to literals; `None` if a value has no notation that solvers read.
    fn plain_term(&mut self, application: &Application) -> Option<Term> {
        let mut arguments = Arguments::new();
        for value in &application.arguments {
            let sort = value.plain_sort(&mut self.terms)?;
            arguments.push(self.terms.literal(value.clone(), sort));
        }
        match application.symbol {
            Symbol::Op(op) => self.terms.op(op, arguments).ok(),
            Symbol::Fun(fun) => self.terms.call(fun, arguments, None).ok(),
        }
    }
}

/// Whether every function in a term is one that the query knows: a solver knows no other names.
fn is_of_script(terms: &Terms, query: &Query, term: Term) -> bool {
    let mut stack = vec![term];
    let mut seen = FxHashSet::default();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Call(fun, _) if query.functions.binary_search(fun).is_err() => return false,
            Node::Literal(Value::Abstract(..)) => return false,
            _ => stack.extend(terms.children(term)),
        }
    }
    true
}

fn judge(terms: &Terms, query: &Query, model: &Model, limits: Limits) -> (Truth, Basis, Wanted) {
    let mut evaluator = Evaluator::with_limits(terms, limits);
    evaluator.want();
    let mut truth = Truth::True;
    let mut basis = Basis::default();
    let mut steps = 0;
    for &assertion in &query.assertions {
        let rest = limits.all_steps.saturating_sub(steps);
        let few = |steps| with_few_instances(terms, model, assertion, limits, steps);
        let is_nested = nests_quantifiers(terms, assertion);
        let (mut outcome, mut this) =
            if let Some((value, this)) = is_nested.then(|| few(rest)).flatten() {
                (Ok(value), this)
            } else {
                evaluator.limit_steps(rest);
                let before = evaluator.steps();
                let outcome = evaluator.eval(model, assertion);
                steps += evaluator.steps() - before;
                (outcome, evaluator.take_basis())
            };
        if !is_nested
            && outcome.as_ref().is_err_and(|why| *why.0 == Reason::TooMuch)
            && let Some((value, by_few)) = few(limits.all_steps.saturating_sub(steps))
        {
            (outcome, this) = (Ok(value), by_few);
        }
        match outcome {
            Ok(Value::Bool(true)) => {}
            // It decides alone, whatever the others rest on.
            Ok(_) => return (Truth::False(assertion), this, Wanted::default()),
            Err(why) if truth == Truth::True => truth = Truth::Open(assertion, why),
            Err(_) => {}
        }
        basis = basis.or(this);
    }
    // Calls that end have one value, also where no function fits the whole definition.
    basis.recursion = query.functions.iter().copied().find(|&fun| terms.is_recursive(fun));
    (truth, basis, evaluator.take_wanted())
}

/// Returns the value of an assertion if few instances of each quantifier decide it, by the standard as
/// many do.
///
/// Where quantifiers stand inside of quantifiers, that takes far fewer steps, and comes to the
/// instance that decides where a patient evaluation runs out of steps before.
fn with_few_instances(
    terms: &Terms,
    model: &Model,
    assertion: Term,
    limits: Limits,
    steps: u64,
) -> Option<(Value, Basis)> {
    let mut hasty = Evaluator::with_limits(terms, limits.hasty());
    hasty.limit_steps(steps);
    let value = hasty.eval(model, assertion).ok()?;
    Some((value, hasty.take_basis()))
}

/// Whether a quantifier stands inside of another one.
fn nests_quantifiers(terms: &Terms, root: Term) -> bool {
    let mut quantified = FxHashSet::default();
    // Parts come before what they are parts of.
    terms.subterms(&[root]).into_iter().any(|term| {
        let is_inside = terms.children(term).iter().any(|part| quantified.contains(part));
        let is_quantifier = matches!(terms.node(term), Node::Bind(..));
        if is_inside || is_quantifier {
            quantified.insert(term);
        }
        is_inside && is_quantifier
    })
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
            Truth::Contradicted(term) => {
                write!(f, "false: two values for `{}`", self.terms.text(*term))
            }
            Truth::Open(_, Open(reason)) if matches!(**reason, Reason::NoValue(_)) => {
                write!(f, "open: the model is incomplete: {}", reason.display(self.terms))
            }
            Truth::Open(_, Open(reason)) => write!(f, "open: {}", reason.display(self.terms)),
        }
    }
}
