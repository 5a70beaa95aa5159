//! The engine: everything that is known of one grammar, shared by all spaces, streams and texts
//! of it.
//!
//! A checked grammar, its counts, and what is made when it is first wanted: the small trees that
//! finding copies, and the cache of the streams. Whoever enumerates depends on the engine; the
//! engine knows neither streams nor spaces.

pub(crate) mod small_pools;
pub(crate) mod stream_cache;
pub(crate) mod text_pool;

use std::sync::{Arc, OnceLock};

use num_bigint::BigUint;
use num_traits::Zero;

use crate::count::counts::Counts;
use crate::count::plan::Spectrum;
use crate::count::tables::Tables;
use crate::find::rank::rank;
use crate::find::small_trees::SmallTrees;
use crate::find::splits::Splits;
use crate::find::unrank::Finder;
use crate::grammar::draft::NonterminalId;
use crate::grammar::rtg::Rtg;
use crate::grammar::tree::Tree;
use crate::grammar::writing_steps::WritingSteps;
use crate::number::Size;
use stream_cache::StreamCache;

/// One grammar with its counts and caches.
#[derive(Debug)]
pub(crate) struct GrammarEngine {
    rtg: Rtg,
    counts: Counts,
    small_trees: OnceLock<SmallTrees>,
    stream_cache: OnceLock<StreamCache>,
}

impl GrammarEngine {
    /// The engine of a grammar, with nothing counted yet.
    pub fn new(rtg: Rtg) -> Self {
        let counts = Counts::new(&rtg);
        Self { rtg, counts, small_trees: OnceLock::new(), stream_cache: OnceLock::new() }
    }

    pub fn rtg(&self) -> &Rtg {
        &self.rtg
    }

    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The numbers of trees of a nonterminal, by size.
    pub fn spectrum(&self, id: NonterminalId) -> &Spectrum {
        self.counts.plan().spectrum(id)
    }

    /// Whether all trees of a nonterminal are smaller than `size`.
    pub fn is_above_all(&self, id: NonterminalId, size: Size) -> bool {
        self.rtg.nonterminal(id).largest_size().is_some_and(|largest| size > largest)
    }

    /// The number of trees of a nonterminal that have this size.
    pub fn count(&self, id: NonterminalId, size: Size) -> BigUint {
        if self.is_above_all(id, size) {
            return BigUint::ZERO;
        }
        self.counts.up_to(size.0).count(self.spectrum(id), size.0)
    }

    /// The finder of trees in these tables, which copies small trees if it has them.
    pub fn finder<'a>(
        &'a self,
        tables: &'a Tables,
        small_trees: Option<&'a SmallTrees>,
    ) -> Finder<'a> {
        Finder { rtg: &self.rtg, counts: &self.counts, tables, small_trees }
    }

    /// The smallest trees, made when the first tree is wanted. That looks at the tables, which
    /// may not be locked.
    pub fn small_trees(&self) -> &SmallTrees {
        self.small_trees.get_or_init(|| SmallTrees::new(&self.rtg, &self.counts))
    }

    /// The index of `tree`, a tree of this grammar, among the trees of its nonterminal and size.
    pub fn rank(&self, tree: &Tree) -> BigUint {
        let tables = self.counts.up_to(tree.size(&self.rtg).0);
        rank(&self.rtg, &self.counts, &tables, tree)
    }

    /// The productions as the steps that write them.
    pub fn steps(&self) -> &WritingSteps {
        &self.stream_cache().steps
    }

    /// The splits of all sizes up to this one, at the least.
    pub fn splits(&self, size: Size) -> Arc<Splits> {
        let has_tree = |id, size| !self.count(id, Size(size)).is_zero();
        self.stream_cache().splits(size.0, has_tree)
    }

    /// The cache that streams and texts share, made when the first is wanted.
    pub fn stream_cache(&self) -> &StreamCache {
        self.stream_cache.get_or_init(|| StreamCache::new(&self.rtg))
    }
}
