//! One formula, put to the solvers, judged, and asked again where something looks wrong.

mod testimony;

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use solvers::{Answer, Limits, Session, StartError, Want};

use crate::ask::plan::{Plan, Recalled};
use crate::finding::accused::Accused;
use crate::finding::formula_id::FormulaId;
use crate::finding::signature::Trigger;
use crate::finding::{Evidence, Finding, Proof};
use crate::judge::kind::Kind;
use crate::judge::normal::{normal_reason, normal_unread};
use crate::judge::opponents::Opponents;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::ParsedFormula;
use crate::judge::{Heard, Judgement, Suspicion};
use crate::seat::setting::{Manner, Setting};
use crate::source::track::{Formula, Track};
use testimony::{leak, questions, recorded, testimony};

/// Asks the solvers of a plan, one formula after the other.
pub(crate) struct Examiner<'a> {
    plan: &'a Plan,
    sessions: Vec<Option<Session>>,
    confirmed: &'a Confirmed,
}

/// Late and missing answers that a fresh process confirmed, shared by all examiners: those that
/// show the same again need no second look, which costs as long as the first.
#[derive(Default)]
pub(crate) struct Confirmed(Mutex<Vec<Trigger>>);

impl Confirmed {
    fn has(&self, trigger: &Trigger) -> bool {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().any(|known| trigger.size >= known.size && known.stands_for(trigger))
    }

    fn add(&self, trigger: Trigger) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(trigger);
    }
}

/// What was found out about a formula.
pub(crate) struct Examined {
    /// For each setting that was asked.
    pub outcomes: Vec<Option<(Outcome, Duration)>>,
    /// For each setting that gave no answer, what it said instead.
    pub reasons: Vec<Option<String>>,
    pub findings: Vec<Finding>,
}

/// A formula, and what solvers said of it.
struct Hearing {
    parsed: Result<ParsedFormula, String>,
    /// By the places of the settings.
    heeded: Vec<Option<Heeded>>,
}

/// An answer, and how it was got.
#[derive(Clone)]
struct Heeded {
    answer: Answer,
    way: Way,
    /// How long it could have taken.
    wall: Duration,
}

impl Heeded {
    /// What was said beyond the verdict, in a form that is the same for many formulas.
    fn reason(&self) -> Option<String> {
        let reason = normal_reason(&self.answer.verdict.detail());
        // What a solver prints may be meant for a terminal.
        let reason = reason.replace(char::is_control, "\u{fffd}");
        (!reason.is_empty()).then_some(reason)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// From a process that had answered other formulas.
    Session,
    /// From one of its own.
    Alone,
    /// From one of its own, with the plain command line, because something looked wrong.
    Confirmed,
}

/// What takes so long is measured once: the machine's noise does not matter to it.
const LONG: Duration = Duration::from_secs(1);

/// Asking again may blame somebody else, who is asked again too; so often at most.
const ROUNDS: usize = 3;

impl<'a> Examiner<'a> {
    pub fn new(plan: &'a Plan, confirmed: &'a Confirmed) -> Self {
        let session = |setting: &Setting| match setting.manner {
            Manner::Session => {
                let session = Session::new(setting.solver.clone(), setting.limits);
                Some(session.with_want(Want::Model))
            }
            Manner::Fresh | Manner::Timed { .. } => None,
        };
        Self { plan, sessions: plan.settings.iter().map(session).collect(), confirmed }
    }

    /// Puts formulas to those settings that `asks` names; of the others it is known what they said
    /// before. What comes back is of the first formulas: of all, unless it was told to halt.
    ///
    /// Each solver gets all the formulas before the next solver gets any: a solver's code and data
    /// stay in the processor's caches while it works on formula after formula.
    pub fn examine(
        &mut self,
        track: &Track,
        formulas: &[Formula],
        asks: &[bool],
        known: &[Recalled],
        halt: &dyn Fn() -> bool,
    ) -> Result<Vec<Examined>, StartError> {
        if self.plan.is_timed() {
            let formulas = formulas.iter().take_while(|_| !halt());
            return formulas.map(|formula| self.time(formula, asks)).collect();
        }
        let hearings = self.hear(formulas, asks, halt)?;
        let mut examined = Vec::with_capacity(hearings.len());
        for ((formula, known), hearing) in formulas.iter().zip(known).zip(hearings) {
            examined.push(self.weigh(track, formula, asks, known, hearing)?);
        }
        Ok(examined)
    }

