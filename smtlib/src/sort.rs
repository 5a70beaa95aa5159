//! Sorts, each kept once: a handle is a number, and equal sorts are equal handles.

use std::fmt::Write as _;
use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::float::Format;
use crate::symbol::Quoted;

/// A sort of a [`Sorts`].
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
}

/// What a sort is made of.
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
    /// A declared sort or a datatype, with its arguments.
    Named {
        /// Its name.
        name: Arc<str>,
        /// What tells apart two sorts of the same name, declared one after the other.
        declaration: u32,
        /// Its arguments.
        arguments: Box<[Sort]>,
    },
    /// A parameter of a datatype or a sort definition, by its name.
    Parameter(Arc<str>),
}

/// All sorts of a script.
#[derive(Clone, Debug)]
pub struct Sorts {
    kinds: IndexSet<SortKind, FxBuildHasher>,
    /// How deep each sort nests.
    depths: Vec<u16>,
    /// The bit-vectors of each short width, where there are some.
    bit_vecs: Vec<Option<Sort>>,
}

/// Sorts that nest deeper are refused, so that walks over sorts and their values may recurse.
pub const MAX_DEPTH: u16 = 200;

impl Default for Sorts {
    fn default() -> Self {
        let mut sorts =
            Sorts { kinds: IndexSet::default(), depths: Vec::new(), bit_vecs: Vec::new() };
        for kind in [
            SortKind::Bool,
            SortKind::Int,
            SortKind::Real,
            SortKind::String,
            SortKind::RegLan,
            SortKind::RoundingMode,
        ] {
            sorts.kinds.insert(kind);
            sorts.depths.push(1);
        }
        sorts
    }
}

/// Bit-vectors of up to so many bits are found by their width.
const SHORT: u32 = 128;

