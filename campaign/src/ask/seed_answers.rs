//! Answers of solvers to seeds that the search cannot answer, each believed as far as it is proven.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use smtlib::{Model, Script};
use solvers::{Answer, Check, Checked, StartError, Verdict};

use crate::judge::evaluation::Evaluation;
use crate::judge::parsed_formula::ParsedFormula;
use crate::judge::reply::Scope;
use crate::seat::setting::Setting;
use crate::source::Source;
use crate::source::mutated::bank::{AskedSeeds, SeedAnswer, seed_of};
use crate::source::question::Question;

/// Asks solvers for the answer to a seed that the search cannot answer: a model of the first that
/// gives one under which our evaluator says true, else `unsat` if solvers of two families say so.
/// `None` if there is neither, or the search answers it.
///
/// Of a script with several checks the last one that has an answer is the seed, since more stands at it
/// than at those before.
pub fn answer_seed(
    question: &Question,
    settings: &[Setting],
) -> Result<Option<SeedAnswer>, StartError> {
    if settings.is_empty() || seed_of("", question, None).is_ok_and(|it| it.is_proven()) {
        return Ok(None);
    }
    let Ok(mut parsed) = ParsedFormula::new(&question.text) else { return Ok(None) };
    let last = parsed.checks() - 1;
    let mut believed = vec![Believed::default(); parsed.checks()];
    for setting in settings {
        let dialect = setting.dialect();
        let mut questions = |answer: &Answer| parsed.questions(answer, dialect);
        let answer = setting.solver.confirm(&question.text, &setting.limits, &mut questions)?;
        for (check, believed) in believed.iter_mut().enumerate() {
            match said_at(&answer, Scope { check, checks: last + 1 }) {
                Some(said) if said.check == Check::Unsat => {
                    believed.refuting.insert(setting.description().kin().to_owned());
                }
                Some(said) if believed.model.is_none() => {
                    believed.model = model_of(question, (check, said), &mut parsed, setting);
                }
                _ => {}
            }
        }
        if believed[last].model.is_some() {
            break;
        }
    }
    let mut answers = believed.into_iter().enumerate().rev();
    Ok(answers.find_map(|(check, believed)| believed.answer(check)))
}

/// All that solvers say of a check, as far as it is proven or agreed.
#[derive(Clone, Default)]
struct Believed {
    model: Option<SeedAnswer>,
    /// The families that say `unsat`.
    refuting: BTreeSet<String>,
}

impl Believed {
    fn answer(self, check: usize) -> Option<SeedAnswer> {
        let is_agreed = self.refuting.len() >= 2;
        self.model.or(is_agreed.then_some(SeedAnswer::Unsat { check }))
    }
}

/// Returns what a solver said of a check, if that is `sat` or `unsat`. Of the last check its verdict
/// counts: it may have died after its words.
fn said_at(answer: &Answer, scope: Scope) -> Option<&Checked> {
    let said = answer.checks.get(scope.check)?;
    let is_meant = match &answer.verdict {
        Verdict::Flawed(_) => false,
        verdict if scope.is_last() => matches!(verdict, Verdict::Sat | Verdict::Unsat),
        _ => true,
    };
    Some(said).filter(|said| is_meant && said.check != Check::Unknown)
}

/// Returns a solver's model of a check in the words of the standard, whoever said it, if our evaluator
/// finds it true.
fn model_of(
    question: &Question,
    (check, said): (usize, &Checked),
    parsed: &mut ParsedFormula,
    setting: &Setting,
) -> Option<SeedAnswer> {
    let (model, dialect) = (said.model.as_ref()?, setting.dialect());
    if parsed.evaluate(check, said, dialect) != Evaluation::True {
        return None;
    }
    let mut script = Script::parse(&question.text).ok()?;
    let query = script.queries().swap_remove(check);
    let model = Model::parse_for(&mut script, &query, model, dialect).ok()?;
    let said = SeedAnswer::Model { check, model: model.text(&script.terms, &query.functions) };
    seed_of("", question, Some(&said)).is_ok_and(|it| it.is_proven()).then_some(said)
}

/// Asks solvers for the answers to all seeds that the search cannot answer, several at a time, but for
/// those that were asked already. `halt` is looked at before each: what was asked until then is returned.
pub fn answer_seeds(
    seeds: &dyn Source,
    settings: &[Setting],
    jobs: usize,
    asked: AskedSeeds,
    halt: &(dyn Fn() -> bool + Sync),
) -> Result<AskedSeeds, StartError> {
    let len = seeds.len().unwrap_or(0);
    let next = AtomicU64::new(0);
    let found = Mutex::new(Ok(asked));
    let lock = || found.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        while !halt() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            match &*lock() {
                Ok(_) if number >= len => break,
                Ok(asked) if asked.0.contains_key(&number) => continue,
                Ok(_) => {}
                Err(_) => break,
            }
            let Some(question) = seeds.questions(number..number + 1).pop() else { continue };
            let answer = answer_seed(&question, settings);
            if halt() {
                // What halts us may have ended a solver before it answered.
                break;
            }
            let mut found = lock();
            match (answer, &mut *found) {
                (Ok(answer), Ok(all)) => {
                    all.0.insert(number, answer);
                }
                (Err(error), Ok(_)) => *found = Err(error),
                (_, Err(_)) => {}
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
