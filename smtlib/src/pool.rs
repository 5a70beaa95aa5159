//! Values that are likely to matter, the simplest first.

use std::sync::Arc;

use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use crate::domain;
use crate::float::{Float, RoundingMode};
use crate::sort::{Sort, SortKind};
use crate::term::{Node, Term, Terms};
use crate::text::{Regex, Text};
use crate::value::{Array, BitVec, Data, Int, Value};

/// Where values come from: the literals of a formula, and what every sort has.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    literals: Vec<Value>,
}

impl Pool {
    /// A pool with the literals of terms.
    pub fn of_terms(terms: &Terms, roots: &[Term]) -> Pool {
        let mut seen = FxHashSet::default();
        let mut stack = roots.to_vec();
        let mut literals = Vec::new();
        while let Some(term) = stack.pop() {
            if !seen.insert(term) {
                continue;
            }
            if let Node::Literal(value) = terms.node(term) {
                literals.push(value.clone());
            }
            stack.extend(terms.children(term));
        }
        literals.reverse();
        Pool { literals }
    }

    /// Up to `most` distinct values of a sort, the simplest first.
    pub fn values(&self, terms: &Terms, sort: Sort, most: usize) -> Vec<Value> {
        if let Some(all) = domain::values(terms, sort, most) {
            return all;
        }
        let mut values = Values { found: indexmap::IndexSet::default(), most };
        self.fill(terms, sort, &mut values, 3);
        values.found.into_iter().collect()
    }

    fn fill(&self, terms: &Terms, sort: Sort, to: &mut Values, depth: usize) {
        match terms.sorts.kind(sort) {
            SortKind::Bool => to.extend([false, true].map(Value::Bool)),
            SortKind::RoundingMode => to.extend(RoundingMode::ALL.map(Value::Rounding)),
            SortKind::Int => self.ints(to),
            SortKind::Real => self.reals(to),
            SortKind::BitVec(width) => self.bits(*width, to),
            SortKind::Float(format) => {
                let zero = Float::zero(*format);
                to.extend([zero.clone(), zero.neg(), Float::nan(*format)].map(Value::Float));
                for int in [1, 2, 3] {
                    let float =
                        Float::from_integer(*format, &int.into(), RoundingMode::NearestTiesToEven);
                    to.extend([float.clone(), float.neg()].map(Value::Float));
                }
                for float in [
                    Float::infinity(*format),
                    Float::least_subnormal(*format),
                    Float::greatest(*format),
                    Float::least_normal(*format),
                ] {
                    to.extend([float.clone(), float.neg()].map(Value::Float));
                }
            }
            SortKind::String => self.strings(to),
            SortKind::RegLan => {
                to.extend([Regex::none(), Regex::all(), Regex::allchar()].map(Value::Regex));
            }
            SortKind::Array(index, element) => {
                let elements = self.values(terms, *element, 8);
                let indices = self.values(terms, *index, 4);
                let constants = elements
                    .iter()
                    .filter_map(|element| Array::constant(terms, sort, element.clone()));
                let constants: Vec<Array> = constants.collect();
                to.extend(constants.iter().cloned().map(|array| Value::Array(Arc::new(array))));
                for array in &constants {
                    for at in &indices {
                        for element in &elements {
                            let array = array.with(terms, at.clone(), element.clone());
                            to.extend(array.map(|array| Value::Array(Arc::new(array))));
                        }
                    }
                }
            }
            SortKind::Named { .. } => match terms.constructors(sort) {
                None => {
                    let elements =
                        (0..to.most.min(4)).map(|k| Value::Abstract(sort, format!("@{k}").into()));
                    to.extend(elements);
                }
                Some(constructors) if depth > 0 => {
                    for &constructor in constructors {
                        let Some(fields) = domain::known_field_sorts(terms, constructor, sort)
                        else {
                            continue;
                        };
                        let mut rows = vec![Vec::new()];
                        for field in fields {
                            let mut choices =
                                Values { found: indexmap::IndexSet::default(), most: 3 };
                            self.fill(terms, field, &mut choices, depth - 1);
                            let choices = &choices.found;
                            rows = rows
                                .iter()
                                .flat_map(|row: &Vec<Value>| {
                                    choices.iter().map(|choice| {
                                        [row.as_slice(), std::slice::from_ref(choice)].concat()
                                    })
                                })
                                .take(to.most)
                                .collect();
                        }
                        let data =
                            rows.into_iter().filter_map(|row| Data::new(sort, constructor, row));
                        to.extend(data.map(|data| Value::Data(Arc::new(data))));
                    }
                }
                Some(_) => {}
            },
            SortKind::Parameter(_) => {}
        }
        to.extend(self.literals.iter().filter(|value| is_of(terms, value, sort)).cloned());
    }

