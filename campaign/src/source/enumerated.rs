//! All formulas of a grammar in the order of the enumeration, from an index on.

use std::ops::Range;

use feat_runtime::{Index, Layout, Size, Space};
use num_bigint::BigUint;

use super::Source;
use super::identity::Identity;
use super::known::KnownAnswers;
use super::order::Place;
use super::question::Question;

/// Formulas one after the other: question n is the formula with index `first` + n.
#[derive(Clone, Debug)]
pub(crate) struct Enumerated {
    identity: Identity,
    space: Space,
    first: Index,
}

impl Enumerated {
    pub(super) fn new(identity: Identity, space: Space, first: Index) -> Self {
        Self { identity, space, first }
    }
}

impl Source for Enumerated {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Costs one search by index, and next to nothing for each formula that follows.
    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        let first = self.first.number() + numbers.start;
        let from = Index::from(first.clone());
        let Some(mut sizes) = Sizes::from_index(&self.space, &from) else { return Vec::new() };
        let mut stream = self.space.stream(&from, Layout::Smtlib);
        let mut questions = Vec::new();
        for number in numbers.clone() {
            let Some(text) = stream.next_text() else { break };
            let index = Index::from(&first + (number - numbers.start));
            questions.push(Question {
                number,
                place: Place::Index(index),
                text: format!("{text}\n"),
                size: sizes.next(),
                known: KnownAnswers::default(),
                rules: Vec::new(),
            });
        }
        questions
    }

    fn len(&self) -> Option<u64> {
        let (len, first) = (self.space.cardinality()?, self.first.number());
        let left = if *first < len { len - first } else { BigUint::ZERO };
        u64::try_from(left).ok()
    }

    fn first(&self) -> Option<Index> {
        Some(self.first.clone())
    }

    fn complete_size(&self, count: u64) -> Option<(u32, u64)> {
        if *self.first.number() != BigUint::ZERO {
            return None;
        }
        let mut best = None;
        let mut total = BigUint::ZERO;
        for size in 0.. {
            let here = self.space.count(Size(size));
            total += &here;
            let up_to = u64::try_from(&total).ok().filter(|total| *total <= count);
            let Some(up_to) = up_to else { break };
            if here > BigUint::ZERO {
                best = Some((size, up_to));
            }
            let is_last = self.space.cardinality().is_some_and(|len| total >= len);
            if is_last {
                break;
            }
        }
        best
    }
}

/// The sizes of formulas that follow each other, without a search for each.
struct Sizes<'a> {
    space: &'a Space,
    size: Size,
    /// Number of further formulas of this size; 2^64 - 1 if there are more.
    left: u64,
}

impl<'a> Sizes<'a> {
    /// The sizes from an index on; `None` if the space has no such formula.
    fn from_index(space: &'a Space, first: &Index) -> Option<Self> {
        let position = space.locate(first)?;
        let left = space.count(position.size) - position.within.number();
        let left = u64::try_from(left).unwrap_or(u64::MAX);
        Some(Self { space, size: position.size, left })
    }

    /// Returns the size of the next formula, of which there must be one.
    fn next(&mut self) -> u32 {
        while self.left == 0 {
            self.size = Size(self.size.0 + 1);
            self.left = u64::try_from(self.space.count(self.size)).unwrap_or(u64::MAX);
        }
        self.left -= 1;
        self.size.0
    }
}
