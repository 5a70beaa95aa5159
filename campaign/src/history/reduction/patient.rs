//! A script and solvers into what is wrong with it, which a reduction must keep.

use std::time::Duration;

use smtlib::{Command, Dialect, Script};
use solvers::{Answer, Check, Checked, StartError, Verdict};

use super::Reduced;
use super::asking::{Asked, PatientTest};
use super::symptom::Symptom;
use crate::ask::processes::Processes;
use crate::finding::accused::Accused;
use crate::finding::fault::Fault;
use crate::finding::formula_id::FormulaId;
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::reduced::Original;
use crate::finding::{Evidence, Finding, Proof};
use crate::history::retrial::setting_of;
use crate::judge::evaluation::Evaluation;
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
use crate::source::lineage::Lineage;

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
    /// Those that are asked beside them, where only a better answer shows that one is bad.
    rivals: Vec<Setting>,
    /// A model of the script, as solvers print them, where that is the proof.
    pub witness: Option<String>,
    /// The ground on which a model is wrong.
    footing: Footing,
    /// The time that the slowest of them took for it.
    time: Duration,
}

/// Ground of the value of a script under a model. A bug that needs no choice is another one than
/// that of `(div 0 0)`, to which nearly every formula with a division could be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Footing {
    /// The model and the standard alone.
    Standard,
    /// A choice that the standard leaves to the solver, which was asked for it.
    Choice,
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
        let asked = Asked { accused: settings, rivals: &[] };
        Self::examine_for(text, asked, witness, |_| true)
    }

    /// Asks those who are to blame for a finding; what is wrong must be of the same kind. The
    /// settings are theirs.
    pub fn of_finding(
        finding: &Finding,
        settings: &[Setting],
    ) -> Result<Result<Self, NoPatient>, StartError> {
        Self::of_finding_among(finding, Asked { accused: settings, rivals: &[] })
    }

    /// Does the same where others are asked beside those who are to blame.
    pub(super) fn of_finding_among(
        finding: &Finding,
        asked: Asked<'_>,
    ) -> Result<Result<Self, NoPatient>, StartError> {
        let text = up_to_check(&finding.evidence);
        let witness = witness_of(finding, &text);
        Self::of_text_for(finding, &text, witness.as_deref(), asked)
    }

    /// Does the same with another script, which may show what the finding's does.
    pub(super) fn of_text_for(
        finding: &Finding,
        text: &str,
        witness: Option<&str>,
        asked: Asked<'_>,
    ) -> Result<Result<Self, NoPatient>, StartError> {
        let wanted = |symptom: &Symptom| match (finding.kind, symptom) {
            (Kind::RefutationUnsoundness, Symptom::WrongUnsat)
            | (Kind::SolutionUnsoundness, Symptom::WrongSat)
            | (Kind::Incompleteness, Symptom::Unknown(_))
            | (Kind::Performance, Symptom::Slow(_) | Symptom::Same(Kind::Performance, _))
            | (
                Kind::Disagreement,
                Symptom::Disagreement | Symptom::WrongSat | Symptom::WrongUnsat,
            ) => true,
            (Kind::InvalidModel, Symptom::WrongSat) => finding.fault == Fault::Sat,
            (kind, Symptom::Same(other, fault)) => kind == *other && finding.fault == *fault,
            _ => false,
        };
        Self::examine_for(text, asked, witness, wanted)
    }

    fn examine_for(
        text: &str,
        asked: Asked<'_>,
        witness: Option<&str>,
        is_wanted: impl Fn(&Symptom) -> bool,
    ) -> Result<Result<Self, NoPatient>, StartError> {
        let settings = asked.settings();
        let heard = Heard::thoroughly(text, witness, &settings, asked.accused.len())?;
        let mut suspicions = heard.judgement.suspicions.clone();
        suspicions.sort_by_key(|it| it.kind);
        let found = suspicions.iter().find_map(|suspicion| {
            let symptom = asked.symptom(suspicion).filter(&is_wanted)?;
            Some((symptom, suspicion.accused.clone()))
        });
        let found = found.or_else(|| {
            if !asked.rivals.is_empty() {
                return None;
            }
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
        let (witness, rivals, footing) = (heard.witness(), asked.rivals.to_vec(), heard.footing());
        let text = text.to_owned();
        Ok(Ok(Self { text, symptom, accused, rivals, witness, footing, time }))
    }

    /// Asks fresh processes of a script to which this one was reduced, and returns the finding that it
    /// is; `None` if they do not show the same. `asked` is the finding as it was asked, `lineage` how
    /// the script was made that the reduction began with.
    pub(super) fn finding(
        &self,
        asked: &Finding,
        lineage: Option<Lineage>,
        reduced: &Reduced,
    ) -> Result<Option<Finding>, StartError> {
        let Reduced { text, witness, ended, .. } = reduced;
        let settings: PerSeat<Setting> = self.accused.iter().chain(&self.rivals).cloned().collect();
        let heard = Heard::thoroughly(text, witness.as_deref(), &settings, self.accused.len())?;
        let judgement = &heard.judgement;
        let same = judgement.suspicions.iter().filter(|it| self.symptom.is_shown_by(it));
        let Some(suspicion) = same.min_by_key(|it| (it.kind != asked.kind, it.kind)) else {
            return Ok(None);
        };
        let names = suspicion.accused.iter().map(|&seat| settings[seat].name());
        let scope = Scope { check: suspicion.check, checks: judgement.searched.len() };
        let recorded = |(seat, reply): (SeatId, &Option<Reply>)| {
            let evaluation = judgement.evaluations[seat].clone();
            Some(RecordedReply::of(&settings[seat], reply.as_ref()?, evaluation, scope))
        };
        let size = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let small = Finding {
            kind: suspicion.kind,
            accused: Accused::of(names).expect("a suspicion is against somebody"),
            fault: suspicion.fault.clone(),
            formula: FormulaId { size, ..asked.formula.clone() },
            operators: judgement.operators.clone(),
            evidence: Evidence {
                formula: text.clone(),
                check: judgement.number_of(suspicion.check),
                answers: heard.said.pairs().filter_map(recorded).collect(),
                proof: Proof::of_check(judgement, suspicion.check),
                outside_standard: judgement.outside_standard.clone(),
                remarks: judgement.remarks.clone(),
                lineage,
                original: Some(Box::new(Original { finding: asked.clone(), ended: *ended })),
            },
        };
        Ok((small.severity() <= asked.severity()).then_some(small))
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
        let settings = self.accused.iter().chain(&self.rivals).map(setting).collect();
        let (symptom, accused) = (self.symptom.clone(), self.accused.len());
        PatientTest { settings, symptom, accused, footing: self.footing, manner }
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
pub(super) struct Heard {
    said: PerSeat<Option<Reply>>,
    pub judgement: Judgement,
    /// The witness that was given, if it is true.
    given: Option<String>,
}

impl Heard {
    /// Asks fresh processes, and searches with patience. Only the first `accused` are suspected.
    fn thoroughly(
        text: &str,
        witness: Option<&str>,
        settings: &PerSeat<Setting>,
        accused: usize,
    ) -> Result<Self, StartError> {
        let judge = Judge::default();
        let judge = Judge { quick: judge.thorough, ..judge };
        let processes = Processes::new(settings);
        let mut heard = Self::of(text, witness, settings, &judge, |seat, parsed| {
            processes.ask_again(seat, text, parsed, None, &settings[seat].limits)
        })?;
        heard.suspect_only(accused);
        Ok(heard)
    }

    /// Forgets what is suspected of others than the first few.
    pub fn suspect_only(&mut self, accused: usize) {
        let is_meant = |it: &Suspicion| it.accused.iter().all(|seat| seat.place() < accused);
        self.judgement.suspicions.retain(is_meant);
    }

    pub fn of(
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

    /// Whether anybody had to be asked what its model leaves open.
    pub fn footing(&self) -> Footing {
        let answers = self.answers();
        let mut checks = answers.iter().flat_map(|(_, answer)| &answer.checks);
        if checks.any(|said| !said.values.is_empty()) { Footing::Choice } else { Footing::Standard }
    }

    pub fn answers(&self) -> Vec<(SeatId, &Answer)> {
        let said = self.said.pairs();
        said.filter_map(|(seat, reply)| Some((seat, reply.as_ref()?.answer()?))).collect()
    }

    /// Returns a model of the script, if one is known: the one that was given, what the search
    /// found, or a solver's that is right.
    pub fn witness(&self) -> Option<String> {
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
