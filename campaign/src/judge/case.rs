//! One check of a script on trial: its models evaluated, the small search asked, answers held
//! against each other.

use std::time::Duration;

use solvers::{Answer, Cause, Check, Crash, Verdict};

use super::{Heard, Judge, Suspicion};
use crate::finding::fault::{CrashSignature, Fault};
use crate::judge::evaluation::Evaluation;
use crate::judge::kind::Kind;
use crate::judge::normal::{normal_crash, normal_reason};
use crate::judge::opponents::{Attention, Opponents};
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::{ParsedFormula, Searched};
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::setting::Setting;

/// One check of a script.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// The number of the check, from 0.
    pub check: usize,
    /// The number of all checks.
    pub checks: usize,
}

impl Scope {
    fn is_last(self) -> bool {
        self.check + 1 == self.checks
    }
}

/// One check of a formula on trial.
pub(super) struct Case<'a> {
    judge: &'a Judge,
    opponents: &'a Opponents,
    settings: &'a [Setting],
    heard: &'a [Option<Heard<'a>>],
    parsed: Option<&'a mut ParsedFormula>,
    scope: Scope,
    pub outcomes: Vec<Option<Outcome>>,
    pub evaluated: Vec<Option<Evaluation>>,
    pub searched: Option<Searched>,
    pub suspicions: Vec<Suspicion>,
}

