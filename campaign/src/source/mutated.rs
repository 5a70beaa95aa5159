//! Mutants of another source's questions: each of these is a seed, and has a fixed number of places
//! for mutants, some of which stay empty.

pub(crate) mod bank;
mod told;

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use mutation::fusion::FusionTable;
use mutation::{
    Decision, Draw, Generations, Incremental, IncrementalScript, KnownAnswers, Made, Mutant,
    Mutator, Neighbours, Recipe, RuleName, Seed, Seeds, Specimen, Technique, Tools, mutator,
};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::identity::Identity;
use super::making::Making;
use super::order::Order;
use super::question::Question;
use super::{Batch, Gap, Source, Station};
use crate::hex::hex;
use crate::source::lineage::Lineage;
use bank::{Bank, SeedAnswers, Unseeded};
use told::{add_checks, lineage};

/// Mutants: question n is mutant n mod `per_seed` of seed n div `per_seed`.
///
/// A number has no question if its seed has no answer, or every attempt to make the mutant was lost.
/// Which numbers these are, and what all others are, follows from the seeds, how mutants are made,
/// and the number alone.
#[derive(Debug)]
pub struct Mutants {
    identity: Identity,
    bank: Bank,
    generations: Generations,
    per_seed: u64,
    /// The technique of which all mutants are made that are one step away.
    all: Option<Technique>,
    /// The neighbours of the seed that was asked last, where all are made.
    neighbours: Mutex<Option<(u64, Arc<Neighbours>)>>,
    /// The making of scripts of several checks, where mutants become that.
    incremental: Option<Incremental>,
    /// Fusion functions in the place of those that come with the program.
    functions: Option<FusionTable>,
}

/// A mutant as it is asked.
struct Asked {
    mutant: Mutant,
    /// The script of several checks that it became, if it did.
    script: Option<IncrementalScript>,
}

impl Asked {
    fn text(&self) -> String {
        match &self.script {
            Some(script) => script.text().to_owned(),
            None => self.mutant.text(),
        }
    }

    fn known(&self) -> KnownAnswers {
        match &self.script {
            Some(script) => script.known().clone(),
            None => self.mutant.known().into(),
        }
    }

    /// The rules of its steps, one after the other.
    fn rules(&self) -> Vec<RuleName> {
        let last = self.script.as_ref().map(|_| IncrementalScript::rule());
        self.mutant.steps().iter().map(RuleName::of).chain(last).collect()
    }
}

/// Reason why a number has no mutant. In words: `nothing that can be done to it keeps its answer`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoMutant {
    /// The seed has no answer, or there is no such seed.
    #[error(transparent)]
    Seed(#[from] Unseeded),
    /// Nothing can be done with it, or all that could was lost.
    #[error("nothing that can be done to it keeps its answer")]
    Lost(Vec<RuleName>),
}

impl Mutants {
    /// Makes mutants of the questions of another source. `answers` are those that solvers gave to
    /// seeds that the search cannot answer.
    ///
    /// Precondition: the fusion functions of the tools are those that the making names by their
    /// digest.
    pub fn new(
        seeds: Arc<dyn Source>,
        making: &Making,
        per_seed: u64,
        answers: SeedAnswers,
        tools: &Tools<'_>,
    ) -> Self {
        let functions = tools.functions.clone();
        let digest = functions.as_ref().map(FusionTable::digest);
        assert_eq!(making.options().functions, digest, "the functions are those of the making");
        let tools = Tools { witnesses: making.options().witnesses, ..tools.clone() };
        let found = making.techniques().iter().map(|it| mutator(*it, &tools)).collect();
        Self { functions, ..Self::with(seeds, making, found, per_seed, answers) }
    }

