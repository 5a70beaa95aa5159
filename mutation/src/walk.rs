//! Walks: from a seed, step by step, to a mutant.
//!
//! Mutant number n of a seed is a pure function of the seed, the recipe and n: the same on every
//! machine, on any number of threads and in every run.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::draw::Draw;
use crate::known::Decision;
use crate::mutant::Mutant;
use crate::seed::Seed;
use crate::specimen::Specimen;
use crate::step::RuleName;
use crate::technique::Technique;

/// A technique at work: what takes one step. `mutator(Technique::Weaken, &Tools::default())` gives
/// one.
pub trait Mutator: std::fmt::Debug + Send + Sync {
    /// Returns the technique.
    fn technique(&self) -> Technique;

    /// Changes the specimen by one step and appends it to the steps. The answer stays true, or is
    /// replaced by one that is. False, with the specimen as it was, if nothing can be done.
    fn step(&self, specimen: &mut Specimen, others: &dyn Seeds, draw: &mut Draw) -> bool;

    /// Returns what tells its tables from those of other versions, which make other mutants.
    fn edition(&self) -> String {
        String::new()
    }
}

/// The seeds that a step may take besides the one that it begins with.
pub trait Seeds: Send + Sync {
    /// Draws a seed with this answer; `None` if none is found.
    fn draw(&self, answer: Decision, draw: &mut Draw) -> Option<Arc<Seed>>;
}

/// No other seed. With it `fuse` has nothing to join.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Seeds for Alone {
    fn draw(&self, _: Decision, _: &mut Draw) -> Option<Arc<Seed>> {
        None
    }
}

/// The making of mutants: the techniques, and the number of steps. `weaken` in 1 to 10 steps is the
/// usual one.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The techniques, of which each step takes one.
    pub mutators: Vec<Arc<dyn Mutator>>,
    /// Numbers of steps that a walk may have, each with equal chance.
    pub steps: RangeInclusive<u32>,
    /// A number that tells two runs over the same seeds apart.
    pub seed: u64,
}

/// Number of times that a walk whose mutant is lost is begun anew.
const ATTEMPTS: u64 = 8;

/// The mutant of a number, or what was lost.
#[derive(Clone, Debug)]
pub struct Made {
    /// The mutant; `None` if every attempt was lost, or nothing can be done with the seed.
    pub mutant: Option<Mutant>,
    /// The rules that lost an attempt each: after their step an assertion was not true under the
    /// witness.
    pub lost: Vec<RuleName>,
}

