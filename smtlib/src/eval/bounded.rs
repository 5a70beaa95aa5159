//! An integer variable of a quantifier into the few values that stand for all.
//!
//! A body that compares polynomials in the variable is the same for all values beyond their roots:
//! whoever tried the values up to there, and one more on both sides, has tried all.

use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive, Zero};
use rustc_hash::FxHashSet;

use super::machine::{Locals, Machine};
use super::polynomial::{Polynomials, parts};
use crate::Rational;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Binder, Local, Node, Term};
use crate::value::Value;

/// Arguments of one comparison whose pairs are looked at.
const MAX_ARGUMENTS: usize = 8;

impl Machine<'_, '_, '_> {
    /// Returns the values that stand for all integers as the value of `local` in `body`; `None` if the
    /// body is not made of comparisons of polynomials, or these are more values than are tried.
    pub(super) fn standing_for_all(
        &mut self,
        local: Local,
        body: Term,
        outer: &Locals,
    ) -> Option<Vec<Value>> {
        let terms = self.evaluator.terms;
        if terms.local(local).1 != Sort::INT {
            return None;
        }
        let all = parts(terms, &[body]);
        self.pay(all.len() as u64);
        let mut mentioning: FxHashSet<Term> = FxHashSet::default();
        for term in all {
            let is_variable = matches!(terms.node(term), Node::Local(at) if *at == local);
            if is_variable || terms.children(term).iter().any(|part| mentioning.contains(part)) {
                mentioning.insert(term);
            }
        }
        let mut bound = BigInt::zero();
        let mut polynomials = Polynomials::new(terms, local);
        let mut stack = vec![body];
        while let Some(term) = stack.pop() {
            // What is pushed once is looked at once.
            if !mentioning.remove(&term) {
                continue;
            }
            match terms.node(term) {
                Node::Annotated(inner, _)
                | Node::Bind(Binder::Forall | Binder::Exists, _, inner) => stack.push(*inner),
                Node::Op(op, arguments) => match (op, terms.sort(arguments[0])) {
                    (
                        Op::And
                        | Op::Or
                        | Op::Not
                        | Op::Xor
                        | Op::Implies
                        | Op::Ite
                        | Op::Eq
                        | Op::Distinct,
                        Sort::BOOL,
                    ) => stack.extend(arguments),
                    (
                        Op::Eq | Op::Distinct | Op::Le | Op::Lt | Op::Ge | Op::Gt,
                        Sort::INT | Sort::REAL,
                    ) if arguments.len() <= MAX_ARGUMENTS => {
                        for (place, &right) in arguments.iter().enumerate() {
                            for &left in &arguments[..place] {
                                let mut evaluate = |part| self.nested(part, outer.clone()).ok();
                                let zero = polynomials.difference(left, right, &mut evaluate)?;
                                bound = bound.max(roots_within(&zero));
                            }
                        }
                    }
                    _ => return None,
                },
                _ => return None,
            }
        }
        let bound = bound.to_i64().filter(|&bound| {
            usize::try_from(bound).is_ok_and(|bound| bound < self.evaluator.limits.instances / 2)
        })?;
        Some((-bound - 1..=bound + 1).map(|int| Value::Int(int.into())).collect())
    }
}

/// Returns a bound of the absolute values of a polynomial's roots (Cauchy's); 0 if it has none, or is
/// zero everywhere.
fn roots_within(coefficients: &[Rational]) -> BigInt {
    let Some(degree) = coefficients.iter().rposition(|coefficient| !coefficient.is_zero()) else {
        return BigInt::zero();
    };
    let (leading, rest) = (&coefficients[degree], &coefficients[..degree]);
    let greatest = rest.iter().map(|coefficient| (coefficient / leading).abs()).max();
    greatest.map_or_else(BigInt::zero, |most| most.ceil().to_integer() + 1)
}
