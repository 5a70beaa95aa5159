//! Judging: from what solvers said of a formula to what is wrong with it.
//!
//! In this order: the model of a `sat` is evaluated; an `unsat` is put to the small search; only
//! then solvers are held against each other. No process is started here: the same answers give
//! the same judgement.

mod case;
pub(crate) mod evaluation;
pub(crate) mod kind;
pub(crate) mod normal;
pub(crate) mod opponents;
pub(crate) mod outcome;
pub(crate) mod parsed_formula;
pub(crate) mod standing;
pub(crate) mod verdict_kind;

use std::time::Duration;

use smtlib::Budget;
use solvers::Answer;

use crate::finding::fault::Fault;
use crate::judge::evaluation::{Evaluation, Evaluations};
use crate::judge::kind::Kind;
use crate::judge::opponents::{Attention, Opponents};
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::{ParsedFormula, Searched};
use crate::seat::setting::Setting;
use case::{Case, Scope};

/// When an answer is slow, and how hard the small search tries.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    /// For an `unsat` that nobody contradicts.
    pub quick: Budget,
    /// For a formula on which somebody must be wrong.
    pub thorough: Budget,
    /// An answer is not slow before that.
    pub slow: Duration,
    /// An answer is slow if it took so many times as long as another solver's.
    pub times: u32,
    /// What is looked at.
    pub attention: Attention,
}

impl Default for Judge {
    /// A quick search is some microseconds, a thorough one up to a tenth of a second. Slow is
    /// half a second, and ten times as long as another solver took.
    fn default() -> Self {
        Self {
            quick: Budget { evaluations: 100, steps: 2_000, all_steps: 5_000 },
            thorough: Budget { evaluations: 100_000, steps: 20_000, all_steps: 3_000_000 },
            slow: Duration::from_millis(500),
            times: 10,
            attention: Attention::Everything,
        }
    }
}

/// What is known of one solver's answer to a formula.
#[derive(Clone, Debug)]
pub enum Heard<'a> {
    /// The answer.
    Now(&'a Answer),
    /// What an earlier run wrote down of it.
    Before(Outcome, Duration),
}

/// What the judge says of a formula.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// What each solver's answer is worth, in the order of the answers.
    pub outcomes: Vec<Option<Outcome>>,
    /// The truth of the formula under each solver's models.
    pub evaluations: Vec<Option<Evaluations>>,
    /// Why each solver's model cannot be read, if it cannot; that of the last check.
    pub unread: Vec<Option<String>>,
    /// What looks wrong.
    pub suspicions: Vec<Suspicion>,
    /// The result of the small search for each check of the script, where it was asked.
    pub searched: Vec<Option<Searched>>,
    /// Whether the formula could be read, and what is in it.
    pub operators: Vec<String>,
    /// The operators that the standard lacks.
    pub outside_standard: Vec<String>,
    /// What else there is to know.
    pub remarks: Vec<String>,
}

/// Something that looks wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suspicion {
    /// What.
    pub kind: Kind,
    /// Whose answers, by their place; one unless solvers disagree.
    pub accused: Vec<usize>,
    /// What tells this bug from others of its kind.
    pub fault: Fault,
    /// The number of the check, from 0.
    pub check: usize,
}

impl Judgement {
    /// Returns what the small search found for a check.
    pub fn searched_at(&self, check: usize) -> Option<&Searched> {
        self.searched.get(check)?.as_ref()
    }

    /// Returns what the small search found for the last check.
    pub fn searched_last(&self) -> Option<&Searched> {
        self.searched.last()?.as_ref()
    }
}

impl Judge {
    /// What `heard` says of `formula`: one entry for each setting, `None` where nothing was asked.
    pub fn judge(
        &self,
        formula: &str,
        settings: &[Setting],
        heard: &[Option<Heard<'_>>],
    ) -> Judgement {
        self.judge_among(&Opponents::All, formula, settings, heard)
    }

    /// The same, where not everybody's answer is held against everybody else's.
    pub fn judge_among(
        &self,
        opponents: &Opponents,
        formula: &str,
        settings: &[Setting],
        heard: &[Option<Heard<'_>>],
    ) -> Judgement {
        self.judge_parsed(opponents, &mut ParsedFormula::new(formula), settings, heard)
    }

    /// The same, of a formula that was read before, or cannot be read for a reason.
    ///
    /// Every check of a script is judged by itself: its own assertions and names, the models that
    /// were given for it. Crashes, times and the like belong to the last one.
    pub(crate) fn judge_parsed(
        &self,
        opponents: &Opponents,
        parsed: &mut Result<ParsedFormula, String>,
        settings: &[Setting],
        heard: &[Option<Heard<'_>>],
    ) -> Judgement {
        let checks = parsed.as_ref().map_or(1, ParsedFormula::checks);
        let mut all = Judgement {
            outcomes: vec![None; heard.len()],
            evaluations: vec![None; heard.len()],
            unread: vec![None; heard.len()],
            ..Judgement::default()
        };
        match parsed {
            Ok(parsed) => {
                all.operators.clone_from(&parsed.operators);
                all.outside_standard.clone_from(&parsed.outside_standard);
            }
            Err(error) => all.remarks.push(format!("etude cannot read it: {error}")),
        }
        for check in 0..checks {
            let scope = Scope { check, checks };
            let mut case = Case::new(self, opponents, parsed, settings, heard, scope);
            case.evaluate();
            case.search();
            case.accuse();
            let Case { outcomes, evaluated, searched, suspicions, .. } = case;
            for place in 0..heard.len() {
                all.note_outcome(place, outcomes[place], scope);
                all.note_evaluation(place, evaluated[place].as_ref(), scope);
            }
            all.searched.push(searched);
            all.suspicions.extend(suspicions);
        }
        all
    }
}

impl Judgement {
    /// Keeps the outcome of the last check, unless an earlier model is wrong. A script is proven only
    /// if each of its checks is.
    fn note_outcome(&mut self, place: usize, outcome: Option<Outcome>, scope: Scope) {
        let before = self.outcomes[place];
        let is_proven = matches!(before, Some(Outcome::SatTrue | Outcome::UnsatProven));
        self.outcomes[place] = match outcome {
            _ if before == Some(Outcome::SatFalse) => before,
            Some(Outcome::SatTrue) if scope.check > 0 && !is_proven => Some(Outcome::SatOpen),
            Some(Outcome::UnsatProven) if scope.check > 0 && !is_proven => Some(Outcome::Unsat),
            outcome => outcome,
        };
    }

    fn note_evaluation(&mut self, place: usize, evaluation: Option<&Evaluation>, scope: Scope) {
        let Some(evaluation) = evaluation else { return };
        if let Evaluation::Unread(reason) = evaluation {
            self.unread[place] = Some(reason.clone());
        }
        let before = self.evaluations[place].take();
        let Scope { check, checks } = scope;
        self.evaluations[place] =
            Some(Evaluations::after(before, check, checks, evaluation.clone()));
    }
}

#[cfg(test)]
mod tests;
