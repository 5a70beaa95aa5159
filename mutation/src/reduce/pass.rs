//! A script, a pass and a place in it into what may be changed there.
//!
//! The order of the passes is the order of candidates: what removes the most comes first.

use std::ops::Range;

use super::edit::Edit;
use super::shape::Shape;
use super::{cells, cut, smaller, widths, words};

/// A way of making smaller scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// The same question in our own words: one check, no levels, definitions put in their place.
    Opening,
    /// Fewer assertions; fewer commands of any kind, where the script is not typed.
    Assertions,
    /// Fewer declarations, options and the like.
    Declarations,
    /// A subterm replaced by something smaller, wherever it occurs.
    Terms,
    /// One occurrence of a subterm replaced.
    Occurrences,
    /// Bit-vectors and floating-point numbers narrower, throughout.
    Widths,
    /// Lists and atoms of the text left out or replaced.
    Cells,
    /// Names shorter.
    Names,
}

impl Pass {
    pub const ALL: [Self; 8] = [
        Self::Opening,
        Self::Assertions,
        Self::Declarations,
        Self::Terms,
        Self::Occurrences,
        Self::Widths,
        Self::Cells,
        Self::Names,
    ];

    /// Returns what is tried, for people who wait.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Assertions => "assertions",
            Self::Declarations => "declarations",
            Self::Terms => "terms",
            Self::Occurrences => "occurrences",
            Self::Widths => "widths",
            Self::Cells => "text",
            Self::Names => "names",
        }
    }

    /// Whether the change after an accepted one follows it, and not the first of its place: ranges
    /// of one length are left out one after the other.
    pub fn goes_on_with_edits(self) -> bool {
        matches!(self, Self::Assertions | Self::Declarations)
    }

    /// Returns the number of places in a script.
    pub fn places(self, shape: &Shape) -> usize {
        let typed = shape.typed.as_ref();
        match self {
            Self::Opening | Self::Widths | Self::Names => 1,
            Self::Assertions | Self::Declarations => cut::levels(self.removable(shape).len()),
            Self::Terms => typed.map_or(0, |typed| typed.subterms.len()),
            Self::Occurrences => typed.map_or(0, |typed| typed.occurrences.len()),
            Self::Cells => shape.cells.len(),
        }
    }

    /// Returns the changes at a place, those that remove the most first.
    pub fn edits(self, shape: &mut Shape, place: usize) -> Vec<Edit> {
        match self {
            Self::Opening => {
                let witness = shape.witness().map(str::to_owned);
                let edit = |text| Edit::Text { text, witness: witness.clone() };
                shape.normal_forms().into_iter().map(edit).collect()
            }
            Self::Assertions | Self::Declarations => {
                let all = self.removable(shape);
                let cut = |range: Range<usize>| Edit::Commands(all[range].to_vec());
                cut::ranges(all.len(), place).map(cut).collect()
            }
            Self::Terms => {
                let typed = shape.typed.as_mut().expect("only typed scripts have such places");
                let term = typed.subterms[place];
                smaller::replacements(typed, term, None)
            }
            Self::Occurrences => {
                let typed = shape.typed.as_mut().expect("only typed scripts have such places");
                let occurrence = typed.occurrences[place].clone();
                smaller::replacements(typed, occurrence.term, Some(&occurrence))
            }
            Self::Widths => widths::narrower(shape.text(), shape.witness()),
            Self::Cells => cells::edits(shape, place),
            Self::Names => words::shorter(shape.text(), shape.witness()),
        }
    }

    /// The numbers of the commands that may be left out.
    fn removable(self, shape: &Shape) -> Vec<usize> {
        match &shape.typed {
            Some(typed) => typed.places_of(self == Self::Assertions),
            None if self == Self::Assertions => (0..shape.commands.len()).collect(),
            None => Vec::new(),
        }
    }
}
