//! The ground under generated datatypes: values that are trees, typed.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::grammar::layout::Layout;
use crate::grammar::tree::{Choice, Tree};
use crate::number::{Index, Size};
use crate::space::Space;
use crate::typed::Values;

/// A value that is a node of a derivation tree.
///
/// Walks over values go through this and a list of their own, never through recursion, so
/// that no depth of nesting can exhaust the stack.
pub trait Node {
    /// The choice that this node stands for.
    fn choice(&self) -> Choice;

    /// Adds the children, the last first; a leaf has none.
    fn push_children<'a>(&'a self, open: &mut Vec<&'a dyn Node>) {
        let _ = open;
    }
}

impl Node for char {
    fn choice(&self) -> Choice {
        Choice::Char(*self)
    }
}

/// Values under construction, children before their parents: a stack for each type of a
/// grammar.
pub trait Stacks: Default {
    /// A value of any of the types.
    type Value: Clone;

    /// The value of a choice, whose children it takes from the stacks; the first child is the
    /// one that was put last. `None` if they are not there.
    fn make(&mut self, choice: Choice) -> Option<Self::Value>;

    /// Puts a value on the stack of its type.
    fn put(&mut self, value: Self::Value);
}

/// A type whose values are the trees of one nonterminal, in the same order.
pub trait Term: Node + Sized + 'static {
    /// The trees of this type; all types of one grammar share their tables.
    fn space() -> &'static Space;

    /// What builds values of this type and of all others of its grammar.
    type Stacks: Stacks;

    /// The value itself, if it is of this type.
    fn from_value(value: <Self::Stacks as Stacks>::Value) -> Option<Self>;

    /// The value of a tree; `None` if the tree is not of this type.
    fn from_tree(tree: &Tree) -> Option<Self> {
        if !tree.belongs_to(Self::space().rtg(), Self::space().nonterminal()) {
            return None;
        }
        let (root, below) = tree.choices().split_first()?;
        let mut stacks = Self::Stacks::default();
        for choice in below.iter().rev() {
            let value = stacks.make(*choice)?;
            stacks.put(value);
        }
        Self::from_value(stacks.make(*root)?)
    }

    /// The values from `index` on, in order: value number k is `T::nth(index + k)`. Each
    /// shares with the one before it every subtree that did not change.
    fn iter_from(index: &Index) -> Values<Self> {
        Values::new(index)
    }

    /// The tree of this value: `T::from_tree(&value.tree()) == Some(value)`.
    fn tree(&self) -> Tree {
        let mut choices = Vec::new();
        let mut open: Vec<&dyn Node> = vec![self];
        while let Some(node) = open.pop() {
            choices.push(node.choice());
            node.push_children(&mut open);
        }
        Tree::from_choices(choices)
    }

    /// The value at `index`: `T::nth(&i)` is the i-th smallest value, counted from 0;
    /// `None` if the type has no more than `index` values.
    fn nth(index: &Index) -> Option<Self> {
        Self::space().get(index).and_then(|tree| Self::from_tree(&tree))
    }

    /// The index of this value: `T::nth(&value.index()) == Some(value)`.
    fn index(&self) -> Index {
        Self::space().rank(&self.tree()).expect("a value is a tree of its type")
    }

    /// The size of this value.
    fn size(&self) -> Size {
        self.tree().size(Self::space().rtg())
    }

    /// The text of this value.
    fn render(&self, layout: Layout) -> String {
        Self::space().rtg().render(&self.tree(), layout)
    }
}

/// Implements [`Display`](fmt::Display) for types that are terms: `{}` writes the layout
/// `smtlib`, `{:#}` the layout `spaced`.
#[macro_export]
macro_rules! display_terms {
    ($($name:ident),*) => {
        $(impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let layout = if f.alternate() { $crate::Layout::Spaced } else { $crate::Layout::Smtlib };
                f.write_str(&$crate::Term::render(self, layout))
            }
        })*
    };
}

/// A shared child of a node.
///
/// Cloning costs nothing, and values that have subtrees in common can share them. Dropping
/// the last owner of a deep value does not recurse deeply.
pub struct Shared<T: 'static>(Option<Arc<T>>);

impl<T> Shared<T> {
    /// A child with one owner.
    pub fn new(value: T) -> Self {
        Self(Some(Arc::new(value)))
    }

    /// The value itself: taken out if this is its only owner, else cloned, which clones its
    /// children's owners only.
    pub fn unshare(mut self) -> T
    where
        T: Clone,
    {
        match self.0.take() {
            Some(value) => Arc::unwrap_or_clone(value),
            None => unreachable!("only dropping takes the value away"),
        }
    }
}

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Some(value) => value,
            None => unreachable!("only dropping takes the value away"),
        }
    }
}

/// Beyond this depth of drops inside drops, values wait for the outermost drop to end.
const DEEPEST_DROP: u32 = 64;

thread_local! {
    static DROPS: Cell<u32> = const { Cell::new(0) };
    static WAITING: RefCell<Vec<Box<dyn Any>>> = const { RefCell::new(Vec::new()) };
}

impl<T> Drop for Shared<T> {
    fn drop(&mut self) {
        let Some(value) = self.0.take().and_then(Arc::into_inner) else { return };
        // While a thread ends, its list may be gone; then plain recursion must do.
        let depth = DROPS.try_with(Cell::get).unwrap_or(0);
        if depth >= DEEPEST_DROP {
            let _ = WAITING.try_with(|waiting| waiting.borrow_mut().push(Box::new(value)));
            return;
        }
        let _ = DROPS.try_with(|drops| drops.set(depth + 1));
        drop(value);
        if depth == 0 {
            while let Ok(Some(next)) = WAITING.try_with(|waiting| waiting.borrow_mut().pop()) {
                drop(next);
            }
        }
        let _ = DROPS.try_with(|drops| drops.set(depth));
    }
}

impl<T: Node> Node for Shared<T> {
    fn choice(&self) -> Choice {
        (**self).choice()
    }

    fn push_children<'a>(&'a self, open: &mut Vec<&'a dyn Node>) {
        (**self).push_children(open);
    }
}

impl<T: Term> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq::<T>(&raw const **self, &raw const **other) || self.tree() == other.tree()
    }
}

impl<T: Term> Eq for Shared<T> {}

impl<T: Term> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tree().hash(state);
    }
}

/// The text, since a nest of constructors would recurse as deep as it is nested.
impl<T: Term> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.render(Layout::Spaced), f)
    }
}
