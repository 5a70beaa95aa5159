//! A finding before the judge again: new answers, held against what the old evidence proves.

use std::time::Duration;

use serde::Serialize;
use smtlib::Dialect;
use solvers::{Check, Checked, Limits};

use crate::finding::{Finding, Testimony};
use crate::judge::kind::Kind;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::{Evaluation, ParsedFormula, Searched};
use crate::judge::reply::Reply;
use crate::judge::{Judge, Judgement, Suspicion};
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::{Manner, Setting};

/// Whether a finding still holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "standing")]
pub enum Recurrence {
    /// The same is wrong.
    Holds,
    /// Something else is wrong now.
    Changed {
        /// What.
        now: Vec<Kind>,
        /// What tells it from others of its kind.
        detail: String,
    },
    /// Nothing is wrong any more.
    Gone,
    /// The answers do not tell.
    Open {
        /// Why.
        reason: String,
    },
}

/// A finding with what its evidence proves, whoever is asked now. All of it is checked again.
#[derive(Debug)]
pub struct Retrial<'a> {
    finding: &'a Finding,
    judge: &'a Judge,
    has_model: bool,
    is_refuted: bool,
}

impl<'a> Retrial<'a> {
    /// Evaluates the old models, and searches again where the search had found that there is none.
    pub fn new(finding: &'a Finding, judge: &'a Judge) -> Self {
        let evidence = &finding.evidence;
        let parsed = ParsedFormula::new(&evidence.formula).ok();
        let mut parsed = parsed.filter(|parsed| parsed.outside_standard.is_empty());
        let check = parsed.as_ref().map_or(0, |parsed| evidence.check_of(parsed.checks()));
        let mut is_true = |said: &Checked, dialect| {
            parsed.as_mut().is_some_and(|it| it.evaluate(check, said, dialect) == Evaluation::True)
        };
        let witness = evidence.witness.as_ref().map(|model| Checked {
            check: Check::Sat,
            model: Some(model.clone()),
            values: Vec::new(),
        });
        let mut has_model = witness.is_some_and(|said| is_true(&said, Dialect::Standard));
        for testimony in evidence.answers.iter().filter(|testimony| testimony.verdict == "sat") {
            has_model |= setting_of(testimony).is_some_and(|it| it.changes().is_empty())
                && testimony
                    .statement()
                    .is_some_and(|said| is_true(&said, testimony.solver.dialect()));
        }
        let is_refuted = evidence.refuted_after.is_some()
            && parsed.as_ref().is_some_and(|it| {
                matches!(it.search(check, &judge.thorough), Searched::Refuted(_))
            });
        Self { finding, judge, has_model, is_refuted }
    }

    /// What is wrong with these answers, one for each setting.
    pub fn judge(&self, settings: &PerSeat<Setting>, said: &PerSeat<Option<Reply>>) -> Judgement {
        let mut judgement = self.judge.judge(&self.finding.evidence.formula, settings, said);
        let is_earlier =
            self.finding.evidence.check.is_some_and(|it| it < judgement.searched.len());
        if !judgement.outside_standard.is_empty() || is_earlier {
            return judgement;
        }
        for (seat, setting) in settings.pairs() {
            let Some(outcome) = judgement.outcomes[seat] else { continue };
            let (kind, detail) = match outcome {
                it if it.is_unsat() && self.has_model => (Kind::RefutationUnsoundness, "unsat"),
                it if it.is_sat() && self.is_refuted => (Kind::SolutionUnsoundness, "sat"),
                _ => continue,
            };
            if !setting.changes().is_empty() {
                continue;
            }
            // The worst that is known of an answer is what counts.
            judgement.suspicions.retain(|it| it.accused != [seat] || it.kind == Kind::SessionOnly);
            judgement.suspicions.retain(|it| it.kind != Kind::Disagreement);
            let accused = vec![seat];
            let check = judgement.searched.len().saturating_sub(1);
            judgement.suspicions.push(Suspicion {
                kind,
                accused,
                detail: detail.to_owned(),
                check,
            });
        }
        judgement
    }