    fn ints(&self, to: &mut Values) {
        to.extend([0, 1, -1, 2, -2, 3, -3].map(|int| Value::Int(int.into())));
        for literal in &self.literals {
            if let Value::Int(int) = literal {
                let near = [0, 1, -1].map(|by: i64| int.add(&Int::from(by)));
                to.extend(near.iter().cloned().map(Value::Int));
                to.extend(near.iter().map(|int| Value::Int(int.neg())));
            }
        }
        to.extend((4..1000).flat_map(|int| [int, -int]).map(|int| Value::Int(int.into())));
    }

    fn reals(&self, to: &mut Values) {
        let rational = |numer: i64, denom: i64| {
            Value::Real(crate::Rational::new(BigInt::from(numer), BigInt::from(denom)).into())
        };
        to.extend([0, 1, -1, 2, -2].map(|int| rational(int, 1)));
        to.extend([rational(1, 2), rational(-1, 2)]);
        for literal in &self.literals {
            if let Value::Real(real) = literal {
                let Some(center) = real.to_rational() else { continue };
                let one = crate::Rational::from_integer(1.into());
                let near = [center.clone(), &center + &one, &center - &one, -center];
                to.extend(near.map(|rational| Value::Real(rational.into())));
            }
        }
        to.extend((3..100).flat_map(|int| [rational(int, 1), rational(-int, 1), rational(1, int)]));
    }

    fn bits(&self, width: u32, to: &mut Values) {
        let zero = BitVec::new(width, 0);
        let one = BitVec::new(width, 1);
        let most = zero.not().lshr(&one);
        to.extend(
            [zero.clone(), one.clone(), zero.not(), most.clone(), most.not()].map(Value::BitVec),
        );
        for literal in &self.literals {
            if let Value::BitVec(bits) = literal {
                if bits.width() == width {
                    let near =
                        [bits.clone(), bits.add(&one), bits.sub(&one), bits.not(), bits.neg()];
                    to.extend(near.map(Value::BitVec));
                }
            }
        }
        to.extend((2..1000).map(|bits| Value::BitVec(BitVec::new(width, bits))));
    }

    fn strings(&self, to: &mut Values) {
        let mut letters: Vec<u32> = Vec::new();
        for literal in &self.literals {
            if let Value::String(text) = literal {
                letters.extend(text.characters());
            }
        }
        letters.extend("a0b".chars().map(u32::from));
        let mut seen = FxHashSet::default();
        letters.retain(|letter| seen.insert(*letter));
        letters.truncate(5);
        let mut words: Vec<Vec<u32>> = vec![Vec::new()];
        while to.found.len() < to.most && words[0].len() < 4 {
            to.extend(
                words.iter().filter_map(|word| Text::from_characters(word).ok()).map(Value::String),
            );
            words = words
                .iter()
                .flat_map(|word| {
                    letters.iter().map(|&letter| [word.as_slice(), &[letter]].concat())
                })
                .collect();
        }
    }
}

fn is_of(terms: &Terms, value: &Value, sort: Sort) -> bool {
    match (value, terms.sorts.kind(sort)) {
        (Value::Abstract(found, _), _) => *found == sort,
        (Value::Float(float), SortKind::Float(format)) => float.format() == *format,
        (Value::String(_), SortKind::String) => true,
        _ => false,
    }
}

/// Distinct values, up to a number of them.
struct Values {
    found: indexmap::IndexSet<Value, rustc_hash::FxBuildHasher>,
    most: usize,
}

impl Values {
    fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        for value in values {
            if self.found.len() >= self.most {
                return;
            }
            self.found.insert(value);
        }
    }
}
