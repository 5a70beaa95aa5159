//! The techniques at work: one line for each.

use std::sync::{Arc, LazyLock};

use feat_runtime::Space;

use crate::fuse::Fuse;
use crate::graft::Graft;
use crate::neighbours::Neighbours;
use crate::recombine::Recombine;
use crate::rules::RuleSet;
use crate::seed::Seed;
use crate::technique::Technique;
use crate::walk::Mutator;
use crate::weaken::Weaken;

static WEAKEN: LazyLock<Arc<Weaken>> = LazyLock::new(|| Arc::new(Weaken::new(RuleSet::shipped())));

/// Returns all mutants of a seed that are one step of a technique away; `None` of a technique that
/// draws among too many.
pub fn neighbours(seed: &Seed, technique: Technique) -> Option<Neighbours> {
    match technique {
        Technique::Weaken => Some(Neighbours::of(seed, &WEAKEN)),
        Technique::Fuse | Technique::Recombine | Technique::Graft => None,
    }
}

/// Returns a technique at work, with the tables that come with the program and grammars of scripts
/// for new terms.
pub fn mutator(technique: Technique, grammars: &[&Space]) -> Arc<dyn Mutator> {
    match technique {
        Technique::Weaken => WEAKEN.clone(),
        Technique::Fuse => Arc::new(Fuse::default()),
        Technique::Recombine => Arc::new(Recombine::default()),
        Technique::Graft => Arc::new(Graft::new(grammars.iter().copied())),
    }
}
