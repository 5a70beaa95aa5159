//! Smaller terms into larger ones, of the sorts that they must have.

use std::sync::Arc;

use super::{Arguments, Attribute, Binder, Case, Local, Node, Term, Terms};
use crate::function::Fun;
use crate::op::{Op, Shape};
use crate::sort::Sort;
use crate::typing::{self, TypeError};
use crate::value::Value;

impl Terms {
    /// An operator applied to arguments, which are converted from Int to Real where they must be.
    ///
    /// [`Op::Sub`] of one argument is [`Op::Neg`]. The error says what is wrong with the sorts.
    pub fn op(&mut self, op: Op, arguments: impl Into<Arguments>) -> Result<Term, TypeError> {
        let mut arguments = arguments.into();
        let op = if op == Op::Sub && arguments.len() == 1 { Op::Neg } else { op };
        self.convert(op, &mut arguments);
        let nodes = &self.nodes;
        self.argument_sorts.clear();
        self.argument_sorts.extend(arguments.iter().map(|term| nodes.sort(term.number())));
        let sort = typing::result(&mut self.sorts, op, &self.argument_sorts)?;
        Ok(self.get(Node::Op(op, arguments), sort))
    }

    /// Converts arguments from Int to Real where the operator wants a Real.
    fn convert(&mut self, op: Op, arguments: &mut Arguments) {
        let real = |terms: &Self, arguments: &[Term]| {
            arguments.iter().any(|&term| terms.sort(term) == Sort::REAL)
        };
        let converted = match op.shape() {
            Shape::Fold(Sort::REAL) => 0..arguments.len(),
            Shape::Fixed(signature) if signature[..signature.len() - 1].contains(&Sort::REAL) => {
                0..arguments.len()
            }
            Shape::Number { .. } | Shape::NumberChain if real(self, arguments) => {
                0..arguments.len()
            }
            Shape::Own => match op {
                Op::Eq | Op::Distinct if real(self, arguments) => 0..arguments.len(),
                Op::Ite if real(self, arguments) => 1.min(arguments.len())..arguments.len(),
                Op::ToFp(_) if arguments.len() == 2 => 1..2,
                Op::ConstArray(sort) => match self.sorts.array(sort) {
                    Some((_, Sort::REAL)) => 0..arguments.len(),
                    _ => return,
                },
                Op::Select | Op::Store => return self.convert_array(arguments),
                _ => return,
            },
            _ => return,
        };
        for argument in &mut arguments[converted] {
            *argument = self.to_real(*argument);
        }
    }

    fn convert_array(&mut self, arguments: &mut Arguments) {
        let Some((index, element)) =
            arguments.first().and_then(|&a| self.sorts.array(self.sort(a)))
        else {
            return;
        };
        for (argument, wanted) in arguments[1..].iter_mut().zip([index, element]) {
            if wanted == Sort::REAL {
                *argument = self.to_real(*argument);
            }
        }
    }

    /// An Int as a Real: a literal becomes one of Real, anything else is under a `to_real`.
    pub fn to_real(&mut self, term: Term) -> Term {
        if self.sort(term) != Sort::INT {
            return term;
        }
        match self.node(term) {
            Node::Literal(Value::Int(int)) => {
                let real = Value::Real(int.to_big().into());
                self.literal(real, Sort::REAL)
            }
            Node::Op(Op::Neg, arguments)
                if matches!(self.node(arguments[0]), Node::Literal(Value::Int(_))) =>
            {
                let inner = arguments[0];
                let inner = self.to_real(inner);
                self.get(Node::Op(Op::Neg, Arguments::from_slice(&[inner])), Sort::REAL)
            }
            _ => self.get(Node::Op(Op::ToReal, Arguments::from_slice(&[term])), Sort::REAL),
        }
    }

    /// A function applied to arguments; `result` decides the sort of a constructor such as `nil`
    /// whose arguments do not.
    pub fn call(
        &mut self,
        fun: Fun,
        arguments: impl Into<Arguments>,
        result: Option<Sort>,
    ) -> Result<Term, TypeError> {
        let mut arguments = arguments.into();
        if arguments.is_empty() && result.is_none() {
            return self.constant(fun);
        }
        let sort = self.call_sort(fun, &mut arguments, result)?;
        Ok(self.get(Node::Call(fun, arguments), sort))
    }

    /// A function without parameters: most leaves of a term are one that was there before.
    fn constant(&mut self, fun: Fun) -> Result<Term, TypeError> {
        if let Some(&Some(known)) = self.constants.get(fun.number()) {
            return Ok(known);
        }
        let mut arguments = Arguments::new();
        let sort = self.call_sort(fun, &mut arguments, None)?;
        let term = self.get(Node::Call(fun, arguments), sort);
        let constants = Arc::make_mut(&mut self.constants);
        if constants.len() <= fun.number() {
            constants.resize(self.functions.len(), None);
        }
        constants[fun.number()] = Some(term);
        Ok(term)
    }

