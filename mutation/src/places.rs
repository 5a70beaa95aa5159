//! Assertions into the places where rules may be applied, each with what may happen there.
//!
//! A place of a formula has a parity: whether what stands there may become weaker or stronger, so
//! that the answer stays the same. Under `str.in_re` a regular expression has one too: it becomes
//! weaker by having more words.

use std::mem::discriminant;

use rustc_hash::FxHashSet;
use smtlib::{Binder, Fun, Node, Op, Polarity, Position, Sort, Term, Terms};

use crate::known::Decision;
use crate::rules::{Needs, Target};
use crate::specimen::Specimen;

/// What may happen at a place, so that the answer stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parity {
    /// It may become weaker.
    Weaken,
    /// It may become stronger.
    Strengthen,
    /// It must stay the same.
    Neither,
}

/// An occurrence of a term in an assertion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) term: Term,
    pub(crate) assertion: u32,
    /// The site above, and which of its children this is; none at the root.
    above: Option<(u32, u32)>,
    polarity: Polarity,
    /// Whether a binder stands above.
    is_bound: bool,
}

/// All sites of a specimen, from the root down, left to right.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    all: Vec<Site>,
    answer: Decision,
}

/// What shares much has exponentially many sites: so many are seen.
const MOST: usize = 1 << 16;

impl Sites {
    pub(crate) fn of(specimen: &Specimen) -> Self {
        let terms = &specimen.terms;
        let (mut all, mut stack) = (Vec::new(), Vec::new());
        for (assertion, &root) in (0..).zip(&specimen.assertions) {
            let polarity = Polarity::Positive;
            stack.push(Site { term: root, assertion, above: None, polarity, is_bound: false });
            while let Some(site) = stack.pop() {
                if all.len() >= MOST {
                    stack.clear();
                    break;
                }
                let number = u32::try_from(all.len()).expect("no more than there may be");
                all.push(site);
                push_children(terms, site, number, &mut stack);
            }
        }
        Self { all, answer: specimen.decision() }
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn get(&self, number: usize) -> &Site {
        &self.all[number]
    }

    /// Returns what may happen at a site.
    pub(crate) fn parity(&self, number: usize) -> Parity {
        match (self.all[number].polarity, self.answer) {
            (Polarity::Mixed, _) => Parity::Neither,
            (Polarity::Positive, Decision::Sat) | (Polarity::Negative, Decision::Unsat) => {
                Parity::Weaken
            }
            (Polarity::Negative, Decision::Sat) | (Polarity::Positive, Decision::Unsat) => {
                Parity::Strengthen
            }
        }
    }

    /// Whether a rule of these needs and this target may fit at a site.
    pub(crate) fn may_fit(&self, terms: &Terms, number: usize, needs: Needs, at: Target) -> bool {
        needs.are_met(self.parity(number)) && fits(terms, self.all[number].term, at)
    }

    /// Returns the place of a site in its assertion.
    pub(crate) fn position(&self, number: usize) -> Position {
        let mut steps = Vec::new();
        let mut at = &self.all[number];
        while let Some((above, step)) = at.above {
            steps.push(step);
            at = &self.all[above as usize];
        }
        steps.reverse();
        Position(steps)
    }
}

fn fits(terms: &Terms, term: Term, at: Target) -> bool {
    match (terms.node(term), at) {
        (_, Target::Anything) => true,
        (Node::Op(op, _), Target::Op(wanted)) => discriminant(op) == wanted,
        (Node::Bind(binder, ..), Target::Binder(wanted)) => *binder == wanted,
        _ => false,
    }
}

fn push_children(terms: &Terms, site: Site, number: u32, stack: &mut Vec<Site>) {
    let below = |term: Term, step: u32, polarity: Polarity, is_bound: bool| Site {
        term,
        assertion: site.assertion,
        above: Some((number, step)),
        polarity,
        is_bound: site.is_bound || is_bound,
    };
    match terms.node(site.term) {
        Node::Literal(_) | Node::Local(_) => {}
        Node::Op(op, children) => {
            let last = children.len() - usize::from(!children.is_empty());
            for (step, &child) in children.iter().enumerate().rev() {
                let polarity = polarity(terms, *op, step, step == last, child, site.polarity);
                stack.push(below(child, step_number(step), polarity, false));
            }
        }
        Node::Call(_, children) => {
            for (step, &child) in children.iter().enumerate().rev() {
                stack.push(below(child, step_number(step), Polarity::Mixed, false));
            }
        }
        Node::Bind(binder, _, body) => {
            let keeps = matches!(binder, Binder::Forall | Binder::Exists);
            let polarity = if keeps { site.polarity } else { Polarity::Mixed };
            stack.push(below(*body, 0, polarity, true));
        }
        Node::Annotated(body, _) => stack.push(below(*body, 0, site.polarity, false)),
        Node::Match(scrutinee, cases) => {
            for (step, case) in cases.iter().enumerate().rev() {
                let is_formula = terms.sort(case.body) == Sort::BOOL;
                let polarity = if is_formula { site.polarity } else { Polarity::Mixed };
                stack.push(below(case.body, step_number(step + 1), polarity, true));
            }
            stack.push(below(*scrutinee, 0, Polarity::Mixed, false));
        }
    }
}

fn step_number(step: usize) -> u32 {
    u32::try_from(step).expect("fewer arguments than bytes of text")
}

/// What a weaker argument makes of the whole formula.
fn polarity(
    terms: &Terms,
    op: Op,
    step: usize,
    is_last: bool,
    child: Term,
    above: Polarity,
) -> Polarity {
    let sort = terms.sort(child);
    if sort != Sort::BOOL && sort != Sort::REGLAN {
        return Polarity::Mixed;
    }
    match op {
        Op::And | Op::Or => above,
        Op::Not => flipped(above),
        Op::Implies => {
            if is_last {
                above
            } else {
                flipped(above)
            }
        }
        Op::Ite if step > 0 => above,
        Op::StrInRe
        | Op::ReUnion
        | Op::ReInter
        | Op::ReConcat
        | Op::ReStar
        | Op::RePlus
        | Op::ReOpt
        | Op::RePower(_)
        | Op::ReLoop(..) => above,
        Op::ReComp => flipped(above),
        Op::ReDiff => {
            if step == 0 {
                above
            } else {
                flipped(above)
            }
        }
        _ => Polarity::Mixed,
    }
}

fn flipped(polarity: Polarity) -> Polarity {
    match polarity {
        Polarity::Positive => Polarity::Negative,
        Polarity::Negative => Polarity::Positive,
        Polarity::Mixed => Polarity::Mixed,
    }
}

/// The closed terms of a specimen: what variables of new sides may stand for.
pub(crate) struct Pool<'a> {
    sites: &'a Sites,
    /// The functions that a bound variable has the name of: in text, a binder would catch them.
    shadowed: FxHashSet<Fun>,
}

