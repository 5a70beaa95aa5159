//! Sorts with variables: a rule over `Num` is one over Int and one over Real.

use smallvec::SmallVec;
use smtlib::{Sort, SortKind, Sorts};

/// A sort of a rule's variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SortPattern {
    /// One of the sorts that every script has.
    Fixed(Sort),
    /// `(_ BitVec 8)`.
    BitVec(u32),
    /// A variable, by its number.
    Variable(usize),
    /// `(Array index element)`.
    Array(Box<SortPattern>, Box<SortPattern>),
    /// Any, for each term that a sequence stands for: `_`.
    Each,
}

/// The sorts that a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Int and Real.
    Num,
    /// All bit-vectors.
    BitVec,
    /// All floating-point numbers.
    Float,
    /// All sorts that constants may have.
    Any,
}

impl Class {
    pub(crate) const ALL: [(&'static str, Self); 4] =
        [("Num", Self::Num), ("BitVec", Self::BitVec), ("Float", Self::Float), ("Any", Self::Any)];

    fn has(self, sort: Sort, sorts: &Sorts) -> bool {
        match self {
            Self::Num => sort == Sort::INT || sort == Sort::REAL,
            Self::BitVec => sorts.width(sort).is_some(),
            Self::Float => sorts.format(sort).is_some(),
            // A regular expression is neither compared nor bound.
            Self::Any => sort != Sort::REGLAN,
        }
    }
}

/// A variable for sorts: `Num`, `Any2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SortVariable {
    pub(crate) name: String,
    pub(crate) class: Class,
}

/// The sorts that variables for sorts stand for, by their numbers.
pub(crate) type SortBindings = SmallVec<[Option<Sort>; 4]>;

impl SortPattern {
    /// Returns whether a sort fits, and notes what variables stand for.
    pub(crate) fn matches(
        &self,
        sort: Sort,
        sorts: &Sorts,
        variables: &[SortVariable],
        bindings: &mut SortBindings,
    ) -> bool {
        match self {
            Self::Fixed(wanted) => *wanted == sort,
            Self::BitVec(width) => sorts.width(sort) == Some(*width),
            Self::Each => Class::Any.has(sort, sorts),
            Self::Variable(number) => {
                if let Some(known) = bindings[*number] {
                    return known == sort;
                }
                let fits = variables[*number].class.has(sort, sorts);
                if fits {
                    bindings[*number] = Some(sort);
                }
                fits
            }
            Self::Array(index, element) => {
                let Some((found_index, found_element)) = sorts.array(sort) else { return false };
                index.matches(found_index, sorts, variables, bindings)
                    && element.matches(found_element, sorts, variables, bindings)
            }
        }
    }

    /// Returns the sort, if its variables stand for some.
    pub(crate) fn sort(&self, sorts: &mut Sorts, bindings: &SortBindings) -> Option<Sort> {
        match self {
            Self::Fixed(sort) => Some(*sort),
            Self::BitVec(width) => Some(sorts.bit_vec(*width)),
            Self::Variable(number) => bindings[*number],
            Self::Array(index, element) => {
                let index = index.sort(sorts, bindings)?;
                let element = element.sort(sorts, bindings)?;
                sorts.get(SortKind::Array(index, element))
            }
            Self::Each => None,
        }
    }

    /// Returns the numbers of the variables in it.
    pub(crate) fn variables(&self) -> Vec<usize> {
        match self {
            Self::Variable(number) => vec![*number],
            Self::Array(index, element) => {
                let mut all = index.variables();
                all.extend(element.variables());
                all
            }
            Self::Fixed(_) | Self::BitVec(_) | Self::Each => Vec::new(),
        }
    }
}
