//! The techniques at work: one line for each.

use std::sync::Arc;

use crate::technique::Technique;
use crate::walk::Mutator;

/// Returns a technique at work; `None` if this version of etude only knows its name.
pub fn mutator(technique: Technique) -> Option<Arc<dyn Mutator>> {
    match technique {
        Technique::Weaken | Technique::Fuse | Technique::Recombine | Technique::Graft => None,
    }
}
