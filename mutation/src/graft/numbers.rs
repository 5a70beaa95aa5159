//! The values of children of arithmetic.

use num_traits::{One, Signed, Zero};
use smtlib::{BitVec, Op, Rational, Sort, Value};

use super::allowed::Allowed;
use super::parts::Parts;
use super::ring::Ring;
use super::span::{End, Span, nonzero_product, number, value_of};

/// Returns what a child may be; `None` if there is no rule for the operator.
pub fn child(op: Op, parts: &Parts<'_>, at: usize) -> Option<Allowed> {
    let one = Rational::one;
    let others = || parts.others(at)?.into_iter().map(number).collect::<Option<Vec<Rational>>>();
    let sum =
        |numbers: &[Rational]| numbers.iter().fold(Rational::zero(), |sum, number| sum + number);
    match op {
        Op::Add => before(parts, at, &one(), &sum(&others()?)),
        Op::Sub if at == 0 => before(parts, at, &one(), &-sum(&others()?)),
        Op::Sub => {
            let others = others()?;
            let (first, rest) = others.split_first()?;
            before(parts, at, &-one(), &(first - sum(rest)))
        }
        Op::Neg => before(parts, at, &-one(), &Rational::zero()),
        Op::Mul => match nonzero_product(others()?) {
            Some(factor) => before(parts, at, &factor, &Rational::zero()),
            // The product is 0 whatever stands here.
            None => Some(Allowed::All),
        },
        Op::RealDiv if at == 0 => {
            let divisor = nonzero_product(others()?)?;
            before(parts, at, &divisor.recip(), &Rational::zero())
        }
        Op::ToReal => before(parts, at, &one(), &Rational::zero()),
        Op::ToInt => Some(Allowed::Span(rounded(&parts.set.as_span()?.of_integers()))),
        Op::IntDiv if at == 0 && parts.values.len() == 2 => {
            let divisor = number(parts.value(1)?)?;
            if divisor.is_zero() {
                return None;
            }
            let span = parts.set.as_span()?.of_integers();
            Some(Allowed::Span(span.before_division(&divisor.to_integer())))
        }
        Op::Mod if at == 0 => {
            let divisor = number(parts.value(1)?)?.abs();
            let rests = Span::between(Rational::zero(), divisor - one());
            let span = parts.set.as_span()?;
            let has = |end: &Option<End>| end.as_ref().is_some_and(|end| span.contains(&end.at));
            (has(&rests.low) && has(&rests.high)).then_some(Allowed::All)
        }
        Op::Abs => magnitude(parts),
        Op::UbvToInt => natural(parts),
        _ => None,
    }
}

/// Returns the numbers `x` of a child with `factor·x + term` in the set.
fn before(parts: &Parts<'_>, at: usize, factor: &Rational, term: &Rational) -> Option<Allowed> {
    let is_int = parts.sorts[at] == Sort::INT;
    let back = |value: &Value| value_of((number(value)? - term) / factor, is_int);
    Some(match parts.set {
        Allowed::Span(span) => {
            let span = span.before(factor, term);
            Allowed::span(if is_int { span.of_integers() } else { span })
        }
        Allowed::In(values) => Allowed::In(values.iter().filter_map(back).collect()),
        // No integer is made into some of the numbers.
        Allowed::But(values) => Allowed::but_all(values.iter().filter_map(back).collect())?,
        _ => return None,
    })
}

/// Returns the reals that `to_int` makes integers of a span of: `to_int x ≤ b` means `x < b + 1`.
fn rounded(span: &Span) -> Span {
    let high = span.high.as_ref().map(|end| End { at: &end.at + Rational::one(), is_open: true });
    Span { low: span.low.clone(), high }
}

/// Returns the numbers with an absolute value in the set, on one side of 0 if 0 is not in it.
fn magnitude(parts: &Parts<'_>) -> Option<Allowed> {
    let span = parts.set.as_span()?;
    let own = number(parts.value(0)?)?;
    let all_below = Span { low: None, high: span.high.clone() };
    let negated = |span: &Span| span.before(&-Rational::one(), &Rational::zero());
    Some(Allowed::span(
        if span
            .low
            .as_ref()
            .is_none_or(|end| end.at.is_negative() || span.contains(&Rational::zero()))
        {
            all_below.meet(&negated(&all_below))
        } else if own.is_negative() {
            negated(&span)
        } else {
            span
        },
    ))
}

/// Returns the bit-vectors whose natural number is in the set.
fn natural(parts: &Parts<'_>) -> Option<Allowed> {
    let Value::BitVec(own) = parts.value(0)? else { return None };
    let width = own.width();
    let most = BitVec::new(width, 0).not();
    if let Allowed::But(values) = parts.set {
        let fits = values.iter().filter_map(number).map(|number| number.to_integer());
        let fits = fits.filter(|int| !BitVec::overflows_unsigned(width, int));
        let bits = fits.map(|int| Value::BitVec(BitVec::from_int(width, &int)));
        return Allowed::but_all(bits.collect());
    }
    let span = parts.set.as_span()?.of_integers();
    let zero = Rational::zero();
    let bound = |end: &Option<End>, otherwise: BitVec| match end {
        Some(end) if end.at > zero => {
            let int = end.at.to_integer();
            if BitVec::overflows_unsigned(width, &int) {
                otherwise
            } else {
                BitVec::from_int(width, &int)
            }
        }
        _ => otherwise,
    };
    let low = bound(&span.low, BitVec::new(width, 0));
    let high = match &span.high {
        Some(end) if end.at.is_zero() => BitVec::new(width, 0),
        end => bound(end, most),
    };
    Some(Ring::new(low, high).map_or(Allowed::All, Allowed::Ring))
}