/// A term of more distinct parts is not looked through.
const MOST_PARTS: usize = 4096;

impl<'a> Pool<'a> {
    pub(crate) fn new(sites: &'a Sites, terms: &Terms) -> Self {
        Self { sites, shadowed: terms.shadowed().into_iter().collect() }
    }

    /// Returns the distinct closed terms of a sort, smaller ones first.
    pub(crate) fn closed(&self, terms: &Terms, sort: Sort) -> Vec<Term> {
        let sites = self.sites.all.iter().filter(|site| terms.sort(site.term) == sort);
        let mut found: Vec<(Term, bool)> = sites.map(|site| (site.term, site.is_bound)).collect();
        found.sort_unstable();
        found.dedup_by_key(|(term, _)| *term);
        let is_fit = |&(term, is_bound): &(Term, bool)| {
            (!is_bound || is_closed(terms, term))
                && (self.shadowed.is_empty() || !self.calls_shadowed(terms, term))
        };
        found.into_iter().filter(is_fit).map(|(term, _)| term).collect()
    }

    fn calls_shadowed(&self, terms: &Terms, term: Term) -> bool {
        let calls = |&part: &Term| matches!(terms.node(part), Node::Call(fun, _) if self.shadowed.contains(fun));
        terms.subterms(&[term]).iter().any(calls)
    }
}

/// Whether nothing in the term is bound outside of it.
fn is_closed(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Literal(_) => true,
        Node::Local(_) => false,
        Node::Op(_, children) | Node::Call(_, children) if children.is_empty() => true,
        _ => terms.subterms(&[term]).len() <= MOST_PARTS && terms.free_locals(term).is_empty(),
    }
}
