//! The techniques at work: one line for each.

use std::sync::{Arc, LazyLock};

use crate::fuse::Fuse;
use crate::recombine::Recombine;
use feat_runtime::Space;

use crate::graft::Graft;
use crate::rules::RuleSet;
use crate::technique::Technique;
use crate::walk::Mutator;
use crate::weaken::Weaken;

/// Returns a technique at work, with the tables that come with the program and grammars of scripts
/// for new terms; `None` if this version of etude only knows its name.
pub fn mutator(technique: Technique, grammars: &[&Space]) -> Option<Arc<dyn Mutator>> {
    static WEAKEN: LazyLock<Arc<Weaken>> =
        LazyLock::new(|| Arc::new(Weaken::new(RuleSet::shipped())));
    match technique {
        Technique::Weaken => Some(WEAKEN.clone()),
        Technique::Fuse => Some(Arc::new(Fuse::default())),
        Technique::Recombine => Some(Arc::new(Recombine::default())),
        Technique::Graft => Some(Arc::new(Graft::new(grammars.iter().copied()))),
    }
}
