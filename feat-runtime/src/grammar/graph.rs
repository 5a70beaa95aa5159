//! One depth-first walk that serves every question about cycles and order.

use super::draft::Symbol;

/// A directed graph: for each node its successors in order, each edge with a tag.
pub(crate) struct Graph<T> {
    pub edges: Vec<Vec<(usize, T)>>,
}

/// The result of a depth-first walk.
pub(crate) struct Walk<T> {
    /// Every visited node after all nodes it leads to, but for the edges that close cycles.
    pub postorder: Vec<usize>,
    /// The cycles that were closed, each as its edges, the closing one last.
    pub cycles: Vec<Vec<CycleEdge<T>>>,
}

/// One edge of a cycle.
pub(crate) struct CycleEdge<T> {
    pub from: usize,
    pub tag: T,
}

impl Graph<()> {
    /// The graph of which nonterminal refers to which, from the right-hand sides of each.
    pub fn of_references<'a, P>(nonterminals: impl Iterator<Item = P>) -> Self
    where
        P: Iterator<Item = &'a [Symbol]>,
    {
        let references = |productions: P| {
            productions.flatten().filter_map(|symbol| match symbol {
                Symbol::Nonterminal(id) => Some((id.index(), ())),
                Symbol::Literal(_) | Symbol::Set(_) => None,
            })
        };
        Self { edges: nonterminals.map(|productions| references(productions).collect()).collect() }
    }
}

impl<T: Copy> Graph<T> {
    /// For each node a node of its component, the same for all: those that lead to each other.
    ///
    /// Costs one step per edge, twice (Kosaraju's algorithm).
    pub fn components(&self) -> Vec<usize> {
        let mut backward = vec![Vec::new(); self.edges.len()];
        for (from, edges) in self.edges.iter().enumerate() {
            for &(target, _) in edges {
                backward[target].push(from);
            }
        }
        let mut components: Vec<Option<usize>> = vec![None; self.edges.len()];
        for root in self.depth_first(0..self.edges.len()).postorder.into_iter().rev() {
            let mut open = vec![root];
            while let Some(node) = open.pop() {
                if components[node].is_none() {
                    components[node] = Some(root);
                    open.extend(&backward[node]);
                }
            }
        }
        let found = |component: Option<usize>| component.expect("every node is a root in turn");
        components.into_iter().map(found).collect()
    }

    /// Walks from each root in turn, successors in their order. An edge to a node that is
    /// still being visited closes a cycle; without those edges the graph has none.
    pub fn depth_first(&self, roots: impl IntoIterator<Item = usize>) -> Walk<T> {
        let mut walk = Walk { postorder: Vec::new(), cycles: Vec::new() };
        let mut state = vec![Visit::New; self.edges.len()];
        for root in roots {
            if state[root] == Visit::New {
                self.visit(root, &mut state, &mut walk);
            }
        }
        walk
    }

    fn visit(&self, root: usize, state: &mut [Visit], walk: &mut Walk<T>) {
        // Each entry: a node being visited, and how many of its edges were taken.
        let mut path = vec![(root, 0)];
        state[root] = Visit::Open { depth: 0 };
        while let Some((node, taken)) = path.last_mut() {
            let (node, Some(&(target, _))) = (*node, self.edges[*node].get(*taken)) else {
                state[*node] = Visit::Done;
                walk.postorder.push(*node);
                path.pop();
                continue;
            };
            *taken += 1;
            match state[target] {
                Visit::New => {
                    state[target] = Visit::Open { depth: path.len() };
                    path.push((target, 0));
                }
                Visit::Open { depth } => {
                    let edge = |&(from, taken): &(usize, usize)| CycleEdge {
                        from,
                        tag: self.edges[from][taken - 1].1,
                    };
                    debug_assert_eq!(path.last().map(|entry| entry.0), Some(node));
                    walk.cycles.push(path[depth..].iter().map(edge).collect());
                }
                Visit::Done => {}
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Visit {
    New,
    Open { depth: usize },
    Done,
}
