//! Incompleteness beside a mutant's own past: the solver decided it before the last step, which kept
//! the answer, and does not decide it now.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use solvers::{StartError, Verdict};

use super::Confirmed;
use super::hearing::Hearing;
use crate::ask::processes::Processes;
use crate::finding::Finding;
use crate::finding::fault::Fault;
use crate::judge::kind::Kind;
use crate::judge::opponents::Attention;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::ParsedFormula;
use crate::judge::reply::{Reply, Way};
use crate::judge::{Judgement, Suspicion};
use crate::seat::handle::SeatId;

/// The operators of the formulas that each solver decided in this run. One that decides no formula
/// with an operator lacks it as a feature, as far as anybody saw.
#[derive(Default)]
pub(super) struct Abilities(Mutex<BTreeMap<usize, BTreeSet<String>>>);

impl Abilities {
    fn add(&self, seat: SeatId, operators: &[String]) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry(seat.place()).or_default();
        for operator in operators {
            if !known.contains(operator) {
                known.insert(operator.clone());
            }
        }
    }

    fn has(&self, seat: SeatId, operator: &str) -> bool {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&seat.place()).is_some_and(|known| known.contains(operator))
    }
}

impl Hearing<'_> {
    /// Notes what solvers are able to, and returns the findings against those that decided a mutant
    /// before its last step and do not decide it now. A solver that never decided a formula with an
    /// operator that the last step brought is let off.
    pub(super) fn implications(
        &self,
        solvers: &mut Processes<'_>,
        confirmed: &Confirmed,
        judgement: &Judgement,
    ) -> Result<Vec<Finding>, StartError> {
        let mut findings = Vec::new();
        let Some(rule) = self.question.rules.last() else { return Ok(findings) };
        for (seat, outcome) in judgement.outcomes.pairs() {
            if outcome.is_some_and(Outcome::is_decided) {
                confirmed.abilities.add(seat, &judgement.operators);
            }
        }
        if self.plan.judge.attention != Attention::Everything {
            return Ok(findings);
        }
        let unknown: Vec<SeatId> = judgement
            .outcomes
            .pairs()
            .filter(|(seat, outcome)| {
                let is_told = self.replies[*seat].as_ref().is_some_and(|it| !it.is_recalled());
                **outcome == Some(Outcome::Unknown) && is_told
            })
            .map(|(seat, _)| seat)
            .collect();
        if unknown.is_empty() {
            return Ok(findings);
        }
        let Some(before) = self.source.before(self.question.number) else { return Ok(findings) };
        let Ok(parsed) = ParsedFormula::new(&before.text) else { return Ok(findings) };
        for seat in unknown {
            let reply = solvers.ask(seat, &before.text, None)?;
            let is_decided = |reply: &Reply| {
                let answer = reply.answer().map(|it| &it.verdict);
                matches!(answer, Some(Verdict::Sat | Verdict::Unsat))
            };
            if !is_decided(&reply) {
                continue;
            }
            confirmed.abilities.add(seat, &parsed.operators);
            let is_able = |it: &String| confirmed.abilities.has(seat, it);
            if !judgement.operators.iter().all(is_able) {
                continue;
            }
            let fault = Fault::Reason(format!("implication by {rule}"));
            let suspicion =
                Suspicion { kind: Kind::Incompleteness, accused: vec![seat], fault, check: 0 };
            let trigger = self.trigger(judgement, &suspicion);
            if !confirmed.has(&trigger) {
                if !self.is_still_so(solvers, seat, &before.text)? {
                    continue;
                }
                confirmed.add(trigger);
            }
            let mut finding = self.finding(judgement, &suspicion);
            let name = self.plan.settings[seat].name();
            finding.evidence.remarks.push(format!(
                "before the last step, {rule}, {name} answered {}",
                reply.answer().map_or_else(String::new, |it| it.verdict.to_string())
            ));
            if let Some(lineage) = &mut finding.evidence.lineage {
                lineage.before = Some(before.text.clone());
            }
            findings.push(finding);
        }
        Ok(findings)
    }

    /// Whether fresh processes say the same of both.
    fn is_still_so(
        &self,
        solvers: &Processes<'_>,
        seat: SeatId,
        before: &str,
    ) -> Result<bool, StartError> {
        let was_alone = self.replies[seat].as_ref().and_then(Reply::way) == Some(Way::Confirmed);
        let is_unknown = was_alone || {
            let verdict = solvers.ask_verdict(seat, &self.question.text)?.verdict;
            matches!(verdict, Verdict::Unknown(_))
        };
        let verdict = solvers.ask_verdict(seat, before)?.verdict;
        Ok(is_unknown && matches!(verdict, Verdict::Sat | Verdict::Unsat))
    }
}
