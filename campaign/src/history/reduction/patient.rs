//! A script and solvers into what is wrong with it, which a reduction must keep.

use std::time::Duration;

use smtlib::{Budget, Command, Dialect, Script};
use solvers::{Answer, Check, Checked, StartError, Verdict};

use super::crew::{Shown, Test};
use super::symptom::Symptom;
use crate::ask::processes::Processes;
use crate::finding::fault::Fault;
use crate::finding::{Evidence, Finding};
use crate::history::retrial::setting_of;
use crate::judge::evaluation::Evaluation;
use crate::judge::kind::Kind;
use crate::judge::opponents::Opponents;
use crate::judge::outcome::Outcome;
use crate::judge::parsed_formula::{ParsedFormula, Searched};
use crate::judge::reply::Reply;
use crate::judge::verdict_kind::VerdictKind;
use crate::judge::{Judge, Judgement, Replies, Subject};
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::{Manner, Setting};
use crate::source::known::{KnownAnswer, KnownAnswers};

/// A script of which something is wrong, and who is to blame. A script to which z3 4.8.7 says
/// `unsat` though it has a model is one.
#[derive(Clone, Debug)]
pub struct Patient {
    /// The script.
    pub text: String,
    /// The fault that it shows.
    pub symptom: Symptom,
    /// The solvers that are to blame, as they were asked.
    pub accused: Vec<Setting>,
    /// A model of the script, as solvers print them, where that is the proof.
    pub witness: Option<String>,
    /// The time that the slowest of them took for it.
    time: Duration,
}

/// Reason why there is nothing to keep of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPatient {
    /// Nothing is wrong with what the solvers say, which is this: `z3-5.4.0: sat`.
    Nothing(String),
    /// The answers do not tell: `z3-5.4.0: rejected: unknown constant x`.
    Open(String),
}

impl Patient {
    /// Asks solvers of a script in fresh processes. The worst that is wrong with their answers is
    /// what must stay.
    pub fn examine(
        text: &str,
        settings: &[Setting],
        witness: Option<&str>,
    ) -> Result<Result<Self, NoPatient>, StartError> {
        Self::examine_for(text, settings, witness, |_| true)
    }

    /// Asks those who are to blame for a finding; what is wrong must be of the same kind. The
    /// settings are theirs.
    pub fn of_finding(
        finding: &Finding,
        settings: &[Setting],
    ) -> Result<Result<Self, NoPatient>, StartError> {
        let wanted = |symptom: &Symptom| match (finding.kind, symptom) {
            (Kind::RefutationUnsoundness, Symptom::WrongUnsat)
            | (Kind::SolutionUnsoundness, Symptom::WrongSat)
            | (Kind::Incompleteness, Symptom::Unknown(_))
            | (Kind::Performance, Symptom::Slow(_))
            | (
                Kind::Disagreement,
                Symptom::Disagreement | Symptom::WrongSat | Symptom::WrongUnsat,
            ) => true,
            (Kind::InvalidModel, Symptom::WrongSat) => finding.fault == Fault::Sat,
            (kind, Symptom::Same(other, fault)) => kind == *other && finding.fault == *fault,
            _ => false,
        };
        let text = up_to_check(&finding.evidence);
        let witness = witness_of(finding, &text);
        Self::examine_for(&text, settings, witness.as_deref(), wanted)
    }

    fn examine_for(
        text: &str,
        settings: &[Setting],
        witness: Option<&str>,
        is_wanted: impl Fn(&Symptom) -> bool,
    ) -> Result<Result<Self, NoPatient>, StartError> {
        let settings: PerSeat<Setting> = settings.iter().cloned().collect();
        let judge = Judge::default();
        let judge = Judge { quick: judge.thorough, ..judge };
        let processes = Processes::new(&settings);
        let heard = Heard::of(text, witness, &settings, &judge, |seat, parsed| {
            let limits = settings[seat].limits;
            processes.ask_again(seat, text, parsed, None, &limits)
        })?;
        let mut suspicions = heard.judgement.suspicions.clone();
        suspicions.sort_by_key(|it| it.kind);
        let found = suspicions.iter().find_map(|suspicion| {
            let symptom = Symptom::of(suspicion).filter(&is_wanted)?;
            Some((symptom, suspicion.accused.clone()))
        });
        let found = found.or_else(|| {
            let unanswered = |(seat, answer): &(SeatId, &Answer)| {
                Some((Symptom::of_answer(answer).filter(&is_wanted)?, vec![*seat]))
            };
            heard.answers().iter().find_map(unanswered)
        });
        let Some((symptom, accused)) = found else {
            return Ok(Err(heard.no_patient(&settings)));
        };
        let answer = |seat: &SeatId| heard.said[*seat].as_ref()?.answer();
        let time = accused.iter().filter_map(answer).map(|answer| answer.time);
        // Who was accused without an answer took no time.
        let time = time.fold(Duration::ZERO, Duration::max);
        let accused = accused.iter().map(|&seat| settings[seat].clone()).collect();
        let witness = heard.witness();
        Ok(Ok(Self { text: text.to_owned(), symptom, accused, witness, time }))
    }

