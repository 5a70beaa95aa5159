//! Answers of solvers to seeds that the search cannot answer, each believed as far as it is proven.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use smtlib::{Model, Script};
use solvers::{Check, StartError, Verdict};

use crate::judge::evaluation::Evaluation;
use crate::judge::parsed_formula::ParsedFormula;
use crate::seat::setting::Setting;
use crate::source::Source;
use crate::source::mutated::bank::{SeedAnswer, SeedAnswers, seed_of};
use crate::source::question::Question;

/// Asks solvers for the answer to a seed that the search cannot answer: a model of the first that
/// gives one under which our evaluator says true, else `unsat` if solvers of two families say so.
/// `None` if there is neither, or the search answers it.
///
/// Only the last check of a script is asked for.
pub fn answer_seed(
    question: &Question,
    settings: &[Setting],
) -> Result<Option<SeedAnswer>, StartError> {
    if settings.is_empty() || seed_of("", question, None).is_ok_and(|it| it.is_proven()) {
        return Ok(None);
    }
    let Ok(mut parsed) = ParsedFormula::new(&question.text) else { return Ok(None) };
    let check = parsed.checks() - 1;
    let mut refuting = BTreeSet::new();
    for setting in settings {
        let dialect = setting.dialect();
        let mut questions = |answer: &solvers::Answer| parsed.questions(answer, dialect);
        let answer = setting.solver.confirm(&question.text, &setting.limits, &mut questions)?;
        let said = answer.checks.get(check);
        match answer.verdict {
            Verdict::Unsat => {
                refuting.insert(setting.description().kin().to_owned());
            }
            Verdict::Sat => {
                let Some(said) = said.filter(|said| said.check == Check::Sat) else { continue };
                let Some(model) = &said.model else { continue };
                if parsed.evaluate(check, said, dialect) != Evaluation::True {
                    continue;
                }
                // In the words of the standard, whoever said it.
                let Ok(mut script) = Script::parse(&question.text) else { continue };
                let Ok(model) = Model::parse(&mut script, model, dialect) else { continue };
                let functions = script.queries().swap_remove(check).functions;
                let said =
                    SeedAnswer::Model { check, model: model.text(&script.terms, &functions) };
                if seed_of("", question, Some(&said)).is_ok_and(|it| it.is_proven()) {
                    return Ok(Some(said));
                }
            }
            _ => {}
        }
    }
    Ok((refuting.len() >= 2).then_some(SeedAnswer::Unsat { check }))
}

/// Asks solvers for the answers to all seeds that the search cannot answer, several at a time.
pub fn answer_seeds(
    seeds: &dyn Source,
    settings: &[Setting],
    jobs: usize,
) -> Result<SeedAnswers, StartError> {
    let len = seeds.len().unwrap_or(0);
    let next = AtomicU64::new(0);
    let found = Mutex::new(Ok(SeedAnswers::default()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= len || found.lock().unwrap_or_else(PoisonError::into_inner).is_err() {
                break;
            }
            let Some(question) = seeds.questions(number..number + 1).pop() else { continue };
            let answer = answer_seed(&question, settings);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            match (answer, &mut *found) {
                (Ok(Some(answer)), Ok(all)) => {
                    all.0.insert(number, answer);
                }
                (Ok(None), _) | (_, Err(_)) => {}
                (Err(error), Ok(_)) => *found = Err(error),
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(work);
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}
