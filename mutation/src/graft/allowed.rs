//! Sets of values: those that a place may have while a formula stays true.

use std::sync::Arc;

use smtlib::float::Class;
use smtlib::text::Text;
use smtlib::{Array, Fun, Int, Op, Value};

use super::keys::Keys;
use super::ring::Ring;
use super::span::{Span, number};
use super::words::{Stretch, Word};

/// The values that a term may have at a place, when nothing else changes, for the formula to stay
/// true under its witness. It may be fewer than there are, never more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// Whatever there is, and none: what stands here is not looked at, or does not matter.
    Any,
    /// Every value.
    All,
    /// One of these.
    In(Vec<Value>),
    /// Every value but these, each of which is written in one way only.
    But(Vec<Value>),
    /// Numbers between ends: `[0, 3)`.
    Span(Span),
    /// Bit-vectors between ends.
    Ring(Ring),
    /// Bit-vectors with these bits where the mask, which comes first, is set.
    Pattern(smtlib::BitVec, smtlib::BitVec),
    /// Floating-point numbers between ends, with NaN or without.
    Keys(Keys),
    /// Strings between ends.
    Stretch(Stretch),
    /// Strings that have a property, or that lack it.
    Word(Word, bool),
    /// Regular expressions that match a text, or that do not.
    Matching(Text, bool),
    /// Values whose image under an operator is among these: `str.len`, `fp.isZero`.
    Image(Op, Box<Allowed>),
    /// Arrays whose value at an index is among these.
    At(Value, Box<Allowed>),
    /// Arrays that are equal to this one at all indices but these, or that differ from it at
    /// another one.
    Outside(Arc<Array>, Vec<Value>, bool),
    /// Values of a datatype that a constructor built, or that it did not.
    Built(Fun, bool),
    /// Values that a constructor built with a field, by its number, that is among these.
    Field(Fun, usize, Box<Allowed>),
}

/// The greatest weight of a place: nothing holds it.
pub const FREE: u64 = 1000;
/// The weight of a Boolean whose value is fixed: half of all Booleans have it.
const FIXED: u64 = 500;
/// The weight of a place whose values are not known, but for its own.
pub const UNKNOWN: u64 = 200;
/// The weight of a place that wants one value of many: the shelf has terms for it.
const SINGLE: u64 = 50;

impl Allowed {
    /// One value.
    pub fn one(value: Value) -> Self {
        Self::In(vec![value])
    }

    /// A Boolean.
    pub fn bool(value: bool) -> Self {
        Self::one(Value::Bool(value))
    }

