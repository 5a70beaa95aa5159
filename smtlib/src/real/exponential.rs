//! Fractions of sums of exponentials: `c · a₁^n₁ ⋯ · exp(e)`, added, multiplied and divided.

use std::collections::BTreeMap;

use num_traits::{One, Zero};

use super::budget::{Meter, Spent};
use crate::Rational;

/// Forms of more terms than this are not looked at.
pub(super) const MAX_TERMS: usize = 1000;

/// Nor coefficients longer than this.
const MAX_BITS: u64 = 1 << 14;

/// A complex number with rational parts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Gaussian {
    pub(super) real: Rational,
    pub(super) imaginary: Rational,
}

/// Powers of atoms, and the exponent of an exponential.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Term {
    pub(super) atoms: Vec<(usize, u32)>,
    pub(super) exponent: Sum,
}

/// Terms with their coefficients, none of which is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum(pub(super) BTreeMap<Term, Gaussian>);

/// A quotient; the denominator is not 0, and 1 if it is a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fraction {
    pub(super) numerator: Sum,
    pub(super) denominator: Sum,
    /// Depth to which exponentials nest in it.
    pub(super) nesting: u32,
}

impl Fraction {
    pub(super) fn rational(rational: Rational) -> Fraction {
        Fraction::of_sum(Sum::number(Gaussian::new(rational, Rational::zero())))
    }

    pub(super) fn of_sum(numerator: Sum) -> Fraction {
        Fraction { numerator, denominator: Sum::one(), nesting: 0 }
    }

    pub(super) fn exponential(exponent: Sum, nesting: u32) -> Fraction {
        let term = Term { atoms: Vec::new(), exponent };
        Fraction { nesting: nesting + 1, ..Fraction::of_sum(Sum::of_term(term)) }
    }

    /// The numerator, if the denominator is 1.
    pub(super) fn polynomial(&self) -> Option<&Sum> {
        self.denominator.is_one().then_some(&self.numerator)
    }

    pub(super) fn weight(&self) -> usize {
        self.numerator.weight() + self.denominator.weight()
    }

    pub(super) fn plus(
        &self,
        other: &Fraction,
        meter: &mut Meter,
    ) -> Result<Option<Fraction>, Spent> {
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

    pub(super) fn times(
        &self,
        other: &Fraction,
        meter: &mut Meter,
    ) -> Result<Option<Fraction>, Spent> {
        let nesting = self.nesting.max(other.nesting);
        let numerator = self.numerator.times(&other.numerator, meter)?;
        let denominator = self.denominator.times(&other.denominator, meter)?;
        let (Some(numerator), Some(denominator)) = (numerator, denominator) else {
            return Ok(None);
        };
        Ok(Some(Fraction { numerator, denominator, nesting }))
    }

    /// The inverse; one over `c · exp(e)` is `1/c · exp(-e)`.
    pub(super) fn inverse(&self, meter: &mut Meter) -> Result<Option<Fraction>, Spent> {
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

    pub(super) fn power(&self, n: u32, meter: &mut Meter) -> Result<Option<Fraction>, Spent> {
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
    pub(super) fn one() -> Sum {
        Sum::number(Gaussian::new(Rational::one(), Rational::zero()))
    }

    pub(super) fn number(number: Gaussian) -> Sum {
        let mut sum = Sum::default();
        sum.insert(Term { atoms: Vec::new(), exponent: Sum::default() }, number);
        sum
    }

    pub(super) fn of_term(term: Term) -> Sum {
        Sum(BTreeMap::from([(term, Gaussian::new(Rational::one(), Rational::zero()))]))
    }

    /// Whether it is a complex number with rational parts.
    pub(super) fn is_number(&self) -> bool {
        self.0.keys().all(|term| term.atoms.is_empty() && term.exponent.0.is_empty())
    }

    pub(super) fn is_one(&self) -> bool {
        let one = |number: &Gaussian| number.real.is_one() && number.imaginary.is_zero();
        self.0.len() == 1 && self.is_number() && self.0.values().all(one)
    }

    /// Returns the number of terms, those in exponents too. Recurses as deep as exponentials nest.
    pub(super) fn weight(&self) -> usize {
        self.0.keys().map(|term| 1 + term.exponent.weight()).sum()
    }

    /// The length of the longest coefficient.
    pub(super) fn bits(&self) -> u64 {
        let parts = self.0.values().flat_map(|factor| [&factor.real, &factor.imaginary]);
        parts.map(|part| part.numer().bits().max(part.denom().bits())).max().unwrap_or(0)
    }

    pub(super) fn insert(&mut self, term: Term, factor: Gaussian) {
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

    pub(super) fn plus(&self, other: &Sum) -> Sum {
        let mut sum = self.clone();
        for (term, factor) in &other.0 {
            sum.insert(term.clone(), factor.clone());
        }
        sum
    }

    pub(super) fn scaled(&self, factor: &Gaussian) -> Sum {
        Sum(self.0.iter().map(|(term, own)| (term.clone(), own.times(factor))).collect())
    }

    /// The rational that it is a multiple of another sum by; the other is not empty.
    pub(super) fn quotient(&self, other: &Sum) -> Option<Rational> {
        let Some((term, factor)) = self.0.first_key_value() else { return Some(Rational::zero()) };
        let quotient = factor.times(&other.0.get(term)?.inverse());
        (quotient.imaginary.is_zero() && *self == other.scaled(&quotient)).then_some(quotient.real)
    }

    /// The product; nothing if it has too many terms.
    pub(super) fn times(&self, other: &Sum, meter: &mut Meter) -> Result<Option<Sum>, Spent> {
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
    pub(super) fn times(&self, other: &Term) -> Option<Term> {
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
    pub(super) fn new(real: Rational, imaginary: Rational) -> Gaussian {
        Gaussian { real, imaginary }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.real.is_zero() && self.imaginary.is_zero()
    }

    pub(super) fn negated(&self) -> Gaussian {
        Gaussian::new(-&self.real, -&self.imaginary)
    }

    pub(super) fn times(&self, other: &Gaussian) -> Gaussian {
        Gaussian::new(
            &self.real * &other.real - &self.imaginary * &other.imaginary,
            &self.real * &other.imaginary + &self.imaginary * &other.real,
        )
    }

    /// One over it; it is not 0.
    pub(super) fn inverse(&self) -> Gaussian {
        let norm = &self.real * &self.real + &self.imaginary * &self.imaginary;
        Gaussian::new(&self.real / &norm, -&self.imaginary / &norm)
    }
}
