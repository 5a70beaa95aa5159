//! One question under examination: who said what of it, what looks wrong, what holds in the end.

use std::collections::BTreeSet;
use std::mem;
use std::time::Duration;

use solvers::StartError;

use super::Confirmed;
use crate::ask::inquiry::Examined;
use crate::ask::plan::Plan;
use crate::ask::processes::Processes;
use crate::ask::schedule::Brief;
use crate::finding::Finding;
use crate::finding::fault::Fault;
use crate::judge::evaluation::Evaluations;
use crate::judge::kind::Kind;
use crate::judge::normal::{normal_refusal, normal_unread};
use crate::judge::outcome::Outcome;
use crate::judge::reply::{Reply, Way};
use crate::judge::{Judgement, Replies, Subject, Suspicion};
use crate::seat::handle::{PerSeat, SeatId};
use crate::source::Source;
use crate::source::question::Question;
use crate::store::Recollection;

/// Rounds of asking again, since it may blame somebody else, who is asked again too.
const ROUNDS: usize = 3;

/// One question, and what solvers said of it.
pub(super) struct Hearing<'a> {
    pub(super) plan: &'a Plan,
    pub(super) source: &'a dyn Source,
    pub(super) question: &'a Question,
    subject: Subject,
    /// The solvers whose answers are written down: all who are asked and were not asked before.
    is_new: PerSeat<bool>,
    pub(super) replies: PerSeat<Option<Reply>>,
}

impl<'a> Hearing<'a> {
    /// A question of which only earlier runs know anything.
    pub fn new(
        plan: &'a Plan,
        source: &'a dyn Source,
        question: &'a Question,
        brief: &Brief,
    ) -> Self {
        let Brief { asks, recalled, .. } = brief;
        let is_new = |seat: SeatId| asks[seat] && recalled[seat].is_none();
        let reply = |recalled: &Option<Recollection>| {
            let Recollection { outcome, time, wall } = (*recalled)?;
            Some(Reply::Recalled { outcome, time, wall })
        };
        Self {
            plan,
            source,
            question,
            subject: Subject::new(&question.text, question.known.clone()),
            is_new: recalled.seats().map(is_new).collect(),
            replies: recalled.map(reply),
        }
    }

    /// Asks one solver.
    pub fn hear(&mut self, seat: SeatId, solvers: &mut Processes<'_>) -> Result<(), StartError> {
        let parsed = self.subject.parsed.as_mut().ok();
        self.replies[seat] = Some(solvers.ask(seat, &self.question.text, parsed)?);
        Ok(())
    }

    /// Whether somebody has answered now.
    pub fn has_answer(&self) -> bool {
        self.replies.iter().flatten().any(|reply| !reply.is_recalled())
    }

    /// Judges what was said, and asks again where something looks wrong.
    pub fn weigh(
        mut self,
        solvers: &mut Processes<'_>,
        confirmed: &Confirmed,
    ) -> Result<Examined, StartError> {
        let mut first = self.judge();
        if let Some(arbiter) = self.plan.opponents.arbiter_for(&first)
            && self.replies[arbiter].is_none()
        {
            self.hear(arbiter, solvers)?;
            first = self.judge();
        }
        let mut findings = Vec::new();
        let mut last = first.clone();
        if !first.suspicions.is_empty() {
            let before = self.replies.clone();
            last = self.confirm(solvers, confirmed, last)?;
            findings.extend(last.suspicions.iter().map(|it| self.finding(&last, it)));
            for suspicion in first.suspicions.iter().filter(|it| !it.kind.is_of_time()) {
                if let Some((leak, remark)) = self.leak(suspicion, (&first, &before), &last) {
                    let mut finding = self.finding(&last, &leak);
                    finding.evidence.remarks.push(remark);
                    findings.push(finding);
                }
            }
        }
        for finding in self.implications(solvers, confirmed, &last)? {
            // What its own past shows says more than that another solver does better.
            let is_same = |it: &Finding| (it.kind, &it.accused) == (finding.kind, &finding.accused);
            findings.retain(|it| !is_same(it));
            findings.push(finding);
        }
        let outcomes = self.outcomes(&last);
        let reasons = outcomes.seats().map(|seat| self.reason(seat, outcomes[seat]?.0, &last));
        let reasons = reasons.collect();
        let own_faults = last.flaws.iter().map(|flaw| self.own_fault(flaw, &last)).collect();
        let unread = self.subject.parsed.as_ref().err();
        let unread = unread.map(|unread| normal_refusal(&unread.reason));
        Ok(Examined { outcomes, reasons, findings, unread, own_faults })
    }

    fn judge(&mut self) -> Judgement {
        let Plan { judge, opponents, settings, .. } = self.plan;
        let replies = Replies { settings, opponents, said: &self.replies };
        judge.judge_subject(&mut self.subject, replies)
    }

    /// Returns the outcomes that are to be written down.
    fn outcomes(&self, judgement: &Judgement) -> PerSeat<Option<(Outcome, Duration)>> {
        let outcome = |(seat, is_new): (SeatId, &bool)| {
            let time = self.replies[seat].as_ref()?.answer()?.time;
            is_new.then_some((judgement.outcomes[seat]?, time))
        };
        self.is_new.pairs().map(outcome).collect()
    }

