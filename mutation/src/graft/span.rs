//! Numbers between two ends, exactly: rationals, and ends that belong to them or not.

use std::fmt;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use smtlib::{Int, Rational, Value};

/// One end of a span. The lower end of `x > 3` is open, at `3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The place of the end.
    pub at: Rational,
    /// Whether the number itself is outside.
    pub is_open: bool,
}

/// All numbers between two ends; without an end there are numbers of any size. `x > 3` has no upper
/// end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The lower end.
    pub low: Option<End>,
    /// The upper end.
    pub high: Option<End>,
}

/// Returns the rational number that a value is; `None` of irrational ones and of other sorts.
pub fn number(value: &Value) -> Option<Rational> {
    match value {
        Value::Int(int) => Some(Rational::from_integer(int.to_big())),
        Value::Real(real) => real.to_rational(),
        _ => None,
    }
}

/// Returns a number as a value of Int, or of Real; `None` if it is no integer and must be one.
pub fn value_of(number: Rational, is_int: bool) -> Option<Value> {
    match (is_int, number.is_integer()) {
        (true, true) => Some(Value::Int(Int::from(number.to_integer()))),
        (true, false) => None,
        (false, _) => Some(Value::Real(number.into())),
    }
}

impl Span {
    /// The numbers above one, or from it on.
    pub fn from(at: Rational, is_open: bool) -> Self {
        Self { low: Some(End { at, is_open }), high: None }
    }

    /// The numbers below one, or up to it.
    pub fn up_to(at: Rational, is_open: bool) -> Self {
        Self { low: None, high: Some(End { at, is_open }) }
    }

    /// One number.
    pub fn of(at: Rational) -> Self {
        let end = End { at, is_open: false };
        Self { low: Some(end.clone()), high: Some(end) }
    }

    /// The numbers from one to another.
    pub fn between(low: Rational, high: Rational) -> Self {
        Self {
            low: Some(End { at: low, is_open: false }),
            high: Some(End { at: high, is_open: false }),
        }
    }

    /// Returns whether a number is between the ends.
    pub fn contains(&self, number: &Rational) -> bool {
        let above = |end: &End| if end.is_open { *number > end.at } else { *number >= end.at };
        let below = |end: &End| if end.is_open { *number < end.at } else { *number <= end.at };
        self.low.as_ref().is_none_or(above) && self.high.as_ref().is_none_or(below)
    }

    /// The numbers in both.
    #[must_use]
    pub fn meet(&self, other: &Self) -> Self {
        let low =
            |a: &End, b: &End| if (&a.at, a.is_open) >= (&b.at, b.is_open) { a } else { b }.clone();
        let high = |a: &End, b: &End| {
            if (&a.at, !a.is_open) <= (&b.at, !b.is_open) { a } else { b }.clone()
        };
        Self {
            low: both(self.low.as_ref(), other.low.as_ref(), low),
            high: both(self.high.as_ref(), other.high.as_ref(), high),
        }
    }

    /// The numbers `x` with `factor·x + term` in the span. Precondition: `factor` is not 0.
    #[must_use]
    pub fn before(&self, factor: &Rational, term: &Rational) -> Self {
        let back = |end: &End| End { at: (&end.at - term) / factor, is_open: end.is_open };
        let (low, high) = (self.low.as_ref().map(back), self.high.as_ref().map(back));
        if factor.is_negative() { Self { low: high, high: low } } else { Self { low, high } }
    }

    /// The same integers, with ends that are integers and belong to it.
    #[must_use]
    pub fn of_integers(&self) -> Self {
        let one = Rational::one();
        let low = self.low.as_ref().map(|end| {
            let at = end.at.ceil();
            if end.is_open && end.at.is_integer() { at + &one } else { at }
        });
        let high = self.high.as_ref().map(|end| {
            let at = end.at.floor();
            if end.is_open && end.at.is_integer() { at - &one } else { at }
        });
        let closed = |at| End { at, is_open: false };
        Self { low: low.map(closed), high: high.map(closed) }
    }

    /// The integers `x` with `x div divisor` in a span of integers: `x = divisor·q + r` with
    /// `0 ≤ r < |divisor|`. Precondition: the divisor is not 0.
    #[must_use]
    pub fn before_division(&self, divisor: &BigInt) -> Self {
        let product = |at: &Rational| at * Rational::from_integer(divisor.clone());
        let rest = Rational::from_integer(divisor.abs() - 1);
        let closed = |at| End { at, is_open: false };
        let (low, high) = (self.low.as_ref(), self.high.as_ref());
        let (from, to) = if divisor.is_negative() { (high, low) } else { (low, high) };
        Self {
            low: from.map(|end| closed(product(&end.at))),
            high: to.map(|end| closed(product(&end.at) + &rest)),
        }
    }

    /// Returns how long it is, rounded down; `None` if it has no end on a side.
    pub fn length(&self) -> Option<u64> {
        let (low, high) = (self.low.as_ref()?, self.high.as_ref()?);
        Some((&high.at - &low.at).to_integer().to_u64().unwrap_or(u64::MAX))
    }

    /// The numbers at the ends and next to them, of which some may be outside.
    pub fn edges(&self, is_int: bool) -> Vec<Rational> {
        let step = if is_int { Rational::one() } else { Rational::new(1.into(), 1_000_000.into()) };
        let ends = [&self.low, &self.high].into_iter().flatten().map(|end| &end.at);
        ends.flat_map(|at| [at.clone(), at + &step, at - &step]).collect()
    }

    /// Returns whether every number is in it.
    pub fn is_all(&self) -> bool {
        self.low.is_none() && self.high.is_none()
    }
}

fn both(a: Option<&End>, b: Option<&End>, of: impl Fn(&End, &End) -> End) -> Option<End> {
    match (a, b) {
        (Some(a), Some(b)) => Some(of(a, b)),
        (one, None) | (None, one) => one.cloned(),
    }
}

/// As `[0, 3)` and `(-oo, 1/2]`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.low {
            None => f.write_str("(-oo, ")?,
            Some(End { at, is_open }) => write!(f, "{}{at}, ", if *is_open { '(' } else { '[' })?,
        }
        match &self.high {
            None => f.write_str("oo)"),
            Some(End { at, is_open }) => write!(f, "{at}{}", if *is_open { ')' } else { ']' }),
        }
    }
}

/// Returns the product; `None` if it is 0.
pub fn nonzero_product(numbers: impl IntoIterator<Item = Rational>) -> Option<Rational> {
    let product = numbers.into_iter().fold(Rational::one(), |product, number| product * number);
    (!product.is_zero()).then_some(product)
}
