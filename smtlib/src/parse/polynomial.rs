//! z3's irrational numbers: `(root-obj (+ (^ x 2) (- 2)) 2)` is the second root of that polynomial.

use num_bigint::BigInt;

use super::Reader;
use super::identifier::numeral;
use crate::Rational;
use crate::error::Error;
use crate::real::{Budget, Real};
use crate::sexpr::{Kind, Sexpr};
use crate::sort::Sort;
use crate::term::Term;
use crate::value::Value;

/// No polynomial of a higher degree is read.
pub(super) const MAX_DEGREE: usize = 10_000;

impl Reader<'_, '_> {
    /// z3's `(root-obj polynomial k)`: the k-th root of a polynomial in `x`.
    pub(crate) fn root_object(&mut self, sexpr: Sexpr) -> Result<Term, Error> {
        let [_, polynomial, number] =
            self.parts(sexpr, "`root-obj` takes a polynomial and a number")?;
        let coefficients = self.polynomial(polynomial)?;
        let number = self.index(number)? as usize;
        let coefficients: Vec<_> = coefficients.into_iter().map(Rational::from_integer).collect();
        match Real::root_of(&coefficients, number, &Budget::default()) {
            Ok(root) => Ok(self.terms.literal(Value::Real(root), Sort::REAL)),
            Err(why) => Err(self.sexprs.error(sexpr, format!("this root cannot be had: {why}"))),
        }
    }

    /// A sum of products of numbers and powers of `x`: its coefficients, the constant first.
    fn polynomial(&self, sexpr: Sexpr) -> Result<Vec<BigInt>, Error> {
        let mut coefficients: Vec<BigInt> = Vec::new();
        let summands: Vec<Sexpr> = match self.sexprs.head(sexpr) {
            Some("+") => self.sexprs.items(sexpr).skip(1).collect(),
            _ => vec![sexpr],
        };
        for summand in summands {
            let factors: Vec<Sexpr> = match self.sexprs.head(summand) {
                Some("*") => self.sexprs.items(summand).skip(1).collect(),
                _ => vec![summand],
            };
            let (mut coefficient, mut power) = (BigInt::from(1), 0);
            for factor in factors {
                match self.monomial(factor)? {
                    Monomial::Number(number) => coefficient *= number,
                    Monomial::Power(by) => power += by as usize,
                }
            }
            if power > MAX_DEGREE {
                let message = format!("the polynomial's degree is above {MAX_DEGREE}");
                return Err(self.sexprs.error(summand, message));
            }
            if coefficients.len() <= power {
                coefficients.resize_with(power + 1, Default::default);
            }
            coefficients[power] += coefficient;
        }
        Ok(coefficients)
    }

    fn monomial(&self, sexpr: Sexpr) -> Result<Monomial, Error> {
        let items: Vec<Sexpr> = self.sexprs.items(sexpr).collect();
        match (self.sexprs.kind(sexpr), self.sexprs.head(sexpr)) {
            (Kind::Numeral, _) => Ok(Monomial::Number(numeral(self.sexprs.text(sexpr)).to_big())),
            (Kind::Symbol, _) if self.sexprs.is(sexpr, "x") => Ok(Monomial::Power(1)),
            (_, Some("^")) if items.len() == 3 && self.sexprs.is(items[1], "x") => {
                Ok(Monomial::Power(self.index(items[2])?))
            }
            (_, Some("-")) if items.len() == 2 && self.sexprs.kind(items[1]) == Kind::Numeral => {
                Ok(Monomial::Number(-numeral(self.sexprs.text(items[1])).to_big()))
            }
            _ => Err(self.sexprs.error(sexpr, "a number or a power of x is wanted here")),
        }
    }
}

enum Monomial {
    Number(BigInt),
    Power(u32),
}
