//! Assertions into the places where rules may be applied, each with what may happen there.
//!
//! A place of a formula has a parity: whether what stands there may become weaker or stronger, so
//! that the answer stays the same. Under `str.in_re` a regular expression has one too: it becomes
//! weaker by having more words.

use std::mem::{Discriminant, discriminant};
use std::sync::OnceLock;

use smallvec::SmallVec;
use smtlib::{Binder, Node, Op, Polarity, Position, Sort, Term, Terms};

use crate::known::Decision;
use crate::rules::{Needs, Target};
use crate::specimen::Specimen;

/// The change that may happen at a place, so that the answer stays.
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
#[derive(Debug)]
pub(crate) struct Sites {
    all: Vec<Site>,
    answer: Decision,
    /// The sites by what stands at the root of their terms.
    heads: Vec<(HeadKey, Group)>,
    /// The sites by their terms' sorts.
    sorts: Vec<(Sort, Group)>,
    /// The distinct closed terms of each sort, smaller ones first.
    closed: OnceLock<Vec<(Sort, Vec<Term>)>>,
}

/// The head of a term at its root, where rules tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadKey {
    Op(Discriminant<Op>),
    Binder(Binder),
}

/// Sites that have something in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    sites: SmallVec<[u32; 8]>,
    /// Whether something may become weaker at one of them, or stronger.
    weakens: bool,
    strengthens: bool,
}

impl Group {
    fn push(&mut self, site: u32, parity: Parity) {
        self.sites.push(site);
        self.weakens |= parity == Parity::Weaken;
        self.strengthens |= parity == Parity::Strengthen;
    }

    /// Whether there is a site at which these needs are met.
    fn meets(&self, needs: Needs) -> bool {
        match needs {
            Needs::Weaken => self.weakens,
            Needs::Strengthen => self.strengthens,
            Needs::Nothing => true,
        }
    }
}

/// Most sites that are seen: a term that shares much has exponentially many.
const MOST: usize = 1 << 16;

impl Sites {
    pub(crate) fn of(specimen: &Specimen) -> Self {
        let terms = &specimen.terms;
        let (heads, sorts, closed) = (Vec::new(), Vec::new(), OnceLock::new());
        let answer = specimen.decision();
        let mut sites = Self { all: Vec::new(), answer, heads, sorts, closed };
        let mut stack = Vec::new();
        for (assertion, &root) in (0..).zip(&specimen.assertions) {
            let polarity = Polarity::Positive;
            stack.push(Site { term: root, assertion, above: None, polarity, is_bound: false });
            while let Some(site) = stack.pop() {
                if sites.all.len() >= MOST {
                    stack.clear();
                    break;
                }
                let number = sites.push(terms, site);
                push_children(terms, site, number, &mut stack);
            }
        }
        sites
    }

    fn push(&mut self, terms: &Terms, site: Site) -> u32 {
        let at = self.all.len();
        let number = u32::try_from(at).expect("no more than there may be");
        self.all.push(site);
        let parity = self.parity(at);
        let head = match terms.node(site.term) {
            Node::Op(op, _) => Some(HeadKey::Op(discriminant(op))),
            Node::Bind(binder, ..) => Some(HeadKey::Binder(*binder)),
            _ => None,
        };
        if let Some(head) = head {
            group(&mut self.heads, head).push(number, parity);
        }
        group(&mut self.sorts, terms.sort(site.term)).push(number, parity);
        number
    }

    pub(crate) fn get(&self, number: u32) -> &Site {
        &self.all[number as usize]
    }

