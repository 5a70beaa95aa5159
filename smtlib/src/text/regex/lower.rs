//! Expressions into terms whose derivatives can be taken.

use rustc_hash::FxHashMap;

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
            Kind::None => self.make(Term::None),
            Kind::All => self.make(Term::All),
            Kind::Word(word) if direction == Direction::Backward => self.word(&word.rev()),
            Kind::Word(word) => self.word(word),
            Kind::Range(low, high) => self.make(Term::Range(*low, *high)),
            Kind::Concat(..) => {
                if direction == Direction::Backward {
                    below.reverse();
                }
                // To the right: a derivative then looks at the first factors only.
                let last = below.pop().unwrap_or_else(|| self.make(Term::Empty));
                below.into_iter().rev().fold(last, |rest, first| self.concat(first, rest))
            }
            Kind::Union(..) => self.union(below),
            Kind::Inter(..) => self.inter(below),
            Kind::Comp(_) => self.comp(below[0]),
            Kind::Repeat { least, most, .. } => self.repeat(below[0], *least, *most),
        }
    }
}

/// What is below a node; for `((a b) c) d`, which is how scripts write it, all of the factors.
///
/// A chain ends where a node has other owners: its parts would be visited again for each of them.
fn parts(node: &Regex) -> Vec<&Regex> {
    let mut parts = Vec::new();
    let mut at = node;
    loop {
        let [first, second] = at.0.kind.children();
        parts.extend(second);
        match first {
            Some(first)
                if second.is_some()
                    && std::mem::discriminant(&first.0.kind)
                        == std::mem::discriminant(&node.0.kind)
                    && std::sync::Arc::strong_count(&first.0) == 1 =>
            {
                at = first;
            }
            _ => {
                parts.extend(first);
                break;
            }
        }
    }
    parts.reverse();
    parts
}