impl Sorts {
    /// The sort of this kind.
    ///
    /// `None` if it nests deeper than 200 levels.
    pub fn get(&mut self, kind: SortKind) -> Option<Sort> {
        let depth =
            1 + Self::parts(&kind).map(|part| self.depths[part.0 as usize]).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return None;
        }
        let (number, new) = self.kinds.insert_full(kind);
        if new {
            self.depths.push(depth);
        }
        Some(Sort(u32::try_from(number).expect("fewer sorts than bytes of text")))
    }

    /// `(_ BitVec width)`.
    pub fn bit_vec(&mut self, width: u32) -> Sort {
        let place = width as usize;
        if let Some(&Some(known)) = self.bit_vecs.get(place) {
            return known;
        }
        let sort = self.get(SortKind::BitVec(width)).expect("it does not nest");
        if width <= SHORT {
            if self.bit_vecs.len() <= place {
                self.bit_vecs.resize(place + 1, None);
            }
            self.bit_vecs[place] = Some(sort);
        }
        sort
    }

    /// `(_ FloatingPoint eb sb)`.
    pub fn float(&mut self, format: Format) -> Sort {
        self.get(SortKind::Float(format)).expect("it does not nest")
    }

    /// All sorts, in the order they were made.
    pub(crate) fn all(&self) -> impl Iterator<Item = Sort> + use<> {
        (0..u32::try_from(self.kinds.len()).expect("fewer sorts than bytes of text")).map(Sort)
    }

    /// What a sort is made of.
    pub fn kind(&self, sort: Sort) -> &SortKind {
        &self.kinds[sort.0 as usize]
    }

    /// The sorts that a kind is built from.
    fn parts(kind: &SortKind) -> impl Iterator<Item = Sort> + '_ {
        let (pair, rest): ([Option<Sort>; 2], &[Sort]) = match kind {
            SortKind::Array(index, element) => ([Some(*index), Some(*element)], &[]),
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

    /// The sort with parameters replaced by what `binding` says of them.
    ///
    /// `None` if the sort would nest deeper than 200 levels.
    pub fn instantiate(&mut self, sort: Sort, binding: &[(Arc<str>, Sort)]) -> Option<Sort> {
        if binding.is_empty() {
            return Some(sort);
        }
        match self.kind(sort).clone() {
            SortKind::Parameter(name) => {
                Some(binding.iter().find(|(bound, _)| *bound == name).map_or(sort, |(_, to)| *to))
            }
            SortKind::Array(index, element) => {
                let index = self.instantiate(index, binding)?;
                let element = self.instantiate(element, binding)?;
                self.get(SortKind::Array(index, element))
            }
            SortKind::Named { name, declaration, arguments } => {
                let arguments: Option<Box<[Sort]>> =
                    arguments.iter().map(|&argument| self.instantiate(argument, binding)).collect();
                self.get(SortKind::Named { name, declaration, arguments: arguments? })
            }
            _ => Some(sort),
        }
    }

    /// Like [`Sorts::instantiate`], but makes no new sort: `None` if there is none yet.
    pub fn find_instance(&self, sort: Sort, binding: &[(Arc<str>, Sort)]) -> Option<Sort> {
        let kind = match self.kind(sort) {
            SortKind::Parameter(name) => {
                return binding.iter().find(|(bound, _)| bound == name).map(|(_, to)| *to);
            }
            _ if !self.has_parameter(sort) => return Some(sort),
            SortKind::Array(index, element) => SortKind::Array(
                self.find_instance(*index, binding)?,
                self.find_instance(*element, binding)?,
            ),
            SortKind::Named { name, declaration, arguments } => SortKind::Named {
                name: name.clone(),
                declaration: *declaration,
                arguments: arguments
                    .iter()
                    .map(|&argument| self.find_instance(argument, binding))
                    .collect::<Option<_>>()?,
            },
            _ => return Some(sort),
        };
        let number = self.kinds.get_index_of(&kind)?;
        Some(Sort(u32::try_from(number).expect("fewer sorts than bytes of text")))
    }

    /// Extends `binding` so that `pattern` becomes `sort`; false if that cannot be.
    pub fn unify(&self, pattern: Sort, sort: Sort, binding: &mut Vec<(Arc<str>, Sort)>) -> bool {
        if pattern == sort && !self.has_parameter(pattern) {
            return true;
        }
        match (self.kind(pattern), self.kind(sort)) {
            (SortKind::Parameter(name), _) => {
                if let Some((_, bound)) = binding.iter().find(|(bound, _)| bound == name) {
                    *bound == sort
                } else {
                    binding.push((name.clone(), sort));
                    true
                }
            }
            (SortKind::Array(i, e), SortKind::Array(j, f)) => {
                let (i, e, j, f) = (*i, *e, *j, *f);
                self.unify(i, j, binding) && self.unify(e, f, binding)
            }
            (
                SortKind::Named { declaration: d, arguments: a, .. },
                SortKind::Named { declaration: e, arguments: b, .. },
            ) => {
                d == e
                    && a.len() == b.len()
                    && a.iter().zip(b.iter()).all(|(&a, &b)| self.unify(a, b, binding))
            }
            _ => false,
        }
    }

    /// Does a parameter occur in the sort?
    pub fn has_parameter(&self, sort: Sort) -> bool {
        match self.kind(sort) {
            SortKind::Parameter(_) => true,
            kind => Self::parts(kind).any(|part| self.has_parameter(part)),
        }
    }

    /// The sort as SMT-LIB writes it.
    pub fn text(&self, sort: Sort) -> String {
        let mut text = String::new();
        self.write(sort, &mut text);
        text
    }

    /// Writes the sort as SMT-LIB does.
    pub fn write(&self, sort: Sort, to: &mut String) {
        match self.kind(sort) {
            SortKind::Bool => to.push_str("Bool"),
            SortKind::Int => to.push_str("Int"),
            SortKind::Real => to.push_str("Real"),
            SortKind::String => to.push_str("String"),
            SortKind::RegLan => to.push_str("RegLan"),
            SortKind::RoundingMode => to.push_str("RoundingMode"),
            SortKind::BitVec(width) => {
                let _ = write!(to, "(_ BitVec {width})");
            }
            SortKind::Float(format) => {
                let _ = write!(to, "{format}");
            }
            SortKind::Array(index, element) => {
                to.push_str("(Array ");
                self.write(*index, to);
                to.push(' ');
                self.write(*element, to);
                to.push(')');
            }
            SortKind::Named { name, arguments, .. } => {
                if arguments.is_empty() {
                    let _ = write!(to, "{}", Quoted(name));
                    return;
                }
                let _ = write!(to, "({}", Quoted(name));
                for argument in arguments {
                    to.push(' ');
                    self.write(*argument, to);
                }
                to.push(')');
            }
            SortKind::Parameter(name) => {
                let _ = write!(to, "{}", Quoted(name));
            }
        }
    }
}
