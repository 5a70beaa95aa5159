//! The questions of a source as seeds: parsed, with an answer that is proven where it can be.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use mutation::{Decision, Draw, Ground, NoSeed, Seed, Seeds};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use smtlib::{Budget, Dialect, Model, Script};
use thiserror::Error;

use crate::hex::hex;
use crate::source::Source;
use crate::source::formula_name::FormulaName;
use crate::source::question::Question;

/// Effort of the search for the answer to a seed: a few milliseconds. Which seeds have an answer,
/// and
/// with it which mutants there are, hangs on it for ever.
pub(crate) const SEED_BUDGET: Budget =
    Budget { evaluations: 5_000, steps: 20_000, all_steps: 60_000 };

/// The most bytes that the texts of all kept seeds have together: a seed's mutants follow each other,
/// and others are fused with it. A kept seed takes some thirty times the memory of its text.
const KEPT_BYTES: usize = 2 << 20;

/// The bytes that a number without a seed counts for.
const UNSEEDED_BYTES: usize = 64;

/// Other seeds of an enumeration without end are drawn among this many of the first.
const SMALL: u64 = 10_000;

/// Number of seeds that are looked at until one has the wanted answer.
const TRIES: u64 = 16;

/// An answer to a seed that solvers gave, since the search finds none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedAnswer {
    /// `sat` at a check, with a model that our evaluator found true.
    Model {
        /// The number of the check, from 0.
        check: usize,
        /// The model, in the words of the standard.
        model: String,
    },
    /// `unsat` at a check, as solvers of two families say.
    Unsat {
        /// The number of the check, from 0.
        check: usize,
    },
    /// `unsat` at the first check, as a person says.
    ByHand,
}

/// Answers that solvers gave to seeds, by the numbers of the seeds. Seed 3 may be `unsat`, as two
/// families say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeedAnswers(pub BTreeMap<u64, SeedAnswer>);

/// Seeds that solvers were asked about, by their numbers, each with the answer if there is one:
/// `{"3": {"unsat": {"check": 0}}, "4": null}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedSeeds(pub BTreeMap<u64, Option<SeedAnswer>>);

impl AskedSeeds {
    /// Returns the answers.
    pub fn into_answers(self) -> SeedAnswers {
        let answers = self.0.into_iter().filter_map(|(number, answer)| Some((number, answer?)));
        SeedAnswers(answers.collect())
    }
}

/// Reason why a number has no seed. In words: `there is no seed number 7`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unseeded {
    /// There are fewer seeds.
    #[error("there is no seed number {0}")]
    NoNumber(u64),
    /// Etude cannot read it.
    #[error("etude cannot read it: {0}")]
    Unread(String),
    /// It has no answer.
    #[error(transparent)]
    NoSeed(#[from] NoSeed),
}

/// The seeds that were made last, or why their numbers have none.
#[derive(Debug, Default)]
struct Kept {
    seeds: FxHashMap<u64, Result<Arc<Seed>, Unseeded>>,
    /// Their numbers, those first that were made first.
    order: VecDeque<u64>,
    bytes: usize,
}

impl Kept {
    fn keep(&mut self, number: u64, seed: Result<Arc<Seed>, Unseeded>) {
        self.bytes += bytes_of(&seed);
        // Two threads may have made it.
        match self.seeds.insert(number, seed) {
            Some(old) => self.bytes -= bytes_of(&old),
            None => self.order.push_back(number),
        }
        while self.bytes > KEPT_BYTES && self.order.len() > 1 {
            let first = self.order.pop_front().expect("there are several");
            let gone = self.seeds.remove(&first).expect("what is in order is kept");
            self.bytes -= bytes_of(&gone);
        }
    }
}

fn bytes_of(seed: &Result<Arc<Seed>, Unseeded>) -> usize {
    seed.as_ref().map_or(UNSEEDED_BYTES, |seed| seed.text().len())
}

/// The questions of a source as seeds.
#[derive(Debug)]
pub(crate) struct Bank {
    source: Arc<dyn Source>,
    answers: SeedAnswers,
    kept: Mutex<Kept>,
}

impl SeedAnswer {
    /// Returns the answer that a person gives; `None` of a `sat`, which takes a model.
    pub fn by_hand(answer: Decision) -> Option<Self> {
        match answer {
            Decision::Sat => None,
            Decision::Unsat => Some(Self::ByHand),
        }
    }
}