    /// Returns a test of whether other scripts show the same: in processes that live on, or in a
    /// fresh one each. What shows only after long gets all the time that it had.
    pub(super) fn test(&self, manner: Manner, patience: Patience) -> PatientTest {
        let is_slow = self.symptom.is_slow();
        let manner = if is_slow { Manner::Fresh } else { manner };
        let setting = |it: &Setting| {
            let wall = match patience {
                _ if is_slow => it.limits.wall,
                Patience::Short => self.time / 4,
                Patience::Usual => (self.time * 2).max(LEAST),
                Patience::Full => it.limits.wall,
            };
            let mut setting = it.within(wall.min(it.limits.wall));
            setting.manner = manner;
            setting
        };
        let settings = self.accused.iter().map(setting);
        PatientTest { settings: settings.collect(), symptom: self.symptom.clone(), manner }
    }

    /// Whether the script takes so long that its smaller ones are better asked in less time first.
    pub(super) fn takes_long(&self) -> bool {
        !self.symptom.is_slow() && self.time / 4 >= LEAST / 2
    }
}

/// A smaller script gets no less time, however fast the larger one was answered.
const LEAST: Duration = Duration::from_millis(500);

/// Time for which a solver is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// A quarter of the time that the script took at first: most smaller ones are faster.
    Short,
    /// Twice that time.
    Usual,
    /// All that the setting allows.
    Full,
}

/// The script of a finding, up to the check that it is about: what comes behind cannot matter.
fn up_to_check(evidence: &Evidence) -> String {
    let whole = || evidence.formula.clone();
    let (Some(check), Ok(script)) = (evidence.check, Script::parse(&evidence.formula)) else {
        return whole();
    };
    let commands = script.commands();
    let is_check =
        |command: &Command| matches!(command, Command::CheckSat | Command::CheckSatAssuming(_));
    let places = (1..).zip(commands).filter(|(_, command)| is_check(command));
    let ends: Vec<usize> = places.map(|(end, _)| end).collect();
    match check.checked_sub(1).and_then(|check| ends.get(check)) {
        Some(end) if ends.last() != Some(end) => script.terms.text_of_commands(&commands[..*end]),
        _ => whole(),
    }
}

/// The model that proves a finding of a script: the one that the search found, or another solver's
/// that is right. All of it is evaluated again.
fn witness_of(finding: &Finding, text: &str) -> Option<String> {
    let evidence = &finding.evidence;
    let proof = evidence.witness().and_then(|said| said.model);
    let others = evidence.answers.iter().filter(|it| it.verdict == VerdictKind::Sat);
    let others = others.filter(|it| setting_of(it).is_some_and(|it| it.changes().is_empty()));
    let mut models = proof.into_iter().chain(others.filter_map(|it| it.statement()?.model));
    let mut parsed = ParsedFormula::new(text).ok()?;
    models.find(|model| is_true(&mut parsed, model))
}

/// Whether a model makes the last question of a script true, by the standard alone.
fn is_true(parsed: &mut ParsedFormula, model: &str) -> bool {
    let said = Checked { check: Check::Sat, model: Some(model.to_owned()), values: Vec::new() };
    let check = parsed.checks() - 1;
    parsed.outside_standard.is_empty()
        && parsed.evaluate(check, &said, Dialect::Standard) == Evaluation::True
}

/// Answers of solvers to a script, judged.
struct Heard {
    said: PerSeat<Option<Reply>>,
    judgement: Judgement,
    /// The witness that was given, if it is true.
    given: Option<String>,
}

