//! Sorts, each kept once: a handle is a number, and equal sorts are equal handles.
//!
//! A short text may name a sort that is long when it is written out, since a definition may be used
//! twice in the next one. Nothing here costs more than the distinct sorts that a sort is made of.

mod instance;
mod text;

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::float::Format;

/// A sort of a [`Sorts`]. `Int`, `(_ BitVec 8)` and `(Array Int Bool)` are three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sort(u32);

impl Sort {
    /// `Bool`.
    pub const BOOL: Sort = Sort(0);
    /// `Int`.
    pub const INT: Sort = Sort(1);
    /// `Real`.
    pub const REAL: Sort = Sort(2);
    /// `String`.
    pub const STRING: Sort = Sort(3);
    /// `RegLan`.
    pub const REGLAN: Sort = Sort(4);
    /// `RoundingMode`.
    pub const ROUNDING: Sort = Sort(5);

    /// The sort's number: sorts are numbered in the order they were made.
    pub(crate) fn number(self) -> usize {
        self.0 as usize
    }
}

/// Structure of a sort.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SortKind {
    /// `Bool`.
    Bool,
    /// `Int`.
    Int,
    /// `Real`.
    Real,
    /// `String`.
    String,
    /// `RegLan`.
    RegLan,
    /// `RoundingMode`.
    RoundingMode,
    /// `(_ BitVec width)`.
    BitVec(u32),
    /// `(_ FloatingPoint eb sb)`.
    Float(Format),
    /// `(Array index element)`.
    Array(Sort, Sort),
    /// `(Seq element)`, as z3 and cvc5 have it.
    Sequence(Sort),
    /// A declared sort or a datatype, with its arguments.
    Named {
        /// Its name.
        name: Arc<str>,
        /// Number that tells apart two sorts of the same name, declared one after the other.
        declaration: u32,
        /// Its arguments.
        arguments: Box<[Sort]>,
    },
    /// A parameter of a datatype or a sort definition, by its name.
    Parameter(Arc<str>),
}

/// All sorts of a script. Those of a script with `(declare-const x (Array Int Bool))` hold `Int`,
/// `Bool` and the array's.
#[derive(Clone, Debug, Default)]
pub struct Sorts(Arc<Known>);

/// The sorts of a [`Sorts`], which clones share until one of them has another.
#[derive(Clone, Debug)]
struct Known {
    kinds: IndexSet<SortKind, FxBuildHasher>,
    /// Facts of each sort.
    facts: Vec<Facts>,
    /// The names that `define-sort` gives long sorts, where they are known.
    names: FxHashMap<Sort, Arc<str>>,
    /// The bit-vectors of each short width, where there are some.
    bit_vecs: Vec<Option<Sort>>,
}

/// Facts of a sort that are asked for so often that they are counted once.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// Depth of nesting.
    depth: u16,
    /// Whether a parameter occurs in it.
    has_parameter: bool,
    /// Number of sorts in it, shared ones counted each time; saturates.
    size: u64,
}

/// A sort with more sorts in it is written by its name, if it has one.
const LONG: u64 = 100;

/// The most sorts that a text of a sort is made of.
///
/// `(define-sort B () (Array A A))` and its like double what is written out each time.
pub(crate) const MAX_SIZE: u64 = 1 << 12;

/// Sorts that nest deeper are refused, so that walks over sorts and their values may recurse.
pub const MAX_DEPTH: u16 = 200;

impl Default for Known {
    fn default() -> Self {
        let mut sorts = Known {
            kinds: IndexSet::default(),
            facts: Vec::new(),
            names: FxHashMap::default(),
            bit_vecs: Vec::new(),
        };
        for kind in [
            SortKind::Bool,
            SortKind::Int,
            SortKind::Real,
            SortKind::String,
            SortKind::RegLan,
            SortKind::RoundingMode,
        ] {
            sorts.kinds.insert(kind);
            sorts.facts.push(Facts { depth: 1, has_parameter: false, size: 1 });
        }
        sorts
    }
}

