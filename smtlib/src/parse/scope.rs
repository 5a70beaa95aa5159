//! Names and what they mean, with the levels of `push` and `pop`.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::function::Fun;
use crate::sort::Sort;

/// Meaning of a name of a sort.
#[derive(Clone, Debug)]
pub(crate) enum SortSymbol {
    /// A declared sort or a datatype, by the number of its declaration.
    Declared(u32),
    /// `define-sort`: the sort with these parameters.
    Defined(Box<[Arc<str>]>, Sort),
    /// A parameter of what is being read.
    Parameter(Sort),
}

/// The names that are known at a place of a script.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    functions: FxHashMap<Arc<str>, SmallVec<[Fun; 1]>>,
    sorts: FxHashMap<Arc<str>, SmallVec<[SortSymbol; 1]>>,
    /// Additions, in order.
    trail: Vec<Added>,
    /// Length of the trail at each `push`.
    levels: Vec<usize>,
    /// The number of changes so far: equal numbers mean equal names.
    version: u64,
}

#[derive(Clone, Debug)]
enum Added {
    Function(Arc<str>),
    Sort(Arc<str>),
}

impl Scope {
    /// The function of a name; of several, the last that was declared.
    pub(crate) fn function(&self, name: &str) -> Option<Fun> {
        self.functions.get(name)?.last().copied()
    }

    /// All functions of a name: datatypes may have constructors and selectors of the same name.
    pub(crate) fn functions(&self, name: &str) -> &[Fun] {
        self.functions.get(name).map_or(&[], SmallVec::as_slice)
    }

    /// The names of all sorts, in no order.
    pub(crate) fn sort_names(&self) -> impl Iterator<Item = &str> {
        self.sorts.keys().map(|name| &**name)
    }

    pub(crate) fn sort(&self, name: &str) -> Option<&SortSymbol> {
        self.sorts.get(name)?.last()
    }

    pub(crate) fn add_function(&mut self, name: Arc<str>, fun: Fun) {
        self.functions.entry(name.clone()).or_default().push(fun);
        self.version += 1;
        self.trail.push(Added::Function(name));
    }

    pub(crate) fn add_sort(&mut self, name: Arc<str>, symbol: SortSymbol) {
        self.sorts.entry(name.clone()).or_default().push(symbol);
        self.version += 1;
        self.trail.push(Added::Sort(name));
    }

    /// Returns the number of changes so far.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    /// Returns the length of the trail now, for [`Scope::forget`].
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Forgets all that was added since the mark.
    pub(crate) fn forget(&mut self, mark: usize) {
        self.version += u64::from(mark < self.trail.len());
        for added in self.trail.drain(mark..) {
            match added {
                Added::Function(name) => drop_last(&mut self.functions, &name),
                Added::Sort(name) => drop_last(&mut self.sorts, &name),
            }
        }
    }

    pub(crate) fn push(&mut self) {
        self.levels.push(self.mark());
    }

    /// Forgets what was added since the last `push`, unless declarations are global.
    /// False if there was no `push`.
    pub(crate) fn pop(&mut self, global: bool) -> bool {
        let Some(mark) = self.levels.pop() else { return false };
        if !global {
            self.forget(mark);
        }
        true
    }

    /// Forgets the levels, and keeps the names.
    pub(crate) fn drop_levels(&mut self) {
        self.levels.clear();
    }

    /// Returns the number of levels that `push` has opened.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(crate) fn clear(&mut self) {
        *self = Scope { version: self.version + 1, ..Scope::default() };
    }

    /// The functions that are known, in the order they were declared.
    pub(crate) fn visible(&self) -> Vec<Fun> {
        let mut visible: Vec<Fun> =
            self.functions.values().flat_map(|stack| stack.iter().copied()).collect();
        visible.sort_unstable();
        visible
    }
}

fn drop_last<T, const N: usize>(map: &mut FxHashMap<Arc<str>, SmallVec<[T; N]>>, name: &str)
where
    [T; N]: smallvec::Array<Item = T>,
{
    if let Some(stack) = map.get_mut(name) {
        stack.pop();
        if stack.is_empty() {
            map.remove(name);
        }
    }
}