impl SeedAnswers {
    /// Returns what tells these answers from others; empty if there are none.
    pub fn digest(&self) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let text = serde_json::to_string(&self.0).expect("answers are plain data");
        hex(&Sha256::digest(text.as_bytes())[..8])
    }
}

impl Bank {
    pub fn new(source: Arc<dyn Source>, answers: SeedAnswers) -> Self {
        Self { source, answers, kept: Mutex::default() }
    }

    /// Returns the number of seeds, whether they have an answer or not.
    pub fn len(&self) -> Option<u64> {
        self.source.len()
    }

    /// Returns a seed. Costs a search, unless it was made lately.
    pub fn seed(&self, number: u64) -> Result<Arc<Seed>, Unseeded> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(seed) = lock().seeds.get(&number) {
            return seed.clone();
        }
        let question = self.source.questions(number..number + 1).pop();
        let question = question.ok_or(Unseeded::NoNumber(number));
        let seed = question.and_then(|question| {
            let theory = self.source.identity().name.clone();
            let name = FormulaName { theory, place: question.place.clone() };
            seed_of(&name.to_string(), &question, self.answers.0.get(&number)).map(Arc::new)
        });
        lock().keep(number, seed.clone());
        seed
    }
}

/// Makes a seed of the first check of a question that has an answer: by the search, else by what
/// solvers said, else by what is declared.
pub(crate) fn seed_of(
    name: &str,
    question: &Question,
    said: Option<&SeedAnswer>,
) -> Result<Seed, Unseeded> {
    let mut script =
        Script::parse(&question.text).map_err(|error| Unseeded::Unread(error.to_string()))?;
    let checks = script.queries().len();
    let mut first = NoSeed::NoCheck(0);
    for check in 0..checks {
        match Seed::by_search(name, &script, check, &SEED_BUDGET) {
            Ok(seed) => return Ok(seed),
            Err(error) if check == 0 => first = error,
            Err(_) => {}
        }
    }
    if let Some(said) = said {
        return Ok(match said {
            SeedAnswer::Model { check, model } => {
                let query =
                    script.queries().into_iter().nth(*check).ok_or(NoSeed::NoCheck(*check))?;
                let model = Model::parse_for(&mut script, &query, model, Dialect::Standard)
                    .map_err(|error| Unseeded::Unread(error.to_string()))?;
                Seed::with_model(name, &script, *check, model)?
            }
            SeedAnswer::Unsat { check } => Seed::agreed_unsat(name, &script, *check)?,
            SeedAnswer::ByHand => Seed::declared_unsat(name, &script, 0, "--answer")?,
        });
    }
    for check in 0..checks {
        let Some(known) = question.known.at(check) else { continue };
        if let (Decision::Unsat, Ground::Declared { by }) = (known.answer(), known.ground()) {
            return Ok(Seed::declared_unsat(name, &script, check, by.as_str())?);
        }
    }
    Err(first.into())
}

impl Seeds for Bank {
    fn draw(&self, answer: Decision, draw: &mut Draw) -> Option<Arc<Seed>> {
        let end = self.len().map_or(SMALL, |len| len.min(SMALL));
        if end == 0 {
            return None;
        }
        (0..TRIES)
            .filter_map(|_| self.seed(draw.below(end)).ok())
            .find(|seed| seed.answer() == answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_seeds_are_kept_and_no_more_than_fit() {
        let text =
            format!("(declare-const a Bool)(assert (or a{}))(check-sat)", " a".repeat(4_000));
        let script = Script::parse(&text).unwrap();
        let seed = Arc::new(Seed::by_search("a seed", &script, 0, &SEED_BUDGET).unwrap());
        let fit = (KEPT_BYTES / seed.text().len()) as u64;
        let mut kept = Kept::default();
        for number in 0..2 * fit {
            kept.keep(number, Ok(seed.clone()));
            kept.keep(number, Ok(seed.clone()));
        }
        assert_eq!(kept.seeds.len() as u64, fit);
        assert_eq!(kept.bytes, seed.text().len() * kept.seeds.len());
        assert!((fit..2 * fit).all(|number| kept.seeds.contains_key(&number)));
        // One that is larger than all room is kept alone.
        let text = format!("(assert (or true{}))(check-sat)", " true".repeat(KEPT_BYTES / 5));
        let script = Script::parse(&text).unwrap();
        let large = Seed::by_search("a large seed", &script, 0, &SEED_BUDGET).unwrap();
        kept.keep(7, Ok(Arc::new(large)));
        assert_eq!(kept.seeds.keys().collect::<Vec<_>>(), [&7]);
    }
}
