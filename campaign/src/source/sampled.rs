//! Formulas of a grammar that are drawn at random, all of one size.

use std::ops::Range;

use feat_runtime::{Layout, Sampler, Size, Space};

use super::Source;
use super::identity::Identity;
use super::known::KnownAnswers;
use super::order::Place;
use super::question::Question;

/// Drawn formulas: question n hangs on the seed and on n alone.
#[derive(Clone, Debug)]
pub(crate) struct Sampled {
    identity: Identity,
    space: Space,
    size: u32,
    seed: u64,
}

impl Sampled {
    pub(super) fn new(identity: Identity, space: Space, size: u32, seed: u64) -> Self {
        Self { identity, space, size, seed }
    }

    fn question(&self, number: u64) -> Option<Question> {
        let mut sampler = Sampler::new(mix(self.seed, number));
        let index = sampler.index_of_size(&self.space, Size(self.size))?;
        let text = self.space.text(&index, Layout::Smtlib)?;
        Some(Question {
            number,
            place: Place::Index(index),
            text: format!("{text}\n"),
            size: self.size,
            known: KnownAnswers::default(),
            rules: Vec::new(),
        })
    }
}

impl Source for Sampled {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Costs one search by index for each formula.
    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        numbers.map_while(|number| self.question(number)).collect()
    }

    fn len(&self) -> Option<u64> {
        None
    }
}

/// A seed of its own for each number (splitmix64), so that a sample needs none before it.
fn mix(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
