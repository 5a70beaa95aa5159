//! Which sizes there are trees of, and the ways to share out a size among the children of a
//! production, in order: what an odometer needs to know of counts, without any number.
//!
//! Tuples nest to the left and the size of the left side ascends, so the sums of the first
//! 1, 2, … n-1 sizes are ordered with the longest sum first. The sizes themselves are kept.

use num_traits::Zero;

use crate::grammar::draft::{NonterminalId, ProductionId};
use crate::grammar::writing_steps::{Child, Line, Script};
use crate::space::Space;

/// For each nonterminal, and each prefix of the children of each production, whether it has
/// a tree of each size counted so far.
#[derive(Clone, Debug)]
pub(crate) struct Splits {
    nonterminals: Vec<Vec<bool>>,
    /// By production, then by length of the prefix (from 0), then by size.
    prefixes: Vec<Vec<Vec<bool>>>,
    sizes: u32,
}

impl Splits {
    pub fn new(space: &Space, script: &Script) -> Self {
        let productions = space.rtg().productions();
        let prefixes = |id| vec![Vec::new(); script.line(id).children.len() + 1];
        Self {
            nonterminals: vec![Vec::new(); space.rtg().nonterminals().len()],
            prefixes: productions.map(prefixes).collect(),
            sizes: 0,
        }
    }

    /// Whether all sizes up to this one are known.
    pub fn reaches(&self, size: u32) -> bool {
        self.sizes > size
    }

    /// Gets to know one more size. Costs a search for a split for each prefix.
    pub fn grow(&mut self, space: &Space, script: &Script) {
        let size = self.sizes;
        for id in space.rtg().nonterminals() {
            let has_tree = !space.of(id).count(crate::Size(size)).is_zero();
            self.nonterminals[id.index()].push(has_tree);
        }
        for id in space.rtg().productions() {
            self.prefixes[id.index()][0].push(size == 0);
            for (place, &child) in script.line(id).children.iter().enumerate() {
                // The new size stands at the end of the shorter prefix already.
                let shorter = &self.prefixes[id.index()][place];
                let is_split = |rest: u32| shorter[rest as usize] && self.has(child, size - rest);
                let found = (0..=size).any(is_split);
                self.prefixes[id.index()][place + 1].push(found);
            }
        }
        self.sizes += 1;
    }

    /// Whether the nonterminal has a tree of this size, which must be known.
    pub fn has_tree(&self, id: NonterminalId, size: u32) -> bool {
        self.nonterminals[id.index()][size as usize]
    }

    fn has(&self, child: Child, size: u32) -> bool {
        match child {
            Child::Set(_) => size == 0,
            Child::Node(id) => self.has_tree(id, size),
        }
    }

    /// Appends the first sizes of the children of a production that pays its cost out of
    /// `size`; `false` if it has no tree of that size.
    pub fn first(&self, id: ProductionId, line: &Line, size: u32, sizes: &mut Vec<u32>) -> bool {
        let Some(rest) = size.checked_sub(line.cost) else { return false };
        let prefixes = &self.prefixes[id.index()];
        if !prefixes[line.children.len()][rest as usize] {
            return false;
        }
        let start = sizes.len();
        sizes.resize(start + line.children.len(), 0);
        self.least(id, line, rest, &mut sizes[start..]);
        true
    }

    /// Steps to the next sizes with the same sum; `false` if these were the last.
    pub fn next(&self, id: ProductionId, line: &Line, sizes: &mut [u32]) -> bool {
        // The sum of the sizes up to and with `place` is the least significant first.
        let Some(&first) = sizes.first() else { return false };
        let mut sum = first;
        for place in 1..sizes.len() {
            // The sum of the first `place` sizes grows at the cost of the next one.
            let total = sum + sizes[place];
            if let Some(left) = self.left_from(id, line, place, sum + 1, total) {
                sizes[place] = total - left;
                self.least(id, line, left, &mut sizes[..place]);
                return true;
            }
            sum = total;
        }
        false
    }

    /// The least sizes of that sum, which there must be, for the first children.
    fn least(&self, id: ProductionId, line: &Line, sum: u32, sizes: &mut [u32]) {
        let mut total = sum;
        for place in (0..sizes.len()).rev() {
            let left = self.left_from(id, line, place, 0, total);
            let left = left.expect("children of that sum there are");
            sizes[place] = total - left;
            total = left;
        }
    }

    /// The least size from `least` on that the first `place` children can have if they and
    /// the next have `total`.
    fn left_from(
        &self,
        id: ProductionId,
        line: &Line,
        place: usize,
        least: u32,
        total: u32,
    ) -> Option<u32> {
        let prefix = &self.prefixes[id.index()][place];
        let child = line.children[place];
        (least..=total).find(|&left| prefix[left as usize] && self.has(child, total - left))
    }
}
