//! Assertions that cannot all be true, kept among others: each is disguised as something that
//! implies it.

use smtlib::{Op, Sort, Term};

use super::apply;
use super::pool::Pool;
use crate::draw::Draw;
use crate::specimen::Specimen;

/// Disguises all assertions, adds up to `others` formulas of the pool, and shuffles.
///
/// The new assertions imply the old ones together: what was `unsat` still is.
pub(super) fn hide(specimen: &mut Specimen, pool: &Pool, others: usize, draw: &mut Draw) {
    let mut core = std::mem::take(&mut specimen.assertions);
    shuffle(&mut core, draw);
    let mut assertions = Vec::new();
    let mut rest = core.as_slice();
    while !rest.is_empty() {
        let (group, after) = rest.split_at(1 + draw.place(rest.len().min(3)));
        let group = if let &[single] = group { single } else { apply(specimen, Op::And, group) };
        disguise(specimen, group, pool, &mut assertions, draw);
        rest = after;
    }
    let mut room = pool.room();
    for _ in 0..others {
        if let Some(formula) = pool.draw(draw).filter(|formula| formula.size <= room) {
            room -= formula.size;
            let other = perhaps_negated(specimen, formula.term, draw);
            assertions.push(other);
        }
    }
    shuffle(&mut assertions, draw);
    specimen.assertions = assertions;
}

/// Asserts something that implies the formula.
fn disguise(
    specimen: &mut Specimen,
    formula: Term,
    pool: &Pool,
    assertions: &mut Vec<Term>,
    draw: &mut Draw,
) {
    let other = pool.draw(draw).map(|other| perhaps_negated(specimen, other.term, draw));
    match (draw.below(6), other) {
        (0 | 1, _) | (_, None) => assertions.push(formula),
        (2, Some(other)) => {
            let mut parts = [formula, other];
            shuffle(&mut parts, draw);
            assertions.push(apply(specimen, Op::And, &parts));
        }
        (3, Some(other)) => {
            // f and not p.
            let implied = apply(specimen, Op::Implies, &[formula, other]);
            assertions.push(apply(specimen, Op::Not, &[implied]));
        }
        (4, Some(other)) => {
            // Whether p or not.
            let negated = apply(specimen, Op::Not, &[other]);
            assertions.push(apply(specimen, Op::Implies, &[other, formula]));
            assertions.push(apply(specimen, Op::Implies, &[negated, formula]));
        }
        (_, Some(_)) => {
            let fun = specimen.declare_fresh("p", Sort::BOOL, None);
            let name = specimen.terms.call(fun, &[][..], None).expect("it has no parameters");
            let op = *draw.one_of(&[Op::Eq, Op::Implies]).expect("two operators");
            assertions.push(apply(specimen, op, &[name, formula]));
            assertions.push(name);
        }
    }
}

fn perhaps_negated(specimen: &mut Specimen, formula: Term, draw: &mut Draw) -> Term {
    if draw.chance(1, 2) { apply(specimen, Op::Not, &[formula]) } else { formula }
}

/// Every order has the same chance.
fn shuffle(list: &mut [Term], draw: &mut Draw) {
    for last in (1..list.len()).rev() {
        list.swap(last, draw.place(last + 1));
    }
}
