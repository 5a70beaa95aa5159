//! Recombination (STORM): a seed's subformulas become new formulas that are true under a witness.
//!
//! The witness gives each Boolean subformula its value, so that it does not matter whether the seed
//! itself is true: any assignment is a witness of something, and `unsat` seeds serve as well. Of an
//! `unsat` seed whose assertions are kept among others, the answer stays `unsat`.

mod core;
mod pool;
mod trace;

use std::sync::Arc;

use smtlib::{Op, Term};

use crate::draw::Draw;
use crate::known::Decision;
use crate::specimen::{Answer, Specimen};
use crate::step::Step;
use crate::technique::Technique;
use crate::walk::{Mutator, Seeds};

use crate::traces::Trace;
pub(crate) use pool::{Formula, Pool};

/// Bounds of recombinations. Usual are a `depth` of 64 and 64 assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The depth of a formula: how many subterms lie inside of each other, of whatever sort.
    pub depth: u32,
    /// Assertions of a mutant.
    pub assertions: usize,
    /// Formulas that are made new for a mutant.
    pub pool: usize,
    /// Factor by which a mutant may be larger than the seed, both counted as trees.
    pub growth: u64,
}

impl Default for Bounds {
    /// The paper's depth and assertions, and its tool's pool. What keeps mutants of small seeds
    /// small, and those of large ones from being huge, is `growth`.
    fn default() -> Self {
        Self { depth: 64, assertions: 64, pool: 1_000, growth: 4 }
    }
}

/// The technique `recombine`.
#[derive(Clone, Copy, Debug)]
pub struct Recombine {
    /// Bounds of mutants.
    pub bounds: Bounds,
    /// Number of witnesses that a seed has: its own model, if it has one, and assignments of small
    /// values. At least 1.
    pub witnesses: u64,
}

impl Default for Recombine {
    fn default() -> Self {
        Self { bounds: Bounds::default(), witnesses: 3 }
    }
}

/// A witness's values of a specimen's Boolean subformulas, counted. Of `(and p q)` with `p` and `q`
/// true there are three `formulas`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragments {
    /// Subformulas with a value, within the bound on depth: the pool.
    pub formulas: usize,
    /// Subformulas that the standard or the witness leaves open: not in the pool.
    pub open: usize,
}

impl Recombine {
    /// Returns how many subformulas a witness, by its number, gives a value; `None` if there is no
    /// such witness.
    pub fn fragments(&self, specimen: &Specimen, witness: u64) -> Option<Fragments> {
        let trace = trace::of(specimen, witness)?;
        let pool = Pool::new(&[&trace], &self.bounds);
        Some(Fragments { formulas: pool.fragments(), open: trace.open() })
    }

    /// Makes assertions that are true under one of the witnesses.
    fn satisfied(&self, specimen: &mut Specimen, draw: &mut Draw) -> bool {
        let witness = draw.below(self.witnesses.max(1));
        let Some(trace) = trace::of(specimen, witness) else { return false };
        let mut pool = Pool::new(&[&trace], &self.bounds);
        if pool.fragments() == 0 {
            return false;
        }
        let count = pool.count(&self.bounds, draw);
        pool.build(&mut specimen.terms, 2 * count + 2, draw);
        let assertions = asserted(specimen, &pool, count, draw);
        specimen.assertions = assertions;
        if let Some(model) = trace.assignment() {
            specimen.set_answer(Answer::Sat(model.clone()));
        }
        step(specimen, if trace.assignment().is_some() { "assignment" } else { "witness" });
        true
    }

    /// Keeps all assertions, disguised, among others.
    fn refuted(&self, specimen: &mut Specimen, draw: &mut Draw) -> bool {
        let Some(trace) = trace::of(specimen, 1) else { return false };
        let mut pool = Pool::of_any(&trace, &self.bounds);
        let count = pool.count(&self.bounds, draw);
        pool.build(&mut specimen.terms, count + 2, draw);
        core::hide(specimen, &pool, count - 1, draw);
        step(specimen, "core");
        true
    }
}

impl Mutator for Recombine {
    fn technique(&self) -> Technique {
        Technique::Recombine
    }

    fn edition(&self) -> String {
        let Self { bounds: Bounds { depth, assertions, pool, growth }, witnesses } = self;
        format!("{depth}-{assertions}-{pool}-{growth}-{witnesses}")
    }

    fn step(&self, specimen: &mut Specimen, _: &dyn Seeds, draw: &mut Draw) -> bool {
        if specimen.decision() == Decision::Unsat && draw.chance(1, 2) {
            self.refuted(specimen, draw)
        } else {
            self.satisfied(specimen, draw)
        }
    }
}

/// Returns what up to `most` witnesses say of a specimen.
pub(crate) fn traces(specimen: &Specimen, most: u64) -> Vec<Arc<Trace>> {
    (0..most).filter_map(|witness| trace::of(specimen, witness)).collect()
}

/// Up to `count` distinct formulas of the pool, negated if they are false.
fn asserted(specimen: &mut Specimen, pool: &Pool, count: usize, draw: &mut Draw) -> Vec<Term> {
    let mut assertions: Vec<Term> = Vec::with_capacity(count);
    let mut room = pool.room();
    for _ in 0..count {
        let Some(formula) = pool.draw(draw).filter(|it| assertions.is_empty() || it.size <= room)
        else {
            continue;
        };
        room = room.saturating_sub(formula.size);
        let term = if formula.values & 1 == 1 {
            formula.term
        } else {
            apply(specimen, Op::Not, &[formula.term])
        };
        if !assertions.contains(&term) {
            assertions.push(term);
        }
    }
    assertions
}

/// An operator of the core theory, applied to formulas.
fn apply(specimen: &mut Specimen, op: Op, formulas: &[Term]) -> Term {
    specimen.terms.op(op, formulas).expect("formulas are of sort Bool")
}

fn step(specimen: &mut Specimen, rule: &str) {
    let rule = Arc::from(rule);
    specimen.steps.push(Step { technique: Technique::Recombine, rule, place: None });
}