    /// What each of the formulas is answered by those who are asked at once, which the arbiter is
    /// not. Told to halt, it gives the formulas that anybody has answered.
    fn hear(
        &mut self,
        formulas: &[Formula],
        asks: &[bool],
        halt: &dyn Fn() -> bool,
    ) -> Result<Vec<Hearing>, StartError> {
        let mut hearings: Vec<Hearing> = formulas
            .iter()
            .map(|formula| Hearing {
                parsed: ParsedFormula::new(&formula.text),
                heeded: vec![None; asks.len()],
            })
            .collect();
        let arbiter = self.plan.opponents.arbiter();
        for place in (0..asks.len()).filter(|&place| asks[place] && Some(place) != arbiter) {
            for (formula, Hearing { parsed, heeded }) in formulas.iter().zip(&mut hearings) {
                if halt() {
                    break;
                }
                heeded[place] = Some(self.ask(place, &formula.text, parsed.as_mut().ok())?);
            }
        }
        if halt() {
            hearings.retain(|hearing| hearing.heeded.iter().any(Option::is_some));
        }
        Ok(hearings)
    }

    /// Judges what was said of a formula, and asks again where something looks wrong.
    fn weigh(
        &mut self,
        track: &Track,
        formula: &Formula,
        asks: &[bool],
        known: &[Option<(Outcome, Duration)>],
        hearing: Hearing,
    ) -> Result<Examined, StartError> {
        let Hearing { mut parsed, mut heeded } = hearing;
        let mut first = self.judge(&mut parsed, &heeded, known);
        if let Some(arbiter) = self.plan.opponents.arbiter_for(&first)
            && known[arbiter].is_none()
        {
            heeded[arbiter] = Some(self.ask(arbiter, &formula.text, parsed.as_mut().ok())?);
            first = self.judge(&mut parsed, &heeded, known);
        }
        let mut findings = Vec::new();
        let mut last = first.clone();
        if !first.suspicions.is_empty() {
            let before = heeded.clone();
            last = self.confirm(track, formula, &mut parsed, &mut heeded, known, last)?;
            for suspicion in &last.suspicions {
                findings.push(self.finding(track, formula, &heeded, known, &last, suspicion));
            }
            for suspicion in &first.suspicions {
                let is_left = last.suspicions.iter().any(|it| {
                    it.kind == suspicion.kind
                        && it.accused == suspicion.accused
                        && it.check == suspicion.check
                });
                if !is_left && !suspicion.kind.is_of_time() {
                    let leak = leak(suspicion, &first, &before, &last, &heeded);
                    findings.extend(leak.into_iter().map(|(suspicion, remark)| {
                        let mut finding =
                            self.finding(track, formula, &heeded, known, &last, &suspicion);
                        finding.evidence.remarks.push(remark);
                        finding
                    }));
                }
            }
        }
        let outcomes: Vec<Option<(Outcome, Duration)>> = (0..asks.len())
            .map(|place| {
                let time = heeded[place].as_ref()?.answer.time;
                let is_new = asks[place] && known[place].is_none();
                is_new.then_some((last.outcomes[place]?, time))
            })
            .collect();
        let reason = |place: usize| match outcomes[place]?.0 {
            Outcome::SatUnread => last.unread[place].as_deref().map(normal_unread),
            outcome if outcome.is_decided() => None,
            _ => heeded[place].as_ref()?.reason(),
        };
        let reasons = (0..asks.len()).map(reason).collect();
        Ok(Examined { outcomes, reasons, findings })
    }

    /// Measures how long those take that `asks` names. They take turns, so that whatever else the
    /// machine does meets them all.
    fn time(&mut self, formula: &Formula, asks: &[bool]) -> Result<Examined, StartError> {
        let mut heard: Vec<Vec<(Outcome, Duration)>> = vec![Vec::new(); asks.len()];
        let rounds = self.plan.settings.iter().map(|setting| setting.manner.repetitions()).max();
        for round in 0..rounds.unwrap_or(1) {
            let plan = self.plan;
            for (place, setting) in plan.settings.iter().enumerate() {
                let was_long = heard[place].iter().any(|(_, time)| *time >= LONG);
                if !asks[place] || round >= setting.manner.repetitions() || was_long {
                    continue;
                }
                let answer = match setting.manner {
                    Manner::Timed { .. } => {
                        setting.solver.solve_for(&formula.text, &setting.limits, Want::Verdict)?
                    }
                    Manner::Session | Manner::Fresh => self.ask(place, &formula.text, None)?.answer,
                };
                heard[place].push((Outcome::of_verdict(&answer.verdict), answer.time));
            }
        }
        let median = |mut all: Vec<(Outcome, Duration)>| {
            all.sort_by_key(|(_, time)| *time);
            all.get(all.len() / 2).copied()
        };
        let reasons = vec![None; heard.len()];
        let outcomes = heard.into_iter().map(median).collect();
        Ok(Examined { outcomes, reasons, findings: Vec::new() })
    }

