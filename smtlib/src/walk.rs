//! Places in terms: finding them, replacing what stands there, and what a change there does.
//!
//! Mutations work on these. A [`Position`] names one occurrence of a subterm, where a [`Term`] is
//! all its occurrences at once.

mod inline;
mod pending;

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::op::Op;
use crate::sort::Sort;
use crate::term::{Arguments, Local, Node, Term, Terms};
use crate::typing::TypeError;
pub(crate) use pending::Pending;

/// A place in a term: which child to go to, from the root down. In `(and a (not b))`, `b` stands at
/// `1.0`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position(pub Vec<u32>);

impl Position {
    /// The place of the term itself.
    pub fn root() -> Position {
        Position::default()
    }

    /// The place of a child of what stands here.
    #[must_use]
    pub fn child(&self, number: u32) -> Position {
        let mut steps = self.0.clone();
        steps.push(number);
        Position(steps)
    }
}

/// As `0.2.1`; the root is `.`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(".");
        }
        for (place, step) in self.0.iter().enumerate() {
            let dot = if place == 0 { "" } else { "." };
            write!(f, "{dot}{step}")?;
        }
        Ok(())
    }
}

/// Effect on a formula of a Boolean subterm that becomes weaker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Polarity {
    /// The formula becomes weaker, or stays.
    Positive,
    /// The formula becomes stronger, or stays.
    Negative,
    /// Either may happen: the place is under `=`, `xor`, a condition, or no formula at all.
    Mixed,
}

impl Polarity {
    fn flipped(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Mixed => Polarity::Mixed,
        }
    }
}

/// Terms for which there is room at once when they are collected.
const ROOM: usize = 32;

impl Terms {
    /// The distinct subterms of terms, themselves included, smaller ones first.
    ///
    /// Patterns are annotations, not subterms.
    pub fn subterms(&self, roots: &[Term]) -> Vec<Term> {
        Self::reached(roots, |term, pending| {
            self.each_child(term).for_each(|child| pending.insert(child));
        })
    }

    /// The distinct terms that are reached from roots where `parts` gives those children of a term
    /// that matter; the roots included, smaller ones first.
    pub fn reachable(&self, roots: &[Term], mut parts: impl FnMut(Term) -> Arguments) -> Vec<Term> {
        Self::reached(roots, |term, pending| {
            parts(term).into_iter().for_each(|part| pending.insert(part));
        })
    }

    /// The same, where `insert_parts` inserts those children of a term that matter.
    pub(crate) fn reached(
        roots: &[Term],
        mut insert_parts: impl FnMut(Term, &mut Pending),
    ) -> Vec<Term> {
        let mut pending = Pending::of(roots);
        let mut all = Vec::with_capacity(ROOM);
        while let Some(term) = pending.pop() {
            all.push(term);
            insert_parts(term, &mut pending);
        }
        all.reverse();
        all
    }

