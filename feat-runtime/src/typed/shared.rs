//! Children that several values own together.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::term::{Node, Term, are_same, choices};
use crate::grammar::layout::Layout;
use crate::grammar::tree::Choice;

/// A child of a node, shared by all values that hold it. In `BoolTerm::Not(inner)` the field
/// `inner` is one.
///
/// Cloning costs nothing, and values that have subtrees in common can share them. Dropping
/// the last owner of a deep value does not recurse deeply.
pub struct Shared<T: 'static>(Option<Arc<T>>);

impl<T> Shared<T> {
    /// Returns a child with one owner.
    pub fn new(value: T) -> Self {
        Self(Some(Arc::new(value)))
    }

    /// Returns the value itself: taken out if this is its only owner, else cloned, which clones
    /// its children's owners only.
    pub fn unshare(mut self) -> T
    where
        T: Clone,
    {
        Arc::unwrap_or_clone(self.0.take().expect("only dropping takes the value away"))
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
        self.0.as_ref().expect("only dropping takes the value away")
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
        std::ptr::eq::<T>(&raw const **self, &raw const **other) || are_same(&**self, &**other)
    }
}

impl<T: Term> Eq for Shared<T> {}

impl<T: Term> Hash for Shared<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        choices(&**self).for_each(|choice| choice.hash(state));
    }
}

impl<T: fmt::Display> fmt::Display for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// Writes the text, since a nest of constructors would recurse as deep as it is nested.
impl<T: Term> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.render(Layout::Spaced), f)
    }
}