    /// Asks one solver, and for what the evaluation of its model hangs on.
    fn ask(
        &mut self,
        place: usize,
        formula: &str,
        parsed: Option<&mut ParsedFormula>,
    ) -> Result<Heeded, StartError> {
        let setting = &self.plan.settings[place];
        let mut follow_up = questions(parsed, setting);
        let answer = match &mut self.sessions[place] {
            Some(session) => session.solve_asking(formula, &mut follow_up)?,
            None => setting.solver.solve_asking(formula, &setting.limits, &mut follow_up)?,
        };
        let lives_on = setting.manner == Manner::Session && setting.solver.has_sessions();
        let is_alone = !lives_on || answer.in_session.is_some();
        let way = if is_alone { Way::Alone } else { Way::Session };
        Ok(Heeded { answer, way, wall: setting.limits.wall })
    }

    /// Asks again as a person would who reproduces it; what a session did before is not forgotten.
    fn ask_again(
        &self,
        place: usize,
        formula: &str,
        parsed: Option<&mut ParsedFormula>,
        before: Option<&Heeded>,
        limits: &Limits,
    ) -> Result<Heeded, StartError> {
        let setting = &self.plan.settings[place];
        let answer = setting.solver.confirm(formula, limits, &mut questions(parsed, setting))?;
        let in_session = before.and_then(|before| before.answer.in_session.clone());
        let answer = Answer { in_session, ..answer };
        Ok(Heeded { answer, way: Way::Confirmed, wall: limits.wall })
    }

    fn judge(
        &self,
        parsed: &mut Result<ParsedFormula, String>,
        heeded: &[Option<Heeded>],
        known: &[Option<(Outcome, Duration)>],
    ) -> Judgement {
        let heard: Vec<Option<Heard>> = heeded
            .iter()
            .zip(known)
            .map(|(heeded, known)| match (heeded, known) {
                (Some(heeded), _) => Some(Heard::Now(&heeded.answer)),
                (None, Some((outcome, time))) => Some(Heard::Before(*outcome, *time)),
                (None, None) => None,
            })
            .collect();
        let Plan { judge, opponents, settings, .. } = self.plan;
        judge.judge_parsed(opponents, parsed, settings, &heard)
    }

    /// Asks those who are accused in fresh processes, until all that looks wrong is wrong there.
    fn confirm(
        &self,
        track: &Track,
        formula: &Formula,
        parsed: &mut Result<ParsedFormula, String>,
        heeded: &mut [Option<Heeded>],
        known: &[Option<(Outcome, Duration)>],
        mut judgement: Judgement,
    ) -> Result<Judgement, StartError> {
        for _ in 0..ROUNDS {
            let mut again: BTreeSet<usize> = BTreeSet::new();
            // Who may be wrong is asked what it says, not how soon.
            let mut unhurried: BTreeSet<usize> = BTreeSet::new();
            for suspicion in &judgement.suspicions {
                if suspicion.kind.is_of_time()
                    && self.confirmed.has(&self.trigger(track, formula, &judgement, suspicion))
                {
                    continue;
                }
                again.extend(suspicion.accused.iter().filter(|&&place| {
                    heeded[place].as_ref().is_none_or(|heeded| heeded.way != Way::Confirmed)
                }));
                if !suspicion.kind.is_of_time() {
                    unhurried.extend(&suspicion.accused);
                }
                if suspicion.kind.is_wrong_answer() || suspicion.kind == Kind::Disagreement {
                    // What an earlier run wrote down proves nothing: it has no model to show.
                    let is_old =
                        |place: &usize| heeded[*place].is_none() && known[*place].is_some();
                    let old: Vec<usize> = (0..heeded.len()).filter(is_old).collect();
                    again.extend(&old);
                    unhurried.extend(&old);
                }
            }
            if again.is_empty() {
                break;
            }
            for place in again {
                let limits = self.plan.settings[place].limits;
                let limits = if unhurried.contains(&place) { limits.with_start() } else { limits };
                let before = heeded[place].as_ref();
                let parsed = parsed.as_mut().ok();
                heeded[place] =
                    Some(self.ask_again(place, &formula.text, parsed, before, &limits)?);
            }
            judgement = self.judge(parsed, heeded, known);
        }
        for suspicion in &judgement.suspicions {
            if suspicion.kind.is_of_time() {
                let trigger = self.trigger(track, formula, &judgement, suspicion);
                if !self.confirmed.has(&trigger) {
                    self.confirmed.add(trigger);
                }
            }
        }
        Ok(judgement)
    }

