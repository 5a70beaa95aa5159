//! One depth-first walk that serves every question about cycles and order.

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

impl<T: Copy> Graph<T> {
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
