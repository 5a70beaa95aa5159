//! The cache that all streams and texts of a grammar share, so that each thing is made once.

use std::sync::{Arc, Mutex, PoisonError};

use super::small_pools::SmallPools;
use super::text_pool::TextPools;
use crate::find::splits::Splits;
use crate::grammar::draft::NonterminalId;
use crate::grammar::rtg::Rtg;
use crate::grammar::writing_steps::WritingSteps;

/// The steps, pools and splits of one grammar, and a shorter way to the smallest pools.
#[derive(Debug)]
pub(crate) struct StreamCache {
    pub steps: WritingSteps,
    pub pools: TextPools,
    pub small_pools: SmallPools,
    splits: Mutex<Arc<Splits>>,
}

impl StreamCache {
    pub fn new(rtg: &Rtg) -> Self {
        let steps = WritingSteps::new(rtg);
        let splits = Mutex::new(Arc::new(Splits::new(rtg, &steps)));
        let (pools, small_pools) = (TextPools::default(), SmallPools::new(rtg));
        Self { steps, pools, small_pools, splits }
    }

    /// The splits of all sizes up to this one, at the least; `has_tree` tells of which sizes a
    /// nonterminal has trees.
    pub fn splits(&self, size: u32, has_tree: impl Fn(NonterminalId, u32) -> bool) -> Arc<Splits> {
        let mut splits = self.splits.lock().unwrap_or_else(PoisonError::into_inner);
        if !splits.reaches(size) {
            let growing = Arc::make_mut(&mut splits);
            while !growing.reaches(size) {
                growing.grow(&self.steps, &has_tree);
            }
        }
        Arc::clone(&splits)
    }
}
