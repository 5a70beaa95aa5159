//! Subformulas with their values into new formulas with theirs.

use smtlib::{Op, Term, Terms};

use super::Bounds;
use crate::draw::Draw;
use crate::traces::{Subformula, Trace};

/// A formula with its value under each of up to 64 witnesses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Formula {
    pub(crate) term: Term,
    /// Bit `w` is set if it is true under witness `w`.
    pub(crate) values: u64,
    depth: u32,
    pub(crate) size: u64,
}

/// Formulas to draw from: the seed's own and new ones over them.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    initial: Vec<Formula>,
    built: Vec<Formula>,
    bounds: Bounds,
    /// Size that the assertions may have together.
    room: u64,
}

/// The connectives that new formulas are made with.
const CONNECTIVES: [Op; 6] = [Op::Not, Op::And, Op::Or, Op::Implies, Op::Xor, Op::Ite];

/// Number of tries to find a formula within the bounds.
const TRIES: usize = 4;

impl Pool {
    /// The subformulas that have a value under every witness. The traces are of one specimen:
    /// precondition, there are 1 to 64 of them.
    pub(crate) fn new(traces: &[&Trace], bounds: &Bounds) -> Self {
        let values = |place: usize| {
            traces.iter().enumerate().try_fold(0_u64, |values, (number, trace)| {
                let value = trace.subformulas[place].value?;
                Some(values | (u64::from(value) << number))
            })
        };
        Self::collect(traces[0], bounds, values)
    }

    /// All subformulas, with values that mean nothing.
    pub(crate) fn of_any(trace: &Trace, bounds: &Bounds) -> Self {
        Self::collect(trace, bounds, |place| {
            trace.subformulas[place].value.map(u64::from).or(Some(0))
        })
    }

    fn collect(trace: &Trace, bounds: &Bounds, values: impl Fn(usize) -> Option<u64>) -> Self {
        let initial = trace.subformulas.iter().enumerate().filter_map(|(place, subformula)| {
            let &Subformula { term, depth, size, .. } = subformula;
            if depth > bounds.depth {
                return None;
            }
            Some(Formula { term, values: values(place)?, depth, size })
        });
        let room = trace.size.saturating_mul(bounds.growth).saturating_add(LEAST_ROOM);
        Self { initial: initial.collect(), built: Vec::new(), bounds: *bounds, room }
    }

    /// Returns how many of the seed's own formulas there are.
    pub(crate) fn fragments(&self) -> usize {
        self.initial.len()
    }

    /// Returns how large assertions may be together, counted as trees.
    pub(crate) fn room(&self) -> u64 {
        self.room
    }

    /// Draws how many assertions there are: at least 1, few more often than many, and few where
    /// there is little to assert.
    pub(crate) fn count(&self, bounds: &Bounds, draw: &mut Draw) -> usize {
        let most = bounds.assertions.min(self.initial.len() + 2).max(1);
        let most = 1 + draw.place(most);
        1 + draw.place(most)
    }

    /// Draws a formula: of the seed's own in three of ten cases. `None` if there is none.
    pub(crate) fn draw(&self, draw: &mut Draw) -> Option<Formula> {
        let list =
            if self.built.is_empty() || draw.chance(3, 10) { &self.initial } else { &self.built };
        draw.one_of(list).copied()
    }

    /// Makes new formulas over those that there are, `count` of them as far as the bounds allow.
    pub(crate) fn build(&mut self, terms: &mut Terms, count: usize, draw: &mut Draw) {
        for _ in 0..count.min(self.bounds.pool) {
            let made = (0..TRIES).find_map(|_| {
                let op = *draw.one_of(&CONNECTIVES).expect("there are connectives");
                self.apply(terms, op, draw)
            });
            self.built.extend(made);
        }
    }

    /// A connective over formulas that are drawn; `None` if that is too large.
    fn apply(&self, terms: &mut Terms, op: Op, draw: &mut Draw) -> Option<Formula> {
        let count = match op {
            Op::Not => 1,
            Op::Ite => 3,
            _ => 2,
        };
        let parts: Option<Vec<Formula>> = (0..count).map(|_| self.draw(draw)).collect();
        let parts = parts?;
        let depth = 1 + parts.iter().map(|part| part.depth).max()?;
        let size = parts.iter().fold(1_u64, |sum, part| sum.saturating_add(part.size));
        if depth > self.bounds.depth || size > self.room {
            return None;
        }
        let of = |place: usize| parts[place].values;
        let values = match op {
            Op::Not => !of(0),
            Op::And => of(0) & of(1),
            Op::Or => of(0) | of(1),
            Op::Implies => !of(0) | of(1),
            Op::Xor => of(0) ^ of(1),
            Op::Ite => (of(0) & of(1)) | (!of(0) & of(2)),
            other => unreachable!("{} is no connective", other.name()),
        };
        let formulas: Vec<Term> = parts.iter().map(|part| part.term).collect();
        let term = terms.op(op, formulas).expect("formulas are of sort Bool");
        Some(Formula { term, values, depth, size })
    }
}

/// A seed of one word may be recombined too.
const LEAST_ROOM: u64 = 32;
