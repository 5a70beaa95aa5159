//! Values: what terms stand for.

mod array;
mod bitvec;
mod data;
mod int;
mod sequence;

use std::fmt;
use std::sync::Arc;

pub use array::Array;
pub use bitvec::BitVec;
pub use data::Data;
pub use int::Int;
pub use sequence::Sequence;
use smallvec::SmallVec;

use crate::float::{Float, RoundingMode};
use crate::real::{Real, WORDS_PER_UNIT};
use crate::sort::Sort;
use crate::symbol::Quoted;
use crate::term::Terms;
use crate::text::{Regex, Text, WORDS_PER_TERM};

/// A value of a sort.
///
/// `==` compares how values are written down. Values of all sorts but three are written in one way
/// only, so that it is their equality; irrational numbers, regular expressions and what contains
/// them are not: [`Value::equals`] knows more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A Bool.
    Bool(bool),
    /// An Int.
    Int(Int),
    /// A Real.
    Real(Real),
    /// A bit-vector.
    BitVec(BitVec),
    /// A floating-point number.
    Float(Float),
    /// A rounding mode.
    Rounding(RoundingMode),
    /// A string.
    String(Text),
    /// A regular expression.
    Regex(Regex),
    /// An array.
    Array(Arc<Array>),
    /// A sequence.
    Sequence(Arc<Sequence>),
    /// A value of a datatype.
    Data(Arc<Data>),
    /// An element of a declared sort: all that is known of it is that another name is another one.
    Abstract(Sort, Arc<str>),
}

impl Value {
    /// Returns whether the values are the same; `None` if that could not be settled.
    pub fn equals(&self, other: &Value) -> Option<bool> {
        self.equals_within(other, u64::MAX)
    }

    /// Returns whether the values are the same. No comparison of numbers or regular expressions in
    /// them takes more work than this, in operations on words.
    pub(crate) fn equals_within(&self, other: &Value, work: u64) -> Option<bool> {
        if self == other {
            return Some(true);
        }
        match (self, other) {
            (Value::Real(a), Value::Real(b)) => {
                a.equals(b, &crate::real::Budget::default().within(work / WORDS_PER_UNIT))
            }
            (Value::Regex(a), Value::Regex(b)) => {
                a.equivalent(b, REGEX_BUDGET.min(work / WORDS_PER_TERM)).ok()
            }
            (Value::Array(a), Value::Array(b)) => a.equals(b, work),
            (Value::Sequence(a), Value::Sequence(b)) => a.equals(b, work),
            (Value::Data(a), Value::Data(b)) => a.equals(b, work),
            _ => Some(false),
        }
    }

    /// Returns whether this is the only way to write the value down, so that `==` decides.
    pub fn is_unique(&self) -> bool {
        match self {
            Value::Real(real) => real.is_rational(),
            Value::Regex(_) => false,
            Value::Array(array) => array.is_unique(),
            Value::Sequence(sequence) => sequence.elements().iter().all(Value::is_unique),
            Value::Data(data) => data.fields().iter().all(Value::is_unique),
            _ => true,
        }
    }

    /// Returns the sort of a value that has a notation in the standard, so that a solver can be
    /// asked about it; `None` for regular expressions, irrational numbers, elements of declared
    /// sorts, and what contains them.
    pub(crate) fn plain_sort(&self, terms: &mut Terms) -> Option<Sort> {
        let mut parts: SmallVec<[&Value; 4]> = SmallVec::from_slice(&[self]);
        while let Some(part) = parts.pop() {
            match part {
                Value::Regex(_) | Value::Abstract(..) => return None,
                Value::Real(real) if !real.is_rational() => return None,
                Value::Array(array) => {
                    parts.push(array.default_value());
                    parts.extend(array.exceptions().flat_map(|(index, value)| [index, value]));
                }
                Value::Sequence(sequence) => parts.extend(sequence.elements()),
                Value::Data(data) => parts.extend(data.fields()),
                _ => {}
            }
        }
        Some(match self {
            Value::Bool(_) => Sort::BOOL,
            Value::Int(_) => Sort::INT,
            Value::Real(_) => Sort::REAL,
            Value::BitVec(bits) => terms.sorts.bit_vec(bits.width()),
            Value::Float(float) => terms.sorts.float(float.format()),
            Value::Rounding(_) => Sort::ROUNDING,
            Value::String(_) => Sort::STRING,
            Value::Array(array) => array.sort(),
            Value::Sequence(sequence) => sequence.sort(),
            Value::Data(data) => data.sort(),
            Value::Regex(_) | Value::Abstract(..) => return None,
        })
    }

    /// The truth value, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(bool) => Some(*bool),
            _ => None,
        }
    }

    /// Returns the depth to which the value nests.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Value::Array(array) => array.depth(),
            Value::Sequence(sequence) => sequence.depth(),
            Value::Data(data) => data.depth(),
            _ => 1,
        }
    }

    /// Returns the weight of the value, in units of about 64 bits; what is shared counts each time.
    ///
    /// Walks over a value, comparisons and hashes cost about as much.
    pub(crate) fn weight(&self) -> u64 {
        match self {
            Value::Bool(_) | Value::Rounding(_) | Value::Abstract(..) => 1,
            Value::Int(int) => 1 + int.bits() / 64,
            Value::Real(real) => real.weight(),
            Value::BitVec(bits) => 1 + u64::from(bits.width()) / 64,
            Value::Float(float) => 1 + u64::from(float.format().width()) / 64,
            Value::String(text) => 1 + text.len() as u64 / 4,
            Value::Regex(regex) => regex.size(),
            Value::Array(array) => array.weight(),
            Value::Sequence(sequence) => sequence.weight(),
            Value::Data(data) => data.weight(),
        }
    }

    /// The value as SMT-LIB writes it. An irrational number that is no root of a polynomial is
    /// written by its first digits; with `{:#}`, by a term that is read as the same number.
    pub fn display<'a>(&'a self, terms: &'a Terms) -> impl fmt::Display + 'a {
        Shown { value: self, terms }
    }
}

struct Shown<'a> {
    value: &'a Value,
    terms: &'a Terms,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms = self.terms;
        match self.value {
            Value::Bool(bool) => write!(f, "{bool}"),
            Value::Int(int) => write!(f, "{int}"),
            Value::Real(real) if f.alternate() => f.write_str(&real.term_text()),
            Value::Real(real) => write!(f, "{real}"),
            Value::BitVec(bits) => write!(f, "{bits}"),
            Value::Float(float) => write!(f, "{float}"),
            Value::Rounding(mode) => write!(f, "{mode}"),
            Value::String(text) => write!(f, "{text}"),
            Value::Regex(regex) => write!(f, "{regex}"),
            Value::Array(array) => array.write(f, terms),
            Value::Sequence(sequence) => sequence.write(f, terms),
            Value::Data(data) => data.write(f, terms),
            Value::Abstract(sort, name) => {
                write!(f, "(as {} {})", Quoted(name), terms.sorts.text(*sort))
            }
        }
    }
}

/// Most work of a comparison of two regular expressions.
const REGEX_BUDGET: u64 = 1 << 20;

/// Arrays, sequences and values of datatypes that weigh more are not made: what shares its parts may be as
/// large as two to the power of its depth.
pub(crate) const MAX_VALUE_WEIGHT: u64 = 1 << 22;

/// Values that nest deeper are not made, so that walks over them may recurse.
pub(crate) const MAX_VALUE_DEPTH: usize = 500;
