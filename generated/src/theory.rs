//! What the registry says of a theory.

use feat_runtime::{Index, Space, Term, Tree};

/// A theory that was compiled in.
#[derive(Clone, Copy, Debug)]
pub struct Theory {
    name: &'static str,
    space: fn() -> &'static Space,
    through_type: fn(&Tree) -> Option<Tree>,
    typed_from: fn(&Index) -> Box<dyn Iterator<Item = Tree>>,
}

impl Theory {
    /// The theory whose formulas are the values of `T`.
    pub const fn new<T: Term>(name: &'static str) -> Self {
        Self {
            name,
            space: T::space,
            through_type: |tree| T::from_tree(tree).map(|value| value.tree()),
            typed_from: |index| Box::new(T::iter_from(index).map(|value| value.tree())),
        }
    }

    /// The theory of that name.
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

    /// The tree of the typed value of `tree`: equal to it, for every tree of the theory.
    pub fn through_type(&self, tree: &Tree) -> Option<Tree> {
        (self.through_type)(tree)
    }

    /// The trees of the typed values from `index` on: those of `space().iter_from(index)`.
    pub fn typed_from(&self, index: &Index) -> impl Iterator<Item = Tree> + use<> {
        (self.typed_from)(index)
    }
}