impl<'a> Case<'a> {
    pub fn new(
        judge: &'a Judge,
        opponents: &'a Opponents,
        parsed: &'a mut Result<ParsedFormula, String>,
        settings: &'a [Setting],
        heard: &'a [Option<Heard<'a>>],
        scope: Scope,
    ) -> Self {
        let outcome = |heard: &Option<Heard>| heard.as_ref().and_then(|it| it.outcome_at(scope));
        Self {
            judge,
            opponents,
            settings,
            heard,
            parsed: parsed.as_mut().ok(),
            scope,
            outcomes: heard.iter().map(outcome).collect(),
            evaluated: vec![None; heard.len()],
            searched: None,
            suspicions: Vec::new(),
        }
    }

    /// Evaluates the formula under every model that was given.
    pub fn evaluate(&mut self) {
        for place in 0..self.heard.len() {
            let Some(Heard::Now(answer)) = &self.heard[place] else { continue };
            let is_doubted =
                self.scope.is_last() && matches!(answer.verdict, Verdict::InvalidModel(_));
            if self.outcomes[place] != Some(Outcome::SatUnread) && !is_doubted {
                continue;
            }
            let Some(parsed) = &mut self.parsed else { continue };
            let dialect = self.settings[place].dialect();
            let evaluation = match answer.checks.get(self.scope.check) {
                Some(said) if answer.checks.len() <= self.scope.checks => {
                    parsed.evaluate(self.scope.check, said, dialect)
                }
                _ => Evaluation::Unread("there is none".to_owned()),
            };
            if !is_doubted {
                let is_standard = parsed.outside_standard.is_empty();
                self.outcomes[place] = Some(match evaluation {
                    // What an operator outside the standard means is somebody's choice too.
                    Evaluation::True if is_standard => Outcome::SatTrue,
                    Evaluation::True | Evaluation::Chosen(_) => Outcome::SatChosen,
                    Evaluation::False(_) => Outcome::SatFalse,
                    Evaluation::Open(_) => Outcome::SatOpen,
                    Evaluation::Unread(_) => Outcome::SatUnread,
                    Evaluation::TooLarge(_) => Outcome::SatTooLarge,
                });
            }
            self.evaluated[place] = Some(evaluation);
        }
    }

    /// Asks the small search where no model settles the question.
    pub fn search(&mut self) {
        let Some(parsed) = &self.parsed else { return };
        let any = |wanted: fn(Outcome) -> bool| {
            self.outcomes.iter().flatten().any(|outcome| wanted(*outcome))
        };
        if self.has_model() {
            return;
        }
        let unsat = any(Outcome::is_unsat);
        let contested =
            any(|outcome| outcome == Outcome::SatFalse) || unsat && any(Outcome::is_sat);
        let budget = match (contested, unsat) {
            (true, _) => &self.judge.thorough,
            (false, true) => &self.judge.quick,
            (false, false) => return,
        };
        let searched = parsed.search(self.scope.check, budget);
        if matches!(searched, Searched::Refuted(_)) && parsed.outside_standard.is_empty() {
            let outcomes = self.outcomes.iter_mut().flatten();
            outcomes.filter(|it| it.is_unsat()).for_each(|it| *it = Outcome::UnsatProven);
        }
        self.searched = Some(searched);
    }

    pub fn accuse(&mut self) {
        for place in 0..self.heard.len() {
            if let Some((kind, fault)) = self.fault_of(place)
                && (self.judge.attention == Attention::Everything || !kind.is_of_time())
            {
                self.suspect(kind, vec![place], fault);
            }
            if let Some(fault) = self.session_fault_of(place) {
                self.suspect(Kind::SessionOnly, vec![place], fault);
            }
        }
        self.accuse_those_who_disagree();
    }

    fn suspect(&mut self, kind: Kind, accused: Vec<usize>, fault: Fault) {
        let check = self.scope.check;
        self.suspicions.push(Suspicion { kind, accused, fault, check });
    }

    /// Returns the fault of one answer, if it has one.
    fn fault_of(&self, place: usize) -> Option<(Kind, Fault)> {
        let outcome = self.outcomes[place]?;
        let is_refuted = matches!(self.searched, Some(Searched::Refuted(_)));
        let is_judged = self.is_judged(place);
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
            Outcome::InvalidModel if self.settings[place].changes().is_empty() => {
                match &self.evaluated[place] {
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
            Outcome::Crash => Some((Kind::Crash, Fault::Crash(self.crash_of(place)))),
            Outcome::Flawed => Some((Kind::Flawed, Fault::Reason(self.detail_of(place)))),
            Outcome::Unknown if self.fastest_other(place).is_some() => {
                let reason = normal_reason(&self.detail_of(place));
                Some((Kind::Incompleteness, Fault::Reason(reason)))
            }
            Outcome::Timeout => {
                let (time, other) = (self.time_of(place)?, self.fastest_other(place)?);
                // A solver that hardly got a core is late for no fault of its own.
                let is_busy = time * 8 >= self.settings[place].limits.wall;
                (is_busy && time >= other * self.judge.times)
                    .then_some((Kind::Performance, Fault::Late))
            }
            Outcome::OutOfMemory => {
                let other = self.fastest_other(place)?;
                (other * self.judge.times <= self.settings[place].limits.wall)
                    .then_some((Kind::Performance, Fault::OutOfMemory))
            }
            outcome if outcome.is_decided() => {
                let time = self.time_of(place)?;
                let other = self.fastest_other(place)?;
                (time >= self.judge.slow && time >= other * self.judge.times)
                    .then_some((Kind::Performance, Fault::Slow))
            }
            _ => None,
        }
    }

    /// Returns the fault of a process in a session, if a fresh one did better.
    fn session_fault_of(&self, place: usize) -> Option<Fault> {
        let Heard::Now(answer) = self.heard[place].as_ref()? else { return None };
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

    /// Somebody is wrong, and nobody knows who.
    fn accuse_those_who_disagree(&mut self) {
        let places = |wanted: &dyn Fn(Outcome) -> bool| -> Vec<usize> {
            let outcomes = self.outcomes.iter().enumerate();
            outcomes
                .filter(|(_, outcome)| outcome.is_some_and(wanted))
                .map(|(place, _)| place)
                .collect()
        };
        let is_blamed = |place: &usize| {
            let mut suspicions = self.suspicions.iter();
            suspicions.any(|it| it.kind.is_wrong_answer() && it.accused.contains(place))
        };
        let sat: Vec<usize> =
            places(&Outcome::is_sat).into_iter().filter(|place| !is_blamed(place)).collect();
        let unsat: Vec<usize> =
            places(&Outcome::is_unsat).into_iter().filter(|it| !is_blamed(it)).collect();
        // A model that is false, in a formula of which the standard does not say what it means.
        let doubted: Vec<usize> = places(&|it| it == Outcome::SatFalse)
            .into_iter()
            .filter(|place| !is_blamed(place) && self.settings[*place].changes().is_empty())
            .collect();
        let mut disputes: Vec<Vec<usize>> = Vec::new();
        match self.opponents {
            Opponents::All if !sat.is_empty() && !unsat.is_empty() => {
                disputes.push([&sat[..], &unsat[..]].concat());
            }
            Opponents::All => {}
            Opponents::References(_) | Opponents::Arbiter(_) => {
                for (&yes, &no) in sat.iter().flat_map(|yes| unsat.iter().map(move |no| (yes, no)))
                {
                    if self.opponents.has(yes, no) || self.opponents.has(no, yes) {
                        disputes.push(vec![yes, no]);
                    }
                }
            }
        }
        let opponents = self.opponents;
        let mut accuse = |accused: Vec<usize>, fault: Fault| {
            self.suspect(Kind::Disagreement, accused, fault);
        };
        if disputes.is_empty() && !doubted.is_empty() {
            match opponents {
                Opponents::All => accuse(doubted, Fault::ModelDispute),
                Opponents::References(_) | Opponents::Arbiter(_) => {
                    for place in doubted {
                        accuse(vec![place], Fault::ModelDispute);
                    }
                }
            }
        }
        for accused in disputes {
            accuse(accused, Fault::Contradiction);
        }
    }

    /// Whether a checked model exists, in which nothing rests on a choice that the standard leaves.
    fn has_model(&self) -> bool {
        let mut outcomes = self.outcomes.iter().enumerate();
        outcomes.any(|(place, outcome)| {
            *outcome == Some(Outcome::SatTrue) && self.settings[place].changes().is_empty()
        }) || matches!(self.searched, Some(Searched::Witness(_)))
    }

    /// Whether the standard says what the formula means to this solver.
    fn is_judged(&self, place: usize) -> bool {
        self.parsed.as_ref().is_none_or(|parsed| parsed.outside_standard.is_empty())
            && self.settings[place].changes().is_empty()
    }

    /// Returns the time that a solver worked, not counting what other programs took of its cores.
    fn time_of(&self, place: usize) -> Option<Duration> {
        self.heard[place].as_ref().map(|heard| match heard {
            Heard::Now(answer) => answer.cpu.unwrap_or(answer.time),
            Heard::Before(_, time) => *time,
        })
    }

    /// Returns the time of the fastest other solver that decided the formula.
    fn fastest_other(&self, place: usize) -> Option<Duration> {
        (0..self.heard.len())
            .filter(|other| self.opponents.has(place, *other))
            .filter(|other| self.outcomes[*other].is_some_and(Outcome::is_decided))
            .filter_map(|other| self.time_of(other))
            .min()
    }

    fn detail_of(&self, place: usize) -> String {
        match &self.heard[place] {
            Some(Heard::Now(answer)) => answer.verdict.detail(),
            _ => String::new(),
        }
    }

    fn crash_of(&self, place: usize) -> CrashSignature {
        match &self.heard[place] {
            Some(Heard::Now(Answer { verdict: Verdict::Crash(crash), .. })) => {
                CrashSignature::of(crash)
            }
            _ => CrashSignature::of(&Crash {
                cause: Cause::Report,
                message: String::new(),
                location: None,
            }),
        }
    }
}

impl Heard<'_> {
    /// Returns the outcome of a check; of any but the last, only `sat` and `unsat` count.
    fn outcome_at(&self, scope: Scope) -> Option<Outcome> {
        match self {
            Self::Now(answer) if scope.is_last() => Some(Outcome::of_verdict(&answer.verdict)),
            Self::Now(answer) => match answer.checks.get(scope.check)?.check {
                Check::Sat => Some(Outcome::SatUnread),
                Check::Unsat => Some(Outcome::Unsat),
                Check::Unknown => None,
            },
            Self::Before(outcome, _) => scope.is_last().then_some(*outcome),
        }
    }
}
