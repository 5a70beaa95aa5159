//! Values by their sorts; those of arrays and datatypes are made of smaller values.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Candidates, Diagonal, Values, is_small};
use crate::domain;
use crate::float::RoundingMode;
use crate::function::Fun;
use crate::smallest::smallest;
use crate::sort::{Sort, SortKind};
use crate::term::Terms;
use crate::value::{Array, Data, Sequence, Value};

/// Elements of a declared sort: no formula needs more than it has constants, by far.
const MOST_ELEMENTS: usize = 64;

/// Number of values of each part that compound values combine.
const MOST_PARTS: usize = 8;

/// Arrays of arrays: beyond this depth, a single value will do.
const DEEPEST: usize = 3;

/// Elements of the longest sequence.
const LONGEST: usize = 4;

/// Values of datatypes up to this depth, and deeper ones only where there are none.
const COMMON_DEPTH: usize = 3;
const GREATEST_DEPTH: usize = 100;

/// Number of values that were asked for, and the values that were found.
type Asked = (usize, Arc<[Value]>);

/// Lists values, and remembers the values of datatypes that others are made of.
pub(super) struct Builder<'p> {
    candidates: &'p Candidates,
    terms: &'p Terms,
    /// By datatype, depth and how many arrays of datatypes they are inside of.
    data: FxHashMap<(Sort, usize, usize), Asked>,
    /// Number of arrays that the values are parts of.
    depth: usize,
    /// Number of fields, datatypes themselves left out, that the values are parts of.
    inside: usize,
}

