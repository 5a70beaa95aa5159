//! A suspicion that held into a finding with its evidence, and a flaw of ours into words.

use std::collections::BTreeSet;

use super::hearing::Hearing;
use crate::finding::accused::Accused;
use crate::finding::formula_id::FormulaId;
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::signature::Trigger;
use crate::finding::{Evidence, Finding, Proof};
use crate::judge::evaluation::Evaluations;
use crate::judge::flaw::{Flaw, OwnFault, Refutation};
use crate::judge::kind::Kind;
use crate::judge::opponents::Opponents;
use crate::judge::outcome::Outcome;
use crate::judge::reply::{Reply, Scope, Way};
use crate::judge::verdict_kind::VerdictKind;
use crate::judge::{Judgement, Suspicion};
use crate::seat::handle::SeatId;
use crate::seat::setting::Setting;
use crate::seat::variant::default_of;
use crate::source::known::Ground;

impl Hearing<'_> {
    /// Returns the finding that a suspicion has become.
    pub(super) fn finding(&self, judgement: &Judgement, suspicion: &Suspicion) -> Finding {
        let (source, question) = (self.source.identity(), self.question);
        Finding {
            kind: suspicion.kind,
            accused: self.accused_of(suspicion),
            fault: suspicion.fault.clone(),
            formula: FormulaId {
                theory: source.name.clone(),
                grammar: source.digest.clone(),
                origin: source.origin.clone(),
                place: question.place.clone(),
                size: question.size,
            },
            operators: judgement.operators.clone(),
            evidence: Evidence {
                formula: question.text.clone(),
                check: check_of(judgement, suspicion.check),
                answers: self.recorded(judgement, suspicion),
                proof: proof(judgement, suspicion.check),
                outside_standard: judgement.outside_standard.clone(),
                remarks: self.remarks(judgement, suspicion),
                lineage: self.source.lineage(question.number),
            },
        }
    }

    /// Returns what decides which bug a suspicion shows.
    pub(super) fn trigger(&self, judgement: &Judgement, suspicion: &Suspicion) -> Trigger {
        Trigger {
            accused: self.accused_of(suspicion),
            kind: suspicion.kind,
            fault: suspicion.fault.clone(),
            operators: judgement.operators.clone(),
            size: self.question.size,
        }
    }

    /// Returns a flaw of ours in words.
    pub(super) fn own_fault(&self, flaw: &Flaw, judgement: &Judgement) -> OwnFault {
        let reason = match &flaw.refutation {
            Refutation::Evaluation(evaluation) => {
                format!("under that model the evaluator says {evaluation}")
            }
            Refutation::Model { seat, model } => {
                let name = self.plan.settings[*seat].name();
                let model = model.split_whitespace().collect::<Vec<_>>().join(" ");
                format!("the evaluator says true under the model of {name}: {model}")
            }
        };
        // A witness that fails was true when the mutant was made: no rule is to blame.
        let rules = match flaw.refutation {
            Refutation::Model { .. } => self.question.rules.clone(),
            Refutation::Evaluation(_) => Vec::new(),
        };
        OwnFault {
            source: self.source.identity().name.clone(),
            place: self.question.place.clone(),
            check: check_of(judgement, flaw.check),
            known: flaw.known.clone(),
            reason,
            rules,
            formula: self.question.text.clone(),
        }
    }

    fn accused_of(&self, suspicion: &Suspicion) -> Accused {
        let names = suspicion.accused.iter().map(|&seat| self.plan.settings[seat].name());
        Accused::of(names).expect("a suspicion is against somebody")
    }

    fn recorded(&self, judgement: &Judgement, suspicion: &Suspicion) -> Vec<RecordedReply> {
        let replies = self.replies.pairs();
        let matter = replies.filter(|(seat, _)| self.matters(*seat, judgement, suspicion));
        let said = |(seat, reply): (SeatId, &Option<Reply>)| {
            let evaluation = judgement.evaluations[seat].clone();
            let setting = &self.plan.settings[seat];
            let scope = Scope { check: suspicion.check, checks: judgement.searched.len() };
            Some(recorded(setting, reply.as_ref()?, evaluation, scope))
        };
        matter.filter_map(said).collect()
    }

    /// Whether a solver's answer belongs to the evidence: with references, that of the accused,
    /// of their references, and of the first whose model is right.
    fn matters(&self, seat: SeatId, judgement: &Judgement, suspicion: &Suspicion) -> bool {
        let opponents = &self.plan.opponents;
        if *opponents == Opponents::All || suspicion.accused.contains(&seat) {
            return true;
        }
        let mut outcomes = judgement.outcomes.pairs();
        let witness = outcomes.find(|(_, outcome)| **outcome == Some(Outcome::SatTrue));
        let mut accused = suspicion.accused.iter();
        witness.is_some_and(|(witness, _)| witness == seat)
            || accused.any(|&accused| opponents.has(accused, seat))
    }

    fn remarks(&self, judgement: &Judgement, suspicion: &Suspicion) -> Vec<String> {
        let mut remarks = judgement.remarks.clone();
        if let Some(known) = self.question.known.at(suspicion.check) {
            remarks.push(format!("known before anybody was asked: {known}"));
        }
        for setting in &self.plan.settings {
            let changes = setting.changes();
            if !changes.is_empty() {
                let (name, changes) = (setting.name(), changes.join(" "));
                remarks
                    .push(format!("{name} runs with {changes}, which changes what formulas mean"));
            }
        }
        let variants = suspicion.accused.iter();
        remarks
            .extend(variants.filter_map(|&seat| self.beside_default(judgement, suspicion, seat)));
        let in_session = suspicion.accused.iter().filter_map(|&seat| {
            let before = self.replies[seat].as_ref()?.answer()?.in_session.as_ref()?;
            let name = self.plan.settings[seat].name();
            Some(format!("in a process that had answered other formulas, {name} said {before}"))
        });
        remarks.extend(in_session);
        let answers = self.replies.iter().flatten().filter_map(Reply::answer);
        let adapted = answers.flat_map(|answer| &answer.adapted);
        let adapted: BTreeSet<String> = adapted.map(ToString::to_string).collect();
        remarks.extend(adapted);
        remarks
    }

    /// Says whether an accused variant does the same without its options, where its default was asked
    /// too, now or in an earlier run. What only a session shows depends on what was asked before.
    fn beside_default(
        &self,
        judgement: &Judgement,
        suspicion: &Suspicion,
        seat: SeatId,
    ) -> Option<String> {
        if suspicion.kind == Kind::SessionOnly {
            return None;
        }
        let settings = &self.plan.settings;
        let default = default_of(settings, seat)?;
        let (accused, setting) = (&settings[seat].solver, &settings[default]);
        let (name, options) = (setting.name(), &accused.options[setting.solver.options.len()..]);
        let options: Vec<_> = options.iter().map(|word| word.to_string_lossy()).collect();
        let options = options.join(" ");
        let scope = Scope { check: suspicion.check, checks: judgement.searched.len() };
        let said = |seat: SeatId| verdict_at(self.replies[seat].as_ref()?, scope);
        let verdict = said(default)?;
        // Of a script of one check it is known what a model was worth.
        let is_same = if scope.checks == 1 {
            judgement.outcomes[default] == judgement.outcomes[seat]
        } else {
            said(seat) == Some(verdict)
        };
        Some(if is_same {
            format!("{name} does the same without {options}")
        } else if verdict.is_decided() {
            format!("only with {options}: {name} says {verdict}")
        } else {
            format!("not known whether without {options} too: {name} says {verdict}")
        })
    }
}

