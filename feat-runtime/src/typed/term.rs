//! Values that are trees, typed: their indices, trees and texts.

use super::shared::Shared;
use super::values::Values;
use crate::grammar::layout::Layout;
use crate::grammar::tree::{Choice, Tree};
use crate::number::{Index, Size};
use crate::space::Space;

/// A value that is a node of a derivation tree. `Start` and `BoolTerm` of the module of Core are
/// two.
///
/// Walks over values go through this and a list of their own, never through recursion, so
/// that no depth of nesting can exhaust the stack.
pub trait Node {
    /// Returns the choice that this node stands for.
    fn choice(&self) -> Choice;

    /// Adds the children, the first one first; a leaf has none.
    fn push_children<'a>(&'a self, open: &mut Vec<&'a dyn Node>) {
        let _ = open;
    }
}

impl Node for char {
    fn choice(&self) -> Choice {
        Choice::Char(*self)
    }
}

/// The choices of a value in preorder.
pub(super) fn choices(root: &dyn Node) -> impl Iterator<Item = Choice> {
    let mut open = vec![root];
    std::iter::from_fn(move || {
        let node = open.pop()?;
        let children = open.len();
        node.push_children(&mut open);
        open[children..].reverse();
        Some(node.choice())
    })
}

/// Returns true if two values have the same tree. Stops at the first choice that differs.
pub(super) fn are_same(left: &dyn Node, right: &dyn Node) -> bool {
    choices(left).eq(choices(right))
}

/// Values under construction, children before their parents: one stack per type of a grammar.
pub trait Stacks: Default {
    /// A value of any of the types.
    type Value: Clone;

    /// Returns the value of a choice, whose children it takes from the stacks; the first child is
    /// the one that was put last. `None` if they are not there.
    fn make(&mut self, choice: Choice) -> Option<Self::Value>;

    /// Puts a value on the stack of its type.
    fn put(&mut self, value: Self::Value);

    /// The stack of characters taken from sets.
    fn chars(&mut self) -> &mut Vec<char>;
}

/// Form in which a value of type `T` waits for its parent: as it is, or shared already if parents
/// share it.
pub trait Kept<T>: Clone {
    /// Returns the value, ready to wait.
    fn keep(value: T) -> Self;

    /// Returns the value itself.
    fn release(self) -> T;
}

impl<T: Clone> Kept<T> for T {
    fn keep(value: T) -> T {
        value
    }

    fn release(self) -> T {
        self
    }
}

impl<T: Clone> Kept<T> for Shared<T> {
    fn keep(value: T) -> Self {
        Self::new(value)
    }

    fn release(self) -> T {
        self.unshare()
    }
}

/// A field of a constructor: `BoolTerm`, `Shared<BoolTerm>` or `char`.
pub trait Child<S>: Sized {
    /// Takes a value from the stack of its type; `None` if that is empty.
    fn take(stacks: &mut S) -> Option<Self>;
}

impl<T: Term> Child<T::Stacks> for T {
    fn take(stacks: &mut T::Stacks) -> Option<T> {
        T::stack(stacks).pop().map(Kept::release)
    }
}

impl<T: Term<Kept = Shared<T>>> Child<T::Stacks> for Shared<T> {
    fn take(stacks: &mut T::Stacks) -> Option<Self> {
        T::stack(stacks).pop()
    }
}

impl<S: Stacks> Child<S> for char {
    fn take(stacks: &mut S) -> Option<char> {
        stacks.chars().pop()
    }
}

/// A type whose values are the trees of one nonterminal, in the same order.
///
/// [`theory!`](crate::theory) implements it. `T::nth(1000)` is a value, `value.index()` its index,
/// `value.to_string()` its text; `T::iter_from(1000)` are the values from there on.
pub trait Term: Node + Clone + 'static {
    /// The stacks that build values of this type and of all others of its grammar.
    #[doc(hidden)]
    type Stacks: Stacks;

    /// The form in which a value waits on its stack.
    #[doc(hidden)]
    type Kept: Kept<Self>;

    /// The stack of this type.
    #[doc(hidden)]
    fn stack(stacks: &mut Self::Stacks) -> &mut Vec<Self::Kept>;

    /// The trees of this type; all types of one grammar share their tables.
    fn space() -> &'static Space;

    /// Returns the value at `index`, counted from 0 in ascending order of size: `T::nth(1000)`;
    /// `None` if the type has no more than `index` values.
    fn nth(index: impl Into<Index>) -> Option<Self> {
        Self::space().get(&index.into()).and_then(|tree| Self::from_tree(&tree))
    }

    /// Returns the values from `index` on, in order: value number k is `T::nth(index + k)`. Each
    /// shares with the one before it every subtree that did not change.
    fn iter_from(index: impl Into<Index>) -> Values<Self> {
        Values::new(&index.into())
    }

    /// Returns the value of a tree; `None` if the tree is not of this type.
    fn from_tree(tree: &Tree) -> Option<Self> {
        if !tree.belongs_to(Self::space().rtg(), Self::space().nonterminal()) {
            return None;
        }
        let mut stacks = Self::Stacks::default();
        for &choice in tree.choices().iter().rev() {
            let value = stacks.make(choice)?;
            stacks.put(value);
        }
        Self::take(&mut stacks)
    }

    /// Returns the tree of this value: `T::from_tree(&value.tree()) == Some(value)`.
    fn tree(&self) -> Tree {
        Tree::from_choices(choices(self).collect())
    }

    /// Returns the index of this value: `T::nth(value.index()) == Some(value)`.
    ///
    /// # Panics
    ///
    /// If a constructor was given a character that its set does not hold: no tree has it.
    fn index(&self) -> Index {
        let index = Self::space().rank(&self.tree());
        index.expect("a value is a tree of its type if its characters are of their sets")
    }

    /// Returns the size of this value.
    fn size(&self) -> Size {
        self.tree().size(Self::space().rtg())
    }

    /// Returns the text of this value in a layout; `to_string` has the layout `smtlib`.
    fn render(&self, layout: Layout) -> String {
        Self::space().rtg().render(&self.tree(), layout)
    }
}