impl<'p> Builder<'p> {
    pub(super) fn new(candidates: &'p Candidates, terms: &'p Terms) -> Builder<'p> {
        Builder { candidates, terms, data: FxHashMap::default(), depth: 0, inside: 0 }
    }

    fn values(&mut self, sort: Sort, most: usize) -> Vec<Value> {
        self.list(sort, Values::up_to(most))
    }

    pub(super) fn list(&mut self, sort: Sort, mut values: Values) -> Vec<Value> {
        let (most, room) = (values.most, values.room);
        self.fill(sort, &mut values);
        let fits = || domain::weight_of_all(self.terms, sort).is_some_and(|weight| weight <= room);
        if !values.is_full() && is_small(self.terms, sort, most) && fits() {
            values.extend(domain::values(self.terms, sort, most).into_iter().flatten());
        }
        values.list()
    }

    fn fill(&mut self, sort: Sort, to: &mut Values) {
        if to.is_full() {
            return;
        }
        let terms = self.terms;
        match terms.sorts.kind(sort) {
            SortKind::Bool => to.extend([false, true].map(Value::Bool)),
            SortKind::RoundingMode => to.extend(RoundingMode::ALL.map(Value::Rounding)),
            SortKind::Int => self.candidates.ints(to),
            SortKind::Real => self.candidates.reals(to),
            SortKind::BitVec(width) => self.candidates.bits(*width, to),
            SortKind::Float(format) => self.candidates.floats(*format, to),
            SortKind::String => self.candidates.strings(to),
            SortKind::RegLan => self.candidates.regexes(to),
            SortKind::Array(index, element) => self.arrays(sort, *index, *element, to),
            SortKind::Sequence(element) => self.sequences(sort, *element, to),
            SortKind::Named { .. } if terms.constructors(sort).is_some() => {
                self.candidates.literals_of(terms, sort, to);
                self.datatype(sort, to);
            }
            SortKind::Named { .. } => {
                self.candidates.literals_of(terms, sort, to);
                let names = (0..MOST_ELEMENTS).map(|number| format!("@{number}"));
                to.extend(names.map(|name| Value::Abstract(sort, name.into())));
            }
            SortKind::Parameter(_) => {}
        }
    }

    /// The empty sequence, then those of one element, of two and so on.
    fn sequences(&mut self, sort: Sort, element: Sort, to: &mut Values) {
        let parts = if self.depth < DEEPEST { MOST_PARTS.min(to.most) } else { 1 };
        self.depth += 1;
        let elements = self.values(element, parts);
        self.depth -= 1;
        for length in 0..=LONGEST {
            let mut turns = Diagonal::new(&vec![elements.len(); length]);
            while let (false, Some((turn, _))) = (to.is_full(), turns.next()) {
                let row = turn.iter().map(|&at| elements[at].clone()).collect();
                to.extend(
                    Sequence::new(sort, row).map(|sequence| Value::Sequence(Arc::new(sequence))),
                );
            }
            // Longer ones come in their turn, and the literals before what is long.
            if length == 2 {
                self.candidates.literals_of(self.terms, sort, to);
            }
        }
    }

    /// Constant arrays, then those with one exception, then with two.
    fn arrays(&mut self, sort: Sort, index: Sort, element: Sort, to: &mut Values) {
        let terms = self.terms;
        let parts = if self.depth < DEEPEST { MOST_PARTS.min(to.most) } else { 1 };
        self.depth += 1;
        let elements = self.values(element, parts);
        let indices = if parts > 1 { self.values(index, parts) } else { Vec::new() };
        self.depth -= 1;
        let constant = |element: &Value| Array::constant(terms, sort, element.clone());
        let constants: Vec<Array> = elements.iter().filter_map(constant).collect();
        let wrap = |array: Array| Value::Array(Arc::new(array));
        to.extend(constants.iter().cloned().map(wrap));
        let with = |array: &Array, at: usize, element: usize| {
            array.with(terms, indices[at].clone(), elements[element].clone())
        };
        let (indexed, elemented) = (indices.len(), elements.len());
        let mut turns = Diagonal::new(&[constants.len(), indexed, elemented]);
        while let (false, Some((turn, _))) = (to.is_full(), turns.next()) {
            to.extend(with(&constants[turn[0]], turn[1], turn[2]).map(wrap));
        }
        self.candidates.literals_of(terms, sort, to);
        let mut turns = Diagonal::new(&[constants.len(), indexed, elemented, indexed, elemented]);
        while let (false, Some((turn, _))) = (to.is_full(), turns.next()) {
            let one = with(&constants[turn[0]], turn[1], turn[2]);
            to.extend(one.and_then(|one| with(&one, turn[3], turn[4])).map(wrap));
        }
    }

    /// The values of a datatype by their depth.
    fn datatype(&mut self, sort: Sort, to: &mut Values) {
        for depth in 1..=GREATEST_DEPTH {
            if to.is_full() || (depth > COMMON_DEPTH && !to.found.is_empty()) {
                return;
            }
            to.extend(self.data_of_depth(sort, depth, to.most).iter().cloned());
        }
        // Not by such constructors alone: the smallest value is found without going deep.
        let leaf =
            |leaf| Builder::new(self.candidates, self.terms).values(leaf, 1).into_iter().next();
        to.extend(smallest(self.terms, sort, leaf));
    }

    /// Values of a datatype in which at most `depth` constructors nest.
    fn data_of_depth(&mut self, sort: Sort, depth: usize, most: usize) -> Arc<[Value]> {
        let key = (sort, depth, self.inside);
        match self.data.get(&key) {
            Some((asked, known)) if *asked >= most => return known.clone(),
            _ => {}
        }
        // A datatype inside of its own fields is one constructor less deep, so this ends.
        let mut rows: Vec<Rows> = Vec::new();
        for &constructor in self.terms.constructors(sort).into_iter().flatten() {
            rows.extend(self.rows_of(sort, constructor, depth));
        }
        // In turn, so that no constructor keeps the others out; those without a choice first.
        rows.sort_by_key(|rows| most > 1 && rows.has_choice());
        let mut values = Values::up_to(most);
        while !values.is_full() && !rows.is_empty() {
            rows.retain_mut(|rows| {
                if values.is_full() {
                    return false;
                }
                let next = rows.next();
                let found = next.is_some();
                values.extend(next);
                found
            });
        }
        let values: Arc<[Value]> = values.list().into();
        self.data.insert(key, (most, values.clone()));
        values
    }

    /// Returns the values that a constructor builds of values that are less deep, if there are any.
    fn rows_of(&mut self, sort: Sort, constructor: Fun, depth: usize) -> Option<Rows> {
        let fields = domain::known_field_sorts(self.terms, constructor, sort)?;
        let mut choices: Vec<Arc<[Value]>> = Vec::new();
        for field in fields {
            let values = if self.terms.constructors(field).is_none() {
                // An array may have the datatype itself as its elements.
                if self.inside >= DEEPEST {
                    return None;
                }
                self.inside += 1;
                let values = self.values(field, MOST_PARTS);
                self.inside -= 1;
                values.into()
            } else if depth > 1 {
                self.data_of_depth(field, depth - 1, MOST_PARTS)
            } else {
                return None;
            };
            choices.push(values);
        }
        let lengths: Vec<usize> = choices.iter().map(|values| values.len()).collect();
        Some(Rows { sort, constructor, turns: Diagonal::new(&lengths), choices })
    }
}

/// The values that one constructor builds, the simplest first.
struct Rows {
    sort: Sort,
    constructor: Fun,
    /// The values of each field.
    choices: Vec<Arc<[Value]>>,
    turns: Diagonal,
}

impl Rows {
    /// Returns whether there is more than one value.
    fn has_choice(&self) -> bool {
        self.choices.iter().all(|values| !values.is_empty())
            && self.choices.iter().any(|values| values.len() > 1)
    }

    /// The next value that is not too deep to be made.
    fn next(&mut self) -> Option<Value> {
        while let Some((turn, _)) = self.turns.next() {
            let row = turn.iter().zip(&self.choices).map(|(&at, values)| values[at].clone());
            if let Some(data) = Data::new(self.sort, self.constructor, row.collect()) {
                return Some(Value::Data(Arc::new(data)));
            }
        }
        None
    }
}
