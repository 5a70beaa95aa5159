//! Mutants: scripts made from seeds by steps, with answers that are known and proven.

use std::sync::Arc;

use smtlib::Limits;

use crate::known::{Decision, Ground, KnownAnswer};
use crate::specimen::{Answer, Specimen, Unproven};
use crate::step::{Generation, Step};

/// A script made from a seed, with its own witness and the steps that made it.
///
/// Invariant: if its answer is `sat`, our evaluator found every assertion true under its witness, by
/// the standard alone.
#[derive(Clone, Debug)]
pub struct Mutant(Specimen);

impl Mutant {
    /// Makes a mutant of what steps made of a seed.
    ///
    /// The error says that it is lost: an assertion is not true under the witness.
    pub fn of(specimen: Specimen) -> Result<Self, Unproven> {
        let steps = LIMITS.steps + 8 * specimen.terms.len() as u64;
        specimen.prove(&Limits { steps, ..LIMITS })?;
        Ok(Self(specimen))
    }

    /// Returns the answer.
    pub fn answer(&self) -> Decision {
        self.0.decision()
    }

    /// Returns the script.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// Returns the names of the seeds it was made from, the first one first.
    pub fn seeds(&self) -> &[Arc<str>] {
        &self.0.seeds
    }

    /// Returns what was done, in order.
    pub fn steps(&self) -> &[Step] {
        &self.0.steps
    }

    /// Returns the mutants that were seeds on the way from the first seed, the first one first.
    pub fn generations(&self) -> &[Generation] {
        &self.0.generations
    }

    /// Returns what the steps made.
    pub fn specimen(&self) -> &Specimen {
        &self.0
    }

    /// Returns the answer with its ground: what is derived from an exhausted seed is proven, what is
    /// derived from an agreed or declared one is no more than that.
    pub fn known(&self) -> KnownAnswer {
        match self.0.answer() {
            Answer::Sat(model) => {
                KnownAnswer::witnessed(model.text(&self.0.terms, self.0.declared()))
            }
            Answer::Unsat(ground) => known_of(ground, || self.lineage()),
        }
    }

    /// Returns the steps and seeds in a line: `weaken and-drop, weaken num-lt-ne of Strings 1041`.
    pub fn lineage(&self) -> String {
        self.0.lineage(None)
    }
}

/// The answer of what is derived from an `unsat` with this ground.
pub(crate) fn known_of(ground: &Ground, lineage: impl FnOnce() -> String) -> KnownAnswer {
    match ground {
        Ground::Agreed => KnownAnswer::agreed(Decision::Unsat),
        Ground::Declared { by } => KnownAnswer::declared(Decision::Unsat, by.clone()),
        Ground::Witness(_) | Ground::Exhausted { .. } | Ground::Derived { .. } => {
            KnownAnswer::derived(lineage())
        }
    }
}

/// Work that the evaluation of a mutant may be, besides some steps for each term: a mutant that
/// costs more is no mutant. Few instances are tried, since quantifiers in quantifiers cost enough with
/// these: as many as [`Limits::hasty`] has, by which the judge of a mutant's text decides it too.
const LIMITS: Limits = Limits {
    steps: 20_000,
    calls: 1_000,
    exhaustive: 4_096,
    instances: 24,
    all_steps: 3_000_000,
    model_bytes: 1 << 20,
};