    /// Whether the finding still holds by a judgement in which those at `accused` are the accused.
    pub fn standing(&self, judgement: &Judgement, accused: &[SeatId]) -> Recurrence {
        let kind = self.finding.kind;
        let against: Vec<&Suspicion> = judgement
            .suspicions
            .iter()
            .filter(|it| it.accused.iter().any(|seat| accused.contains(seat)))
            .collect();
        let is_same = |it: &&&Suspicion| {
            it.kind == kind && (kind != Kind::Crash || it.detail == self.finding.detail)
        };
        if against.iter().any(|it| is_same(&it)) {
            return Recurrence::Holds;
        }
        if let Some(first) = against.first() {
            let mut now: Vec<Kind> = against.iter().map(|it| it.kind).collect();
            now.sort_unstable();
            now.dedup();
            return Recurrence::Changed { now, detail: first.detail.clone() };
        }
        let mute = accused.iter().find_map(|&seat| {
            let outcome = judgement.outcomes[seat];
            self.tells_nothing(outcome).then_some((seat, outcome))
        });
        match mute {
            Some((seat, outcome)) => Recurrence::Open {
                reason: match &judgement.evaluations[seat] {
                    Some(evaluation) => format!("the formula under its model is {evaluation}"),
                    None => outcome.map_or_else(|| "no answer".to_owned(), |it| it.to_string()),
                },
            },
            None => Recurrence::Gone,
        }
    }

    /// Whether an outcome against which there is nothing to say may hide the fault.
    fn tells_nothing(&self, outcome: Option<Outcome>) -> bool {
        match outcome {
            None | Some(Outcome::Rejected) => true,
            Some(Outcome::Timeout | Outcome::OutOfMemory) => self.finding.kind != Kind::Performance,
            Some(Outcome::SatOpen | Outcome::SatUnread | Outcome::SatTooLarge) => {
                self.finding.kind == Kind::InvalidModel
            }
            Some(_) => false,
        }
    }
}

/// Returns the reply of an old answer; `None` where evidence says what no etude wrote.
pub(crate) fn recalled_reply(testimony: &Testimony) -> Option<Reply> {
    let time = Duration::try_from_secs_f64(testimony.seconds).ok()?;
    let verdict = testimony.verdict.split_once(':').map_or(&*testimony.verdict, |it| it.0);
    let outcome = match (verdict, testimony.evaluation.as_deref()) {
        ("sat", Some("true")) => Outcome::SatTrue,
        ("sat", Some(text)) if text.starts_with("true") => Outcome::SatChosen,
        ("sat", Some(text)) if text.starts_with("false") => Outcome::SatFalse,
        ("sat", Some(text)) if text.starts_with("open") => Outcome::SatOpen,
        ("sat", _) => Outcome::SatUnread,
        _ => Outcome::ALL.into_iter().find(|outcome| outcome.name() == verdict)?,
    };
    Some(Reply::Recalled { outcome, time })
}

/// What a solver was allowed to use.
pub(crate) fn limits_of(testimony: &Testimony) -> Limits {
    let wall = Duration::try_from_secs_f64(testimony.limit_seconds);
    let wall = wall.ok().filter(|wall| !wall.is_zero());
    let limits = wall.map_or_else(Limits::default, Limits::of_time);
    Limits { memory: testimony.limit_memory.or(limits.memory), ..limits }
}

/// The solver of a testimony, as it was described.
pub(crate) fn setting_of(testimony: &Testimony) -> Option<Setting> {
    Setting::new(testimony.solver.solver(), limits_of(testimony), Manner::Fresh).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_solver_was_allowed_is_allowed_again() {
        let text = |memory: &str| {
            format!(
                r#"{{"solver": {{"name": "z3", "version": null, "family": "z3", "command": ["z3"],
                     "options": []}},
                     "verdict": "sat", "seconds": 0.1, "limit_seconds": 0.5, {memory}
                     "is_fresh": true}}"#
            )
        };
        let limits = |memory: &str| limits_of(&serde_json::from_str(&text(memory)).unwrap());
        let usual = Limits::of_time(Duration::from_millis(500));
        assert_eq!(limits(""), usual, "evidence that does not say it");
        let small = Limits { memory: Some(1 << 30), ..usual };
        assert_eq!(limits(r#""limit_memory": 1073741824,"#), small);
    }
}
