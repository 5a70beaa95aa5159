//! The shelf of a sort: small terms over a seed's variables and literals by their value under the
//! witness, so that a place that wants one value gets a term at once.

use rustc_hash::FxHashMap;
use smtlib::{Arguments, Node, Op, Term, Terms, Value};

use super::allowed::Allowed;
use crate::draw::Draw;

/// A table of terms by value. In the row of the value `2` may stand `(+ 1 1)`.
#[derive(Debug, Default)]
pub struct Shelf {
    /// The seed's terms and those that were added.
    terms: Terms,
    /// Number of terms that the seed has: those are in all that is made of it.
    of_seed: usize,
    /// The values in the order in which they were found first, each with its terms.
    rows: Vec<(Value, Vec<Term>)>,
    numbers: FxHashMap<Value, usize>,
}

/// The most terms of one value.
const MOST: usize = 24;

impl Shelf {
    /// Adds a term with its value, if there is room for one more of this value.
    pub fn add(&mut self, value: Value, term: Term) {
        let next = self.rows.len();
        let number = *self.numbers.entry(value.clone()).or_insert(next);
        if number == next {
            self.rows.push((value, Vec::new()));
        }
        let row = &mut self.rows[number].1;
        if row.len() < MOST {
            row.push(term);
        }
    }

    /// Returns the number of values of which there is no room for any more terms.
    pub fn full_rows(&self) -> usize {
        self.rows.iter().filter(|(_, row)| row.len() == MOST).count()
    }

    /// Keeps the terms that those in the table are of, of which the seed has the first ones.
    pub fn keep(&mut self, terms: Terms, of_seed: usize) {
        (self.terms, self.of_seed) = (terms, of_seed);
    }

    /// Draws a term with a value of the set, and gives it in other terms that the seed's are among.
    pub fn draw(&self, set: &Allowed, terms: &mut Terms, draw: &mut Draw) -> Option<Term> {
        let row = if let Some(value) = set.only() {
            &self.rows[*self.numbers.get(value)?]
        } else {
            let fitting: Vec<&(Value, Vec<Term>)> =
                self.rows.iter().filter(|(value, _)| set.contains(value)).collect();
            draw.one_of(&fitting).copied()?
        };
        self.bring(*draw.one_of(&row.1)?, terms)
    }

    /// Brings a term to other terms. What is on a shelf is small, so that this may recurse.
    fn bring(&self, term: Term, to: &mut Terms) -> Option<Term> {
        if term.number() < self.of_seed {
            return Some(term);
        }
        let mut bring_all = |arguments: &Arguments| -> Option<Arguments> {
            arguments.iter().map(|&argument| self.bring(argument, to)).collect()
        };
        match self.terms.node(term) {
            Node::Literal(value) => to.constant_of(value),
            // Its sort is perhaps of these terms alone.
            Node::Op(Op::ConstArray(_), _) => None,
            Node::Op(op, arguments) => {
                let arguments = bring_all(arguments)?;
                to.op(*op, arguments).ok()
            }
            Node::Call(fun, arguments) => {
                let arguments = bring_all(arguments)?;
                let is_constructor = self.terms.function(*fun).is_constructor();
                to.call(*fun, arguments, is_constructor.then(|| self.terms.sort(term))).ok()
            }
            _ => None,
        }
    }
}
