//! Values into terms that stand for them.

use num_bigint::BigInt;

use super::{Term, Terms};
use crate::op::Op;
use crate::real::Real;
use crate::sort::Sort;
use crate::value::{Int, Value};

impl Terms {
    /// Returns a term whose value is this one under every model, as the reader would make it of
    /// SMT-LIB's notation: `(- 5)`, `(/ 1.0 3.0)`, `(store ((as const (Array Int Int)) 0) 1 2)`.
    ///
    /// `None` for values that have no notation in the standard: irrational numbers, regular
    /// expressions, elements of declared sorts, and what contains them.
    pub fn constant_of(&mut self, value: &Value) -> Option<Term> {
        let sort = value.plain_sort(self)?;
        self.constant_of_sort(value, sort)
    }

    /// Values nest to a bounded depth only, so that this may recurse.
    fn constant_of_sort(&mut self, value: &Value, sort: Sort) -> Option<Term> {
        match value {
            Value::Int(int) if int.is_negative() => {
                let positive = self.literal(Value::Int(int.neg()), Sort::INT);
                self.op(Op::Neg, &[positive][..]).ok()
            }
            Value::Real(real) => self.constant_of_real(real),
            Value::Array(array) => {
                let (index, element) = self.sorts.array(sort)?;
                let default = self.constant_of_sort(array.default_value(), element)?;
                let mut term = self.op(Op::ConstArray(sort), &[default][..]).ok()?;
                let mut exceptions: Vec<_> = array.exceptions().collect();
                // The order of a table is not one that people know.
                exceptions.sort_by_cached_key(|(at, _)| at.display(self).to_string());
                for (at, value) in exceptions {
                    let at = self.constant_of_sort(at, index)?;
                    let value = self.constant_of_sort(value, element)?;
                    term = self.op(Op::Store, &[term, at, value][..]).ok()?;
                }
                Some(term)
            }
            Value::Sequence(sequence) => {
                let element = self.sorts.sequence(sort)?;
                let mut units = Vec::with_capacity(sequence.elements().len());
                for value in sequence.elements() {
                    let value = self.constant_of_sort(value, element)?;
                    units.push(self.op(Op::SeqUnit, &[value][..]).ok()?);
                }
                match *units.as_slice() {
                    [] => self.op(Op::SeqEmpty(sort), &[][..]).ok(),
                    [unit] => Some(unit),
                    _ => self.op(Op::SeqConcat, units.as_slice()).ok(),
                }
            }
            Value::Data(data) => {
                let sorts = self.field_sorts(data.constructor(), sort)?;
                let fields: Option<Vec<Term>> = data
                    .fields()
                    .iter()
                    .zip(sorts)
                    .map(|(field, sort)| self.constant_of_sort(field, sort))
                    .collect();
                self.call(data.constructor(), fields?, Some(sort)).ok()
            }
            Value::Regex(_) | Value::Abstract(..) => None,
            Value::Bool(_)
            | Value::Int(_)
            | Value::BitVec(_)
            | Value::Float(_)
            | Value::Rounding(_)
            | Value::String(_) => Some(self.literal(value.clone(), sort)),
        }
    }

    /// A fraction whose denominator has no prime but 2 and 5 is a decimal.
    fn constant_of_real(&mut self, real: &Real) -> Option<Term> {
        let rational = real.to_rational()?;
        let magnitude =
            if *rational.numer() < BigInt::ZERO { -&rational } else { rational.clone() };
        let term = if crate::decimal::text(&magnitude).is_some() {
            self.literal(Value::Real(magnitude.into()), Sort::REAL)
        } else {
            let (numerator, denominator) = magnitude.into_raw();
            let numerator = self.real_of_int(numerator);
            let denominator = self.real_of_int(denominator);
            self.op(Op::RealDiv, &[numerator, denominator][..]).ok()?
        };
        if *rational.numer() < BigInt::ZERO {
            self.op(Op::Neg, &[term][..]).ok()
        } else {
            Some(term)
        }
    }

    fn real_of_int(&mut self, int: BigInt) -> Term {
        let int = self.literal(Value::Int(Int::from(int)), Sort::INT);
        self.to_real(int)
    }
}
