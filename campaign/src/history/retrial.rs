//! A finding before the judge again: new answers, held against what the old evidence proves.

use serde::Serialize;
use smtlib::Dialect;
use solvers::{Checked, Limits};

use crate::finding::fault::Fault;
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::{Finding, Proof};
use crate::judge::evaluation::{Evaluation, Evaluations};
use crate::judge::kind::Kind;
use crate::judge::opponents::Opponents;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::{ParsedFormula, Searched};
use crate::judge::reply::{Reply, Scope};
use crate::judge::verdict_kind::VerdictKind;
use crate::judge::{Judge, Judgement, Replies, Subject, Suspicion};
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::{Manner, Setting};
use crate::source::known::{KnownAnswer, KnownAnswers};

/// Whether a finding still holds. `Holds` reads `still holds (refutation-unsoundness)`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "standing")]
pub enum Recurrence {
    /// The same is wrong.
    Holds,
    /// Something else is wrong now.
    Changed {
        /// What.
        now: Vec<Kind>,
        /// The fault, which tells it from others of its kind.
        #[serde(rename = "detail")]
        fault: Fault,
    },
    /// Nothing is wrong any more.
    Gone,
    /// The answers do not tell.
    Open {
        /// Why.
        reason: String,
    },
}

/// A finding with what its evidence proves, whoever is asked now. All of it is checked again. A
/// witness in `evidence.json` must be found true anew.
#[derive(Debug)]
pub struct Retrial<'a> {
    finding: &'a Finding,
    judge: &'a Judge,
    has_model: bool,
    is_refuted: bool,
    /// The answers that the evidence proves, check by check.
    known: KnownAnswers,
    /// The check that the finding is about, from 0, and how many there are.
    scope: Scope,
}

impl<'a> Retrial<'a> {
    /// Evaluates the old models, and searches again where the search had found that there is none.
    pub fn new(finding: &'a Finding, judge: &'a Judge) -> Self {
        let evidence = &finding.evidence;
        let parsed = ParsedFormula::new(&evidence.formula).ok();
        let mut parsed = parsed.filter(|parsed| parsed.outside_standard.is_empty());
        let checks = parsed.as_ref().map_or(1, ParsedFormula::checks);
        let check = evidence.check_of(checks);
        let mut is_true = |said: &Checked, dialect| {
            parsed.as_mut().is_some_and(|it| it.evaluate(check, said, dialect) == Evaluation::True)
        };
        let witness = evidence.witness();
        let mut has_model = witness.is_some_and(|said| is_true(&said, Dialect::Standard));
        for reply in evidence.answers.iter().filter(|it| it.verdict == VerdictKind::Sat) {
            has_model |= setting_of(reply).is_some_and(|it| it.changes().is_empty())
                && reply.statement().is_some_and(|said| is_true(&said, reply.solver.dialect()));
        }
        let is_refuted = evidence.is_refuted()
            && parsed.as_ref().is_some_and(|it| {
                matches!(it.search(check, &judge.thorough), Searched::Refuted(_))
            });
        let lineage = evidence.lineage.as_ref();
        let is_derived = lineage.is_some_and(|it| it.is_refuted_at(check));
        let proven = match &evidence.proof {
            Some(Proof::Model(model)) if has_model => Some(KnownAnswer::witnessed(model.as_str())),
            Some(Proof::Refuted { evaluations }) if is_refuted => {
                Some(KnownAnswer::exhausted(*evaluations))
            }
            _ => is_derived.then(|| KnownAnswer::derived("the mutant's lineage")),
        };
        let known = (0..check).map(|_| None).chain([proven]).collect();
        let is_refuted = is_refuted || is_derived;
        Self { finding, judge, has_model, is_refuted, known, scope: Scope { check, checks } }
    }

    /// Returns the check that the finding is about.
    pub(crate) fn scope(&self) -> Scope {
        self.scope
    }

    /// Returns what the judge makes of an old reply; `None` if the finding is about a check before the
    /// last, since what is recalled counts as said of that.
    pub(crate) fn recalled(&self, reply: &RecordedReply) -> Option<Reply> {
        self.scope.is_last().then(|| recalled_reply(reply))
    }