    /// The same with techniques from elsewhere, one for each name.
    pub fn with(
        seeds: Arc<dyn Source>,
        making: &Making,
        mutators: Vec<Arc<dyn Mutator>>,
        per_seed: u64,
        answers: SeedAnswers,
    ) -> Self {
        let from = seeds.identity();
        let mut digest = Sha256::new();
        digest.update(&from.digest);
        for mutator in &mutators {
            digest.update(format!("\0{}", mutator.edition()));
        }
        let incremental = making.options().is_incremental.then(|| incremental(making));
        if let Some(incremental) = &incremental {
            digest.update(format!("\0{}", incremental.edition()));
        }
        digest.update(answers.digest());
        let order = Order::Mutated {
            seeds: Box::new(from.order.clone()),
            making: making.clone(),
            per_seed: per_seed.max(1),
        };
        let (name, origin) = (from.name.clone(), from.origin.clone());
        let digest = hex(&digest.finalize()[..8]);
        let recipe = Recipe { mutators, steps: making.steps().range(), seed: 0 };
        let most = making.options().generations.map_or(1, NonZeroU32::get);
        Self {
            identity: Identity { name, digest, order, origin },
            bank: Bank::new(seeds, answers),
            generations: Generations::new(recipe, most),
            per_seed: per_seed.max(1),
            all: making.is_all().then(|| making.techniques()[0]),
            neighbours: Mutex::default(),
            incremental,
            functions: None,
        }
    }

    /// Returns the number of mutants of a seed that are one step away; `None` where not all are made.
    pub fn neighbours(&self, seed: u64) -> Result<Option<u64>, Unseeded> {
        let made = self.bank.seed(seed)?;
        Ok(self.neighbours_of(seed, &made).map(|it| it.len() as u64))
    }

    fn neighbours_of(&self, number: u64, seed: &Seed) -> Option<Arc<Neighbours>> {
        let technique = self.all?;
        let mut kept = self.neighbours.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, neighbours)) = &*kept
            && *of == number
        {
            return Some(neighbours.clone());
        }
        let neighbours = Arc::new(mutation::neighbours(seed, technique)?);
        *kept = Some((number, neighbours.clone()));
        Some(neighbours)
    }

    /// Makes mutant `number`, whose seed is this.
    fn make(
        &self,
        number: u64,
        seed: &Seed,
        (generations, others): (&Generations, &dyn Seeds),
    ) -> Made {
        let draw = number % self.per_seed;
        let Some(neighbours) = self.neighbours_of(number / self.per_seed, seed) else {
            return generations.make(seed, others, draw);
        };
        let place = usize::try_from(draw).ok();
        Made { mutant: place.and_then(|it| neighbours.get(it)), lost: Vec::new() }
    }

    /// Makes mutant `number` as it is asked; the rules that lost attempts beside it.
    fn asked(
        &self,
        number: u64,
        seed: &Seed,
        making: (&Generations, &dyn Seeds),
    ) -> (Option<Asked>, Vec<RuleName>) {
        let Made { mutant, lost } = self.make(number, seed, making);
        let asked = mutant.and_then(|mutant| {
            let Some(incremental) = &self.incremental else {
                return Some(Asked { mutant, script: None });
            };
            let script = incremental.script_of(&mutant, number % self.per_seed)?;
            Some(Asked { mutant, script: Some(script) })
        });
        (asked, lost)
    }

    /// Whether a seed has fewer mutants that are one step away.
    fn is_beyond(&self, number: u64, seed: &Seed) -> bool {
        let neighbours = self.neighbours_of(number / self.per_seed, seed);
        neighbours.is_some_and(|it| number % self.per_seed >= it.len() as u64)
    }

    /// Returns seed number `number`.
    pub fn seed(&self, number: u64) -> Result<Arc<Seed>, Unseeded> {
        self.bank.seed(number)
    }

    /// Returns why a number has no mutant; `None` if it has one.
    pub fn no_mutant(&self, number: u64) -> Option<NoMutant> {
        match self.bank.seed(number / self.per_seed) {
            Err(error) => Some(error.into()),
            Ok(seed) => match self.asked(number, &seed, (&self.generations, &self.bank)) {
                (Some(_), _) => None,
                (None, lost) => Some(NoMutant::Lost(lost)),
            },
        }
    }

    fn question(&self, number: u64, asked: &Asked) -> Question {
        let text = asked.text();
        Question {
            number,
            place: self.place(number),
            size: u32::try_from(text.len()).unwrap_or(u32::MAX),
            text,
            known: asked.known(),
            rules: asked.rules(),
        }
    }
}

