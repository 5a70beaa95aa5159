//! Nodes, each kept once, by their numbers.

use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

use super::Node;
use crate::sort::Sort;

/// The nodes of a [`Terms`](super::Terms) with their sorts: the first ones shared with others that
/// were cloned of the same, the rest its own.
///
/// Invariant: no two numbers have the same node and the same sort. What is shared shares nothing
/// itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    shared: Option<Arc<Nodes>>,
    /// Number of nodes that are shared.
    first: usize,
    all: Vec<Node>,
    sorts: Vec<Sort>,
    /// The number of each node of its own, where its hash says.
    numbers: HashTable<u32>,
}

impl Nodes {
    pub(super) fn len(&self) -> usize {
        self.first + self.all.len()
    }

    pub(super) fn node(&self, number: usize) -> &Node {
        match &self.shared {
            Some(shared) if number < self.first => &shared.all[number],
            _ => &self.all[number - self.first],
        }
    }

    pub(super) fn sort(&self, number: usize) -> Sort {
        match &self.shared {
            Some(shared) if number < self.first => shared.sorts[number],
            _ => self.sorts[number - self.first],
        }
    }

    /// Makes room for this many more.
    pub(super) fn reserve(&mut self, more: usize) {
        self.all.reserve(more);
        self.sorts.reserve(more);
        let (all, sorts, first) = (&self.all, &self.sorts, self.first);
        self.numbers.reserve(more, |&number| {
            let at = number as usize - first;
            hash(&all[at], sorts[at])
        });
    }

    /// Lets clones share all that is there now, so that each of them costs what it adds.
    ///
    /// Costs a copy of what is shared already.
    pub(super) fn share(&mut self) {
        if self.all.is_empty() && self.shared.is_some() {
            return;
        }
        let own = std::mem::take(self);
        let whole = match own.shared {
            None => own,
            Some(shared) => {
                let mut whole = Arc::unwrap_or_clone(shared);
                for (node, sort) in own.all.into_iter().zip(own.sorts) {
                    whole.insert(node, sort);
                }
                whole
            }
        };
        *self = Nodes { first: whole.len(), shared: Some(Arc::new(whole)), ..Nodes::default() };
    }

    /// The number of a node, a new one if it was not there.
    ///
    /// Costs one look into each of the tables.
    pub(super) fn insert(&mut self, node: Node, sort: Sort) -> u32 {
        let hash_of_node = hash(&node, sort);
        if let Some(shared) = &self.shared {
            let (all, sorts) = (&shared.all, &shared.sorts);
            let is_it =
                |&number: &u32| sorts[number as usize] == sort && all[number as usize] == node;
            if let Some(&known) = shared.numbers.find(hash_of_node, is_it) {
                return known;
            }
        }
        let (all, sorts, first) = (&self.all, &self.sorts, self.first);
        let entry = self.numbers.entry(
            hash_of_node,
            |&number| {
                let at = number as usize - first;
                sorts[at] == sort && all[at] == node
            },
            |&number| {
                let at = number as usize - first;
                hash(&all[at], sorts[at])
            },
        );
        match entry {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                let number = u32::try_from(first + all.len()).expect("fewer terms than bytes");
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
