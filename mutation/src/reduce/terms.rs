//! A script's terms, and scripts in which one of them is another one.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use smtlib::{Command, Fun, Interpretation, Node, Position, Script, Term, Terms, Value};

use super::edit::Replacement;
use super::shape::Typed;

/// Places of terms that occur often are many: no more are looked at.
const MOST_OCCURRENCES: usize = 500;

/// A term at one place of what is asserted.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    /// The number of the assertion, among all of the script.
    pub root: usize,
    pub position: Position,
    pub term: Term,
}

/// Returns what a script asserts and assumes.
fn roots(script: &Script) -> Vec<Term> {
    let roots = script.commands().iter().flat_map(|command| match command {
        Command::Assert(term) => std::slice::from_ref(term),
        Command::CheckSatAssuming(terms) => terms.as_slice(),
        _ => &[],
    });
    roots.copied().collect()
}

/// Returns the distinct subterms of what is asserted, those that are written the longest first.
pub(super) fn longest_first(script: &Script) -> Vec<Term> {
    let mut all = script.terms.subterms(&roots(script));
    let mut sizes: FxHashMap<Term, u64> = FxHashMap::default();
    for &term in &all {
        let parts = script.terms.children(term).into_iter();
        sizes.insert(term, parts.fold(1, |sum, part| sum.saturating_add(sizes[&part])));
    }
    all.sort_by_key(|term| (u64::MAX - sizes[term], term.number()));
    all
}

/// Returns the places of the terms that occur more than once, and are no names or values.
pub(super) fn occurrences(script: &Script) -> Vec<Occurrence> {
    let terms = &script.terms;
    let mut found: Vec<Occurrence> = Vec::new();
    let mut counts: FxHashMap<Term, usize> = FxHashMap::default();
    for (root, &assertion) in roots(script).iter().enumerate() {
        for (position, term) in terms.positions(assertion) {
            if found.len() >= MOST_OCCURRENCES {
                break;
            }
            *counts.entry(term).or_default() += 1;
            found.push(Occurrence { root, position, term });
        }
    }
    found.retain(|occurrence| counts[&occurrence.term] > 1);
    found
}

impl Typed {
    /// Returns the text and the witness with a term replaced; `None` if it does not fit there.
    pub fn replaced(
        &mut self,
        replacement: &Replacement,
        witness: Option<String>,
    ) -> Option<(String, Option<String>)> {
        let roots = roots(&self.script);
        let terms = &mut self.script.terms;
        let new = match &replacement.at {
            None => replace_all(terms, &roots, replacement.from, replacement.to)?,
            Some((root, position)) => {
                let mut new = roots.clone();
                new[*root] = terms.replace_at(roots[*root], position, replacement.to).ok()?;
                new
            }
        };
        let mut commands = self.script.commands().to_vec();
        let mut new = new.into_iter();
        for command in &mut commands {
            match command {
                Command::Assert(term) => *term = new.next()?,
                Command::CheckSatAssuming(terms) => {
                    terms.iter_mut().zip(&mut new).for_each(|(term, new)| *term = new);
                }
                _ => {}
            }
        }
        let Some((fun, value)) = &replacement.fresh else {
            return Some((self.script.terms.text_of_commands(&commands), witness));
        };
        let is_assertion = |command: &Command| matches!(command, Command::Assert(_));
        let place = commands.iter().position(is_assertion).unwrap_or(commands.len());
        commands.insert(place, Command::DeclareConst(*fun));
        let witness = witness.and_then(|witness| self.extended(&witness, *fun, value.as_ref()));
        Some((self.script.terms.text_of_commands(&commands), witness))
    }

    /// The witness with the value of one more constant.
    fn extended(&self, witness: &str, fun: Fun, value: Option<&Value>) -> Option<String> {
        let mut model = self.model.clone()?;
        model.set(fun, Interpretation::Value(value?.clone()));
        let definition = model.text(&self.script.terms, &[fun]);
        let definition = definition.trim().strip_prefix('(')?.strip_suffix(')')?.trim().to_owned();
        let inner = witness.trim().strip_suffix(')')?;
        Some(format!("{inner} {definition})"))
    }
}

/// Returns the terms with another term in the place of one, wherever it occurs. A variable that is
/// free in it may be bound where it is put.
fn replace_all(terms: &mut Terms, roots: &[Term], from: Term, to: Term) -> Option<Vec<Term>> {
    let mut new: FxHashMap<Term, Term> = FxHashMap::default();
    for term in terms.subterms(roots) {
        let to = if term == from {
            to
        } else {
            let old = terms.children(term);
            let children: Vec<Term> = old.iter().map(|child| new[child]).collect();
            if children.as_slice() == old.as_slice() {
                term
            } else {
                terms.with_children(term, &children).ok()?
            }
        };
        new.insert(term, to);
    }
    Some(roots.iter().map(|root| new[root]).collect())
}

/// Returns the constants that a script declares, in order.
pub(super) fn constants(script: &Script) -> Vec<Fun> {
    let declared = script.commands().iter().filter_map(|command| match command {
        Command::DeclareConst(fun) | Command::DeclareFun(fun) => Some(*fun),
        _ => None,
    });
    declared.filter(|fun| script.terms.function(*fun).parameters.is_empty()).collect()
}

/// Returns subterms of a term that have its sort, itself left out: the nearest on every way down,
/// left to right, then those nearest to them, since `(not (not x))` is no more than `x`.
pub(super) fn nearest(terms: &Terms, term: Term, most: usize) -> Vec<Term> {
    let mut found = nearest_below(terms, term, most);
    for first in found.clone() {
        let left = most.saturating_sub(found.len());
        let second = nearest_below(terms, first, left);
        found.extend(second);
    }
    found
}

fn nearest_below(terms: &Terms, term: Term, most: usize) -> Vec<Term> {
    let sort = terms.sort(term);
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut open: VecDeque<Term> = terms.children(term).into_iter().collect();
    while let Some(part) = open.pop_front() {
        if found.len() >= most {
            break;
        }
        if !seen.insert(part) {
            continue;
        }
        if terms.sort(part) == sort {
            found.push(part);
        } else if !matches!(terms.node(part), Node::Bind(..)) {
            open.extend(terms.children(part));
        }
    }
    found
}
