//! From one tree to the next, as a tree: the odometer without texts.
//!
//! Inside a part the order is that of the choices in preorder, where each node gives its
//! production and then the sizes of its children (see `order.rs`). So the next tree differs
//! from a place on: there the last node that can turn to a next choice does, and everything
//! behind it starts anew at its first choice. What stands before that place stays.

use std::sync::Arc;

use crate::find::splits::Splits;
use crate::grammar::draft::NonterminalId;
use crate::grammar::tree::{Choice, Tree};
use crate::grammar::writing_steps::{ChoiceSymbol, WritingSteps};
use crate::number::{Index, Size};
use crate::space::{Position, Space};

impl Space {
    /// The trees from `index` on, in order.
    ///
    /// Costs, for each tree, time in the number of its nodes; no big number is made.
    pub fn iter_from(&self, index: &Index) -> impl Iterator<Item = Tree> + use<> {
        let mut succession = Succession::new(self, index);
        std::iter::from_fn(move || {
            let current = succession.as_mut()?;
            let tree = Tree::from_choices(current.nodes().iter().map(|node| node.choice).collect());
            if current.advance().is_none() {
                succession = None;
            }
            Some(tree)
        })
    }
}

/// The trees of a space in order, one at a time.
#[derive(Clone, Debug)]
pub(crate) struct Succession {
    space: Space,
    splits: Arc<Splits>,
    size: Size,
    nodes: Vec<TreeNode>,
    /// Children's sizes of the node that turns.
    sizes: Vec<u32>,
    /// The symbols that are still to be derived, with their sizes.
    open: Vec<(ChoiceSymbol, u32)>,
}

/// A node of the current tree, in preorder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeNode {
    pub choice: Choice,
    /// The place behind its last descendant.
    pub end: usize,
    child: ChoiceSymbol,
    size: u32,
}

impl Succession {
    /// Starts with the tree at `index`; `None` if there is none.
    pub fn new(space: &Space, index: &Index) -> Option<Self> {
        let position = space.locate(index)?;
        let tree = space.get_at(&position)?;
        let Position { size, .. } = position;
        let splits = space.engine().splits(size);
        let (nodes, sizes, open) = Default::default();
        let mut succession = Self { space: space.clone(), splits, size, nodes, sizes, open };
        succession.set_to(&tree);
        Some(succession)
    }

    /// The current tree.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// Goes on to the next tree; gives the first place where it differs, or `None` if there
    /// is no next tree.
    ///
    /// Costs time in the number of nodes that change, and in the depth.
    pub fn advance(&mut self) -> Option<usize> {
        let space = self.space.clone();
        let writing = space.engine().steps();
        for place in (0..self.nodes.len()).rev() {
            if let Some(choice) = self.turn(writing, place) {
                self.rebuild(writing, place, choice);
                return Some(place);
            }
        }
        for size in space.sizes().skip_while(|size| *size <= self.size) {
            self.splits = space.engine().splits(size);
            if self.splits.has_tree(space.nonterminal(), size.0) {
                self.size = size;
                self.nodes.clear();
                self.open.push((ChoiceSymbol::Node(space.nonterminal()), size.0));
                self.derive(writing);
                self.close(0);
                return Some(0);
            }
        }
        None
    }

    /// The next choice of a node, if it has one; leaves the sizes of its children in `sizes`.
    fn turn(&mut self, writing: &WritingSteps, place: usize) -> Option<Choice> {
        let TreeNode { choice, child, size, .. } = self.nodes[place];
        self.sizes.clear();
        match (choice, child) {
            (Choice::Char(c), ChoiceSymbol::Set(set)) => {
                let set = writing.set(set);
                let rank = set.rank(c).expect("the character is out of its set");
                set.get(rank + 1).map(Choice::Char)
            }
            (Choice::Production(id), ChoiceSymbol::Node(nonterminal)) => {
                let mut next = place + 1;
                for _ in &writing.of(id).children {
                    self.sizes.push(self.nodes[next].size);
                    next = self.nodes[next].end;
                }
                if self.splits.next(id, writing.of(id), &mut self.sizes) {
                    return Some(choice);
                }
                self.sizes.clear();
                let productions = self.space.rtg().nonterminal(nonterminal).productions();
                let mut later = productions.filter(|later| *later > id);
                let first =
                    later.find(|&id| self.splits.first(id, writing.of(id), size, &mut self.sizes));
                first.map(Choice::Production)
            }
            _ => unreachable!("a choice is of the kind of its symbol"),
        }
    }

