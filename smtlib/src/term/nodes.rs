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
    all: Vec<Node>,
    sorts: Vec<Sort>,
    /// The number of each node, where its hash says.
    numbers: HashTable<u32>,
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn node(&self, number: usize) -> &Node {
        &self.all[number]
    }

    pub(super) fn sort(&self, number: usize) -> Sort {
        self.sorts[number]
    }

    /// Makes room for so many more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.all.reserve(more);
        self.sorts.reserve(more);
        let (all, sorts) = (&self.all, &self.sorts);
        self.numbers.reserve(more, |&number| hash(&all[number as usize], sorts[number as usize]));
    }

    /// The number of a node, a new one if it was not there.
    ///
    /// Costs one look into the table.
    pub(super) fn insert(&mut self, node: Node, sort: Sort) -> u32 {
        let (all, sorts) = (&self.all, &self.sorts);
        let entry = self.numbers.entry(
            hash(&node, sort),
            |&number| sorts[number as usize] == sort && all[number as usize] == node,
            |&number| hash(&all[number as usize], sorts[number as usize]),
        );
        match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                let number = u32::try_from(self.all.len()).expect("fewer terms than bytes of text");
                vacant.insert(number);
                self.all.push(node);
                self.sorts.push(sort);
                number
            }
        }
    }
}

fn hash(node: &Node, sort: Sort) -> u64 {
    FxBuildHasher.hash_one((node, sort))
}
