//! Whether an expression is 0 by the laws of rings and exponentials.
//!
//! An expression becomes a fraction of sums of terms `c · a₁^n₁ ⋯ · exp(e)`: c is a complex number
//! with rational parts, the aᵢ are numbers of which nothing is known (π, roots, logarithms), and e
//! is such a sum again. The sine of x is `(exp(ix) - exp(-ix)) / 2i`. Terms multiply by adding
//! exponents, so that every identity that follows from those of exponentials, such as
//! `sin² + cos² = 1`, leaves the empty sum.
//!
//! The other way round, a sum that is left is not 0 if all its exponents are numbers and it holds
//! no aᵢ (the theorem of Lindemann and Weierstrass), or if it is a polynomial in π alone.

use std::sync::Arc;

use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero as _};
use rustc_hash::FxHashMap;

use super::Real;
use super::budget::{Meter, Spent};
use super::exponential::{Fraction, Gaussian, MAX_TERMS, Sum, Term};
use super::node::{Node, Op};
use super::polynomial::Polynomial;
use crate::Rational;

/// Whether a number is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Zero {
    Yes,
    No,
    Unknown,
}

/// Whether an expression is 0, as far as its form tells.
pub(super) fn zero(node: &Arc<Node>, meter: &mut Meter) -> Result<Zero, Spent> {
    let mut forms = Forms::default();
    let Some(fraction) = forms.fraction(node, meter)? else { return Ok(Zero::Unknown) };
    Ok(forms.zero(&fraction.numerator))
}

/// A number that its form shows to be simple.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Simple {
    Rational(Rational),
    /// A rational multiple of π.
    HalfTurns(Rational),
    Other,
}

/// The rational that a number is, or its rational part of π, as far as its form tells.
pub(super) fn simple(node: &Arc<Node>, meter: &mut Meter) -> Result<Simple, Spent> {
    let mut forms = Forms::default();
    let Some(fraction) = forms.fraction(node, meter)? else { return Ok(Simple::Other) };
    let pi = forms.atom(Atom::Pi, 0).numerator;
    if let Some(rational) = fraction.numerator.quotient(&fraction.denominator) {
        return Ok(Simple::Rational(rational));
    }
    let turned = fraction.denominator.times(&pi, meter)?;
    let half_turns = turned.and_then(|turned| fraction.numerator.quotient(&turned));
    Ok(half_turns.map_or(Simple::Other, Simple::HalfTurns))
}

/// Exponents in exponents are followed so deep.
const MAX_NESTING: u32 = 8;

/// A number of which nothing is known but that it equals itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom {
    Pi,
    Root(Polynomial, usize),
    Function(&'static str, Fraction),
}

#[derive(Default)]
struct Forms {
    atoms: Vec<Atom>,
}

impl Forms {
    /// The form of an expression; nothing if it is too large.
    fn fraction(&mut self, node: &Arc<Node>, meter: &mut Meter) -> Result<Option<Fraction>, Spent> {
        let mut known: FxHashMap<*const Node, Fraction> = FxHashMap::default();
        let mut stack = vec![node];
        while let Some(&node) = stack.last() {
            let before = stack.len();
            let missing = |child: &&Arc<Node>| !known.contains_key(&Arc::as_ptr(child));
            if !known.contains_key(&Arc::as_ptr(node)) {
                stack.extend(node.op.children().filter_map(Real::node).filter(missing));
                if stack.len() > before {
                    continue;
                }
                let children: Vec<Fraction> = node
                    .op
                    .children()
                    .map(|child| match (child.node(), child.to_rational()) {
                        (Some(node), _) => known[&Arc::as_ptr(node)].clone(),
                        (None, rational) => {
                            Fraction::rational(rational.expect("what is no node is rational"))
                        }
                    })
                    .collect();
                let weight: usize = children.iter().map(Fraction::weight).sum();
                meter.pay(weight as u64, 256)?;
                let Some(fraction) = self.combine(&node.op, &children, meter)? else {
                    return Ok(None);
                };
                if fraction.nesting > MAX_NESTING || fraction.weight() > MAX_TERMS {
                    return Ok(None);
                }
                known.insert(Arc::as_ptr(node), fraction);
            }
            stack.pop();
        }
        Ok(known.remove(&Arc::as_ptr(node)))
    }

