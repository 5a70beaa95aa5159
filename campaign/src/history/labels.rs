//! Declared answers of a corpus that are wrong: a label accuses nobody, and here somebody's proof
//! accuses
//! the label.

use std::collections::BTreeMap;
use std::fmt;

use crate::ask::plan::Plan;
use crate::judge::outcome::Outcome;
use crate::source::Source;
use crate::source::known::{Decision, KnownAnswer};
use crate::source::order::Place;
use crate::store::{Store, StoreError};

/// A declared answer of a script with one check that is proven wrong. A satisfiable script with
/// `(set-info :status unsat)` is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongLabel {
    /// The name of the corpus.
    pub corpus: String,
    /// The script.
    pub place: Place,
    /// The declared answer.
    pub declared: KnownAnswer,
}

impl fmt::Display for WrongLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { corpus, place, declared } = self;
        let label = declared.label();
        match declared.answer() {
            Decision::Sat => {
                write!(f, "{place} of {corpus} is {label}, and has no model: all were tried")
            }
            Decision::Unsat => {
                write!(f, "{place} of {corpus} is {label}, and has a model that was checked")
            }
        }
    }
}

/// Returns the declared answers that are proven wrong by what the solvers of a plan said.
pub fn wrong_labels(plan: &Plan, store: &Store) -> Result<Vec<WrongLabel>, StoreError> {
    let mut wrong = Vec::new();
    for stretch in plan.stretches.iter().filter(|stretch| stretch.is_corpus()) {
        let track = store.track(&stretch.source)?;
        let mut proven: BTreeMap<u64, Decision> = BTreeMap::new();
        for setting in &plan.settings {
            store.best(track, &store.solver(setting)?, |chunk| {
                for (number, (outcome, _)) in (chunk.first..).zip(chunk.outcomes) {
                    let decision = match outcome {
                        Outcome::SatTrue => Decision::Sat,
                        Outcome::UnsatProven => Decision::Unsat,
                        _ => continue,
                    };
                    proven.insert(number, decision);
                }
            })?;
        }
        for question in stretch.source.questions(stretch.numbers.clone()) {
            let Some(declared) = question.known.single() else { continue };
            if proven.get(&question.number).is_some_and(|it| *it != declared.answer()) {
                let (corpus, place) = (stretch.source.identity().name.clone(), question.place);
                wrong.push(WrongLabel { corpus, place, declared: declared.clone() });
            }
        }
    }
    Ok(wrong)
}