    /// Returns what may happen at a site.
    fn parity(&self, number: usize) -> Parity {
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

    /// Whether the needs of a rule are met at a site.
    pub(crate) fn meets(&self, number: u32, needs: Needs) -> bool {
        needs.are_met(self.parity(number as usize))
    }

    /// Whether a term stands somewhere outside of binders already.
    pub(crate) fn has(&self, terms: &Terms, term: Term) -> bool {
        self.closed(terms, terms.sort(term)).binary_search(&term).is_ok()
    }

    /// Returns the groups of sites that a rule of this target may fit.
    pub(crate) fn groups<'a>(
        &'a self,
        terms: &'a Terms,
        target: &'a Target,
        needs: Needs,
    ) -> impl Iterator<Item = &'a [u32]> {
        let heads = self.heads.iter().filter(move |(head, _)| *target == Target::Head(*head));
        let sorts = self.sorts.iter().filter(move |(sort, _)| match target {
            Target::Sort(pattern, variables) => {
                let mut bindings = variables.iter().map(|_| None).collect();
                pattern.matches(*sort, &terms.sorts, variables, &mut bindings)
            }
            Target::Head(_) => false,
        });
        let groups = heads.map(|(_, group)| group).chain(sorts.map(|(_, group)| group));
        groups.filter(move |group| group.meets(needs)).map(|group| &*group.sites)
    }

    /// Returns the place of a site in its assertion.
    pub(crate) fn position(&self, number: u32) -> Position {
        let mut steps = Vec::new();
        let mut at = self.get(number);
        while let Some((above, step)) = at.above {
            steps.push(step);
            at = &self.all[above as usize];
        }
        steps.reverse();
        Position(steps)
    }

    /// Returns the distinct closed terms of a sort, smaller ones first: what variables of new sides
    /// may stand for.
    pub(crate) fn closed(&self, terms: &Terms, sort: Sort) -> &[Term] {
        let closed = self.closed.get_or_init(|| self.all_closed(terms));
        closed.iter().find(|(known, _)| *known == sort).map_or(&[], |(_, terms)| terms)
    }

    fn all_closed(&self, terms: &Terms) -> Vec<(Sort, Vec<Term>)> {
        // In text, a binder would catch the calls of a function that has a bound variable's name.
        let shadowed = terms.shadowed();
        let calls_shadowed = |term: Term| {
            let calls = |&part: &Term| matches!(terms.node(part), Node::Call(fun, _) if shadowed.contains(fun));
            terms.subterms(&[term]).iter().any(calls)
        };
        let is_fit = |&(term, is_bound): &(Term, bool)| {
            (!is_bound || is_closed(terms, term)) && (shadowed.is_empty() || !calls_shadowed(term))
        };
        let of_sort = |(sort, group): &(Sort, Group)| {
            let sites = group.sites.iter().map(|&site| self.get(site));
            let mut found: Vec<_> = sites.map(|site| (site.term, site.is_bound)).collect();
            found.sort_unstable();
            found.dedup_by_key(|(term, _)| *term);
            (*sort, found.into_iter().filter(is_fit).map(|(term, _)| term).collect())
        };
        self.sorts.iter().map(of_sort).collect()
    }
}

/// The group of a key, a new one if there was none.
fn group<K: PartialEq>(groups: &mut Vec<(K, Group)>, key: K) -> &mut Group {
    let known = groups.iter().position(|(known, _)| *known == key);
    let at = known.unwrap_or_else(|| {
        groups.push((key, Group::default()));
        groups.len() - 1
    });
    &mut groups[at].1
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

/// Returns what a weaker argument makes of the whole formula.
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
        Op::Implies if is_last => above,
        // The condition of an `ite` has no polarity; what a difference takes away has the other one.
        Op::Ite if step > 0 => above,
        Op::ReDiff if step == 0 => above,
        Op::And
        | Op::Or
        | Op::StrInRe
        | Op::ReUnion
        | Op::ReInter
        | Op::ReConcat
        | Op::ReStar
        | Op::RePlus
        | Op::ReOpt
        | Op::RePower(_)
        | Op::ReLoop(..) => above,
        Op::Not | Op::Implies | Op::ReComp | Op::ReDiff => flipped(above),
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

/// A term of more distinct parts is not looked through.
const MOST_PARTS: usize = 4096;

/// Whether nothing in the term is bound outside of it.
fn is_closed(terms: &Terms, term: Term) -> bool {
    match terms.node(term) {
        Node::Literal(_) => true,
        Node::Local(_) => false,
        Node::Op(_, children) | Node::Call(_, children) if children.is_empty() => true,
        _ => terms.subterms(&[term]).len() <= MOST_PARTS && terms.free_locals(term).is_empty(),
    }
}
