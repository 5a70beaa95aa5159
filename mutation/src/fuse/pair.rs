//! Pairs of variables into one variable each.

use std::sync::Arc;

use smallvec::SmallVec;
use smtlib::{Evaluator, Limits, Node, Op, Term, Terms, Value};

use super::kind::Kind;
use super::occurrences::replace;
use crate::draw::Draw;
use crate::fusion::FusionFunction;
use crate::specimen::{Joined, Specimen};

/// The two sides of a fusion: the specimen so far and what joined it.
pub(super) struct Sides {
    /// The first one's assertions.
    pub(super) first: Vec<Term>,
    /// The second one's.
    pub(super) second: Vec<Term>,
    /// The fusion constraints.
    pub(super) constraints: Vec<Term>,
    /// Constants that occur in the first one, and are in no pair yet.
    firsts: Vec<Term>,
    /// The same of the second one.
    seconds: Vec<Term>,
    /// Formulas without variables that are bound outside: `c` may be one.
    formulas: Vec<Term>,
    /// Number of pairs that are wanted.
    pairs: usize,
}

/// Number of tries to find two variables that can be fused.
const TRIES: usize = 12;

/// Work that finding the value of z may be.
const LIMITS: Limits = Limits {
    steps: 100_000,
    calls: 1_000,
    exhaustive: 4_096,
    instances: 100,
    all_steps: 300_000,
    model_bytes: 1 << 20,
};

impl Sides {
    /// Draws how many pairs there are: one more often than more.
    pub(super) fn new(
        specimen: &mut Specimen,
        joined: Joined,
        most: usize,
        draw: &mut Draw,
    ) -> Self {
        let firsts = specimen.used_constants().to_vec();
        let first = std::mem::take(&mut specimen.assertions);
        let second = joined.assertions;
        let seconds = joined.used;
        let terms = &specimen.terms;
        // Below a binder, a formula with a function of its variable's name would mean another.
        let mut formulas: Vec<Term> = Vec::new();
        if terms.shadowed().is_empty() {
            for &term in first.iter().chain(&second) {
                add_parts(terms, term, &mut formulas);
            }
        }
        let most = most.min(firsts.len()).min(seconds.len()).max(1);
        let most = 1 + draw.place(most);
        let pairs = 1 + draw.place(most);
        Self { first, second, constraints: Vec::new(), firsts, seconds, formulas, pairs }
    }

    /// Fuses pairs of variables; returns the names of the fusion functions.
    pub(super) fn fuse(
        &mut self,
        specimen: &mut Specimen,
        functions: &[FusionFunction],
        kind: Kind,
        draw: &mut Draw,
    ) -> Vec<Arc<str>> {
        let mut names = Vec::new();
        for _ in 0..TRIES {
            if names.len() == self.pairs || self.firsts.is_empty() || self.seconds.is_empty() {
                break;
            }
            names.extend(self.pair(specimen, functions, kind, draw));
        }
        names
    }

    /// Fuses one pair; `None` if no function fits the variables that are drawn, or it cannot be
    /// taken back at their values.
    fn pair(
        &mut self,
        specimen: &mut Specimen,
        functions: &[FusionFunction],
        kind: Kind,
        draw: &mut Draw,
    ) -> Option<Arc<str>> {
        let (at_x, at_y) = (draw.place(self.firsts.len()), draw.place(self.seconds.len()));
        let (x, y) = (self.firsts[at_x], self.seconds[at_y]);
        let terms = &mut specimen.terms;
        let (of_x, of_y) = (terms.sort(x), terms.sort(y));
        let fitting: SmallVec<[&FusionFunction; 32]> =
            functions.iter().filter(|it| it.fits(&terms.sorts, of_x, of_y)).collect();
        let function = *draw.one_of(&fitting)?;
        let instance = function.instance(terms, (x, y), &self.formulas, draw)?;
        let value = if kind.is_sat() {
            Some(value_of_z(specimen, instance.fused, &instance.guard)?)
        } else {
            None
        };
        let z = specimen.declare_fresh("z", instance.sort, value);
        let terms = &mut specimen.terms;
        let z = terms.call(z, &[][..], None).expect("it has no parameters");
        let (for_x, for_y) = instance.inverted(terms, z)?;
        // Every subset has a chance; none at all is no fusion.
        let mut takes = draw.fork();
        let mut half = || takes.chance(1, 2);
        let (mut first, in_first) = replace(terms, &self.first, x, for_x, &mut half);
        let (mut second, in_second) = replace(terms, &self.second, y, for_y, &mut half);
        if in_first + in_second == 0 {
            (first, _) = replace(terms, &self.first, x, for_x, || true);
            (second, _) = replace(terms, &self.second, y, for_y, || true);
        }
        (self.first, self.second) = (first, second);
        for (variable, term) in [(z, instance.fused), (x, for_x), (y, for_y)] {
            let equation = terms.op(Op::Eq, &[variable, term][..]).expect("the sorts are one");
            self.constraints.push(equation);
        }
        self.firsts.swap_remove(at_x);
        self.seconds.swap_remove(at_y);
        Some(function.name().clone())
    }
}

/// The value of f(x, y) under the witness; `None` if it has none, or cannot be taken back.
fn value_of_z(specimen: &Specimen, fused: Term, guard: &[Term]) -> Option<Value> {
    let witness = specimen.witness().expect("what is fused to be sat has a witness");
    let mut evaluator = Evaluator::with_limits(&specimen.terms, LIMITS);
    for &condition in guard {
        if evaluator.eval(witness, condition) != Ok(Value::Bool(true)) {
            return None;
        }
    }
    let value = evaluator.eval(witness, fused).ok()?;
    evaluator.take_basis().is_standard().then_some(value)
}

/// Adds the formula itself and what its connectives join: all of them closed.
fn add_parts(terms: &Terms, root: Term, to: &mut Vec<Term>) {
    to.push(root);
    if let Node::Op(Op::And | Op::Or | Op::Not | Op::Implies | Op::Xor, arguments) =
        terms.node(root)
    {
        to.extend_from_slice(arguments);
    }
}
