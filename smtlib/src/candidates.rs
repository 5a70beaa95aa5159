//! Values that are likely to matter, the simplest first.
//!
//! [`Candidates`] knows the literals of a formula and which of its operators make values of another kind
//! likely. For a sort it lists what every formula may turn on (zeros, ones, extremes, what is no
//! number), then the literals with their neighbours, then whatever is next by size, until there are
//! as many as were asked for. A finite sort that is small enough is listed whole.

mod compound;
mod diagonal;
mod numbers;
mod tables;
mod words;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::domain;
use crate::eval::for_each_part;
use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Node, Term, Terms};
use crate::value::Value;

pub(crate) use diagonal::Diagonal;

/// Sources of values: the literals of a formula, and what every sort has. For an Int in `(> x 41)`
/// they begin with 0, 1, -1 and hold `41` and its neighbours.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    literals: Vec<Value>,
    /// Whether strings of digits matter.
    digits: bool,
}

/// The literals of a huge formula are not all tried.
const MOST_LITERALS: usize = 256;

impl Candidates {
    /// Collects the literals of terms, and of the definitions they use.
    pub fn of_terms(terms: &Terms, roots: &[Term]) -> Candidates {
        let mut candidates = Candidates::default();
        let mut literals = Values::up_to(MOST_LITERALS);
        for_each_part(terms, roots, |term| match terms.node(term) {
            Node::Literal(value) => literals.push(value.clone()),
            Node::Op(Op::StrToInt | Op::StrFromInt | Op::StrIsDigit, _) => candidates.digits = true,
            _ => {}
        });
        candidates.literals = literals.list();
        candidates
    }

    /// More values that count as literals.
    pub fn add(&mut self, values: impl IntoIterator<Item = Value>) {
        let mut literals = Values::up_to(MOST_LITERALS);
        literals.extend(std::mem::take(&mut self.literals));
        literals.extend(values);
        self.literals = literals.list();
    }

    /// Up to `most` distinct values of a sort, the simplest first; all of them if it has no more.
    ///
    /// Fewer where they are so long that they would fill the memory.
    pub fn values(&self, terms: &Terms, sort: Sort, most: usize) -> Vec<Value> {
        self.values_within(terms, sort, most, ROOM)
    }

    /// Lists at most `most` values that weigh no more than `room` together, the last value apart.
    fn values_within(&self, terms: &Terms, sort: Sort, most: usize, room: u64) -> Vec<Value> {
        compound::Builder::new(self, terms).list(sort, Values::within(most, room))
    }
}

/// Returns whether the literal is a value of the sort.
fn is_of(terms: &Terms, value: &Value, sort: Sort) -> bool {
    use crate::sort::SortKind;
    match (value, terms.sorts.kind(sort)) {
        (Value::Abstract(found, _), _) => *found == sort,
        (Value::Array(array), _) => array.sort() == sort,
        (Value::Sequence(sequence), _) => sequence.sort() == sort,
        (Value::Data(data), _) => data.sort() == sort,
        (Value::Float(float), SortKind::Float(format)) => float.format() == *format,
        (Value::BitVec(bits), SortKind::BitVec(width)) => bits.width() == *width,
        (Value::Bool(_), SortKind::Bool)
        | (Value::Int(_), SortKind::Int)
        | (Value::Real(_), SortKind::Real)
        | (Value::String(_), SortKind::String)
        | (Value::Regex(_), SortKind::RegLan)
        | (Value::Rounding(_), SortKind::RoundingMode) => true,
        _ => false,
    }
}

/// Distinct values, up to a number of them, and to what they may weigh together.
struct Values {
    found: IndexSet<Value, FxBuildHasher>,
    most: usize,
    /// Weight that is left for more values: the first one has room in any case.
    room: u64,
}

/// Most that the values of one list may weigh together: eight megabytes.
const ROOM: u64 = 1 << 20;

impl Values {
    fn up_to(most: usize) -> Values {
        Values::within(most, ROOM)
    }

    fn within(most: usize, room: u64) -> Values {
        Values { found: IndexSet::default(), most, room }
    }

    fn is_full(&self) -> bool {
        self.found.len() >= self.most || self.room == 0
    }

    fn push(&mut self, value: Value) {
        if !self.is_full() {
            let weight = value.weight();
            if self.found.insert(value) {
                self.room = self.room.saturating_sub(weight);
            }
        }
    }

    /// Asks for no more values than it takes.
    fn extend(&mut self, values: impl IntoIterator<Item = Value>) {
        for value in values {
            if self.is_full() {
                return;
            }
            self.push(value);
        }
    }

    fn list(self) -> Vec<Value> {
        self.found.into_iter().collect()
    }
}

/// Returns whether a sort has at most `most` values.
fn is_small(terms: &Terms, sort: Sort, most: usize) -> bool {
    domain::cardinality(terms, sort).is_some_and(|count| count <= most as u64)
}
