//! A suspicion that held into a finding with its evidence, and a flaw of ours into words.

use std::collections::BTreeSet;

use super::culprit::suspects;
use super::hearing::Hearing;
use crate::finding::accused::Accused;
use crate::finding::formula_id::FormulaId;
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::signature::{Trigger, TriggerForm};
use crate::finding::{Evidence, Finding, Proof};
use crate::judge::flaw::{Flaw, OwnFault, Refutation};
use crate::judge::kind::Kind;
use crate::judge::opponents::Opponents;
use crate::judge::outcome::Outcome;
use crate::judge::reply::{Reply, Scope};
use crate::judge::verdict_kind::VerdictKind;
use crate::judge::{Judgement, Suspicion};
use crate::seat::handle::SeatId;
use crate::seat::variant::default_of;

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
                check: judgement.number_of(suspicion.check),
                answers: self.recorded(judgement, suspicion),
                proof: Proof::of_check(judgement, suspicion.check),
                outside_standard: judgement.outside_standard.clone(),
                remarks: self.remarks(judgement, suspicion),
                lineage: self.source.lineage(question.number),
                original: None,
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
            form: TriggerForm::of(&self.question.place),
        }
    }

    /// Returns a flaw of ours in words.
    pub(super) fn own_fault(&self, flaw: &Flaw, judgement: &Judgement) -> OwnFault {
        let (reason, rules) = match &flaw.refutation {
            // A witness that fails was true when the mutant was made: no rule is to blame.
            Refutation::Evaluation(evaluation) => {
                (format!("under that model the evaluator says {evaluation}"), Vec::new())
            }
            Refutation::Model { seat, model } => {
                let (name, dialect) =
                    (self.plan.settings[*seat].name(), self.plan.settings[*seat].dialect());
                let words = model.split_whitespace().collect::<Vec<_>>().join(" ");
                let mut reason =
                    format!("the evaluator says true under the model of {name}: {words}");
                let budget = &self.plan.judge.quick;
                let rules = suspects(self.source, self.question, (model, dialect), budget);
                if rules.is_empty() && !self.question.rules.is_empty() {
                    reason.push_str("; its seed has a model too, and no step is to blame");
                }
                (reason, rules)
            }
        };
        OwnFault {
            source: self.source.identity().name.clone(),
            place: self.question.place.clone(),
            check: judgement.number_of(flaw.check),
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
            Some(RecordedReply::of(setting, reply.as_ref()?, evaluation, scope))
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
