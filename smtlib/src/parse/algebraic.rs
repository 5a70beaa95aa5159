//! cvc5's irrational numbers: `<1*x^2 + (-2), (1, 3/2)>` is the root of that polynomial there.

use num_bigint::BigInt;
use num_traits::Zero;

use super::Reader;
use super::identifier::Head;
use super::polynomial::MAX_DEGREE;
use crate::Rational;
use crate::error::Error;
use crate::real::{Budget, Real};
use crate::sexpr::Sexpr;
use crate::sort::Sort;
use crate::value::Value;

impl Reader<'_, '_> {
    /// `(_ real_algebraic_number <polynomial, (low, high)>)`.
    pub(crate) fn algebraic_number(&mut self, number: Sexpr) -> Result<Head, Error> {
        let Some((coefficients, low, high)) = parse(self.sexprs.text(number)) else {
            let message = "a polynomial and an interval are wanted here: <1*x^2 + (-2), (1, 3/2)>";
            return Err(self.sexprs.error(number, message));
        };
        match Real::root_between(&coefficients, &low, &high, &Budget::default()) {
            Ok(root) => Ok(Head::Term(self.terms.literal(Value::Real(root), Sort::REAL))),
            Err(why) => Err(self.sexprs.error(number, format!("this root cannot be had: {why}"))),
        }
    }
}

/// The coefficients, that of x⁰ first, and the interval.
fn parse(text: &str) -> Option<(Vec<Rational>, Rational, Rational)> {
    let (polynomial, interval) = text.strip_prefix('<')?.strip_suffix('>')?.split_once(',')?;
    let (low, high) = interval.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let mut coefficients: Vec<Rational> = Vec::new();
    for summand in polynomial.split(" + ") {
        let summand = summand.trim().trim_start_matches('(').trim_end_matches(')');
        let (coefficient, power) = match summand.split_once('*') {
            None => (rational(summand)?, 0),
            Some((coefficient, "x")) => (rational(coefficient)?, 1),
            Some((coefficient, power)) => {
                (rational(coefficient)?, power.strip_prefix("x^")?.parse().ok()?)
            }
        };
        if power > MAX_DEGREE {
            return None;
        }
        if coefficients.len() <= power {
            coefficients.resize_with(power + 1, Rational::zero);
        }
        coefficients[power] += coefficient;
    }
    Some((coefficients, rational(low)?, rational(high)?))
}

fn rational(text: &str) -> Option<Rational> {
    let (numer, denom) = text.trim().split_once('/').unwrap_or((text.trim(), "1"));
    let (numer, denom): (BigInt, BigInt) = (numer.parse().ok()?, denom.parse().ok()?);
    (!denom.is_zero()).then(|| Rational::new(numer, denom))
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::Rational;

    #[test]
    fn numbers_are_read() {
        let fraction = |a: i64, b: i64| Rational::new(a.into(), b.into());
        let (coefficients, low, high) =
            parse("<2*x^3 + (-10*x) + (-1), (-3/2, 5)>").expect("a number");
        assert_eq!(coefficients, [-1, -10, 0, 2].map(|k| fraction(k, 1)));
        assert_eq!((low, high), (fraction(-3, 2), fraction(5, 1)));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["<>", "<1*x^2>", "<1*y, (0, 1)>", "<1, (0, 1/0)>", "<1*x^99999999, (0, 1)>"] {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
