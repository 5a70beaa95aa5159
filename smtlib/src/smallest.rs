//! The smallest value of a sort: the one that is made of the fewest parts.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::domain;
use crate::function::Fun;
use crate::sort::{Sort, SortKind};
use crate::term::Terms;
use crate::value::{Array, Data, Sequence, Value};

/// Returns the value of the sort with the fewest parts, the first constructor's among equals.
///
/// `leaf` gives the values of sorts that are neither arrays, sequences nor datatypes. `None` if there is no
/// value that is small enough to be made, or a part of each has no leaf.
///
/// Knuth's generalisation of Dijkstra's algorithm: values are made in the order of their weights,
/// each from values that were made before, so that nothing recurses, parts are shared, and each
/// field of each datatype is looked at once.
pub(crate) fn smallest(
    terms: &Terms,
    sort: Sort,
    leaf: impl Fn(Sort) -> Option<Value>,
) -> Option<Value> {
    if !is_compound(terms, sort) {
        return leaf(sort);
    }
    let mut rules = Rules::default();
    rules.collect(terms, sort, leaf);
    rules.solve(terms)
}

fn is_compound(terms: &Terms, sort: Sort) -> bool {
    matches!(terms.sorts.kind(sort), SortKind::Array(..) | SortKind::Sequence(_))
        || terms.constructors(sort).is_some()
}

/// One way to make a value of a sort.
struct Rule {
    /// The number of the sort.
    makes: usize,
    way: Way,
    /// The numbers of the sorts that it takes values of.
    takes: Vec<usize>,
    /// Number of these that have no value yet.
    missing: usize,
    /// The weight of the others, and one for itself.
    weight: u64,
}

enum Way {
    Leaf(Value),
    /// A constant array.
    Constant,
    Construct(Fun),
}

/// The ways to make values of a sort and of all sorts that it is made of; its own number is 0.
#[derive(Default)]
struct Rules {
    sorts: Vec<Sort>,
    numbers: FxHashMap<Sort, usize>,
    all: Vec<Rule>,
    /// The rules that take a value of each sort, once for each that they take.
    users: Vec<Vec<usize>>,
}

impl Rules {
    fn collect(&mut self, terms: &Terms, root: Sort, leaf: impl Fn(Sort) -> Option<Value>) {
        self.number(root);
        let mut at = 0;
        while let Some(&sort) = self.sorts.get(at) {
            if let SortKind::Array(_, element) = terms.sorts.kind(sort) {
                self.add(at, Way::Constant, &[*element]);
            } else if terms.sorts.sequence(sort).is_some() {
                let empty = Value::Sequence(Arc::new(Sequence::empty(sort)));
                self.add(at, Way::Leaf(empty), &[]);
            } else if let Some(constructors) = terms.constructors(sort) {
                for &constructor in constructors {
                    if let Some(fields) = domain::known_field_sorts(terms, constructor, sort) {
                        self.add(at, Way::Construct(constructor), &fields);
                    }
                }
            } else if let Some(value) = leaf(sort) {
                self.add(at, Way::Leaf(value), &[]);
            }
            at += 1;
        }
    }

    fn number(&mut self, sort: Sort) -> usize {
        *self.numbers.entry(sort).or_insert_with(|| {
            self.sorts.push(sort);
            self.users.push(Vec::new());
            self.sorts.len() - 1
        })
    }

    fn add(&mut self, makes: usize, way: Way, sorts: &[Sort]) {
        let rule = self.all.len();
        let takes: Vec<usize> = sorts.iter().map(|&sort| self.number(sort)).collect();
        for &number in &takes {
            self.users[number].push(rule);
        }
        self.all.push(Rule { makes, way, missing: takes.len(), takes, weight: 1 });
    }

    fn solve(mut self, terms: &Terms) -> Option<Value> {
        let mut values: Vec<Option<Value>> = vec![None; self.sorts.len()];
        let ready = self.all.iter().enumerate().filter(|(_, rule)| rule.missing == 0);
        // A rule weighs more than all it takes, so that those of one weight are all ready before
        // the first of them is taken, and the first constructor is the first rule.
        let mut queue: BinaryHeap<Reverse<(u64, usize)>> =
            ready.map(|(number, rule)| Reverse((rule.weight, number))).collect();
        while let Some(Reverse((_, number))) = queue.pop() {
            let rule = &self.all[number];
            let made = rule.makes;
            if values[made].is_some() {
                continue;
            }
            let Some(value) = self.make(terms, rule, &values) else { continue };
            if made == 0 {
                return Some(value);
            }
            let weight = value.weight();
            values[made] = Some(value);
            for &user in &self.users[made] {
                let rule = &mut self.all[user];
                rule.weight = rule.weight.saturating_add(weight);
                rule.missing -= 1;
                if rule.missing == 0 {
                    queue.push(Reverse((rule.weight, user)));
                }
            }
        }
        None
    }

    fn make(&self, terms: &Terms, rule: &Rule, values: &[Option<Value>]) -> Option<Value> {
        let sort = self.sorts[rule.makes];
        let mut parts: Vec<Value> =
            rule.takes.iter().map(|&part| values[part].clone()).collect::<Option<_>>()?;
        match &rule.way {
            Way::Leaf(value) => Some(value.clone()),
            Way::Constant => {
                let array = Array::constant(terms, sort, parts.pop()?)?;
                Some(Value::Array(Arc::new(array)))
            }
            Way::Construct(constructor) => {
                let data = Data::new(sort, *constructor, parts)?;
                Some(Value::Data(Arc::new(data)))
            }
        }
    }
}
