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

use std::collections::BTreeMap;
use std::sync::Arc;

use num_traits::{One, Zero as _};
use rustc_hash::FxHashMap;

use super::Real;
use super::budget::{Meter, Spent};
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

/// The rational `q` if the number is `q · π` by its form.
pub(super) fn multiple_of_pi(
    node: &Arc<Node>,
    meter: &mut Meter,
) -> Result<Option<Rational>, Spent> {
    let mut forms = Forms::default();
    let Some(fraction) = forms.fraction(node, meter)? else { return Ok(None) };
    if !fraction.denominator.is_one() {
        return Ok(None);
    }
    let mut terms = fraction.numerator.0.iter();
    Ok(match (terms.next(), terms.next()) {
        (Some((term, factor)), None) => {
            let pi = matches!(term.atoms[..], [(atom, 1)] if forms.atoms[atom] == Atom::Pi);
            (pi && term.exponent.0.is_empty() && factor.imaginary.is_zero())
                .then(|| factor.real.clone())
        }
        _ => None,
    })
}

/// Forms of more terms than this are not looked at.
const MAX_TERMS: usize = 1000;

/// Nor coefficients longer than this.
const MAX_BITS: u64 = 1 << 14;

/// Exponents in exponents are followed so deep.
const MAX_NESTING: u32 = 8;

/// A complex number with rational parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gaussian {
    real: Rational,
    imaginary: Rational,
}

/// Powers of atoms, and the exponent of an exponential.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Term {
    atoms: Vec<(usize, u32)>,
    exponent: Sum,
}

/// Terms with their coefficients, none of which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Sum(BTreeMap<Term, Gaussian>);

/// A quotient; the denominator is not 0, and 1 if it is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fraction {
    numerator: Sum,
    denominator: Sum,
    /// How deep exponentials nest in it.
    nesting: u32,
}

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
                        (None, rational) => Fraction::rational(rational.unwrap_or_default()),
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
                Some(exponent) => Some(Fraction::exponential(exponent.clone(), a.nesting)),
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
            let exponential = Fraction::exponential(argument.scaled(i), a.nesting);
            Fraction { numerator: exponential.numerator.scaled(&factor), ..exponential }
        };
        turn(ahead, &i).plus(&turn(back, &i.negated()), meter)
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

impl Fraction {
    fn rational(rational: Rational) -> Fraction {
        Fraction::of_sum(Sum::number(Gaussian::new(rational, Rational::zero())))
    }

    fn of_sum(numerator: Sum) -> Fraction {
        Fraction { numerator, denominator: Sum::one(), nesting: 0 }
    }

    fn exponential(exponent: Sum, nesting: u32) -> Fraction {
        let term = Term { atoms: Vec::new(), exponent };
        Fraction { nesting: nesting + 1, ..Fraction::of_sum(Sum::of_term(term)) }
    }

    /// The numerator, if the denominator is 1.
    fn polynomial(&self) -> Option<&Sum> {
        self.denominator.is_one().then_some(&self.numerator)
    }

    fn weight(&self) -> usize {
        self.numerator.weight() + self.denominator.weight()
    }

    fn plus(&self, other: &Fraction, meter: &mut Meter) -> Result<Option<Fraction>, Spent> {
        let nesting = self.nesting.max(other.nesting);
        if self.denominator == other.denominator {
            let numerator = self.numerator.plus(&other.numerator);
            return Ok(Some(Fraction {
                numerator,
                denominator: self.denominator.clone(),
                nesting,
            }));
        }
        let left = self.numerator.times(&other.denominator, meter)?;
        let right = other.numerator.times(&self.denominator, meter)?;
        let denominator = self.denominator.times(&other.denominator, meter)?;
        let (Some(left), Some(right), Some(denominator)) = (left, right, denominator) else {
            return Ok(None);
        };
        Ok(Some(Fraction { numerator: left.plus(&right), denominator, nesting }))
    }

    fn times(&self, other: &Fraction, meter: &mut Meter) -> Result<Option<Fraction>, Spent> {
        let nesting = self.nesting.max(other.nesting);
        let numerator = self.numerator.times(&other.numerator, meter)?;
        let denominator = self.denominator.times(&other.denominator, meter)?;
        let (Some(numerator), Some(denominator)) = (numerator, denominator) else {
            return Ok(None);
        };
        Ok(Some(Fraction { numerator, denominator, nesting }))
    }

    /// The inverse; one over `c · exp(e)` is `1/c · exp(-e)`.
    fn inverse(&self, meter: &mut Meter) -> Result<Option<Fraction>, Spent> {
        let mut terms = self.numerator.0.iter();
        let numerator = match (terms.next(), terms.next()) {
            (None, _) => return Ok(None),
            (Some((term, factor)), None) if term.atoms.is_empty() => {
                let minus = Gaussian::new(-Rational::one(), Rational::zero());
                let term = Term { atoms: Vec::new(), exponent: term.exponent.scaled(&minus) };
                let inverse = Sum(BTreeMap::from([(term, factor.inverse())]));
                let product = self.denominator.times(&inverse, meter)?;
                let nesting = self.nesting;
                return Ok(product.map(|sum| Fraction { nesting, ..Fraction::of_sum(sum) }));
            }
            _ => self.denominator.clone(),
        };
        let denominator = self.numerator.clone();
        Ok(Some(Fraction { numerator, denominator, nesting: self.nesting }))
    }

