//! Operators and functions on values: by their meaning, by the model, or by what it was asked.

use smallvec::SmallVec;

use super::code::Instruction;
use super::machine::{Locals, Machine, Step};
use super::open::Reason;
use super::{Application, Open, Outcome, Symbol, work};
use crate::function::{Fun, FunctionKind};
use crate::model::Interpretation;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Node, Term};
use crate::value::Value;

impl Machine<'_, '_, '_> {
    /// An operator on values; what it leaves open, the model may decide.
    pub(super) fn operate(
        &mut self,
        op: Op,
        values: &[&Value],
        instruction: &Instruction,
        closed: Option<Term>,
    ) -> Step {
        let terms = self.evaluator.terms;
        if op.is_extension() {
            self.evaluator.basis.extension.get_or_insert(op);
        }
        if !self.pay(work::steps(op, values)) {
            return Step::Done(Err(Reason::TooMuch.into()));
        }
        let outcome = self.apply(op, values, instruction.sort);
        let reason = match outcome {
            Err(Open(reason)) if reason.is_unspecified() => reason,
            _ => return Step::Done(outcome),
        };
        let sorts: SmallVec<[Sort; 4]> =
            terms.children(instruction.term).iter().map(|&argument| terms.sort(argument)).collect();
        let model = self.model;
        let choice = model.choice(terms, op, &sorts);
        if values.len() <= 2 {
            self.decide(Symbol::Op(op), values, *reason, choice, closed)
        } else {
            Step::Done(self.operate_in_turn(op, values, instruction.sort, choice))
        }
    }

    /// `(div a b c)` is `(div (div a b) c)`, and the model's choice is for one of the two.
    fn operate_in_turn(
        &mut self,
        op: Op,
        values: &[&Value],
        sort: Sort,
        choice: Option<&Interpretation>,
    ) -> Outcome {
        let mut result = values[0].clone();
        for &value in &values[1..] {
            let pair = [&result, value];
            let outcome = self.apply(op, &pair, sort);
            result = match outcome {
                Err(Open(reason)) if reason.is_unspecified() => {
                    match self.decide(Symbol::Op(op), &pair, *reason, choice, None) {
                        Step::Done(outcome) => outcome?,
                        Step::Enter(body, locals) => self.nested(body, locals)?,
                        Step::Need(..) | Step::NeedAll => unreachable!("all arguments are there"),
                    }
                }
                outcome => outcome?,
            };
        }
        Ok(result)
    }

    /// Decides what the standard leaves open, for a reason: the model by its own choice, or whoever
    /// made it by an answer. Where neither says anything, the evaluation hangs on it.
    fn decide(
        &mut self,
        symbol: Symbol,
        values: &[&Value],
        reason: Reason,
        choice: Option<&Interpretation>,
        closed: Option<Term>,
    ) -> Step {
        if let Some(choice) = choice {
            self.note_choice(&reason);
            let fun = if let Symbol::Fun(fun) = symbol { Some(fun) } else { None };
            return Self::interpret(choice, values, fun);
        }
        Step::Done(match self.said(symbol, values, closed) {
            Some(value) => {
                self.note_choice(&reason);
                Ok(value)
            }
            None => Err(reason.into()),
        })
    }

    /// Returns the value that the maker of the model answered for an application; if there is none,
    /// the application is wanted.
    fn said(&mut self, symbol: Symbol, values: &[&Value], closed: Option<Term>) -> Option<Value> {
        if !self.model.has_answers() && self.evaluator.wanted.is_none() {
            return None;
        }
        let application = Application::new(symbol, values)?;
        let said = self.model.answer(&application).cloned();
        if let (None, Some(wanted)) = (&said, &mut self.evaluator.wanted) {
            wanted.add(application, closed);
        }
        said
    }

    pub(super) fn call(
        &mut self,
        fun: Fun,
        values: &[&Value],
        instruction: &Instruction,
        closed: Option<Term>,
    ) -> Step {
        let terms = self.evaluator.terms;
        // What is looked up in a table is hashed, and what is built is copied.
        let weight: u64 = values.iter().map(|value| value.weight()).sum();
        if !self.pay(weight / work::WORDS_PER_STEP) {
            return Step::Done(Err(Reason::TooMuch.into()));
        }
        match &terms.function(fun).kind {
            FunctionKind::Declared => {
                let step = match self.model.get(fun) {
                    Some(interpretation) => Self::interpret(interpretation, values, Some(fun)),
                    None => Step::Done(Err(Reason::NoValue(fun).into())),
                };
                match step {
                    Step::Done(Err(Open(reason))) if matches!(*reason, Reason::NoValue(_)) => {
                        let said = self.said(Symbol::Fun(fun), values, None);
                        Step::Done(said.ok_or(Open(reason)))
                    }
                    step => step,
                }
            }
            FunctionKind::Defined(definition) => {
                let Some(body) = definition.body else {
                    return Step::Done(
                        Err(Reason::Unsupported("a function without a body").into()),
                    );
                };
                let locals = definition.locals.iter().copied();
                Step::Enter(body, locals.zip(values.iter().copied().cloned()).collect())
            }
            FunctionKind::Updater { selector } => {
                let FunctionKind::Selector { constructor, field } = terms.function(*selector).kind
                else {
                    return Step::Done(Err(Reason::Unsupported("this update").into()));
                };
                match values {
                    [Value::Data(data), value] => {
                        Step::Done(super::data::update(constructor, field, data, value))
                    }
                    _ => Step::Done(Err(Reason::Unsupported("this update").into())),
                }
            }
            kind => {
                match super::data::apply(fun, kind, values, instruction.sort) {
                    // The model may say what a selector gives for another constructor's value.
                    Err(Open(reason)) if reason.is_unspecified() => {
                        let choice = self.model.get(fun);
                        self.decide(Symbol::Fun(fun), values, *reason, choice, closed)
                    }
                    outcome => Step::Done(outcome),
                }
            }
        }
    }

    /// The model decides what the standard leaves open, for this reason.
    fn note_choice(&mut self, reason: &Reason) {
        self.evaluator.basis.choice.get_or_insert_with(|| reason.clone());
    }

    fn interpret(interpretation: &Interpretation, values: &[&Value], fun: Option<Fun>) -> Step {
        match interpretation {
            Interpretation::Value(value) => Step::Done(Ok(value.clone())),
            Interpretation::Function { locals, body } => {
                // z3's `div0` takes the dividend only.
                let values = values.iter().copied().cloned();
                Step::Enter(*body, locals.iter().copied().zip(values).collect())
            }
            Interpretation::Table { entries, default } => {
                let key: Vec<Value> = values.iter().copied().cloned().collect();
                if !key.iter().all(Value::is_unique) {
                    let why = "a function that is given by a table, at an irrational argument";
                    return Step::Done(Err(Reason::Unsupported(why).into()));
                }
                let found = entries.get(&key).or(default.as_ref()).cloned();
                Step::Done(found.ok_or_else(|| match fun {
                    Some(fun) => Reason::NoValue(fun).into(),
                    None => Reason::Unsupported("a value that the model does not list").into(),
                }))
            }
        }
    }

    /// The case of a `match` that fits a value.
    pub(super) fn choose(&mut self, term: Term, value: &Value, locals: &Locals) -> Step {
        let (Node::Match(_, cases), Value::Data(data)) = (self.evaluator.terms.node(term), value)
        else {
            return Step::Done(Err(Reason::Unsupported("a `match` on this value").into()));
        };
        let fits =
            |constructor: Option<Fun>| constructor.is_none_or(|fun| fun == data.constructor());
        let Some(case) = cases.iter().find(|case| fits(case.constructor)) else {
            return Step::Done(Err(
                Reason::Unsupported("a `match` without a case for its value").into()
            ));
        };
        let mut locals = locals.clone();
        if case.constructor.is_some() {
            locals.extend(case.locals.iter().copied().zip(data.fields().iter().cloned()));
        } else {
            locals.extend(case.locals.iter().map(|&local| (local, value.clone())));
        }
        Step::Enter(case.body, locals)
    }
}
