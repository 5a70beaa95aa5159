//! The tree of the least index in a forest, found without enumerating any.

use std::cmp::Ordering;

use crate::find::order::compare_prefixes;
use crate::grammar::analysis;
use crate::grammar::draft::{Draft, DraftProduction, Symbol};
use crate::grammar::graph::Graph;
use crate::grammar::tree::{Choice, Tree};

/// The tree of the least index in a forest, given as a grammar and, for each of its productions
/// by nonterminal, the choice that it stands for.
///
/// Only ways of the least size can lead to it, and those ways make no cycle: going round
/// costs. Where several ways of a nonterminal remain, the production written first wins;
/// where several ways to split a tuple remain, their least tuples are compared.
pub(super) fn least(draft: &Draft, choices: &[Vec<Option<Choice>>]) -> Tree {
    let sizes = analysis::least_sizes(draft);
    let sizes: Vec<u32> = sizes
        .into_iter()
        .map(|size| size.expect("whatever the chart completed has a tree"))
        .collect();
    let size = |production: &DraftProduction| {
        let sizes = targets(production).map(|node| sizes[node]);
        sizes.fold(production.cost.0, u32::saturating_add)
    };
    let mut ways: Vec<Vec<usize>> = vec![Vec::new(); draft.nonterminals.len()];
    let mut edges = vec![Vec::new(); draft.nonterminals.len()];
    for (place, production) in draft.places() {
        let node = place.nonterminal.index();
        if size(production) == sizes[node] {
            ways[node].push(place.production);
            edges[node].extend(targets(production).map(|target| (target, ())));
        }
    }
    let postorder = (Graph { edges }).depth_first([draft.start.index()]).postorder;
    let chosen = vec![0; draft.nonterminals.len()];
    let mut chosen = Chosen { draft, choices, sizes: &sizes, ways: chosen };
    for node in postorder {
        let is_tuple = choices[node].iter().all(Option::is_none);
        chosen.ways[node] = ways[node][0];
        for &way in ways[node][1..].iter().filter(|_| is_tuple) {
            let productions = &draft.nonterminals[node].productions;
            if chosen.compare(&productions[way], chosen.way(node)).is_lt() {
                chosen.ways[node] = way;
            }
        }
    }
    chosen.tree(draft.start.index())
}

/// The nonterminals of a production, by number.
fn targets(production: &DraftProduction) -> impl DoubleEndedIterator<Item = usize> {
    production.symbols.iter().filter_map(|symbol| match symbol {
        Symbol::Nonterminal(id) => Some(id.index()),
        Symbol::Literal(_) | Symbol::Set(_) => None,
    })
}

/// One way for each node of a forest below those that are still open.
struct Chosen<'a> {
    draft: &'a Draft,
    choices: &'a [Vec<Option<Choice>>],
    /// The size of the least trees of each node; every chosen way has it.
    sizes: &'a [u32],
    ways: Vec<usize>,
}

impl<'a> Chosen<'a> {
    fn way(&self, node: usize) -> &'a DraftProduction {
        &self.draft.nonterminals[node].productions[self.ways[node]]
    }

    fn choice(&self, node: usize) -> Option<Choice> {
        self.choices[node][self.ways[node]]
    }

    /// The nodes directly below a production that make a choice, from left to right.
    fn parts(&self, production: &DraftProduction) -> Vec<usize> {
        let mut parts = Vec::new();
        let mut open: Vec<usize> = targets(production).rev().collect();
        while let Some(node) = open.pop() {
            match self.choice(node) {
                Some(_) => parts.push(node),
                None => open.extend(targets(self.way(node)).rev()),
            }
        }
        parts
    }

    /// Compares the tuples of two ways, equal in total size, as tuples are ordered inside a part.
    ///
    /// Costs as many steps as the tuples have choices in common before they differ; trees that
    /// both share are passed at once.
    fn compare(&self, a: &DraftProduction, b: &DraftProduction) -> Ordering {
        let mut open = Vec::new();
        let mut ordering = self.compare_sizes(a, b, &mut open);
        while let Some((a, b)) = open.pop().filter(|_| ordering.is_eq()) {
            if a == b {
                continue;
            }
            // Productions of one nonterminal are numbered in the order they are written.
            ordering = self.choice(a).cmp(&self.choice(b));
            if ordering.is_eq() {
                ordering = self.compare_sizes(self.way(a), self.way(b), &mut open);
            }
        }
        ordering
    }

    /// Compares the sizes of what stands directly below two productions, and leaves the rest
    /// to be compared, the first part on top.
    fn compare_sizes(
        &self,
        a: &DraftProduction,
        b: &DraftProduction,
        open: &mut Vec<(usize, usize)>,
    ) -> Ordering {
        let (a, b) = (self.parts(a), self.parts(b));
        let sizes =
            |parts: &[usize]| -> Vec<u32> { parts.iter().map(|&node| self.sizes[node]).collect() };
        let ordering = compare_prefixes(&sizes(&a), &sizes(&b));
        open.extend(a.into_iter().zip(b).rev());
        ordering
    }

    /// The tree below a node.
    fn tree(&self, node: usize) -> Tree {
        let mut choices = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            choices.extend(self.choice(node));
            open.extend(targets(self.way(node)).rev());
        }
        Tree::from_choices(choices)
    }
}
