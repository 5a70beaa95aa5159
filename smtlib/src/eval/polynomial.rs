//! Terms into polynomials in one variable, where they are.

use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Rational;
use crate::op::Op;
use crate::term::{Local, Node, Term, Terms};
use crate::value::Value;

/// No polynomial of a higher degree is made.
const MAX_DEGREE: usize = 64;

/// Nor one with a longer coefficient.
const MAX_BITS: u64 = 1 << 12;

/// Terms of more parts are not looked through.
const MAX_PARTS: usize = 1000;

/// The coefficients of a polynomial, that of x⁰ first.
type Coefficients = Vec<Rational>;

/// The polynomials in one variable that terms are.
pub(super) struct Polynomials<'t> {
    terms: &'t Terms,
    local: Local,
    /// Polynomial of each term that mentions the variable; `None` for a term that is no polynomial.
    known: FxHashMap<Term, Option<Coefficients>>,
}

impl<'t> Polynomials<'t> {
    pub(super) fn new(terms: &'t Terms, local: Local) -> Polynomials<'t> {
        Polynomials { terms, local, known: FxHashMap::default() }
    }

    /// The polynomial that is zero where both terms are equal; `None` if one of them is no
    /// polynomial. `evaluate` tells what a term is that does not mention the variable.
    pub(super) fn difference(
        &mut self,
        left: Term,
        right: Term,
        evaluate: &mut dyn FnMut(Term) -> Option<Value>,
    ) -> Option<Coefficients> {
        // Parts come before what they are parts of, so that one pass is enough.
        let parts = parts(self.terms, &[left, right]);
        for &term in Some(&parts).filter(|parts| parts.len() <= MAX_PARTS)? {
            let children = self.terms.children(term);
            let is_variable = matches!(self.terms.node(term), Node::Local(at) if *at == self.local);
            if is_variable || children.iter().any(|child| self.known.contains_key(child)) {
                let polynomial = self.polynomial(term, evaluate);
                self.known.insert(term, polynomial.filter(|all| all.iter().all(is_short)));
            }
        }
        let (left, right) = (self.part(left, evaluate)?, self.part(right, evaluate)?);
        Some(sum(left, &right, &-Rational::one()))
    }

    /// Returns the polynomial of a term whose parts are known.
    fn polynomial(
        &self,
        term: Term,
        evaluate: &mut dyn FnMut(Term) -> Option<Value>,
    ) -> Option<Coefficients> {
        let (op, arguments) = match self.terms.node(term) {
            Node::Local(_) => return Some(vec![Rational::zero(), Rational::one()]),
            Node::Annotated(inner, _) => return self.part(*inner, evaluate),
            Node::Op(op, arguments) => (*op, arguments),
            _ => return None,
        };
        let mut parts = arguments.iter().map(|&argument| self.part(argument, evaluate));
        let first = parts.next()??;
        match op {
            Op::ToReal => Some(first),
            Op::Neg => Some(sum(Vec::new(), &first, &-Rational::one())),
            Op::Add => parts.try_fold(first, |all, next| Some(sum(all, &next?, &Rational::one()))),
            Op::Sub => parts.try_fold(first, |all, next| Some(sum(all, &next?, &-Rational::one()))),
            Op::Mul => parts.try_fold(first, |all, next| product(&all, &next?)),
            Op::RealDiv => parts.try_fold(first, |all, next| {
                let divisor = constant(&next?).filter(|divisor| !divisor.is_zero())?;
                Some(all.into_iter().map(|coefficient| coefficient / &divisor).collect())
            }),
            Op::Power => {
                let exponent = constant(&parts.next()??)?;
                let exponent =
                    exponent.is_integer().then(|| exponent.to_integer().to_usize())??;
                let exponent =
                    Some(exponent).filter(|exponent| (1..=MAX_DEGREE).contains(exponent))?;
                (1..exponent).try_fold(first.clone(), |all, _| product(&all, &first))
            }
            _ => None,
        }
    }

    fn part(
        &self,
        term: Term,
        evaluate: &mut dyn FnMut(Term) -> Option<Value>,
    ) -> Option<Coefficients> {
        if let Some(known) = self.known.get(&term) {
            return known.clone();
        }
        let rational = match evaluate(term)? {
            Value::Int(int) => Rational::from_integer(int.to_big()),
            Value::Real(real) => real.to_rational()?,
            _ => return None,
        };
        is_short(&rational).then(|| vec![rational])
    }
}

fn is_short(rational: &Rational) -> bool {
    rational.numer().bits().max(rational.denom().bits()) <= MAX_BITS
}

/// All distinct subterms, those inside of binders too, parts before what they are parts of.
pub(super) fn parts(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(terms.children(term));
        }
    }
    let mut parts: Vec<Term> = seen.into_iter().collect();
    parts.sort_unstable();
    parts
}

/// One polynomial and a multiple of the other.
fn sum(mut left: Coefficients, right: &[Rational], times: &Rational) -> Coefficients {
    if left.len() < right.len() {
        left.resize_with(right.len(), Rational::zero);
    }
    for (sum, coefficient) in left.iter_mut().zip(right) {
        *sum += coefficient * times;
    }
    left
}

fn product(left: &[Rational], right: &[Rational]) -> Option<Coefficients> {
    let length =
        (left.len() + right.len()).checked_sub(1).filter(|&length| length <= MAX_DEGREE + 1)?;
    let mut product = vec![Rational::zero(); length];
    for (place, a) in left.iter().enumerate() {
        for (sum, b) in product[place..].iter_mut().zip(right) {
            *sum += a * b;
        }
    }
    Some(product)
}

fn constant(polynomial: &[Rational]) -> Option<Rational> {
    match polynomial {
        [constant] => Some(constant.clone()),
        _ => None,
    }
}
