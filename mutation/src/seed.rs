//! Seeds: scripts whose answer is known, with what proves it.

use std::fmt;
use std::sync::Arc;

use smtlib::{Budget, Found, Model, Script, TypeError, search};
use thiserror::Error;

use crate::draw::Draw;
use crate::known::{Decision, Ground};
use crate::mutant::Mutant;
use crate::specimen::{Answer, Specimen, Unproven};
use crate::step::Generation;

/// A check of a script with its answer and what proves it.
///
/// Invariant: if it is `sat`, our evaluator found every assertion true under its witness, by the
/// standard alone.
///
/// ```
/// use mutation::{Decision, Seed};
/// use smtlib::{Budget, Script};
///
/// let script = Script::parse("(declare-const a Int)(assert (> a 6))(check-sat)")?;
/// let seed = Seed::by_search("example", &script, 0, &Budget::default()).expect("7 is small");
/// assert_eq!(seed.answer(), Decision::Sat);
/// # Ok::<(), smtlib::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Seed {
    specimen: Specimen,
    text: Arc<str>,
    /// The text's contribution to draws.
    prefix: u64,
}

/// Reason why a script is no seed. In words: `the search found no answer among 5000 assignments of small values`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoSeed {
    /// It has fewer checks.
    #[error("it has no check number {0}")]
    NoCheck(usize),
    /// The search found neither a model nor a proof that there is none.
    #[error("the search found no answer among {tried} assignments of small values")]
    NoAnswer {
        /// Number of assignments that were tried.
        tried: u64,
    },
    /// The model is none, or the evaluator cannot tell by the standard alone.
    #[error("an assertion is {0} under the model")]
    NotTrue(&'static str),
    /// The script cannot be brought into the shape of a seed.
    #[error("{0}")]
    Shape(#[from] TypeError),
}

impl From<Unproven> for NoSeed {
    fn from(unproven: Unproven) -> Self {
        Self::NotTrue(match unproven {
            Unproven::False(_) => "false",
            Unproven::Open(_) => "open",
        })
    }
}

impl Seed {
    /// Makes a seed of a check whose answer the small search finds.
    pub fn by_search(
        name: &str,
        script: &Script,
        check: usize,
        budget: &Budget,
    ) -> Result<Self, NoSeed> {
        let query = script.queries().into_iter().nth(check).ok_or(NoSeed::NoCheck(check))?;
        let answer = match search(&script.terms, &query, budget) {
            Found::Sat(model) => Answer::Sat(model),
            Found::Unsat { assignments } => {
                Answer::Unsat(Ground::Exhausted { evaluations: assignments })
            }
            Found::Unknown { tried } => return Err(NoSeed::NoAnswer { tried }),
        };
        Self::new(name, script, check, answer)
    }

    /// Makes a seed of a check with a model of it, from wherever, that our evaluator finds true.
    pub fn with_model(
        name: &str,
        script: &Script,
        check: usize,
        model: Model,
    ) -> Result<Self, NoSeed> {
        Self::new(name, script, check, Answer::Sat(model))
    }

    /// Makes a seed of a check of which solvers of two families said `unsat`.
    pub fn agreed_unsat(name: &str, script: &Script, check: usize) -> Result<Self, NoSeed> {
        Self::new(name, script, check, Answer::Unsat(Ground::Agreed))
    }

    /// Makes a seed of a check that somebody declared to be `unsat`: `by` says where.
    pub fn declared_unsat(
        name: &str,
        script: &Script,
        check: usize,
        by: impl Into<String>,
    ) -> Result<Self, NoSeed> {
        Self::new(name, script, check, Answer::Unsat(Ground::Declared { by: by.into() }))
    }

    /// Makes a seed of a mutant, which is number `number` of its own seed. Its answer and what this
    /// rests on stay as they are, and so do its steps.
    pub fn of_mutant(mutant: &Mutant, number: u64) -> Result<Self, Unproven> {
        let mut specimen = mutant.specimen().clone();
        let steps = specimen.steps.len();
        specimen.generations.push(Generation { number, steps });
        Ok(Self::of(specimen.proven()?.rooted()))
    }

    fn new(name: &str, script: &Script, check: usize, answer: Answer) -> Result<Self, NoSeed> {
        let specimen = Specimen::of_check(script, check, answer, name.into())?;
        Ok(Self::of(specimen.ok_or(NoSeed::NoCheck(check))?.proven()?.rooted()))
    }

    /// Precondition: the specimen is proven.
    fn of(specimen: Specimen) -> Self {
        let text: Arc<str> = specimen.text().into();
        let prefix = Draw::prefix(&text);
        Self { specimen, text, prefix }
    }

    /// Returns what people call it: `Strings 1041`, `sat/issue164.smt2`.
    pub fn name(&self) -> &Arc<str> {
        &self.specimen.seeds[0]
    }

    /// Returns the answer.
    pub fn answer(&self) -> Decision {
        self.specimen.decision()
    }

    /// Returns what an `unsat` rests on; `None` if the answer is `sat`.
    pub fn ground(&self) -> Option<&Ground> {
        match self.specimen.answer() {
            Answer::Sat(_) => None,
            Answer::Unsat(ground) => Some(ground),
        }
    }

    /// Whether its answer is proven: by a model, or by the search.
    pub fn is_proven(&self) -> bool {
        self.ground().is_none_or(|ground| {
            matches!(ground, Ground::Exhausted { .. } | Ground::Derived { .. })
        })
    }

    /// Returns the check itself: what steps begin with.
    pub fn specimen(&self) -> &Specimen {
        &self.specimen
    }

    /// Returns the check as a script of its own. Draws are made from it, so that the same formula
    /// has the same mutants wherever it comes from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the same, to be kept.
    pub(crate) fn shared_text(&self) -> Arc<str> {
        self.text.clone()
    }

    /// Begins the sequence of draws of the seed for a purpose and a number.
    pub(crate) fn draw(&self, purpose: fmt::Arguments<'_>, number: u64) -> Draw {
        Draw::for_purpose(self.prefix, purpose, number)
    }
}
