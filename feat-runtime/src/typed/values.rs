//! Values of a generated type in order. A value shares with the one before it every subtree
//! that did not change.

use super::term::{Child, Stacks, Term};
use crate::number::Index;
use crate::stream::succession::Succession;

/// The values of a type from one on, in order: see [`Term::iter_from`].
/// `Start::iter_from(1000).take(10)` gives ten.
pub struct Values<T: Term> {
    succession: Option<Succession>,
    /// The value of each node of the current tree.
    nodes: Vec<Option<<T::Stacks as Stacks>::Value>>,
    /// The first place where the tree differs from those values.
    changed: usize,
    /// The values that wait for their parents; none between two values of the iterator.
    stacks: T::Stacks,
}

impl<T: Term> Values<T> {
    pub(super) fn new(index: &Index) -> Self {
        let succession = Succession::new(T::space(), index);
        Self { succession, nodes: Vec::new(), changed: 0, stacks: T::Stacks::default() }
    }

    /// Makes the value of a node of the current tree from the children that wait.
    fn make(&mut self, succession: &Succession, node: usize) {
        let value = self.stacks.make(succession.nodes()[node].choice);
        let value = value.expect("the children of a node were made before it");
        self.nodes[node] = Some(value.clone());
        self.stacks.put(value);
    }

    /// Builds the values from the first change on, and of the nodes that hold it; returns the root.
    fn rebuild(&mut self, succession: &Succession) -> Option<T> {
        let (nodes, changed) = (succession.nodes(), self.changed);
        self.nodes.truncate(changed);
        self.nodes.resize(nodes.len(), None);
        for node in (changed..nodes.len()).rev() {
            self.make(succession, node);
        }
        // The nodes that hold the change: from the root down, each the child of the one before.
        let mut holders = Vec::new();
        let mut place = 0;
        while place < changed {
            if nodes[place].end > changed {
                holders.push(place);
                place += 1;
            } else {
                place = nodes[place].end;
            }
        }
        let mut path = changed;
        for &holder in holders.iter().rev() {
            // Its children before the one that changed are as they were.
            let mut kept = Vec::new();
            let mut child = holder + 1;
            while child < path {
                kept.push(child);
                child = nodes[child].end;
            }
            for child in kept.into_iter().rev() {
                let value = self.nodes[child].clone();
                self.stacks.put(value.expect("nodes before the change keep their values"));
            }
            self.make(succession, holder);
            path = holder;
        }
        T::take(&mut self.stacks)
    }
}

impl<T: Term> Iterator for Values<T> {
    type Item = T;

    /// Costs time in the number of nodes that changed, and in the depth; no big number.
    fn next(&mut self) -> Option<T> {
        let mut succession = self.succession.take()?;
        let value = self.rebuild(&succession);
        if let Some(changed) = succession.advance() {
            self.changed = changed;
            self.succession = Some(succession);
        }
        value
    }
}
