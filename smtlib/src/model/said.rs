//! Reader of a solver's answers to `get-value`, beyond its model.
//!
//! A model may leave names out, and say nothing of `(div 5 0)`. The solver is asked for the values
//! of just these terms, and its answers belong to the model from then on.

use super::{Interpretation, Model};
use crate::error::Error;
use crate::eval::{Application, Evaluator, Open, Reason, Symbol, for_each_part};
use crate::function::{Fun, FunctionKind};
use crate::parse::Reader;
use crate::sexpr::{Kind, Sexpr, Sexprs};
use crate::term::{Binder, Node, Term, Terms};
use crate::value::Value;

/// A question such as `(get-value ((div 5 0)))`, and the answer, such as `(((div 5 0) 7))`.
type Exchange<'a> = (&'a str, &'a str);

/// The outcome of reading all exchanges.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// The terms that were asked for, answered or not.
    pub(crate) asked: Vec<Term>,
    /// The first term whose answer contradicts that of an equal application.
    pub(crate) contradiction: Option<Term>,
}

impl Model {
    /// Adds to the model what the exchanges say. An answer that cannot be read, or is no value, says
    /// nothing: what stays unsaid is open.
    pub(super) fn hear<'a>(&mut self, reader: Reader<'_, 'a>, exchanges: &[Exchange<'a>]) -> Heard {
        let Reader { terms, scope, mut bindings, old_strings, .. } = reader;
        let mut heard = Heard::default();
        for &(question, reply) in exchanges {
            let Ok((asked, given)) = read_both(question, reply) else { continue };
            let mut reader = Reader::new(&asked, terms, scope).with_bindings(bindings);
            let questions = asked_terms(&mut reader);
            bindings = reader.bindings;
            let Ok(questions) = questions else { continue };
            heard.asked.extend(&questions);
            let replies = lists(&given).next().map(|list| given.items(list));
            let replies: Vec<Sexpr> = replies.into_iter().flatten().collect();
            if replies.len() != questions.len() {
                continue;
            }
            let mut reader = Reader::new(&given, terms, scope).with_bindings(bindings);
            reader.old_strings = old_strings;
            reader.in_model = true;
            let mut answers = Vec::new();
            for (&question, reply) in questions.iter().zip(replies) {
                let sort = reader.terms.sort(question);
                let value = given.items(reply).nth(1);
                let value = value.and_then(|value| reader.term_of(value, sort).ok());
                answers.extend(value.map(|value| (question, value)));
            }
            bindings = reader.bindings;
            for (question, value) in answers {
                if !self.set_said(terms, question, value) {
                    heard.contradiction.get_or_insert(question);
                }
            }
        }
        heard
    }

    /// The constants among these functions that the model only describes, by a `witness`.
    pub(crate) fn described(&self, terms: &Terms, functions: &[Fun]) -> Vec<Fun> {
        let is_described = |fun: &&Fun| {
            let Some(Interpretation::Function { locals, body }) = self.get(**fun) else {
                return false;
            };
            let mut has_witness = false;
            for_each_part(terms, &[*body], |part| {
                has_witness |= matches!(terms.node(part), Node::Bind(Binder::Witness, ..));
            });
            has_witness && locals.is_empty()
        };
        functions.iter().filter(is_described).copied().collect()
    }

    /// Notes that a term has a value. False if that contradicts what was said before.
    fn set_said(&mut self, terms: &Terms, question: Term, value: Term) -> bool {
        let mut evaluator = Evaluator::new(terms);
        let Ok(value) = evaluator.eval(self, value) else { return true };
        let (symbol, arguments) = match terms.node(question) {
            Node::Op(op, arguments) => (Symbol::Op(*op), arguments),
            Node::Call(fun, arguments) => (Symbol::Fun(*fun), arguments),
            _ => return true,
        };
        if let Symbol::Fun(fun) = symbol
            && arguments.is_empty()
            && matches!(terms.function(fun).kind, FunctionKind::Declared)
        {
            let is_described = |open: Open| matches!(*open.0, Reason::Witness(_));
            if self.get(fun).is_none() || evaluator.eval(self, question).is_err_and(is_described) {
                self.set_value(fun, value);
            }
            return true;
        }
        let arguments: Option<Vec<Value>> =
            arguments.iter().map(|&argument| evaluator.eval(self, argument).ok()).collect();
        let Some(arguments) = arguments else { return true };
        let arguments: Vec<&Value> = arguments.iter().collect();
        match Application::new(symbol, &arguments) {
            Some(application) => self.set_answer(application, value),
            None => true,
        }
    }
}

fn read_both<'a>(question: &'a str, reply: &'a str) -> Result<(Sexprs<'a>, Sexprs<'a>), Error> {
    Ok((Sexprs::read(question)?, Sexprs::read(reply)?))
}

fn lists<'s>(sexprs: &'s Sexprs<'_>) -> impl Iterator<Item = Sexpr> + 's {
    sexprs.top().filter(|&top| sexprs.kind(top) == Kind::List)
}

/// The terms of `(get-value (t …))`; the error is that of the first that cannot be read.
fn asked_terms(reader: &mut Reader<'_, '_>) -> Result<Vec<Term>, Error> {
    let sexprs = reader.sexprs;
    let Some(list) = lists(sexprs).next().and_then(|top| sexprs.items(top).nth(1)) else {
        return Ok(Vec::new());
    };
    sexprs.items(list).map(|sexpr| reader.term(sexpr)).collect()
}
