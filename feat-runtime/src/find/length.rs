//! From a number of bytes to the size from which on no text is shorter.
//!
//! With `A_p` the length of the shortest text of any tree of A that has size p *or more*,
//!
//! ```text
//! A_p     = min over productions of cost c and b bytes of their own:  b + (product)_{max(p-c,0)}
//! (l r)_p = min over s from 0 to p:                                   l_s + r_{p-s}
//! ```
//!
//! Because of "or more", `A_p` never falls when p grows, and it says everything about larger
//! sizes: the least p with `A_p >= bytes` is the answer, and no bound has to be argued for.
//!
//! Separators depend on what stands around a text, so a nonterminal has a row of such numbers
//! for each cursor that it begins at and each that it ends at (see `rules.rs`).

mod rules;

use crate::grammar::draft::NonterminalId;
use crate::grammar::layout::Layout;
use crate::grammar::rtg::Rtg;
use crate::grammar::writing_steps::WritingSteps;
use crate::number::MOST_SIZE;
use rules::{LengthRow, LengthRules, LengthTerm};

/// The least size such that every tree of that or a larger size has a text of at least `bytes`
/// bytes; `None` if there is none up to [`MOST_SIZE`].
///
/// Costs R·p²/2 additions for size p and R rows.
pub(crate) fn least_size(
    rtg: &Rtg,
    writing: &WritingSteps,
    start: NonterminalId,
    layout: Layout,
    bytes: u32,
) -> Option<u32> {
    let rules = LengthRules::new(rtg, writing, start, layout);
    let mut lengths = Lengths { rows: vec![Vec::new(); rules.terms.len()], bytes, risen: 0 };
    for size in 0..=MOST_SIZE.0 {
        lengths.push(&rules, size as usize);
        let is_short = |row: &LengthRow| lengths.rows[row.0].len() > size as usize;
        if !rules.start.iter().any(is_short) {
            return Some(size);
        }
        if lengths.are_settled(&rules, size as usize) {
            return None;
        }
    }
    None
}

/// The shortest lengths as far as they were computed.
struct Lengths {
    /// For each row its numbers, size after size. A row ends where it comes to `bytes`: what is
    /// as long as that is no part of anything shorter.
    rows: Vec<Vec<u32>>,
    bytes: u32,
    /// The last size at which a row rose or ended.
    risen: usize,
}

impl Lengths {
    /// Computes one more size.
    ///
    /// Rows can need each other at this very size, at no cost. Since no text is shorter than
    /// nothing, the numbers are found by lowering them until none can be lowered.
    fn push(&mut self, rules: &LengthRules, size: usize) {
        let known = |row: usize| {
            let has_ended = self.rows[row].len() < size;
            let terms = if has_ended { &[] } else { &rules.terms[row][..] };
            terms.iter().map(|term| self.of_smaller(term, size)).min().unwrap_or(self.bytes)
        };
        let mut now: Vec<u32> = (0..self.rows.len()).map(known).collect();
        loop {
            let mut is_lower = false;
            for row in (0..now.len()).rev().filter(|&row| self.rows[row].len() == size) {
                let terms = rules.terms[row].iter().filter(|term| size == 0 || term.cost == 0);
                let least = terms.map(|term| self.of_same(term, size, &now)).min();
                if let Some(least) = least.filter(|least| *least < now[row]) {
                    now[row] = least;
                    is_lower = true;
                }
            }
            if !is_lower {
                break;
            }
        }
        for (row, length) in self.rows.iter_mut().zip(now) {
            if row.len() == size && row.last() != Some(&length) {
                self.risen = size;
            }
            if row.len() == size && length < self.bytes {
                row.push(length);
            }
        }
    }

    /// The value of a term by lengths of smaller sizes alone.
    fn of_smaller(&self, term: &LengthTerm, size: usize) -> u32 {
        let rest = size.saturating_sub(term.cost as usize);
        let length = match (term.left, term.right) {
            (Some(left), Some(right)) => convolve(&self.rows[left.0], &self.rows[right.0], rest),
            (Some(row), None) | (None, Some(row)) => self.rows[row.0].get(rest).copied(),
            (None, None) => (rest == 0).then_some(0),
        };
        length.map_or(self.bytes, |length| self.sum(length, term.bytes))
    }

    /// The value of a term without cost by the lengths of this size.
    fn of_same(&self, term: &LengthTerm, size: usize, now: &[u32]) -> u32 {
        let at_zero = |row: LengthRow| match size {
            0 => now[row.0],
            _ => self.rows[row.0].first().copied().unwrap_or(self.bytes),
        };
        let length = match (term.left, term.right) {
            (Some(left), Some(right)) => {
                self.sum(now[left.0], at_zero(right)).min(self.sum(at_zero(left), now[right.0]))
            }
            (Some(row), None) | (None, Some(row)) => now[row.0],
            (None, None) => return self.bytes,
        };
        self.sum(length, term.bytes)
    }

    /// A sum as far as it matters.
    fn sum(&self, left: u32, right: u32) -> u32 {
        left.saturating_add(right).min(self.bytes)
    }

    /// Whether no row will ever rise again.
    ///
    /// Of two sizes that make up the next one, the larger can then be lowered by one, and the
    /// row stays the same: so what holds of this size holds of the next.
    fn are_settled(&self, rules: &LengthRules, size: usize) -> bool {
        size > 2 * self.risen + rules.most_cost as usize + 2
    }
}

/// The least `left_s + right_{size-s}`, where both rows reach so far.
fn convolve(left: &[u32], right: &[u32], size: usize) -> Option<u32> {
    let first = (size + 1).saturating_sub(right.len());
    let end = left.len().min(size + 1);
    if first >= end {
        return None;
    }
    let right = right[size + 1 - end..=size - first].iter().rev();
    // No row holds more than `bytes`, so that the sum of two is a word.
    left[first..end].iter().zip(right).map(|(left, right)| left.saturating_add(*right)).min()
}
