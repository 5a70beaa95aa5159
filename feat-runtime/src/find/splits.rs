//! Splits: the sizes that have trees, and the ways to share out a size among the children of a
//! production, in order. An odometer needs to know this of counts, and no number.
//!
//! Tuples nest to the left and the size of the left side ascends, so the sums of the first
//! 1, 2, … n-1 sizes are ordered with the longest sum first. The sizes themselves are kept.

use crate::grammar::draft::{NonterminalId, ProductionId};
use crate::grammar::rtg::Rtg;
use crate::grammar::writing_steps::{ChoiceSymbol, Steps, WritingSteps};

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
    /// The splits of a grammar, of no size yet.
    pub fn new(rtg: &Rtg, writing: &WritingSteps) -> Self {
        let prefixes = |id| vec![Vec::new(); writing.of(id).children.len() + 1];
        Self {
            nonterminals: vec![Vec::new(); rtg.nonterminals().len()],
            prefixes: rtg.productions().map(prefixes).collect(),
            sizes: 0,
        }
    }

    /// Whether all sizes up to this one are known.
    pub fn reaches(&self, size: u32) -> bool {
        self.sizes > size
    }

    /// Gets to know one more size: `has_tree` tells whether a nonterminal has a tree of it. Costs
    /// a search for a split for each prefix.
    pub fn grow(&mut self, writing: &WritingSteps, has_tree: impl Fn(NonterminalId, u32) -> bool) {
        let size = self.sizes;
        for (number, sizes) in self.nonterminals.iter_mut().enumerate() {
            sizes.push(has_tree(NonterminalId::new(number), size));
        }
        for number in 0..self.prefixes.len() {
            self.prefixes[number][0].push(size == 0);
            let children = &writing.of(ProductionId::new(number)).children;
            for (place, &child) in children.iter().enumerate() {
                // The new size stands at the end of the shorter prefix already.
                let shorter = &self.prefixes[number][place];
                let is_split = |rest: u32| shorter[rest as usize] && self.has(child, size - rest);
                let found = (0..=size).any(is_split);
                self.prefixes[number][place + 1].push(found);
            }
        }
        self.sizes += 1;
    }

    /// Whether the nonterminal has a tree of this size, which must be known.
    pub fn has_tree(&self, id: NonterminalId, size: u32) -> bool {
        self.nonterminals[id.index()][size as usize]
    }

    fn has(&self, child: ChoiceSymbol, size: u32) -> bool {
        match child {
            ChoiceSymbol::Set(_) => size == 0,
            ChoiceSymbol::Node(id) => self.has_tree(id, size),
        }
    }

    /// Appends the first sizes of the children of a production that pays its cost out of
    /// `size`; `false` if it has no tree of that size.
    pub fn first(&self, id: ProductionId, steps: &Steps, size: u32, sizes: &mut Vec<u32>) -> bool {
        let Some(rest) = size.checked_sub(steps.cost) else { return false };
        let prefixes = &self.prefixes[id.index()];
        if !prefixes[steps.children.len()][rest as usize] {
            return false;
        }
        let start = sizes.len();
        sizes.resize(start + steps.children.len(), 0);
        self.least(id, steps, rest, &mut sizes[start..]);
        true
    }

    /// Steps to the next sizes with the same sum; `false` if these were the last.
    pub fn next(&self, id: ProductionId, steps: &Steps, sizes: &mut [u32]) -> bool {
        // The sum of the sizes up to and with `place` is the least significant first.
        let Some(&first) = sizes.first() else { return false };
        let mut sum = first;
        for place in 1..sizes.len() {
            // The sum of the first `place` sizes grows at the cost of the next one.
            let total = sum + sizes[place];
            if let Some(left) = self.left_from(id, steps, place, sum + 1, total) {
                sizes[place] = total - left;
                self.least(id, steps, left, &mut sizes[..place]);
                return true;
            }
            sum = total;
        }
        false
    }

    /// The least sizes of that sum, which there must be, for the first children.
    fn least(&self, id: ProductionId, steps: &Steps, sum: u32, sizes: &mut [u32]) {
        let mut total = sum;
        for place in (0..sizes.len()).rev() {
            let left = self.left_from(id, steps, place, 0, total);
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
        steps: &Steps,
        place: usize,
        least: u32,
        total: u32,
    ) -> Option<u32> {
        let prefix = &self.prefixes[id.index()][place];
        let child = steps.children[place];
        (least..=total).find(|&left| prefix[left as usize] && self.has(child, total - left))
    }
}