/// Greatest width of bit-vectors that are found by their width.
const SHORT: u32 = 128;

impl Sorts {
    /// The sort of this kind.
    ///
    /// `None` if it nests deeper than 200 levels.
    pub fn get(&mut self, kind: SortKind) -> Option<Sort> {
        let has_parameter = matches!(kind, SortKind::Parameter(_));
        let mut facts = Facts { depth: 1, has_parameter, size: 1 };
        for part in Self::parts(&kind).map(|part| self.facts(part)) {
            facts.depth = facts.depth.max(1 + part.depth);
            facts.has_parameter |= part.has_parameter;
            facts.size = facts.size.saturating_add(part.size);
        }
        if facts.depth > MAX_DEPTH {
            return None;
        }
        let number = if let Some(known) = self.0.kinds.get_index_of(&kind) {
            known
        } else {
            let known = Arc::make_mut(&mut self.0);
            known.facts.push(facts);
            known.kinds.insert_full(kind).0
        };
        Some(Sort(u32::try_from(number).expect("fewer sorts than bytes of text")))
    }

    /// `(_ BitVec width)`.
    pub fn bit_vec(&mut self, width: u32) -> Sort {
        let place = width as usize;
        if let Some(&Some(known)) = self.0.bit_vecs.get(place) {
            return known;
        }
        let sort = self.get(SortKind::BitVec(width)).expect("it does not nest");
        if width <= SHORT {
            let bit_vecs = &mut Arc::make_mut(&mut self.0).bit_vecs;
            if bit_vecs.len() <= place {
                bit_vecs.resize(place + 1, None);
            }
            bit_vecs[place] = Some(sort);
        }
        sort
    }

    /// `(_ FloatingPoint eb sb)`.
    pub fn float(&mut self, format: Format) -> Sort {
        self.get(SortKind::Float(format)).expect("it does not nest")
    }

    /// Returns the number of sorts.
    pub(crate) fn len(&self) -> usize {
        self.0.kinds.len()
    }

    /// All sorts, in the order they were made.
    pub(crate) fn all(&self) -> impl Iterator<Item = Sort> + use<> {
        (0..u32::try_from(self.0.kinds.len()).expect("fewer sorts than bytes of text")).map(Sort)
    }

    fn facts(&self, sort: Sort) -> Facts {
        self.0.facts[sort.0 as usize]
    }

    /// Returns the structure of a sort.
    pub fn kind(&self, sort: Sort) -> &SortKind {
        &self.0.kinds[sort.0 as usize]
    }

    /// The sorts that a kind is built from.
    fn parts(kind: &SortKind) -> impl Iterator<Item = Sort> + '_ {
        let (pair, rest): ([Option<Sort>; 2], &[Sort]) = match kind {
            SortKind::Array(index, element) => ([Some(*index), Some(*element)], &[]),
            SortKind::Sequence(element) => ([Some(*element), None], &[]),
            SortKind::Named { arguments, .. } => ([None, None], arguments),
            _ => ([None, None], &[]),
        };
        pair.into_iter().flatten().chain(rest.iter().copied())
    }

    /// The width of a bit-vector sort.
    pub fn width(&self, sort: Sort) -> Option<u32> {
        match self.kind(sort) {
            SortKind::BitVec(width) => Some(*width),
            _ => None,
        }
    }

    /// The format of a floating-point sort.
    pub fn format(&self, sort: Sort) -> Option<Format> {
        match self.kind(sort) {
            SortKind::Float(format) => Some(*format),
            _ => None,
        }
    }

    /// The index and the element sort of an array sort.
    pub fn array(&self, sort: Sort) -> Option<(Sort, Sort)> {
        match self.kind(sort) {
            SortKind::Array(index, element) => Some((*index, *element)),
            _ => None,
        }
    }

    /// The element sort of a sort of sequences.
    pub fn sequence(&self, sort: Sort) -> Option<Sort> {
        match self.kind(sort) {
            SortKind::Sequence(element) => Some(*element),
            _ => None,
        }
    }
}
