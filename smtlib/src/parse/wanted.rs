//! The sort that a part of a term should have, from the forms around it.
//!
//! Solvers leave out of models what their readers can do without: z3 prints `(left true)` for
//! `((as left (Either Bool Int)) true)`, and names elements of two sorts `Box!val!0`. The sort of
//! the definition tells which is meant, and so do the forms between it and the name.

use super::Reader;
use super::identifier::Head;
use super::term::Form;
use crate::function::{Fun, FunctionKind};
use crate::op::Op;
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::term::Binder;

impl Reader<'_, '_> {
    /// The sort that the part at `at` of the innermost open form should have, if it is known.
    pub(super) fn wanted_at(&mut self, at: Sexpr) -> Option<Sort> {
        let frame = self.forms.frames.last()?;
        let (wanted, base) = (frame.wanted, frame.base);
        let place = self.forms.values.len() - base;
        match &frame.form {
            Form::Apply(head) => {
                let (head, first) = (*head, self.forms.values.get(base).copied());
                let first = first.map(|first| self.terms.sort(first));
                match head {
                    Head::Op(op) => self.wanted_by(op, place, first, wanted, at),
                    Head::Call(fun, sort) => self.parameter(fun, sort.or(wanted), place),
                    Head::Overloaded(fun, sort) => {
                        let mut all = self.scope.functions(&self.terms.function(fun).name).to_vec();
                        let result = sort.or(wanted);
                        all.retain(|&fun| Some(self.terms.function(fun).result) == result);
                        match all.as_slice() {
                            &[fun] => self.parameter(fun, result, place),
                            _ => None,
                        }
                    }
                    Head::Term(_) => None,
                }
            }
            Form::Bind(open) => match open.binder {
                Binder::Lambda => Some(self.terms.sorts.array(wanted?)?.1),
                _ => Some(Sort::BOOL),
            },
            Form::Let { .. } | Form::Case(_) | Form::Annotated => wanted,
            Form::Bindings { .. } | Form::Scrutinee => None,
        }
    }

    /// The sort that an operator wants at a place, where its first argument is of sort `first` and
    /// the whole should be of sort `whole`.
    fn wanted_by(
        &self,
        op: Op,
        place: usize,
        first: Option<Sort>,
        whole: Option<Sort>,
        at: Sexpr,
    ) -> Option<Sort> {
        let sorts = &self.terms.sorts;
        match (op, place) {
            (Op::Ite, 0) => Some(Sort::BOOL),
            (Op::Ite | Op::SeqConcat, _) | (Op::Store, 0) => whole,
            (Op::Select | Op::Store, 1) => Some(sorts.array(first?)?.0),
            (Op::Store, 2) => Some(sorts.array(first?)?.1),
            (Op::ConstArray(sort), _) => Some(sorts.array(sort)?.1),
            (Op::SeqUnit, _) => sorts.sequence(whole?),
            // What it is compared with stands behind it.
            (Op::Eq | Op::Distinct, 0) => self.sort_of_name(self.sexprs.after(at)),
            (Op::Eq | Op::Distinct, _) => first,
            _ => None,
        }
    }

    /// The sort of a bound name.
    fn sort_of_name(&self, sexpr: Sexpr) -> Option<Sort> {
        let is_name = self.sexprs.holds(sexpr)
            && matches!(self.sexprs.kind(sexpr), Kind::Symbol | Kind::Quoted);
        let name = is_name.then(|| self.sexprs.symbol(sexpr)).flatten()?;
        Some(self.terms.sort(self.bindings.get(name)?))
    }

    /// The sort of a function's parameter, in the instance whose result is of sort `result`.
    fn parameter(&mut self, fun: Fun, result: Option<Sort>, place: usize) -> Option<Sort> {
        let function = self.terms.function(fun);
        let parameter = *function.parameters.get(place)?;
        if !self.terms.sorts.has_parameter(parameter) {
            return Some(parameter);
        }
        match function.kind {
            FunctionKind::Constructor { .. } => {
                let sorts = self.terms.field_sorts(fun, result?)?;
                sorts.get(place).copied().filter(|&sort| !self.terms.sorts.has_parameter(sort))
            }
            _ => None,
        }
    }
}
