//! Values that a model describes: `(witness ((x Real)) (and (= (* x x) 2.0) (> x 0.0)))`.
//!
//! A description is a value only if exactly one value fits it. So a list is made that has every
//! value that may fit: what the variable is said to equal, the roots of a polynomial that is said
//! to be zero, or all values of a small sort. Then each is tried. Where there is no such list, or
//! another number of its values than one fits, the description says no more than it says, and the
//! value is open.

use num_traits::Zero;

use super::machine::{Locals, Machine};
use super::open::Reason;
use super::polynomial::Polynomials;
use super::work::{WORDS_PER_STEP, WORDS_TO_MAKE};
use super::{Open, Outcome};
use crate::domain;
use crate::op::Op;
use crate::real::{self, Budget, Real};
use crate::sort::Sort;
use crate::term::{Local, Node, Term, Terms};
use crate::value::{Int, Value};

impl Machine<'_, '_, '_> {
    /// The only value that fits the body of a `witness`.
    pub(super) fn witness(
        &mut self,
        term: Term,
        bound: &[Local],
        body: Term,
        outer: &Locals,
    ) -> Outcome {
        let open = || Open::from(Reason::Witness(term));
        let &[local] = bound else { return Err(open()) };
        let mut only = None;
        for value in self.candidates(local, body, outer).ok_or_else(open)? {
            let mut locals = outer.clone();
            locals.push((local, value.clone()));
            match self.nested(body, locals) {
                Ok(Value::Bool(true)) if only.is_none() => only = Some(value),
                Ok(Value::Bool(false)) => {}
                Err(why) if *why.0 == Reason::TooMuch => return Err(why),
                _ => return Err(open()),
            }
        }
        only.ok_or_else(open)
    }

    /// A list that holds every value of the variable for which the body is true.
    fn candidates(&mut self, local: Local, body: Term, outer: &Locals) -> Option<Vec<Value>> {
        let terms = self.evaluator.terms;
        let equations = equations(terms, body);
        for &(left, right) in &equations {
            for (variable, other) in [(left, right), (right, left)] {
                if matches!(terms.node(variable), Node::Local(found) if *found == local)
                    && !mentions(terms, other, local)
                    && let Ok(value) = self.nested(other, outer.clone())
                {
                    return Some(vec![value]);
                }
            }
        }
        let (_, sort) = terms.local(local);
        if matches!(sort, Sort::INT | Sort::REAL) {
            return equations
                .iter()
                .find_map(|&(left, right)| self.roots(local, left, right, outer));
        }
        let values = match self.model.universe(sort) {
            Some(universe) => Some(universe.to_vec()),
            None => domain::values(terms, sort, self.evaluator.limits.exhaustive),
        };
        self.pay(
            values
                .iter()
                .flatten()
                .map(|value| 1 + value.weight() * WORDS_TO_MAKE / WORDS_PER_STEP)
                .sum(),
        );
        values
    }

    /// The numbers for which two polynomials in the variable are equal; `None` if they are none,
    /// or always equal.
    fn roots(
        &mut self,
        local: Local,
        left: Term,
        right: Term,
        outer: &Locals,
    ) -> Option<Vec<Value>> {
        let mut polynomials = Polynomials::new(self.evaluator.terms, local);
        let mut evaluate = |term: Term| self.nested(term, outer.clone()).ok();
        let coefficients = polynomials.difference(left, right, &mut evaluate)?;
        if coefficients.iter().all(Zero::is_zero) {
            return None;
        }
        let is_int = self.evaluator.terms.local(local).1 == Sort::INT;
        let mut values = Vec::new();
        loop {
            let left = self.evaluator.limits.steps.saturating_sub(self.steps);
            let work = left.saturating_mul(WORDS_PER_STEP) / real::WORDS_PER_UNIT;
            let before = crate::work::done();
            let budget = Budget::default().within(work);
            let root = Real::root_of(&coefficients, values.len() + 1, &budget);
            self.pay(crate::work::done().wrapping_sub(before) / WORDS_PER_STEP);
            match root {
                Ok(root) => values.push(root),
                Err(real::Open::Undefined) => break,
                Err(_) => return None,
            }
        }
        Some(if is_int {
            let rationals = values.iter().filter_map(Real::to_rational);
            let integers = rationals.filter(crate::Rational::is_integer);
            integers.map(|root| Value::Int(Int::from(root.to_integer()))).collect()
        } else {
            values.into_iter().map(Value::Real).collect()
        })
    }
}

/// The equations of two sides that hold wherever the term is true.
fn equations(terms: &Terms, term: Term) -> Vec<(Term, Term)> {
    let mut equations = Vec::new();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        match terms.node(term) {
            Node::Annotated(inner, _) => stack.push(*inner),
            Node::Op(Op::And, parts) => stack.extend(parts.iter().rev()),
            Node::Op(Op::Eq, sides) => {
                equations.extend(sides.windows(2).map(|pair| (pair[0], pair[1])));
            }
            _ => {}
        }
    }
    equations
}

/// Returns whether the variable is a part of the term.
fn mentions(terms: &Terms, term: Term, local: Local) -> bool {
    super::polynomial::parts(terms, &[term])
        .iter()
        .any(|&part| matches!(terms.node(part), Node::Local(found) if *found == local))
}
