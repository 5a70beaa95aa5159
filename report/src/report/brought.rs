//! The yield of mutants by technique and by rule.

use std::fmt;

use campaign::{Order, Store, StoreError, StoredTrack, Yield};
use serde::Serialize;

/// The yield of the mutants of a source: `Strings/all`.
#[derive(Clone, Debug, Serialize)]
pub struct Brought {
    /// The source: `Strings/all`.
    pub theory: String,
    /// By technique, in their usual order.
    pub techniques: Vec<Share>,
    /// By rule, those that brought most per mutant first.
    pub rules: Vec<Share>,
}

/// The yield of the mutants with a step of a technique or a rule, such as `weaken and-drop`.
#[derive(Clone, Debug, Serialize)]
pub struct Share {
    /// The technique or the rule: `weaken`, `weaken and-drop`.
    pub name: String,
    /// The number of mutants that were asked.
    pub mutants: u64,
    /// The number of attempts that were lost, since an assertion was not true under the witness.
    pub lost: u64,
    /// The number of mutants that have operators together which no mutant with a smaller number has,
    /// and that some solver understood.
    pub combinations: u64,
    /// The number of findings that they showed first.
    pub findings: u64,
}

impl Share {
    fn new(name: &impl fmt::Display, brought: Yield) -> Self {
        let Yield { mutants, lost, combinations, findings } = brought;
        Self { name: name.to_string(), mutants, lost, combinations, findings }
    }

    /// Whether it brought anything new, and not by chance.
    pub fn has_news(&self) -> bool {
        self.combinations + self.findings > 0 && self.mutants >= 5
    }
}

/// Reads what the mutants of a track brought; `None` of what are no mutants, or where none is known.
pub(super) fn brought(store: &Store, track: &StoredTrack) -> Result<Option<Brought>, StoreError> {
    let Order::Mutated { .. } = track.identity.order else { return Ok(None) };
    let yields = store.yields(track.id, None)?;
    let techniques = yields.techniques().iter().map(|(it, brought)| Share::new(it, *brought));
    let rules = yields.ranked().into_iter().map(|(rule, brought)| Share::new(rule, brought));
    let brought = Brought {
        theory: track.identity.title(),
        techniques: techniques.collect(),
        rules: rules.collect(),
    };
    Ok((yields.all().mutants > 0).then_some(brought))
}
