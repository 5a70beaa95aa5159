//! Values of a generated type in order. A value shares with the one before it every subtree
//! that did not change.

use crate::number::Index;
use crate::stream::succession::Succession;
use crate::term::{Stacks, Term};

/// The values of a type from one on, in order: see [`Term::iter_from`].
pub struct Values<T: Term> {
    succession: Option<Succession>,
    /// The value of each node of the current tree.
    nodes: Vec<Option<<T::Stacks as Stacks>::Value>>,
    /// The first place where the tree differs from those values.
    changed: usize,
}

impl<T: Term> Values<T> {
    pub(crate) fn new(index: &Index) -> Self {
        let succession = Succession::new(T::space(), index);
        Self { succession, nodes: Vec::new(), changed: 0 }
    }
}

impl<T: Term> Iterator for Values<T> {
    type Item = T;

    /// Costs time in the number of nodes that changed, and in the depth; no big number.
    fn next(&mut self) -> Option<T> {
        let succession = self.succession.as_mut()?;
        let value = rebuild::<T>(succession, &mut self.nodes, self.changed);
        match succession.advance() {
            Some(place) => self.changed = place,
            None => self.succession = None,
        }
        value.and_then(T::from_value)
    }
}

type Nodes<T> = Vec<Option<<<T as Term>::Stacks as Stacks>::Value>>;

/// Builds the values from `changed` on, and of the nodes that hold it; gives the root.
fn rebuild<T: Term>(
    succession: &Succession,
    values: &mut Nodes<T>,
    changed: usize,
) -> Option<<T::Stacks as Stacks>::Value> {
    let nodes = succession.nodes();
    let mut stacks = T::Stacks::default();
    values.truncate(changed);
    values.resize(nodes.len(), None);
    for place in (changed..nodes.len()).rev() {
        let value = stacks.make(nodes[place].choice)?;
        values[place] = Some(value.clone());
        stacks.put(value);
    }
    // The nodes that hold the place: from the root down, each the child of the one before.
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
            stacks.put(values[child].clone()?);
        }
        let value = stacks.make(nodes[holder].choice)?;
        values[holder] = Some(value.clone());
        stacks.put(value);
        path = holder;
    }
    values.first().cloned().flatten()
}