    fn power(&self, n: u32, meter: &mut Meter) -> Result<Option<Fraction>, Spent> {
        if n > 64 {
            return Ok(None);
        }
        let mut result = Fraction::rational(Rational::one());
        for _ in 0..n {
            match result.times(self, meter)? {
                Some(product) => result = product,
                None => return Ok(None),
            }
        }
        Ok(Some(result))
    }
}

impl Sum {
    fn one() -> Sum {
        Sum::number(Gaussian::new(Rational::one(), Rational::zero()))
    }

    fn number(number: Gaussian) -> Sum {
        let mut sum = Sum::default();
        sum.insert(Term { atoms: Vec::new(), exponent: Sum::default() }, number);
        sum
    }

    fn of_term(term: Term) -> Sum {
        Sum(BTreeMap::from([(term, Gaussian::new(Rational::one(), Rational::zero()))]))
    }

    /// Whether it is a complex number with rational parts.
    fn is_number(&self) -> bool {
        self.0.keys().all(|term| term.atoms.is_empty() && term.exponent.0.is_empty())
    }

    fn is_one(&self) -> bool {
        let one = |number: &Gaussian| number.real.is_one() && number.imaginary.is_zero();
        self.0.len() == 1 && self.is_number() && self.0.values().all(one)
    }

    /// How many terms there are, in exponents too. Recurses as deep as exponentials nest.
    fn weight(&self) -> usize {
        self.0.keys().map(|term| 1 + term.exponent.weight()).sum()
    }

    /// The length of the longest coefficient.
    fn bits(&self) -> u64 {
        let parts = self.0.values().flat_map(|factor| [&factor.real, &factor.imaginary]);
        parts.map(|part| part.numer().bits().max(part.denom().bits())).max().unwrap_or(0)
    }

    fn insert(&mut self, term: Term, factor: Gaussian) {
        if let Some(known) = self.0.get_mut(&term) {
            known.real += factor.real;
            known.imaginary += factor.imaginary;
            if known.is_zero() {
                self.0.remove(&term);
            }
        } else if !factor.is_zero() {
            self.0.insert(term, factor);
        }
    }

    fn plus(&self, other: &Sum) -> Sum {
        let mut sum = self.clone();
        for (term, factor) in &other.0 {
            sum.insert(term.clone(), factor.clone());
        }
        sum
    }

    fn scaled(&self, factor: &Gaussian) -> Sum {
        Sum(self.0.iter().map(|(term, own)| (term.clone(), own.times(factor))).collect())
    }

    /// The product; nothing if it has too many terms.
    fn times(&self, other: &Sum, meter: &mut Meter) -> Result<Option<Sum>, Spent> {
        let bits = self.bits() + other.bits();
        let count = self.0.len() * other.weight() + other.0.len() * self.weight();
        meter.pay(count as u64, 512 + bits)?;
        if bits > MAX_BITS {
            return Ok(None);
        }
        let mut product = Sum::default();
        for (left, a) in &self.0 {
            for (right, b) in &other.0 {
                let Some(term) = left.times(right) else { return Ok(None) };
                product.insert(term, a.times(b));
            }
            if product.0.len() > MAX_TERMS {
                return Ok(None);
            }
        }
        Ok(Some(product))
    }
}

impl Term {
    /// The product; nothing if a power is beyond all bounds.
    fn times(&self, other: &Term) -> Option<Term> {
        let mut powers: BTreeMap<usize, u32> = self.atoms.iter().copied().collect();
        for &(atom, power) in &other.atoms {
            let sum = powers.entry(atom).or_default();
            *sum = sum.checked_add(power)?;
        }
        let exponent = self.exponent.plus(&other.exponent);
        Some(Term { atoms: powers.into_iter().collect(), exponent })
    }
}

impl Gaussian {
    fn new(real: Rational, imaginary: Rational) -> Gaussian {
        Gaussian { real, imaginary }
    }

    fn is_zero(&self) -> bool {
        self.real.is_zero() && self.imaginary.is_zero()
    }

    fn negated(&self) -> Gaussian {
        Gaussian::new(-&self.real, -&self.imaginary)
    }

    fn times(&self, other: &Gaussian) -> Gaussian {
        Gaussian::new(
            &self.real * &other.real - &self.imaginary * &other.imaginary,
            &self.real * &other.imaginary + &self.imaginary * &other.real,
        )
    }

    /// One over it; it is not 0.
    fn inverse(&self) -> Gaussian {
        let norm = &self.real * &self.real + &self.imaginary * &self.imaginary;
        Gaussian::new(&self.real / &norm, -&self.imaginary / &norm)
    }
}