    /// Returns why a solver gave no answer, or none that can be judged.
    fn reason(&self, seat: SeatId, outcome: Outcome, judgement: &Judgement) -> Option<String> {
        match outcome {
            Outcome::SatUnread => judgement.unread[seat].as_deref().map(normal_unread),
            outcome if outcome.is_decided() => None,
            _ => self.replies[seat].as_ref()?.reason(),
        }
    }

    /// Asks those who are accused in fresh processes, until all that looks wrong is wrong there.
    fn confirm(
        &mut self,
        solvers: &Processes<'_>,
        confirmed: &Confirmed,
        mut judgement: Judgement,
    ) -> Result<Judgement, StartError> {
        for _ in 0..ROUNDS {
            let again = self.doubtful(&judgement, confirmed);
            if again.seats.is_empty() {
                break;
            }
            for seat in again.seats {
                let limits = self.plan.settings[seat].limits;
                let is_unhurried = again.unhurried.contains(&seat);
                let limits = if is_unhurried { limits.with_start() } else { limits };
                let before = mem::take(&mut self.replies[seat]);
                let parsed = self.subject.parsed.as_mut().ok();
                let script = &self.question.text;
                let reply = solvers.ask_again(seat, script, parsed, before.as_ref(), &limits)?;
                self.replies[seat] = Some(reply);
            }
            judgement = self.judge();
        }
        for suspicion in judgement.suspicions.iter().filter(|it| it.kind.is_of_time()) {
            let trigger = self.trigger(&judgement, suspicion);
            if !confirmed.has(&trigger) {
                confirmed.add(trigger);
            }
        }
        Ok(judgement)
    }

    /// Returns who is asked again before a judgement counts.
    fn doubtful(&self, judgement: &Judgement, confirmed: &Confirmed) -> Doubtful {
        let mut again = Doubtful::default();
        for suspicion in &judgement.suspicions {
            if suspicion.kind.is_of_time() && confirmed.has(&self.trigger(judgement, suspicion)) {
                continue;
            }
            let way = |seat: SeatId| self.replies[seat].as_ref().and_then(Reply::way);
            let accused = suspicion.accused.iter().copied();
            again.seats.extend(accused.filter(|seat| way(*seat) != Some(Way::Confirmed)));
            if !suspicion.kind.is_of_time() {
                again.unhurried.extend(&suspicion.accused);
            }
            if suspicion.kind.is_wrong_answer() || suspicion.kind == Kind::Disagreement {
                // What an earlier run wrote down proves nothing: it has no model to show.
                let is_old = |reply: &Option<Reply>| reply.as_ref().is_some_and(Reply::is_recalled);
                let old = self.replies.pairs().filter(|(_, reply)| is_old(reply));
                let old: Vec<SeatId> = old.map(|(seat, _)| seat).collect();
                again.seats.extend(&old);
                again.unhurried.extend(&old);
            }
        }
        again
    }

    /// Returns a suspicion of what only a session showed, and a remark that says so, if a suspicion
    /// of the first judgement is gone in the last.
    fn leak(
        &self,
        suspicion: &Suspicion,
        (first, before): (&Judgement, &PerSeat<Option<Reply>>),
        last: &Judgement,
    ) -> Option<(Suspicion, String)> {
        let is_same = |it: &Suspicion| {
            (it.kind, &it.accused, it.check)
                == (suspicion.kind, &suspicion.accused, suspicion.check)
        };
        if last.suspicions.iter().any(is_same) {
            return None;
        }
        let seat = suspicion.accused.iter().copied().find(|&seat| {
            let way = before[seat].as_ref().and_then(Reply::way);
            // That more searching proved an `unsat` is no difference of the solver's.
            let is_unsat = |it: &Judgement| it.outcomes[seat].is_some_and(Outcome::is_unsat);
            let differs = first.outcomes[seat] != last.outcomes[seat];
            way == Some(Way::Session) && differs && !(is_unsat(first) && is_unsat(last))
        })?;
        // A limit that one of them hit tells nothing.
        let is_limit = |outcome: Option<Outcome>| {
            matches!(outcome, Some(Outcome::Timeout | Outcome::OutOfMemory | Outcome::Unknown))
        };
        if is_limit(first.outcomes[seat]) || is_limit(last.outcomes[seat]) {
            return None;
        }
        let remark = format!(
            "in a process that had answered other formulas it said {}; in a fresh one {}",
            said(before[seat].as_ref(), first.evaluations[seat].as_ref()),
            said(self.replies[seat].as_ref(), last.evaluations[seat].as_ref())
        );
        let fault = Fault::InSession(suspicion.kind);
        let check = suspicion.check;
        Some((Suspicion { kind: Kind::SessionOnly, accused: vec![seat], fault, check }, remark))
    }
}

/// Solvers that are asked again before a judgement counts.
#[derive(Default)]
struct Doubtful {
    seats: BTreeSet<SeatId>,
    /// Those who may be wrong: they are asked for their answer, not for their speed.
    unhurried: BTreeSet<SeatId>,
}

/// Returns a verdict with what the formula is under the model: `sat (evaluated: false)`.
fn said(reply: Option<&Reply>, evaluation: Option<&Evaluations>) -> String {
    let nothing = || "nothing".to_owned();
    let verdict = reply.and_then(Reply::answer).map_or_else(nothing, |it| it.verdict.to_string());
    match evaluation {
        Some(evaluation) => format!("{verdict} (evaluated: {evaluation})"),
        None => verdict,
    }
}