impl Source for Mutants {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        self.batch(numbers).questions
    }

    fn batch(&self, numbers: Range<u64>) -> Batch {
        let mut batch = Batch::default();
        let end = numbers.end.min(self.len().unwrap_or(u64::MAX));
        for number in numbers.start..end {
            let Ok(seed) = self.bank.seed(number / self.per_seed) else {
                batch.gaps.push((number, Gap::NoSeed));
                continue;
            };
            if self.is_beyond(number, &seed) {
                batch.gaps.push((number, Gap::NoMore));
                continue;
            }
            let (asked, lost) = self.asked(number, &seed, (&self.generations, &self.bank));
            batch.lost.extend(lost.into_iter().map(|rule| (number, rule)));
            match asked {
                Some(asked) => batch.questions.push(self.question(number, &asked)),
                None => batch.gaps.push((number, Gap::NoMutant)),
            }
        }
        batch
    }

    fn len(&self) -> Option<u64> {
        self.bank.len()?.checked_mul(self.per_seed)
    }

    fn before(&self, number: u64) -> Option<Question> {
        if self.incremental.is_some() {
            // The last step made other checks, and kept no answer.
            return None;
        }
        let (seed, draw) = (number / self.per_seed, number % self.per_seed);
        let seed = self.bank.seed(seed).ok()?;
        let before = match self.all {
            None => self.generations.before(&seed, &self.bank, draw)?,
            Some(_) => Mutant::of(seed.specimen().clone()).ok()?,
        };
        Some(self.question(number, &Asked { mutant: before, script: None }))
    }

    fn stations(&self, number: u64) -> Vec<Station> {
        let (seed, draw) = (number / self.per_seed, number % self.per_seed);
        let Ok(seed) = self.bank.seed(seed) else { return Vec::new() };
        let mut stations = match self.all {
            None => self.generations.stations(&seed, &self.bank, draw),
            Some(_) => vec![seed.specimen().clone()],
        };
        if self.incremental.is_some() {
            // To become a script of several checks is one more step.
            let mutant = self.make(number, &seed, (&self.generations, &self.bank)).mutant;
            stations.extend(mutant.map(|it| it.specimen().clone()));
        }
        let station = |it: Specimen| Station { text: it.text(), answer: it.decision() };
        stations.into_iter().map(station).collect()
    }

    fn with_steps(&self, number: u64, kept: &[u64]) -> Option<(Question, Lineage)> {
        if self.incremental.is_some() || self.all.is_some() {
            // The last step made other checks of it, or there is one step only.
            return None;
        }
        let seed = self.bank.seed(number / self.per_seed).ok()?;
        let others = Watched { bank: &self.bank, drawn: Mutex::default() };
        // As in `lineage`: a seed that is remembered would not be told.
        let generations = self.generations.forgetful();
        let mutant = generations.with_steps(&seed, &others, number % self.per_seed, kept)?;
        let drawn = others.drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut lineage = lineage(&mutant, &[seed], &drawn);
        lineage.functions = self.functions.as_ref().map(FusionTable::text);
        Some((self.question(number, &Asked { mutant, script: None }), lineage))
    }

    fn lineage(&self, number: u64) -> Option<Lineage> {
        let seed = self.bank.seed(number / self.per_seed).ok()?;
        let others = Watched { bank: &self.bank, drawn: Mutex::default() };
        // A seed that is remembered is not drawn again, and would not be told.
        let asked = self.asked(number, &seed, (&self.generations.forgetful(), &others)).0?;
        let drawn = others.drawn.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut lineage = lineage(&asked.mutant, &[seed], &drawn);
        if let Some(script) = &asked.script {
            add_checks(&mut lineage, script);
        }
        lineage.functions = self.functions.as_ref().map(FusionTable::text);
        Some(lineage)
    }
}

/// Returns how a making has mutants become scripts of several checks.
fn incremental(making: &Making) -> Incremental {
    let usual = Incremental::default();
    let witnesses = making.options().witnesses;
    Incremental { witnesses: witnesses.map_or(usual.witnesses, NonZeroU64::get), ..usual }
}

/// Other seeds, with a list of those that were drawn.
struct Watched<'a> {
    bank: &'a Bank,
    drawn: Mutex<Vec<Arc<Seed>>>,
}

impl Seeds for Watched<'_> {
    fn draw(&self, answer: Decision, draw: &mut Draw) -> Option<Arc<Seed>> {
        let seed = self.bank.draw(answer, draw)?;
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner).push(seed.clone());
        Some(seed)
    }
}

#[cfg(test)]
mod tests;