    /// Every value but one; `None` if it may be written in several ways.
    pub fn but(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(bool) => Some(Self::bool(!bool)),
            value if value.is_unique() => Some(Self::But(vec![value.clone()])),
            _ => None,
        }
    }

    /// Every value but some; `None` if one may be written in several ways.
    pub fn but_all(values: Vec<Value>) -> Option<Self> {
        match values.as_slice() {
            [] => Some(Self::All),
            [one] => Self::but(one),
            many => many.iter().all(Value::is_unique).then_some(Self::But(values)),
        }
    }

    /// Numbers between ends.
    pub fn span(span: Span) -> Self {
        if span.is_all() { Self::All } else { Self::Span(span) }
    }

    /// Returns whether a value is in the set. No answer counts as no.
    pub fn contains(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Any | Self::All, _) => true,
            (Self::In(values), value) => values.contains(value),
            (Self::But(values), value) => value.is_unique() && !values.contains(value),
            (Self::Span(span), value) => number(value).is_some_and(|number| span.contains(&number)),
            (Self::Ring(ring), Value::BitVec(bits)) => ring.contains(bits),
            (Self::Pattern(mask, bits), Value::BitVec(value)) => {
                value.width() == mask.width() && value.and(mask) == *bits
            }
            (Self::Keys(keys), Value::Float(float)) => keys.contains(float),
            (Self::Stretch(stretch), Value::String(text)) => stretch.contains(text),
            (Self::Word(word, holds), Value::String(text)) => word.holds_of(text) == Some(*holds),
            (Self::Matching(text, holds), Value::Regex(regex)) => {
                regex.matches_within(text, 1 << 16).is_ok_and(|matches| matches == *holds)
            }
            (Self::Image(op, among), value) => {
                image(*op, value).is_some_and(|image| among.contains(&image))
            }
            (Self::At(index, among), Value::Array(array)) => {
                index.is_unique() && among.contains(array.get(index))
            }
            (Self::Outside(array, indices, true), Value::Array(other)) => {
                equal_outside(array, other, indices)
            }
            (Self::Outside(array, indices, false), Value::Array(other)) => {
                differ_outside(array, other, indices)
            }
            (Self::Built(constructor, holds), Value::Data(data)) => {
                (data.constructor() == *constructor) == *holds
            }
            (Self::Field(constructor, field, among), Value::Data(data)) => {
                data.constructor() == *constructor && among.contains(&data.fields()[*field])
            }
            _ => false,
        }
    }

    /// Returns how free a place with this set is, from 1 to [`FREE`].
    pub fn weight(&self) -> u64 {
        let of_count = |count: u64| count.clamp(SINGLE, FREE);
        match self {
            Self::In(values) => match values.as_slice() {
                [Value::Bool(_)] => FIXED,
                values => of_count(values.len() as u64),
            },
            Self::Span(span) => {
                span.length().map_or(FREE, |length| of_count(length.saturating_add(1)))
            }
            Self::Ring(ring) => of_count(ring.count_up_to(FREE)),
            Self::Pattern(mask, _) => {
                let free = (0..mask.width()).filter(|&bit| !mask.bit(bit)).take(10).count();
                of_count(1 << free)
            }
            Self::Keys(keys) => of_count(keys.count()),
            Self::Word(word, true) => word.count().map_or(FREE, of_count),
            Self::Image(op, among) => match (op, among.as_ref()) {
                (Op::FpIsZero | Op::FpIsInfinite | Op::FpIsNan, Self::In(of))
                    if of.contains(&Value::Bool(true)) =>
                {
                    SINGLE
                }
                (Op::StrToCode, Self::In(_)) => SINGLE,
                (_, Self::In(_)) => FIXED,
                (_, among) => among.weight(),
            },
            Self::At(_, among) | Self::Field(_, _, among) => among.weight().max(FIXED),
            Self::Outside(_, _, true) => FIXED,
            Self::Any
            | Self::All
            | Self::But(_)
            | Self::Stretch(_)
            | Self::Word(_, false)
            | Self::Matching(..)
            | Self::Outside(_, _, false)
            | Self::Built(..) => FREE,
        }
    }

    /// Returns the set as numbers between ends, if it is such a set.
    pub fn as_span(&self) -> Option<Span> {
        match self {
            Self::Span(span) => Some(span.clone()),
            Self::In(values) => match values.as_slice() {
                [value] => number(value).map(Span::of),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the set as bit-vectors between ends, if it is such a set.
    pub fn as_ring(&self) -> Option<Ring> {
        match self {
            Self::Ring(ring) => Some(ring.clone()),
            Self::In(values) => match values.as_slice() {
                [Value::BitVec(bits)] => Ring::new(bits.clone(), bits.clone()),
                _ => None,
            },
            Self::But(values) => match values.as_slice() {
                [Value::BitVec(bits)] if bits.width() > 1 => Some(Ring::without(bits)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the only value, if the set is written as one value.
    pub fn only(&self) -> Option<&Value> {
        match self {
            Self::In(values) => match values.as_slice() {
                [value] => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Values at the borders of the set, and next to them, of which some may be outside.
    pub fn edges(&self, is_int: bool) -> Vec<Value> {
        match self {
            Self::In(values) | Self::But(values) => values.clone(),
            Self::Span(span) => {
                let edges = span.edges(is_int).into_iter();
                edges.filter_map(|edge| super::span::value_of(edge, is_int)).collect()
            }
            Self::Ring(ring) => {
                let one = smtlib::BitVec::new(ring.low().width(), 1);
                let (low, high) = (ring.low(), ring.high());
                [
                    low.clone(),
                    low.add(&one),
                    low.sub(&one),
                    high.clone(),
                    high.add(&one),
                    high.sub(&one),
                ]
                .map(Value::BitVec)
                .to_vec()
            }
            Self::Pattern(mask, bits) => {
                vec![Value::BitVec(bits.clone()), Value::BitVec(bits.or(&mask.not()))]
            }
            Self::Keys(keys) => keys.edges().into_iter().map(Value::Float).collect(),
            Self::Stretch(stretch) => {
                let ends = [&stretch.low, &stretch.high].into_iter().flatten();
                ends.map(|(text, _)| Value::String(text.clone())).collect()
            }
            Self::Word(
                Word::Starts(text)
                | Word::Ends(text)
                | Word::Holds(text)
                | Word::StartOf(text)
                | Word::EndOf(text)
                | Word::Within(text),
                _,
            ) => vec![Value::String(text.clone())],
            Self::Outside(array, _, _) => vec![Value::Array(array.clone())],
            _ => Vec::new(),
        }
    }
}

/// Returns whether two arrays are equal for certain at every index but these.
pub fn equal_outside(a: &Array, b: &Array, but: &[Value]) -> bool {
    let is_settled = a.sort() == b.sort() && but.iter().all(Value::is_unique);
    is_settled
        && a.default_value() == b.default_value()
        && exceptions_outside(a, b, but).all(|at| a.get(at) == b.get(at))
}

/// Returns whether two arrays differ for certain at an index that is none of these.
pub fn differ_outside(a: &Array, b: &Array, but: &[Value]) -> bool {
    let is_settled = a.sort() == b.sort() && but.iter().all(Value::is_unique);
    is_settled && exceptions_outside(a, b, but).any(|at| a.get(at).equals(b.get(at)) == Some(false))
}

/// Returns the indices at which one of the arrays does not have its default.
pub fn exceptions_outside<'a>(
    a: &'a Array,
    b: &'a Array,
    but: &'a [Value],
) -> impl Iterator<Item = &'a Value> {
    a.exceptions().chain(b.exceptions()).map(|(at, _)| at).filter(|at| !but.contains(at))
}

/// Returns what an operator of one argument makes of a value; `None` if it is none of those that
/// sets are made of.
pub fn image(op: Op, value: &Value) -> Option<Value> {
    Some(match (op, value) {
        (Op::StrLen, Value::String(text)) => Value::Int(Int::from(i64::try_from(text.len()).ok()?)),
        (Op::StrToCode, Value::String(text)) => Value::Int(text.to_code().into()),
        (Op::StrToInt, Value::String(text)) => Value::Int(text.to_int().into()),
        (Op::StrIsDigit, Value::String(text)) => Value::Bool(text.is_digit()),
        (Op::FpIsNan, Value::Float(float)) => Value::Bool(float.is_nan()),
        (Op::FpIsZero, Value::Float(float)) => Value::Bool(float.is_zero()),
        (Op::FpIsInfinite, Value::Float(float)) => Value::Bool(float.is_infinite()),
        (Op::FpIsNormal, Value::Float(float)) => Value::Bool(float.class() == Class::Normal),
        (Op::FpIsSubnormal, Value::Float(float)) => Value::Bool(float.class() == Class::Subnormal),
        (Op::FpIsNegative, Value::Float(float)) => Value::Bool(float.is_negative()),
        (Op::FpIsPositive, Value::Float(float)) => Value::Bool(float.is_positive()),
        (Op::SbvToInt, Value::BitVec(bits)) => Value::Int(bits.to_signed().into()),
        _ => return None,
    })
}
