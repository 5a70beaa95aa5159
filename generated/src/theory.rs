//! The entry of a theory in the registry.

use feat_runtime::{Index, Space, Term, Tree};

/// A theory that was compiled in: `Core`, `Strings`.
#[derive(Clone, Copy, Debug)]
pub struct Theory {
    name: &'static str,
    space: fn() -> &'static Space,
    types: Types,
}

impl Theory {
    /// Returns the theory whose formulas are the values of `T`.
    pub const fn new<T: Term>(name: &'static str) -> Self {
        Self { name, space: T::space, types: Types::of::<T>() }
    }

    /// Returns the theory of that name.
    pub fn find(name: &str) -> Option<&'static Self> {
        crate::THEORIES.iter().find(|theory| theory.name == name)
    }

    /// The name of its grammar's file, without the ending.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its formulas.
    pub fn space(&self) -> &'static Space {
        (self.space)()
    }

    /// Its datatypes, for tests of all theories.
    #[doc(hidden)]
    pub fn types(&self) -> Types {
        self.types
    }
}

/// The datatypes of a theory, seen through trees, so that tests can go over all theories.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Types {
    /// Returns the tree of the typed value of a tree of the theory: the same tree.
    pub round_trip: fn(&Tree) -> Option<Tree>,
    /// Returns the trees of the typed values from an index on: those of the space.
    pub iter_from: fn(&Index) -> Box<dyn Iterator<Item = Tree>>,
}

impl Types {
    const fn of<T: Term>() -> Self {
        Self {
            round_trip: |tree| T::from_tree(tree).map(|value| value.tree()),
            iter_from: |index| Box::new(T::iter_from(index).map(|value| value.tree())),
        }
    }
}
