//! Equality and destruction of expressions, without recursion into their depth.

use std::mem;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Kind, Node, Regex};

/// Below this depth, the compiler's own destruction is safe, and fastest.
const SHALLOW: u32 = 64;

impl PartialEq for Regex {
    /// Returns whether it is the same structure. Costs nothing for shared nodes, and each pair of
    /// nodes once.
    fn eq(&self, other: &Regex) -> bool {
        let mut pairs = vec![(self, other)];
        let mut seen = FxHashSet::default();
        while let Some((a, b)) = pairs.pop() {
            if Arc::ptr_eq(&a.0, &b.0) {
                continue;
            }
            if a.0.hash != b.0.hash || a.0.size != b.0.size || !same_top(&a.0.kind, &b.0.kind) {
                return false;
            }
            // Only expressions with shared nodes meet a pair again, and only large ones care.
            if a.0.size > 64 && !seen.insert((a.address(), b.address())) {
                continue;
            }
            let below = a.0.kind.children().into_iter().zip(b.0.kind.children());
            pairs.extend(below.filter_map(|(a, b)| a.zip(b)));
        }
        true
    }
}

impl Eq for Regex {}

/// Returns whether two nodes are the same, up to what is below them.
fn same_top(a: &Kind, b: &Kind) -> bool {
    match (a, b) {
        (Kind::Word(a), Kind::Word(b)) => a == b,
        (Kind::Range(a, b), Kind::Range(c, d)) => (a, b) == (c, d),
        (Kind::Repeat { least, most, .. }, Kind::Repeat { least: other, most: others, .. }) => {
            (least, most) == (other, others)
        }
        _ => mem::discriminant(a) == mem::discriminant(b),
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if self.depth < SHALLOW {
            return;
        }
        let mut doomed = Vec::new();
        take_children(&mut self.kind, &mut doomed);
        while let Some(Regex(node)) = doomed.pop() {
            // Nodes that others still hold stay; of the rest, nothing is left to recurse into.
            if let Some(mut node) = Arc::into_inner(node) {
                take_children(&mut node.kind, &mut doomed);
            }
        }
    }
}

fn take_children(kind: &mut Kind, into: &mut Vec<Regex>) {
    match mem::replace(kind, Kind::None) {
        Kind::None | Kind::All | Kind::Word(_) | Kind::Range(..) => {}
        Kind::Concat(a, b) | Kind::Union(a, b) | Kind::Inter(a, b) => into.extend([a, b]),
        Kind::Comp(body) | Kind::Repeat { body, .. } => into.push(body),
    }
}
