//! Generations: mutants that are seeds of further mutants.
//!
//! A mutant of generation 2 is a mutant whose seed is a mutant of generation 1, with the witness that
//! this one has. It differs from a mutant of more steps in what a walk begins with: the mutant between
//! was evaluated on its own, several mutants are made of it, its terms and values are what graft and
//! recombine draw from, and no rule counts as used before. Which numbers have which parents follows from
//! the seed and the numbers alone.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::draw::Draw;
use crate::mutant::Mutant;
use crate::seed::Seed;
use crate::specimen::Specimen;
use crate::walk::{Made, Recipe, Seeds};

/// Mutants of several generations: those of the first begin with the seed, those of each further one
/// with a mutant of the generation before it.
///
/// ```
/// use mutation::{Alone, Generations, Recipe, Seed, Technique, Tools, mutator};
/// use smtlib::{Budget, Script};
///
/// let script = Script::parse("(declare-const x Int)(assert (< 2 x 5))(check-sat)")?;
/// let seed = Seed::by_search("a script", &script, 0, &Budget::default())?;
/// let mutators = vec![mutator(Technique::Weaken, &Tools::default())];
/// let generations = Generations::new(Recipe { mutators, steps: 1..=2, seed: 0 }, 3);
/// let later = (0..20).filter(|&number| generations.parent(&seed, number).is_some());
/// for number in later {
///     let mutant = generations.make(&seed, &Alone, number).mutant.expect("there is something to weaken");
///     assert!(mutant.generations().len() <= 2, "it is of generation 3 at most");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Generations {
    recipe: Recipe,
    most: u32,
    /// Mutants that were seeds lately: those of one parent are made one after the other.
    kept: Mutex<VecDeque<Kept>>,
}

/// The text of a seed, the number of a mutant of it, and this as a seed, if there is such a mutant.
type Kept = (Arc<str>, u64, Option<Arc<Seed>>);

/// The most draws of an earlier number until one is of the generation before.
const TRIES: usize = 16;

/// Mutants that are kept as seeds.
const KEPT: usize = 32;

impl Generations {
    /// Makes mutants of up to `most` generations, each by this recipe.
    pub fn new(recipe: Recipe, most: u32) -> Self {
        Self { recipe, most: most.max(1), kept: Mutex::default() }
    }

    /// Returns the same without what it remembers, so that every seed is drawn anew.
    #[must_use]
    pub fn forgetful(&self) -> Self {
        Self::new(self.recipe.clone(), self.most)
    }

    /// Makes mutant `number` of a seed.
    pub fn make(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Made {
        let parent = self.bred(seed, others, number);
        self.recipe.make(parent.as_deref().unwrap_or(seed), others, number)
    }

    /// Makes what mutant `number` was before its last step, which may be the mutant that was its seed;
    /// `None` if there is no such mutant, or this is not true under its witness.
    pub fn before(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Option<Mutant> {
        let parent = self.bred(seed, others, number);
        self.recipe.before(parent.as_deref().unwrap_or(seed), others, number)
    }

    /// Makes what mutant `number` was before each of its steps, those of the mutants that were seeds on
    /// the way among them, the first seed first; nothing if there is no such mutant.
    pub fn stations(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Vec<Specimen> {
        let parent = self.bred(seed, others, number);
        let own = self.recipe.stations(parent.as_deref().unwrap_or(seed), others, number);
        let earlier = self.parent(seed, number).filter(|_| parent.is_some() && !own.is_empty());
        let mut stations = earlier.map_or_else(Vec::new, |it| self.stations(seed, others, it));
        stations.extend(own);
        stations
    }

    /// Makes what the last walk of mutant `number` makes with some of its steps only; see
    /// [`Recipe::with_steps`].
    pub fn with_steps(
        &self,
        seed: &Seed,
        others: &dyn Seeds,
        number: u64,
        kept: &[u64],
    ) -> Option<Mutant> {
        let parent = self.bred(seed, others, number);
        self.recipe.with_steps(parent.as_deref().unwrap_or(seed), others, number, kept)
    }

    /// Returns the number of the mutant that mutant `number` is to be made of; `None` if that is the
    /// seed. Where this mutant cannot be made, the seed takes its place.
    pub fn parent(&self, seed: &Seed, number: u64) -> Option<u64> {
        if self.most == 1 {
            return None;
        }
        let (generation, mut draw) = self.drawn(seed, number);
        if generation == 0 || number == 0 {
            return None;
        }
        let is_before = |earlier: &u64| self.drawn(seed, *earlier).0 + 1 == generation;
        (0..TRIES).map(|_| draw.below(number)).find(is_before)
    }

    /// Draws a generation, from 0, each with equal chance.
    fn drawn(&self, seed: &Seed, number: u64) -> (u64, Draw) {
        let most = u64::from(self.most);
        let mut draw = seed.draw(format_args!("generation {most} {}", self.recipe.seed), number);
        (draw.below(most), draw)
    }

    /// Makes the mutant that mutant `number` has for a seed; `None` if it is a mutant of the seed.
    fn bred(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Option<Arc<Seed>> {
        let parent = self.parent(seed, number)?;
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |kept: &&Kept| kept.1 == parent && *kept.0 == *seed.text();
        if let Some((_, _, bred)) = lock().iter().find(is_it) {
            return bred.clone();
        }
        // A parent is of an earlier generation, so this calls itself a few times at most.
        let made = self.make(seed, others, parent).mutant;
        let bred = made.and_then(|it| Seed::of_mutant(&it, parent).ok()).map(Arc::new);
        let mut kept = lock();
        if kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back((seed.shared_text(), parent, bred.clone()));
        bred
    }
}
