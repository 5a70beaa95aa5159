//! The techniques at work: one line for each.

use std::sync::{Arc, LazyLock};

use crate::neighbours::Neighbours;
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

/// Returns a technique at work, with the tables that come with the program; `None` if this version
/// of etude only knows its name.
pub fn mutator(technique: Technique) -> Option<Arc<dyn Mutator>> {
    match technique {
        Technique::Weaken => Some(WEAKEN.clone()),
        Technique::Fuse | Technique::Recombine | Technique::Graft => None,
    }
}