    /// Returns what is wrong with these answers, one for each setting.
    pub fn judge(&self, settings: &PerSeat<Setting>, said: &PerSeat<Option<Reply>>) -> Judgement {
        let evidence = &self.finding.evidence;
        let mut judgement = self.judge.judge(&evidence.formula, settings, said);
        if !judgement.outside_standard.is_empty() {
            return judgement;
        }
        if !self.scope.is_last() {
            // Of a check before the last no outcome is kept: the judge knows what is proven of it.
            let mut subject = Subject::new(&evidence.formula, self.known.clone());
            let replies = Replies { settings, opponents: &Opponents::All, said };
            return self.judge.judge_subject(&mut subject, replies);
        }
        for (seat, setting) in settings.pairs() {
            let Some(outcome) = judgement.outcomes[seat] else { continue };
            let (kind, fault) = match outcome {
                it if it.is_unsat() && self.has_model => {
                    (Kind::RefutationUnsoundness, Fault::Unsat)
                }
                // A model that is true would speak against what is believed here.
                it if it.is_sat() && it != Outcome::SatTrue && self.is_refuted => {
                    (Kind::SolutionUnsoundness, Fault::Sat)
                }
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
            judgement.suspicions.push(Suspicion { kind, accused, fault, check });
        }
        judgement
    }

    /// Returns what the accused decided before a mutant's last step, where the finding is that it does
    /// not decide the mutant.
    pub fn before(&self) -> Option<&str> {
        let lineage = self.finding.evidence.lineage.as_ref()?;
        lineage.before.as_deref().filter(|_| self.finding.kind == Kind::Incompleteness)
    }

    /// Returns whether such a finding holds, by what a solver says of both now.
    pub fn standing_beside(now: VerdictKind, before: VerdictKind) -> Recurrence {
        match (now, before) {
            (VerdictKind::Unknown, VerdictKind::Sat | VerdictKind::Unsat) => Recurrence::Holds,
            (VerdictKind::Sat | VerdictKind::Unsat, _)
            | (VerdictKind::Unknown, VerdictKind::Unknown) => Recurrence::Gone,
            _ => Recurrence::Open { reason: format!("{now}, and {before} before the last step") },
        }
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
            it.kind == kind
                && (kind != Kind::Crash || it.fault == self.finding.fault)
                && (self.scope.is_last() || it.check == self.scope.check)
        };
        if against.iter().any(|it| is_same(&it)) {
            return Recurrence::Holds;
        }
        if let Some(first) = against.first() {
            let mut now: Vec<Kind> = against.iter().map(|it| it.kind).collect();
            now.sort_unstable();
            now.dedup();
            return Recurrence::Changed { now, fault: first.fault.clone() };
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

fn recalled_reply(reply: &RecordedReply) -> Reply {
    let evaluation = reply.evaluation.as_ref().and_then(Evaluations::single);
    let outcome = match (reply.verdict, evaluation) {
        (VerdictKind::Sat, Some(evaluation)) => match evaluation {
            Evaluation::True => Outcome::SatTrue,
            Evaluation::Chosen(_) => Outcome::SatChosen,
            Evaluation::False(_) => Outcome::SatFalse,
            Evaluation::Open(_) => Outcome::SatOpen,
            Evaluation::Unread(_) => Outcome::SatUnread,
            Evaluation::TooLarge(_) => Outcome::SatTooLarge,
        },
        (kind, _) => Outcome::of_kind(kind),
    };
    Reply::Recalled { outcome, time: reply.time, wall: reply.limit }
}

/// Returns what a solver may use that is asked again in a fresh process: as much as it was allowed,
/// and time to start in where it lived on then. A limit of 10 ms is less than some need to start.
pub(crate) fn limits_of(reply: &RecordedReply) -> Limits {
    let wall = Some(reply.limit).filter(|wall| !wall.is_zero());
    let limits = wall.map_or_else(Limits::default, Limits::of_time);
    let limits = if reply.is_fresh { limits } else { limits.with_start() };
    Limits { memory: reply.limit_memory.or(limits.memory), ..limits }
}

/// Returns the solver of a reply, as it was described.
pub(crate) fn setting_of(reply: &RecordedReply) -> Option<Setting> {
    Setting::new(reply.solver.solver(), limits_of(reply), Manner::Fresh).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_a_solver_was_allowed_is_allowed_again() {
        let text = |memory: &str, is_fresh: bool| {
            format!(
                r#"{{"solver": {{"name": "z3", "version": null, "family": "z3", "command": ["z3"],
                     "options": []}},
                     "verdict": "sat", "seconds": 0.1, "limit_seconds": 0.5, {memory}
                     "is_fresh": {is_fresh}}}"#
            )
        };
        let read = |memory: &str, is_fresh| serde_json::from_str(&text(memory, is_fresh)).unwrap();
        let limits = |memory: &str| limits_of(&read(memory, true));
        let usual = Limits::of_time(Duration::from_millis(500));
        assert_eq!(limits(""), usual, "evidence that does not say it");
        let small = Limits { memory: Some(1 << 30), ..usual };
        assert_eq!(limits(r#""limit_memory": 1073741824,"#), small);
        // A process that lived on had started already; a fresh one has to.
        assert_eq!(limits_of(&read("", false)), usual.with_start());
    }
}