    fn combine(
        &mut self,
        op: &Op,
        children: &[Fraction],
        meter: &mut Meter,
    ) -> Result<Option<Fraction>, Spent> {
        Ok(match (op, children) {
            (Op::Add(..), [a, b]) => a.plus(b, meter)?,
            (Op::Mul(..), [a, b]) => a.times(b, meter)?,
            (Op::Inverse(_), [a]) => a.inverse(meter)?,
            (Op::Power(_, n), [a]) => a.power(*n, meter)?,
            (Op::Exp(_), [a]) => match a.polynomial() {
                Some(exponent) => Some(self.exponential(exponent.clone(), a.nesting)),
                None => Some(self.atom(Atom::Function("exp", a.clone()), a.nesting)),
            },
            (Op::Sin(_), [a]) => self.circular("sin", a, meter)?,
            (Op::Cos(_), [a]) => self.circular("cos", a, meter)?,
            (Op::Sqrt(_), [a]) => Some(self.atom(Atom::Function("sqrt", a.clone()), a.nesting)),
            (Op::Ln(_), [a]) => Some(self.atom(Atom::Function("ln", a.clone()), a.nesting)),
            (Op::Atan(_), [a]) => Some(self.atom(Atom::Function("atan", a.clone()), a.nesting)),
            (Op::Pi, _) => Some(self.atom(Atom::Pi, 0)),
            (Op::Root(root), _) => {
                Some(self.atom(Atom::Root(root.polynomial.clone(), root.index), 0))
            }
            _ => None,
        })
    }

    /// `sin a = (exp(ia) - exp(-ia)) / 2i` and `cos a = (exp(ia) + exp(-ia)) / 2`.
    fn circular(
        &mut self,
        name: &'static str,
        a: &Fraction,
        meter: &mut Meter,
    ) -> Result<Option<Fraction>, Spent> {
        let Some(argument) = a.polynomial() else {
            return Ok(Some(self.atom(Atom::Function(name, a.clone()), a.nesting)));
        };
        let half = Rational::new(1.into(), 2.into());
        let zero = Rational::zero();
        let (ahead, back) = if name == "sin" {
            (Gaussian::new(zero.clone(), -&half), Gaussian::new(zero, half))
        } else {
            (Gaussian::new(half.clone(), zero.clone()), Gaussian::new(half, zero))
        };
        let i = Gaussian::new(Rational::zero(), Rational::one());
        let turn = |factor: Gaussian, i: &Gaussian| {
            let exponential = self.exponential(argument.scaled(i), a.nesting);
            Fraction { numerator: exponential.numerator.scaled(&factor), ..exponential }
        };
        turn(ahead, &i).plus(&turn(back, &i.negated()), meter)
    }

    /// The exponential of a sum, in which `exp(n · iπ/2)` for whole n becomes a power of i.
    fn exponential(&self, mut exponent: Sum, nesting: u32) -> Fraction {
        let quarters = |factor: &Gaussian| {
            let quarters = &factor.imaginary * Rational::from_integer(2.into());
            let whole = factor.real.is_zero() && quarters.is_integer();
            whole.then(|| quarters.to_integer().mod_floor(&4.into()).to_u8()).flatten()
        };
        let pi = self.atoms.iter().position(|atom| *atom == Atom::Pi);
        let pi = pi.map(|pi| Term { atoms: vec![(pi, 1)], exponent: Sum::default() });
        let turns = pi.and_then(|pi| {
            let turns = quarters(exponent.0.get(&pi)?)?;
            exponent.0.remove(&pi);
            Some(turns)
        });
        let mut factor = Gaussian::new(Rational::one(), Rational::zero());
        for _ in 0..turns.unwrap_or(0) {
            factor = factor.times(&Gaussian::new(Rational::zero(), Rational::one()));
        }
        let exponential = Fraction::exponential(exponent, nesting);
        Fraction { numerator: exponential.numerator.scaled(&factor), ..exponential }
    }

    fn atom(&mut self, atom: Atom, nesting: u32) -> Fraction {
        let index = self.atoms.iter().position(|known| *known == atom).unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        });
        let term = Term { atoms: vec![(index, 1)], exponent: Sum::default() };
        // An atom holds its argument, so it counts as a level.
        Fraction { nesting: nesting + 1, ..Fraction::of_sum(Sum::of_term(term)) }
    }

    fn zero(&self, sum: &Sum) -> Zero {
        let numbers = |term: &Term| term.atoms.is_empty() && term.exponent.is_number();
        let powers_of_pi = |term: &Term| {
            term.exponent.0.is_empty()
                && term.atoms.iter().all(|&(atom, _)| self.atoms[atom] == Atom::Pi)
        };
        if sum.0.is_empty() {
            Zero::Yes
        } else if sum.0.keys().all(numbers) || sum.0.keys().all(powers_of_pi) {
            Zero::No
        } else {
            Zero::Unknown
        }
    }
}