    /// Gives the node at `place` a new choice, with its children's sizes in `sizes`, and
    /// derives everything behind it anew.
    fn rebuild(&mut self, writing: &WritingSteps, place: usize, choice: Choice) {
        // The subtrees behind the node keep their sizes.
        let mut behind = self.nodes[place].end;
        while let Some(node) = self.nodes.get(behind) {
            self.open.push((node.child, node.size));
            behind = node.end;
        }
        self.open.reverse();
        self.nodes.truncate(place + 1);
        self.nodes[place].choice = choice;
        self.open_children(writing, choice);
        self.derive(writing);
        self.close(place);
    }

    fn open_children(&mut self, writing: &WritingSteps, choice: Choice) {
        if let Choice::Production(id) = choice {
            let children = writing.of(id).children.iter().copied().zip(self.sizes.iter().copied());
            self.open.extend(children.rev());
        }
    }

    /// Derives all that is open with first choices.
    fn derive(&mut self, writing: &WritingSteps) {
        while let Some((child, size)) = self.open.pop() {
            self.sizes.clear();
            let choice = match child {
                ChoiceSymbol::Set(set) => writing.set(set).get(0).map(Choice::Char),
                ChoiceSymbol::Node(id) => self.first_production(writing, id, size),
            };
            // A split is only made where every child has a tree of its size.
            let Some(choice) = choice else { unreachable!("a child without a tree") };
            self.nodes.push(TreeNode { choice, end: 0, child, size });
            self.open_children(writing, choice);
        }
    }

    fn first_production(
        &mut self,
        writing: &WritingSteps,
        id: NonterminalId,
        size: u32,
    ) -> Option<Choice> {
        let mut productions = self.space.rtg().nonterminal(id).productions();
        let first =
            productions.find(|&id| self.splits.first(id, writing.of(id), size, &mut self.sizes));
        first.map(Choice::Production)
    }

    /// Finds the ends of the nodes from `place` on, and of those that hold `place`.
    fn close(&mut self, place: usize) {
        for node in (0..self.nodes.len()).rev() {
            if node >= place || self.nodes[node].end > place {
                let mut end = node + 1;
                if let Choice::Production(id) = self.nodes[node].choice {
                    for _ in &self.space.engine().steps().of(id).children {
                        end = self.nodes[end].end;
                    }
                }
                self.nodes[node].end = end;
            }
        }
    }

    fn set_to(&mut self, tree: &Tree) {
        let space = self.space.clone();
        let writing = space.engine().steps();
        let mut children = vec![ChoiceSymbol::Node(space.nonterminal())];
        for &choice in tree.choices() {
            let child = children.pop().expect("a tree has a symbol for every choice");
            if let Choice::Production(id) = choice {
                children.extend(writing.of(id).children.iter().rev());
            }
            self.nodes.push(TreeNode { choice, end: 0, child, size: 0 });
        }
        self.close(0);
        // Sizes are sums over what a node holds, so the last come first.
        for place in (0..self.nodes.len()).rev() {
            if let Choice::Production(id) = self.nodes[place].choice {
                let steps = writing.of(id);
                let (mut size, mut next) = (steps.cost, place + 1);
                for _ in &steps.children {
                    size += self.nodes[next].size;
                    next = self.nodes[next].end;
                }
                self.nodes[place].size = size;
            }
        }
    }
}