    /// Whether a solver's answer belongs to the evidence: with references, that of the accused,
    /// of their references, and of the first whose model is right.
    fn matters(&self, place: usize, judgement: &Judgement, suspicion: &Suspicion) -> bool {
        if self.plan.opponents == Opponents::All || suspicion.accused.contains(&place) {
            return true;
        }
        let witness = judgement.outcomes.iter().position(|it| *it == Some(Outcome::SatTrue));
        let mut accused = suspicion.accused.iter();
        witness == Some(place) || accused.any(|&accused| self.plan.opponents.has(accused, place))
    }

    fn accused_of(&self, suspicion: &Suspicion) -> Accused {
        let names = suspicion.accused.iter().map(|&place| self.plan.settings[place].name());
        Accused::of(names).expect("a suspicion is against somebody")
    }

    fn trigger(
        &self,
        track: &Track,
        formula: &Formula,
        judgement: &Judgement,
        suspicion: &Suspicion,
    ) -> Trigger {
        Trigger {
            accused: self.accused_of(suspicion),
            kind: suspicion.kind,
            fault: suspicion.fault.clone(),
            operators: judgement.operators.clone(),
            size: track.size_of(&formula.index),
        }
    }

    fn finding(
        &self,
        track: &Track,
        formula: &Formula,
        heeded: &[Option<Heeded>],
        known: &[Option<(Outcome, Duration)>],
        judgement: &Judgement,
        suspicion: &Suspicion,
    ) -> Finding {
        let answers = (0..heeded.len())
            .filter(|&place| self.matters(place, judgement, suspicion))
            .filter_map(|place| {
                let setting = &self.plan.settings[place];
                let evaluation = judgement.evaluations[place].clone();
                match (&heeded[place], &known[place]) {
                    (Some(heeded), _) => {
                        Some(testimony(setting, heeded, evaluation, suspicion.check))
                    }
                    (None, Some((outcome, time))) => Some(recorded(setting, *outcome, *time)),
                    (None, None) => None,
                }
            })
            .collect();
        let mut remarks = judgement.remarks.clone();
        for setting in &self.plan.settings {
            let changes = setting.changes();
            if !changes.is_empty() {
                let (name, changes) = (setting.name(), changes.join(" "));
                remarks
                    .push(format!("{name} runs with {changes}, which changes what formulas mean"));
            }
        }
        let in_session = suspicion.accused.iter().filter_map(|&place| {
            let heeded = heeded[place].as_ref()?;
            let before = heeded.answer.in_session.as_ref()?;
            let name = self.plan.settings[place].name();
            Some(format!("in a process that had answered other formulas, {name} said {before}"))
        });
        remarks.extend(in_session);
        let adapted = heeded.iter().flatten().flat_map(|it| &it.answer.adapted);
        let adapted: BTreeSet<String> = adapted.map(ToString::to_string).collect();
        remarks.extend(adapted);
        Finding {
            kind: suspicion.kind,
            accused: self.accused_of(suspicion),
            fault: suspicion.fault.clone(),
            formula: FormulaId {
                theory: track.name.clone(),
                grammar: track.digest.clone(),
                origin: track.origin.clone(),
                index: formula.index.clone(),
                size: track.size_of(&formula.index),
            },
            operators: judgement.operators.clone(),
            evidence: Evidence {
                formula: formula.text.clone(),
                check: (judgement.searched.len() > 1).then_some(suspicion.check + 1),
                answers,
                proof: judgement.searched_at(suspicion.check).and_then(Proof::of),
                outside_standard: judgement.outside_standard.clone(),
                remarks,
            },
        }
    }
}