    fn call_sort(
        &mut self,
        fun: Fun,
        arguments: &mut Arguments,
        result: Option<Sort>,
    ) -> Result<Sort, TypeError> {
        let function = &self.functions[fun.number()];
        let (wanted, found, given) = (function.parameters.len(), arguments.len(), function.result);
        if wanted != found {
            let name = function.name.clone();
            return Err(TypeError::CallCount { name, wanted, found });
        }
        let mut binding = Vec::new();
        if let Some(result) = result
            && !self.sorts.unify(given, result, &mut binding)
        {
            let name = self.function(fun).name.clone();
            let (found, wanted) = (self.sorts.text(given), self.sorts.text(result));
            return Err(TypeError::CallResult { name, found, wanted });
        }
        for (place, argument) in arguments.iter_mut().enumerate() {
            let wanted = self.functions[fun.number()].parameters[place];
            if wanted == Sort::REAL {
                *argument = self.to_real(*argument);
            }
            let found = self.sort(*argument);
            if found != wanted && !self.sorts.unify(wanted, found, &mut binding) {
                let name = self.function(fun).name.to_string();
                let (found, wanted) = (self.sorts.text(found), self.sorts.text(wanted));
                return Err(TypeError::Argument { place: place + 1, name, found, wanted });
            }
        }
        let sort = self.sorts.instantiate(given, &binding).ok_or(TypeError::TooDeep)?;
        if self.sorts.has_parameter(sort) {
            return Err(TypeError::UnknownSort(self.function(fun).name.clone()));
        }
        Ok(sort)
    }

    /// A quantifier, a `lambda`, or a `witness`.
    pub fn bind(
        &mut self,
        binder: Binder,
        locals: &[Local],
        body: Term,
    ) -> Result<Term, TypeError> {
        let body_sort = self.sort(body);
        let sort = match (binder, locals) {
            (Binder::Lambda, &[local]) => {
                let (_, index) = self.local(local);
                let array = crate::sort::SortKind::Array(index, body_sort);
                self.sorts.get(array).ok_or(TypeError::TooDeep)?
            }
            (Binder::Lambda, _) => return Err(TypeError::Lambda),
            (_, []) => return Err(TypeError::NoVariable(binder.name())),
            (Binder::Witness, &[local]) if body_sort == Sort::BOOL => self.local(local).1,
            (Binder::Witness, [_, _, ..]) => return Err(TypeError::Witness),
            _ if body_sort == Sort::BOOL => Sort::BOOL,
            _ => {
                let sort = self.sorts.text(body_sort);
                return Err(TypeError::Body { binder: binder.name(), sort });
            }
        };
        Ok(self.get(Node::Bind(binder, locals.into(), body), sort))
    }

    /// A `match`; that its cases are complete is not checked here.
    pub fn match_on(&mut self, scrutinee: Term, cases: Vec<Case>) -> Result<Term, TypeError> {
        let Some(first) = cases.first() else {
            return Err(TypeError::NoCase);
        };
        let sort = self.sort(first.body);
        for case in &cases {
            let found = self.sort(case.body);
            if found != sort {
                let (first, other) = (self.sorts.text(sort), self.sorts.text(found));
                return Err(TypeError::Cases { first, other });
            }
        }
        Ok(self.get(Node::Match(scrutinee, cases.into()), sort))
    }

    /// A term with annotations, which do not change its value.
    pub fn annotate(&mut self, term: Term, attributes: Vec<Attribute>) -> Term {
        let sort = self.sort(term);
        self.get(Node::Annotated(term, attributes.into()), sort)
    }

    /// The same node over other terms: `with_children(t, &children(t)) == t`.
    ///
    /// The error says what is wrong with the sorts.
    pub fn with_children(&mut self, term: Term, children: &[Term]) -> Result<Term, TypeError> {
        let sort = self.sort(term);
        let node = match self.node(term) {
            &Node::Op(op, _) => return self.op(op, children),
            node => node.clone(),
        };
        match node {
            Node::Literal(_) | Node::Local(_) => Ok(term),
            Node::Op(op, _) => self.op(op, children),
            Node::Call(fun, _) => {
                // Only a constructor's sort may depend on more than its arguments.
                let fixed = self.function(fun).is_constructor().then_some(sort);
                self.call(fun, children, fixed)
            }
            Node::Bind(binder, locals, _) => self.bind(binder, &locals, children[0]),
            Node::Annotated(_, attributes) => Ok(self.annotate(children[0], attributes.into())),
            Node::Match(_, cases) => {
                let cases = cases.into_iter().zip(&children[1..]);
                let cases = cases.map(|(case, &body)| Case { body, ..case }).collect();
                self.match_on(children[0], cases)
            }
        }
    }
}
