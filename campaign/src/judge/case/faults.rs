//! Faults of single answers: who is accused of what.

use std::time::Duration;

use solvers::{Answer, Cause, Crash, Verdict};

use super::Case;
use crate::finding::fault::{CrashSignature, Fault};
use crate::judge::Suspicion;
use crate::judge::evaluation::Evaluation;
use crate::judge::kind::Kind;
use crate::judge::normal::{normal_crash, normal_reason};
use crate::judge::opponents::Attention;
use crate::judge::outcome::Outcome;
use crate::judge::reply::Reply;
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::handle::SeatId;
use crate::seat::variant::default_of;
use crate::source::known::Decision;

impl Case<'_> {
    /// Notes all that looks wrong. Where a known answer of ours is wrong, no answer is called wrong:
    /// our evaluator contradicts our construction, and one of them errs.
    pub fn accuse(&mut self) {
        for seat in self.outcomes.seats() {
            if let Some((kind, fault)) = self.fault_of(seat)
                && (self.minds_time_of(seat) || !kind.is_of_time())
                && (self.flaw.is_none() || !kind.is_wrong_answer())
            {
                self.suspect(kind, vec![seat], fault);
            }
            if let Some(fault) = self.session_fault_of(seat) {
                self.suspect(Kind::SessionOnly, vec![seat], fault);
            }
        }
        if self.flaw.is_none() {
            self.accuse_those_who_disagree();
        }
        // Only now: whoever is proven wrong is no party to a disagreement, looked for or not.
        self.suspicions.retain(|it| self.judge.kinds.has(it.kind));
    }

    /// Whether being late or not knowing is worth telling of a solver: of a variant it is not, whose
    /// options may choose an engine that lacks a theory, or is slow on it. Its default is asked too.
    fn minds_time_of(&self, seat: SeatId) -> bool {
        self.judge.attention == Attention::Everything
            && default_of(self.replies.settings, seat).is_none()
    }

    pub(super) fn suspect(&mut self, kind: Kind, accused: Vec<SeatId>, fault: Fault) {
        let check = self.scope.check;
        self.suspicions.push(Suspicion { kind, accused, fault, check });
    }

    /// Returns the fault of one answer, if it has one.
    fn fault_of(&self, seat: SeatId) -> Option<(Kind, Fault)> {
        let outcome = self.outcomes[seat]?;
        // A model that the evaluator finds true by its own choice speaks against our ground too.
        let is_chosen = outcome == Outcome::SatChosen && self.has_proof_of(Decision::Unsat);
        let is_refuted = self.is_refuted() && !is_chosen;
        let is_judged = self.is_judged(seat);
        match outcome {
            it if it.is_unsat() && is_judged && self.has_model() => {
                Some((Kind::RefutationUnsoundness, Fault::Unsat))
            }
            outcome if outcome.is_sat() && is_judged && is_refuted => {
                Some((Kind::SolutionUnsoundness, Fault::Sat))
            }
            Outcome::SatFalse if is_judged => Some((Kind::InvalidModel, Fault::Sat)),
            // All else is of the script as a whole.
            _ if !self.scope.is_last() => None,
            Outcome::InvalidModel if self.replies.settings[seat].changes().is_empty() => {
                match &self.evaluated[seat] {
                    // What fails is the check.
                    Some(Evaluation::True | Evaluation::Chosen(_)) => {
                        Some((Kind::Crash, Fault::WrongAlarm))
                    }
                    Some(Evaluation::Open(_) | Evaluation::TooLarge(_)) => None,
                    Some(Evaluation::False(_) | Evaluation::Unread(_)) | None => {
                        Some((Kind::InvalidModel, Fault::TakesBack))
                    }
                }
            }
            Outcome::Crash => Some((Kind::Crash, Fault::Crash(self.crash_of(seat)))),
            Outcome::Flawed => Some((Kind::Flawed, Fault::Reason(self.detail_of(seat)))),
            Outcome::Unknown if self.fastest_other(seat).is_some() => {
                let reason = normal_reason(&self.detail_of(seat));
                Some((Kind::Incompleteness, Fault::Reason(reason)))
            }
            Outcome::Timeout if self.has_had_its_time(seat) => {
                let (time, other) = (self.time_of(seat)?, self.fastest_other(seat)?);
                // A solver that hardly got a core is late for no fault of its own.
                let is_busy = time * 8 >= self.replies.settings[seat].limits.wall;
                (is_busy && time >= other * self.judge.times)
                    .then_some((Kind::Performance, Fault::Late))
            }
            Outcome::OutOfMemory => {
                let other = self.fastest_other(seat)?;
                (other * self.judge.times <= self.replies.settings[seat].limits.wall)
                    .then_some((Kind::Performance, Fault::OutOfMemory))
            }
            outcome if outcome.is_decided() => {
                let time = self.time_of(seat)?;
                let other = self.fastest_other(seat)?;
                (time >= self.judge.slow && time >= other * self.judge.times)
                    .then_some((Kind::Performance, Fault::Slow))
            }
            _ => None,
        }
    }

    /// Returns the fault of a process in a session, if a fresh one did better.
    fn session_fault_of(&self, seat: SeatId) -> Option<Fault> {
        let answer = self.answer_of(seat)?;
        if !self.scope.is_last() {
            return None;
        }
        let before = answer.in_session.as_ref()?;
        let differs = VerdictKind::of(before) != VerdictKind::of(&answer.verdict);
        match before {
            Verdict::Crash(crash) if differs => Some(Fault::Reason(normal_crash(crash))),
            Verdict::Flawed(reason) if differs => Some(Fault::Reason(reason.clone())),
            _ => None,
        }
    }

    /// Whether a solver had all the time that it gets: it is asked again if it had less.
    fn has_had_its_time(&self, seat: SeatId) -> bool {
        let wall = self.replies.settings[seat].limits.wall;
        self.replies.said[seat].as_ref().is_some_and(|reply| reply.wall() >= wall)
    }

    /// Returns the time that a solver worked, not counting what other programs took of its cores.
    fn time_of(&self, seat: SeatId) -> Option<Duration> {
        self.replies.said[seat].as_ref().map(Reply::time)
    }

    /// Returns the time of the fastest other solver that decided the formula, and not in a way that is
    /// proven wrong.
    fn fastest_other(&self, seat: SeatId) -> Option<Duration> {
        let outcomes = self.outcomes.pairs();
        let is_wrong = |outcome: Outcome| {
            (outcome.is_unsat() && self.has_model()) || (outcome.is_sat() && self.is_refuted())
        };
        outcomes
            .filter(|(other, _)| self.replies.opponents.has(seat, *other))
            .filter(|(_, outcome)| outcome.is_some_and(|it| it.is_decided() && !is_wrong(it)))
            .filter_map(|(other, _)| self.time_of(other))
            .min()
    }

    fn answer_of(&self, seat: SeatId) -> Option<&Answer> {
        self.replies.said[seat].as_ref()?.answer()
    }

    fn detail_of(&self, seat: SeatId) -> String {
        self.answer_of(seat).map_or_else(String::new, |answer| answer.verdict.detail())
    }

    fn crash_of(&self, seat: SeatId) -> CrashSignature {
        match self.answer_of(seat).map(|answer| &answer.verdict) {
            Some(Verdict::Crash(crash)) => CrashSignature::of(crash),
            _ => CrashSignature::of(&Crash {
                cause: Cause::Report,
                message: String::new(),
                location: None,
            }),
        }
    }
}
