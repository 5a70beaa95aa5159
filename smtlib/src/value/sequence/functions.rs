//! The functions on sequences and positions, as the theory of strings has them.

use super::Sequence;
use crate::text::find;
use crate::value::Value;

impl Sequence {
    /// Returns the element at a position, if there is one.
    pub fn nth(&self, position: i64) -> Option<&Value> {
        usize::try_from(position).ok().and_then(|at| self.elements.get(at))
    }

    /// `(seq.++ parts …)` of sequences of one sort; `None` if it would be too large.
    pub fn concat_all<'a>(parts: impl IntoIterator<Item = &'a Sequence>) -> Option<Sequence> {
        let mut parts = parts.into_iter();
        let first = parts.next()?;
        let mut weight = first.weight;
        let mut elements = first.elements.to_vec();
        for part in parts {
            weight = weight.saturating_add(part.weight);
            if weight > crate::value::MAX_VALUE_WEIGHT {
                return None;
            }
            elements.extend_from_slice(&part.elements);
        }
        Sequence::new(first.sort, elements)
    }

    /// `(seq.at self position)`: the sequence of the element there, empty where there is none.
    #[must_use]
    pub fn at(&self, position: i64) -> Sequence {
        self.extract(position, 1)
    }

    /// `(seq.extract self start length)`: empty unless `0 <= start < len` and `length > 0`, and cut
    /// off at the end.
    #[must_use]
    pub fn extract(&self, start: i64, length: i64) -> Sequence {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let Some(rest) = self.elements.get(start..) else { return Sequence::empty(self.sort) };
        let length = usize::try_from(length.max(0)).map_or(rest.len(), |n| n.min(rest.len()));
        self.of(rest[..length].to_vec())
    }

    /// `(seq.prefixof self other)`: does `other` begin with `self`?
    pub fn prefixof(&self, other: &Sequence) -> bool {
        other.elements.starts_with(&self.elements)
    }

    /// `(seq.suffixof self other)`: does `other` end with `self`?
    pub fn suffixof(&self, other: &Sequence) -> bool {
        other.elements.ends_with(&self.elements)
    }

    /// `(seq.contains self other)`: does `other` occur in `self`?
    pub fn contains(&self, other: &Sequence) -> bool {
        find(&self.elements, &other.elements, 0).is_some()
    }

    /// `(seq.indexof self other start)`: the first place from `start` on where `other` occurs. The
    /// empty sequence occurs everywhere from 0 to the length.
    pub fn indexof(&self, other: &Sequence, start: i64) -> Option<usize> {
        let start = usize::try_from(start).ok().filter(|&at| at <= self.elements.len())?;
        find(&self.elements, &other.elements, start)
    }

    /// `(seq.last_indexof self other)` of z3: the last place where `other` occurs.
    pub fn last_indexof(&self, other: &Sequence) -> Option<usize> {
        let last = self.elements.len().checked_sub(other.elements.len())?;
        (0..=last).rev().find(|&at| self.elements[at..].starts_with(&other.elements))
    }

    /// `(seq.replace self pattern replacement)`: the first occurrence; an empty pattern occurs first
    /// at the beginning. `None` if the result would be too large.
    pub fn replace(&self, pattern: &Sequence, replacement: &Sequence) -> Option<Sequence> {
        match find(&self.elements, &pattern.elements, 0) {
            None => Some(self.clone()),
            Some(at) => {
                let after = &self.elements[at + pattern.elements.len()..];
                self.joined(&[&self.elements[..at], &replacement.elements, after])
            }
        }
    }

    /// `(seq.replace_all self pattern replacement)`: all occurrences, from left to right without
    /// overlaps; `self` for an empty pattern. `None` if the result would be too large.
    pub fn replace_all(&self, pattern: &Sequence, replacement: &Sequence) -> Option<Sequence> {
        let mut parts: Vec<&[Value]> = Vec::new();
        let mut from = 0;
        while !pattern.elements.is_empty()
            && let Some(at) = find(&self.elements, &pattern.elements, from)
        {
            parts.extend([&self.elements[from..at], &replacement.elements]);
            from = at + pattern.elements.len();
        }
        parts.push(&self.elements[from..]);
        self.joined(&parts)
    }

    /// `(seq.rev self)` of cvc5: from right to left.
    #[must_use]
    pub fn rev(&self) -> Sequence {
        self.of(self.elements.iter().rev().cloned().collect())
    }

    /// `(seq.update self start other)` of cvc5: `other` written over `self` from `start` on, cut off
    /// at the end of `self`; `self` unless `0 <= start < len`. `None` if it would be too large.
    pub fn update(&self, start: i64, other: &Sequence) -> Option<Sequence> {
        let start = usize::try_from(start).ok().filter(|&at| at < self.elements.len());
        let Some(start) = start else { return Some(self.clone()) };
        let length = other.elements.len().min(self.elements.len() - start);
        let after = &self.elements[start + length..];
        self.joined(&[&self.elements[..start], &other.elements[..length], after])
    }

    /// A sequence of the same sort, of some of the same elements.
    fn of(&self, elements: Vec<Value>) -> Sequence {
        Sequence::new(self.sort, elements).expect("a part of a sequence is no larger than it")
    }

    fn joined(&self, parts: &[&[Value]]) -> Option<Sequence> {
        let weight = parts.iter().flat_map(|part| *part);
        let weight = weight.fold(1_u64, |sum, next| sum.saturating_add(next.weight()));
        (weight <= crate::value::MAX_VALUE_WEIGHT)
            .then(|| parts.concat())
            .and_then(|elements| Sequence::new(self.sort, elements))
    }
}
