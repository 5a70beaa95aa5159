//! Nodes, each kept once, by their numbers.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::Node;
use crate::sort::Sort;

/// The nodes of a [`Terms`](super::Terms) with their sorts.
///
/// Invariant: no two numbers have the same node and the same sort.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    /// The number of each node, where its hash says.
    numbers: HashTable<u32>,
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&self, number: usize) -> &Node {
        &self.nodes[number]
    }

    pub(super) fn sort(&self, number: usize) -> Sort {
        self.sorts[number]
    }

    /// Makes room for so many more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.nodes.reserve(more);
        self.sorts.reserve(more);
        let (nodes, sorts) = (&self.nodes, &self.sorts);
        self.numbers.reserve(more, |&number| hash(&nodes[number as usize], sorts[number as usize]));
    }

    /// The number of a node, a new one if it was not there.
    ///
    /// Costs one look into the table.
    pub(super) fn insert(&mut self, node: Node, sort: Sort) -> u32 {
        let (nodes, sorts) = (&self.nodes, &self.sorts);
        let entry = self.numbers.entry(
            hash(&node, sort),
            |&number| sorts[number as usize] == sort && nodes[number as usize] == node,
            |&number| hash(&nodes[number as usize], sorts[number as usize]),
        );
        match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                let number =
                    u32::try_from(self.nodes.len()).expect("fewer terms than bytes of text");
                vacant.insert(number);
                self.nodes.push(node);
                self.sorts.push(sort);
                number
            }
        }
    }
}

fn hash(node: &Node, sort: Sort) -> u64 {
    FxBuildHasher.hash_one((node, sort))
}