impl Heard {
    fn of(
        text: &str,
        witness: Option<&str>,
        settings: &PerSeat<Setting>,
        judge: &Judge,
        mut ask: impl FnMut(SeatId, Option<&mut ParsedFormula>) -> Result<Reply, StartError>,
    ) -> Result<Self, StartError> {
        let mut subject = Subject::new(text, KnownAnswers::default());
        let mut given = None;
        if let (Some(model), Ok(parsed)) = (witness, &mut subject.parsed)
            && is_true(parsed, model)
        {
            let checks = parsed.checks();
            let last = (checks - 1..checks).map(|_| Some(KnownAnswer::witnessed(model)));
            subject.known = (1..checks).map(|_| None).chain(last).collect();
            given = Some(model.to_owned());
        }
        let mut said = PerSeat::filled(settings.len(), None);
        for seat in settings.seats() {
            said[seat] = Some(ask(seat, subject.parsed.as_mut().ok())?);
        }
        // The judge looks for a refutation only where somebody is contradicted.
        let is_bare = |reply: &Reply| {
            let answer = reply.answer();
            answer.is_some_and(|it| it.verdict == Verdict::Sat && it.model().is_none())
        };
        if let Ok(parsed) = &subject.parsed
            && given.is_none()
            && parsed.checks() == 1
            && said.iter().flatten().any(is_bare)
            && let Searched::Refuted(evaluations) = parsed.search(0, &judge.thorough)
        {
            subject.known = KnownAnswer::exhausted(evaluations).into();
        }
        let replies = Replies { settings, opponents: &Opponents::All, said: &said };
        let judgement = judge.judge_subject(&mut subject, replies);
        Ok(Self { said, judgement, given })
    }

    fn answers(&self) -> Vec<(SeatId, &Answer)> {
        let said = self.said.pairs();
        said.filter_map(|(seat, reply)| Some((seat, reply.as_ref()?.answer()?))).collect()
    }

    /// Returns a model of the script, if one is known: the one that was given, what the search
    /// found, or a solver's that is right.
    fn witness(&self) -> Option<String> {
        let searched = match self.judgement.searched_last() {
            Some(Searched::Witness(model)) => Some(model.clone()),
            _ => None,
        };
        let mut outcomes = self.judgement.outcomes.pairs();
        let right = outcomes.find(|(_, outcome)| **outcome == Some(Outcome::SatTrue));
        let model = || self.said[right?.0].as_ref()?.answer()?.checks.last()?.model.clone();
        self.given.clone().or(searched).or_else(model)
    }

    fn no_patient(&self, settings: &PerSeat<Setting>) -> NoPatient {
        let words = |(seat, answer): &(SeatId, &Answer)| {
            let (name, verdict) = (settings[*seat].name(), &answer.verdict);
            let first =
                verdict.detail().lines().next().map_or_else(String::new, |it| format!(": {it}"));
            format!("{name} says {}{first}", verdict.kind())
        };
        let answers = self.answers();
        let text = answers.iter().map(words).collect::<Vec<_>>().join(", ");
        let tells = |outcome: &Option<Outcome>| outcome.is_some_and(Outcome::is_decided);
        if self.judgement.outcomes.iter().all(tells) {
            NoPatient::Nothing(text)
        } else {
            NoPatient::Open(text)
        }
    }
}

/// Whether scripts show the same, as one thread asks.
pub(super) struct PatientTest {
    settings: PerSeat<Setting>,
    symptom: Symptom,
    manner: Manner,
}

/// The search for a witness of each script that is called unsatisfiable: many are.
const BUDGET: Budget = Budget { evaluations: 3_000, steps: 20_000, all_steps: 200_000 };

impl PatientTest {
    /// Begins with its own processes.
    pub fn begin(&self) -> AskingTest<'_> {
        AskingTest { test: self, processes: Processes::new(&self.settings) }
    }
}

/// A test with the processes that it asks.
pub(super) struct AskingTest<'a> {
    test: &'a PatientTest,
    processes: Processes<'a>,
}

impl Test for AskingTest<'_> {
    fn test(&mut self, text: &str, witness: Option<&str>) -> Result<Option<Shown>, StartError> {
        let PatientTest { settings, symptom, manner } = self.test;
        let judge = Judge { quick: BUDGET, thorough: BUDGET, ..Judge::default() };
        let processes = &mut self.processes;
        let heard = Heard::of(text, witness, settings, &judge, |seat, parsed| match manner {
            Manner::Session => processes.ask(seat, text, parsed),
            Manner::Fresh | Manner::Timed { .. } => {
                let limits = settings[seat].limits.with_start();
                processes.ask_again(seat, text, parsed, None, &limits)
            }
        })?;
        let is_shown = symptom.is_in(&heard.judgement, &heard.answers());
        Ok(is_shown.then(|| Shown { witness: heard.witness() }))
    }
}
