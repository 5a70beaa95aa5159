//! The step that turned a right answer into a wrong one, when a mutant that should be `unsat` has a
//! model.

use mutation::RuleName;
use smtlib::Dialect;
use solvers::{Check, Checked};

use crate::judge::evaluation::Evaluation;
use crate::judge::parsed_formula::ParsedFormula;
use crate::source::Source;
use crate::source::known::Decision;
use crate::source::question::Question;

/// Returns the rules of the steps one of which is wrong; none where the seed is not `unsat` either.
///
/// The walk is gone again, and what it had made after each step is evaluated under the model. The
/// first step after which that is true is wrong, if it was false before; where it was open before, the
/// steps back to one after which it was false are suspects too. All steps are suspects where the walk
/// cannot be gone again.
pub(super) fn suspects(
    source: &dyn Source,
    question: &Question,
    (model, dialect): (&str, Dialect),
) -> Vec<RuleName> {
    let Some((begin, _)) = source.with_steps(question.number, &[]) else {
        return question.rules.clone();
    };
    // The steps that made a seed that is a mutant itself are not gone again.
    let inherited = begin.rules.len();
    let own = question.rules.len().saturating_sub(inherited) as u64;
    let kept = |steps: u64| (0..steps).collect::<Vec<u64>>();
    let mut acquitted = 0;
    for steps in 0..=own {
        let Some((made, _)) = source.with_steps(question.number, &kept(steps)) else { continue };
        let taken = inherited + usize::try_from(steps).expect("it counts rules");
        // Fusion makes `unsat` of what is `sat` and has a right to models.
        let is_sat = made.known.at(0).is_some_and(|known| known.answer() == Decision::Sat);
        match truth(&made.text, model, dialect) {
            _ if is_sat => acquitted = taken,
            Evaluation::False(_) => acquitted = taken,
            Evaluation::True => return question.rules[acquitted..taken].to_vec(),
            _ => {}
        }
    }
    question.rules[acquitted..].to_vec()
}

fn truth(formula: &str, model: &str, dialect: Dialect) -> Evaluation {
    let said = Checked { check: Check::Sat, model: Some(model.to_owned()), values: Vec::new() };
    match ParsedFormula::new(formula) {
        Ok(mut parsed) => parsed.evaluate(0, &said, dialect),
        Err(unreadable) => Evaluation::Unread(unreadable.reason),
    }
}
