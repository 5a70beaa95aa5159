//! The techniques at work: one line for each.

use std::num::NonZeroU64;
use std::sync::{Arc, LazyLock};

use feat_runtime::Space;

use crate::fuse::Fuse;
use crate::fusion::FusionTable;
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

/// All that techniques work with, besides seeds. `Tools::default()` has no grammars.
#[derive(Clone, Debug, Default)]
pub struct Tools<'a> {
    /// Grammars of scripts, by which new terms are made.
    pub grammars: Vec<&'a Space>,
    /// Fusion functions in the place of those that come with the program.
    pub functions: Option<FusionTable>,
    /// Number of witnesses that recombining takes of a seed, if not the usual.
    pub witnesses: Option<NonZeroU64>,
}

/// Returns a technique at work, with the tables that come with the program where the tools have no
/// others.
pub fn mutator(technique: Technique, tools: &Tools<'_>) -> Arc<dyn Mutator> {
    match technique {
        Technique::Weaken => WEAKEN.clone(),
        Technique::Fuse => {
            let own = tools.functions.as_ref().map(|table| table.functions().clone());
            let usual = Fuse::default();
            Arc::new(Fuse { functions: own.unwrap_or_else(|| usual.functions.clone()), ..usual })
        }
        Technique::Recombine => {
            let usual = Recombine::default();
            let witnesses = tools.witnesses.map_or(usual.witnesses, NonZeroU64::get);
            Arc::new(Recombine { witnesses, ..usual })
        }
        Technique::Graft => Arc::new(Graft::new(tools.grammars.iter().copied())),
    }
}
