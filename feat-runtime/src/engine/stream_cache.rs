//! What all streams and texts of a grammar share, so that each thing is made once.

use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::text_pool::Pools;
use crate::find::splits::Splits;
use crate::grammar::writing_steps::Script;
use crate::number::Size;
use crate::space::Space;
use crate::stream::text::Twigs;

/// The steps, pools and splits of one grammar, and a shorter way to the smallest pools.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub script: Script,
    pub pools: Pools,
    pub twigs: Twigs,
    splits: Mutex<Arc<Splits>>,
}

impl Shelf {
    pub fn new(space: &Space) -> Self {
        let script = Script::new(space.rtg());
        let splits = Mutex::new(Arc::new(Splits::new(space, &script)));
        Self { script, pools: Pools::default(), twigs: Twigs::default(), splits }
    }

    /// The splits of all sizes up to this one, at the least.
    pub fn splits(&self, space: &Space, size: Size) -> Arc<Splits> {
        let mut splits = self.splits.lock().unwrap_or_else(PoisonError::into_inner);
        if !splits.reaches(size.0) {
            let growing = Arc::make_mut(&mut splits);
            while !growing.reaches(size.0) {
                growing.grow(space, &self.script);
            }
        }
        Arc::clone(&splits)
    }
}