    /// Every place of a term with what stands there, from the root down, left to right.
    ///
    /// A term that shares much has exponentially many places: take as many as are needed.
    pub fn positions(&self, root: Term) -> impl Iterator<Item = (Position, Term)> + '_ {
        let mut stack = vec![(Position::root(), root)];
        std::iter::from_fn(move || {
            let (position, term) = stack.pop()?;
            let children = (0..).zip(self.children(term));
            let children: Vec<_> =
                children.map(|(number, child)| (position.child(number), child)).collect();
            stack.extend(children.into_iter().rev());
            Some((position, term))
        })
    }

    /// Returns the term at a place; `None` if the term has no such place.
    pub fn at(&self, root: Term, position: &Position) -> Option<Term> {
        position
            .0
            .iter()
            .try_fold(root, |term, &step| self.children(term).get(step as usize).copied())
    }

    /// The term with `with` at one place: `at(replace_at(t, p, u), p) == u`.
    ///
    /// The error says that there is no such place, or that the sort does not fit. A variable that is
    /// free in `with` and bound above the place is bound there afterwards.
    pub fn replace_at(
        &mut self,
        root: Term,
        position: &Position,
        with: Term,
    ) -> Result<Term, TypeError> {
        let mut path = vec![root];
        for &step in &position.0 {
            let above = *path.last().expect("the path begins at the root");
            let child = self.children(above).get(step as usize).copied();
            path.push(child.ok_or_else(|| TypeError::NoPlace(position.to_string()))?);
        }
        let (found, wanted) = (self.sort(with), self.sort(*path.last().expect("the root")));
        if found != wanted {
            let (found, wanted) = (self.sorts.text(found), self.sorts.text(wanted));
            return Err(TypeError::Replacement { found, wanted });
        }
        let mut new = with;
        for (&above, &step) in path.iter().zip(&position.0).rev() {
            let mut children = self.children(above);
            children[step as usize] = new;
            new = self.with_children(above, &children)?;
        }
        Ok(new)
    }

    /// The term with each key of the map replaced by its value, wherever it occurs; what is put in
    /// is not searched again.
    ///
    /// The error says that a sort does not fit, or that a variable free in a value would be bound.
    /// Costs time linear in the distinct subterms.
    pub fn substitute(
        &mut self,
        root: Term,
        map: &FxHashMap<Term, Term>,
    ) -> Result<Term, TypeError> {
        let free: FxHashSet<Local> = map.values().flat_map(|&to| self.free_locals(to)).collect();
        let mut new: FxHashMap<Term, Term> = FxHashMap::default();
        for term in self.subterms(&[root]) {
            let to = if let Some(&to) = map.get(&term) {
                to
            } else {
                let old = self.children(term);
                let children: Vec<Term> = old.iter().map(|child| new[child]).collect();
                if children.as_slice() == old.as_slice() {
                    term
                } else {
                    if self.bound_locals(term).iter().any(|local| free.contains(local)) {
                        return Err(TypeError::Caught);
                    }
                    self.with_children(term, &children)?
                }
            };
            new.insert(term, to);
        }
        Ok(new[&root])
    }

    /// The variables that a node binds in its children.
    fn bound_locals(&self, term: Term) -> Vec<Local> {
        match self.node(term) {
            Node::Bind(_, locals, _) => locals.to_vec(),
            Node::Match(_, cases) => {
                cases.iter().flat_map(|case| case.locals.iter().copied()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The variables of a term that nothing in it binds.
    pub fn free_locals(&self, root: Term) -> Vec<Local> {
        let mut free: FxHashMap<Term, FxHashSet<Local>> = FxHashMap::default();
        for term in self.subterms(&[root]) {
            let mut locals: FxHashSet<Local> = FxHashSet::default();
            match self.node(term) {
                Node::Local(local) => {
                    locals.insert(*local);
                }
                Node::Match(scrutinee, cases) => {
                    locals.extend(&free[scrutinee]);
                    for case in cases {
                        locals.extend(
                            free[&case.body].iter().filter(|local| !case.locals.contains(local)),
                        );
                    }
                }
                Node::Bind(_, bound, body) => {
                    locals.extend(free[body].iter().filter(|local| !bound.contains(local)));
                }
                _ => {
                    for child in self.children(term) {
                        locals.extend(&free[&child]);
                    }
                }
            }
            free.insert(term, locals);
        }
        let mut locals: Vec<Local> = free.remove(&root).into_iter().flatten().collect();
        locals.sort_unstable();
        locals
    }

    /// Returns the effect on a formula of a weaker subterm at the place; `None` if there is no such
    /// place.
    pub fn polarity(&self, root: Term, position: &Position) -> Option<Polarity> {
        let mut polarity =
            if self.sort(root) == Sort::BOOL { Polarity::Positive } else { Polarity::Mixed };
        let mut term = root;
        for &step in &position.0 {
            let children = self.children(term);
            let child = *children.get(step as usize)?;
            let last = step as usize + 1 == children.len();
            polarity = match self.node(term) {
                _ if self.sort(child) != Sort::BOOL => Polarity::Mixed,
                Node::Op(Op::And | Op::Or, _) | Node::Bind(..) | Node::Annotated(..) => polarity,
                Node::Op(Op::Implies, _) if last => polarity,
                Node::Op(Op::Not | Op::Implies, _) => polarity.flipped(),
                Node::Op(Op::Ite, _) | Node::Match(..) if step > 0 => polarity,
                _ => Polarity::Mixed,
            };
            term = child;
        }
        Some(polarity)
    }
}
