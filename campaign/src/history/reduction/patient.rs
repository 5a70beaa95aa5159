//! A script and solvers into what is wrong with it, which a reduction must keep.

use std::time::Duration;

use smtlib::{Command, Script};
use solvers::{Answer, StartError};

use super::Reduced;
use super::asking::{Asked, PatientTest};
use super::heard::{Heard, is_true};
use super::symptom::Symptom;
use crate::finding::accused::Accused;
use crate::finding::fault::Fault;
use crate::finding::formula_id::FormulaId;
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::reduced::Original;
use crate::finding::{Evidence, Finding, Proof};
use crate::history::retrial::setting_of;
use crate::judge::kind::Kind;
use crate::judge::parsed_formula::ParsedFormula;
use crate::judge::reply::{Reply, Scope};
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::{Manner, Setting};
use crate::source::known::{Ground, KnownAnswer};
use crate::source::lineage::{CheckText, Lineage};

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
    /// The `unsat` that its walk from an exhausted seed proves, of this script and no smaller one.
    derived: Option<KnownAnswer>,
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
        let known = witness.map(KnownAnswer::witnessed);
        Self::examine_for(text, asked, known.as_ref(), |_| true)
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
        let known = known_of(finding, &text);
        Self::of_text_for(finding, &text, known.as_ref(), asked)
    }

    /// Does the same with another script, which may show what the finding's does, and of whose last check
    /// this is known.
    pub(super) fn of_text_for(
        finding: &Finding,
        text: &str,
        known: Option<&KnownAnswer>,
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
        Self::examine_for(text, asked, known, wanted)
    }

    fn examine_for(
        text: &str,
        asked: Asked<'_>,
        known: Option<&KnownAnswer>,
        is_wanted: impl Fn(&Symptom) -> bool,
    ) -> Result<Result<Self, NoPatient>, StartError> {
        let settings = asked.settings();
        let heard = Heard::thoroughly(text, known, &settings, asked.accused.len())?;
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
        let derived = known.filter(|it| matches!(it.ground(), Ground::Derived { .. })).cloned();
        let text = text.to_owned();
        Ok(Ok(Self { text, symptom, accused, rivals, witness, derived, footing, time }))
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
        let witnessed = witness.as_deref().map(KnownAnswer::witnessed);
        let is_other = *text != self.text;
        let known = witnessed.or_else(|| self.derived.clone().filter(|_| !is_other));
        let heard = Heard::thoroughly(text, known.as_ref(), &settings, self.accused.len())?;
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
        let derived = judgement
            .proof_at(suspicion.check)
            .filter(|it| matches!(it.ground(), Ground::Derived { .. }));
        let derived = derived.map(|known| format!("known before anybody was asked: {known}"));
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
                remarks: judgement.remarks.iter().cloned().chain(derived).collect(),
                lineage: lineage.map(|it| if is_other { of_another_script(it) } else { it }),
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

/// Returns the answer to the script of a finding that its evidence proves: there is a model, found by the
/// search or said by another solver, which is evaluated again; or there is none, by the steps that made the
/// script from an exhausted seed.
fn known_of(finding: &Finding, text: &str) -> Option<KnownAnswer> {
    let evidence = &finding.evidence;
    let proof = evidence.witness().and_then(|said| said.model);
    let others = evidence.answers.iter().filter(|it| it.verdict == VerdictKind::Sat);
    let others = others.filter(|it| setting_of(it).is_some_and(|it| it.changes().is_empty()));
    let mut models = proof.into_iter().chain(others.filter_map(|it| it.statement()?.model));
    let mut parsed = ParsedFormula::new(text).ok()?;
    if let Some(model) = models.find(|model| is_true(&mut parsed, model)) {
        return Some(KnownAnswer::witnessed(model));
    }
    let lineage = evidence.lineage.as_ref()?;
    let is_derived = lineage.is_refuted_at(evidence.check_of(parsed.checks()));
    is_derived.then(|| KnownAnswer::derived(lineage.line()))
}

/// Returns the lineage of a script to which another one was reduced: it tells how that was made, and
/// proves nothing of this.
fn of_another_script(lineage: Lineage) -> Lineage {
    let unproven = |check: CheckText| CheckText { is_refuted: false, ..check };
    let checks = lineage.checks.into_iter().map(unproven).collect();
    Lineage { is_refuted: false, checks, ..lineage }
}