/// Returns what a solver said of one check; `None` if an earlier run did not write that down.
fn verdict_at(reply: &Reply, scope: Scope) -> Option<VerdictKind> {
    match reply {
        Reply::Given { answer, .. } => Some(VerdictKind::at(answer, scope)),
        Reply::Recalled { outcome, .. } => scope.is_last().then(|| outcome.verdict()),
    }
}

/// Returns what proves the right answer to a check without any solver, if anything does. What is
/// derived has no proof that fits here; a remark tells it.
fn proof(judgement: &Judgement, check: usize) -> Option<Proof> {
    let searched = judgement.searched_at(check).and_then(Proof::of);
    searched.or_else(|| match judgement.proof_at(check)?.ground() {
        Ground::Witness(model) => Some(Proof::Model(model.clone())),
        Ground::Exhausted { evaluations } => Some(Proof::Refuted { evaluations: *evaluations }),
        Ground::Derived { .. } | Ground::Agreed | Ground::Declared { .. } => None,
    })
}

/// Returns the number of a check for people, from 1; `None` if the script has one only.
fn check_of(judgement: &Judgement, check: usize) -> Option<usize> {
    (judgement.searched.len() > 1).then_some(check + 1)
}

/// Returns what a solver said of one check, or what an earlier run wrote down of it.
fn recorded(
    setting: &Setting,
    reply: &Reply,
    evaluation: Option<Evaluations>,
    scope: Scope,
) -> RecordedReply {
    let (verdict, detail, time, limit, is_fresh, evaluation) = match reply {
        Reply::Given { answer, way, wall } => {
            let verdict = VerdictKind::at(answer, scope);
            // The words beyond the verdict are about the last check.
            let is_of_check = verdict == VerdictKind::of(&answer.verdict);
            let detail = if is_of_check { answer.verdict.detail() } else { String::new() };
            let is_fresh = *way != Way::Session;
            (verdict, detail, answer.time, *wall, is_fresh, evaluation)
        }
        Reply::Recalled { outcome, time, wall } => {
            let detail = "from an earlier run".to_owned();
            (outcome.verdict(), detail, *time, *wall, false, None)
        }
    };
    let mut recorded = RecordedReply {
        solver: setting.description(),
        verdict,
        detail,
        time,
        limit,
        limit_memory: setting.limits.memory,
        is_fresh,
        model: None,
        cut: None,
        values: Vec::new(),
        evaluation,
    };
    if let Some(said) = reply.answer().and_then(|answer| answer.checks.get(scope.check)) {
        recorded.keep_said(said);
    }
    recorded
}
