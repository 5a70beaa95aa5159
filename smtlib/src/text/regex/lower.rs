//! Expressions into terms whose derivatives can be taken.

use std::mem::discriminant;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::derivatives::{Derivatives, Members, State, Term};
use super::{Kind, Regex};

/// In which direction a text will be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    /// From the last character to the first: the language has each word reversed.
    Backward,
}

impl Derivatives {
    /// The term of an expression. Shared nodes are visited once.
    pub(super) fn lower(&mut self, expression: &Regex, direction: Direction) -> State {
        let mut known: FxHashMap<usize, State> = FxHashMap::default();
        let mut waiting = vec![expression];
        while let Some(&node) = waiting.last() {
            let before = waiting.len();
            if !known.contains_key(&node.address()) {
                let parts = parts(node);
                waiting.extend(parts.iter().filter(|part| !known.contains_key(&part.address())));
                if waiting.len() == before {
                    let below = parts.iter().map(|part| known[&part.address()]).collect();
                    known.insert(node.address(), self.assemble(&node.0.kind, below, direction));
                }
            }
            if waiting.len() == before {
                waiting.pop();
            }
        }
        known[&expression.address()]
    }

    fn assemble(&mut self, kind: &Kind, mut below: Members, direction: Direction) -> State {
        match kind {
            Kind::None => Derivatives::NONE,
            Kind::All => Derivatives::ALL,
            Kind::Word(word) if direction == Direction::Backward => self.word(&word.rev()),
            Kind::Word(word) => self.word(word),
            Kind::Range(low, high) => self.make(Term::Range(*low, *high)),
            Kind::Concat(..) => {
                if direction == Direction::Backward {
                    below.reverse();
                }
                // To the right: a derivative then looks at the first factors only.
                let last = below.pop().unwrap_or(Derivatives::EMPTY);
                below.into_iter().rev().fold(last, |rest, first| self.concat(first, rest))
            }
            Kind::Union(..) => self.union(below),
            Kind::Inter(..) => self.inter(below),
            Kind::Comp(_) => self.comp(below[0]),
            Kind::Repeat { least, most, .. } => self.repeat(below[0], *least, *most),
        }
    }
}

/// Returns the nodes below a node, with chains of the same operator as one list.
fn parts(node: &Regex) -> Vec<&Regex> {
    match &node.0.kind {
        Kind::Concat(..) => factors(node),
        Kind::Union(..) | Kind::Inter(..) => members(node),
        kind => kind.children().into_iter().flatten().collect(),
    }
}

/// All members of a union of unions, or of an intersection of intersections, each once.
///
/// In one go: a list for each operator of a long chain would cost the square of its length.
fn members(node: &Regex) -> Vec<&Regex> {
    let mut members = Vec::new();
    let mut seen = FxHashSet::default();
    let mut waiting = vec![node];
    while let Some(next) = waiting.pop() {
        if !seen.insert(next.address()) {
            continue;
        }
        if discriminant(&next.0.kind) == discriminant(&node.0.kind) {
            waiting.extend(next.0.kind.children().into_iter().flatten());
        } else {
            members.push(next);
        }
    }
    members
}

/// The factors of `((a b) c) d`, which is how scripts write it.
///
/// A chain ends where a node has other owners: its factors would be visited again for each.
fn factors(node: &Regex) -> Vec<&Regex> {
    let mut factors = Vec::new();
    let mut at = node;
    while let Kind::Concat(first, last) = &at.0.kind
        && (std::ptr::eq(at, node) || Arc::strong_count(&at.0) == 1)
    {
        factors.push(last);
        at = first;
    }
    factors.push(at);
    factors.reverse();
    factors
}