impl Recipe {
    /// Makes mutant `number` of a seed.
    pub fn make(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Made {
        let mut lost = Vec::new();
        for attempt in 0..ATTEMPTS {
            let (steps, draw) = self.attempt(seed, number, attempt);
            let Some(specimen) = self.walk(seed, others, steps, &mut draw.clone()) else {
                continue;
            };
            match Mutant::of(specimen) {
                Ok(mutant) => return Made { mutant: Some(mutant), lost },
                Err(_) => lost.push(self.culprit(seed, others, steps, &draw)),
            }
        }
        Made { mutant: None, lost }
    }

    /// Makes mutant `number` of a seed; `None` if there is none.
    pub fn mutant(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Option<Mutant> {
        self.make(seed, others, number).mutant
    }

    /// Makes what mutant `number` was before its last step, which may be the seed itself; `None` if
    /// there is no such mutant, or this is not true under its witness.
    pub fn before(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Option<Mutant> {
        let (mutant, mut draw) = self.success(seed, others, number)?;
        let steps = mutant.steps().len() - seed.specimen().steps.len();
        let before = self.walk(seed, others, steps as u64 - 1, &mut draw);
        // What is true after the last step was made of this, which need not be true itself.
        Mutant::of(before.unwrap_or_else(|| seed.specimen().clone())).ok()
    }

    /// Makes what mutant `number` was before each of its steps, the seed first; nothing if there is no
    /// such mutant. Only some of it may be true under its witness.
    ///
    /// Costs two walks.
    pub fn stations(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Vec<Specimen> {
        let Some((mutant, mut draw)) = self.success(seed, others, number) else {
            return Vec::new();
        };
        let mut specimen = seed.specimen().clone();
        let mut stations = Vec::new();
        while specimen.steps.len() < mutant.steps().len() {
            stations.push(specimen.clone());
            let is_taken = self.step(&mut specimen, others, &mut draw);
            assert!(is_taken, "the mutant has this step");
        }
        stations
    }

    /// Makes what the walk of mutant `number` makes with some of its steps only, by their numbers from
    /// 0, in order; the seed itself with none. `None` if there is no such mutant, or a step that is
    /// kept can do nothing without those that are not.
    pub fn with_steps(
        &self,
        seed: &Seed,
        others: &dyn Seeds,
        number: u64,
        kept: &[u64],
    ) -> Option<Mutant> {
        let Some(last) = kept.last() else { return Mutant::of(seed.specimen().clone()).ok() };
        let (_, mut draw) = self.success(seed, others, number)?;
        let is_kept = |step: u64| kept.contains(&step);
        let specimen = self.walk_with(seed, others, last + 1, &is_kept, &mut draw)?;
        let taken = specimen.steps.len() - seed.specimen().steps.len();
        (taken == kept.len()).then(|| Mutant::of(specimen).ok())?
    }

    /// Returns mutant `number` with what its walk draws from.
    fn success(&self, seed: &Seed, others: &dyn Seeds, number: u64) -> Option<(Mutant, Draw)> {
        (0..ATTEMPTS).find_map(|attempt| {
            let (steps, draw) = self.attempt(seed, number, attempt);
            let made = Mutant::of(self.walk(seed, others, steps, &mut draw.clone())?).ok()?;
            Some((made, draw))
        })
    }

    /// Returns the number of steps that an attempt may have, and what they are drawn from.
    fn attempt(&self, seed: &Seed, number: u64, attempt: u64) -> (u64, Draw) {
        let mut draw = self.draw(seed, number, attempt);
        let (least, most) = (u64::from(*self.steps.start()), u64::from(*self.steps.end()));
        (least + draw.below(most.max(least) - least + 1), draw)
    }

    /// Returns the rule whose step first made something that is not true under the witness.
    ///
    /// Costs one walk, and one evaluation after each of its steps.
    fn culprit(&self, seed: &Seed, others: &dyn Seeds, steps: u64, draw: &Draw) -> RuleName {
        let (mut specimen, mut draw) = (seed.specimen().clone(), draw.clone());
        for _ in 0..steps {
            if !self.step(&mut specimen, others, &mut draw) {
                break;
            }
            if Mutant::of(specimen.clone()).is_err() {
                return RuleName::of(specimen.steps.last().expect("a step was taken"));
            }
        }
        unreachable!("the whole walk is lost")
    }

    /// Takes steps from a seed; `None` if none could be taken.
    fn walk(
        &self,
        seed: &Seed,
        others: &dyn Seeds,
        steps: u64,
        draw: &mut Draw,
    ) -> Option<Specimen> {
        self.walk_with(seed, others, steps, &|_| true, draw)
    }

    /// Takes those of the first steps, by their numbers from 0, that are to be kept.
    fn walk_with(
        &self,
        seed: &Seed,
        others: &dyn Seeds,
        steps: u64,
        is_kept: &dyn Fn(u64) -> bool,
        draw: &mut Draw,
    ) -> Option<Specimen> {
        let mut specimen = seed.specimen().clone();
        for number in 0..steps {
            if !is_kept(number) {
                // What follows draws as if this step had been taken.
                let _ = draw.fork();
            } else if !self.step(&mut specimen, others, draw) {
                break;
            }
        }
        (specimen.steps.len() > seed.specimen().steps.len()).then_some(specimen)
    }

    /// Takes one step by one of the techniques; false if nothing can be done.
    fn step(&self, specimen: &mut Specimen, others: &dyn Seeds, draw: &mut Draw) -> bool {
        // Each step draws from a sequence of its own: a walk of fewer steps begins alike.
        let mut draw = draw.fork();
        let mutator = draw.one_of(&self.mutators);
        mutator.cloned().is_some_and(|it| it.step(specimen, others, &mut draw))
    }

    fn draw(&self, seed: &Seed, number: u64, attempt: u64) -> Draw {
        seed.draw(format_args!("{} {} {attempt}", Names(&self.mutators), self.seed), number)
    }
}

/// The names of techniques, each once where it stands several times in a row: `weaken,fuse`.
struct Names<'a>(&'a [Arc<dyn Mutator>]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for technique in self.0.iter().map(|it| it.technique()) {
            if last == Some(technique) {
                continue;
            }
            let comma = if last.is_some() { "," } else { "" };
            write!(f, "{comma}{}", technique.name())?;
            last = Some(technique);
        }
        Ok(())
    }
}
