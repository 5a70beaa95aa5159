//! A walk whose last step makes a solver give up into a shorter one that ends with the same step.
//!
//! The fault is in a pair of scripts, one of which was made of the other by a rule. Changed texts are no
//! such pair any more, so only the steps before the last one are taken away.

use mutation::Stage;
use solvers::{StartError, Verdict};

use super::crew::{Progress, Watch};
use super::heard::Heard;
use super::walks::{Numbered, own_steps};
use crate::ask::processes::Processes;
use crate::finding::formula_id::FormulaId;
use crate::finding::recorded_reply::RecordedReply;
use crate::finding::reduced::{Ended, Original, ReducedFinding};
use crate::finding::{Evidence, Finding, Proof};
use crate::judge::reply::{Reply, Scope};
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::handle::{PerSeat, SeatId};
use crate::seat::setting::Setting;
use crate::source::lineage::StepText;

/// Looks for a shorter walk that ends with the same step, so that the accused decides what it makes but
/// for that step, and says `unknown` to the whole.
///
/// Costs two processes for each of the walk's steps.
pub(super) fn shorten(
    finding: &Finding,
    mutant: Numbered<'_>,
    accused: &Setting,
    watch: &mut Watch<'_>,
) -> Result<ReducedFinding, StartError> {
    let mut walks =
        Walks { finding, mutant, accused: [accused.clone()].into_iter().collect(), calls: 0 };
    let steps = own_steps(finding);
    let mut reduced = ReducedFinding { ended: Ended::Through, finding: None };
    let Some(last) = steps.checked_sub(1).filter(|last| *last > 0) else { return Ok(reduced) };
    let mut kept: Vec<u64> = (0..steps).collect();
    if let Some(shown) = walks.try_steps(&[last], 0, watch)? {
        (kept, reduced.finding) = (vec![last], Some(shown));
    }
    let mut place = kept.len() - 1;
    while place > 0 && !(watch.halt)() {
        place -= 1;
        let mut fewer = kept.clone();
        fewer.remove(place);
        if let Some(shown) = walks.try_steps(&fewer, place, watch)? {
            (kept, reduced.finding) = (fewer, Some(shown));
        }
    }
    if place > 0 {
        reduced.ended = Ended::Stopped;
    }
    if let Some(Original { ended, .. }) =
        reduced.finding.as_mut().and_then(|it| it.evidence.original.as_deref_mut())
    {
        *ended = reduced.ended;
    }
    Ok(reduced)
}

struct Walks<'a> {
    finding: &'a Finding,
    mutant: Numbered<'a>,
    accused: PerSeat<Setting>,
    calls: u64,
}

impl Walks<'_> {
    /// Returns the finding that these steps show, the last of which is the finding's; `None` if they do
    /// not show it.
    fn try_steps(
        &mut self,
        kept: &[u64],
        place: usize,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Finding>, StartError> {
        let Numbered { source, number } = self.mutant;
        self.tell(place, watch);
        let (Some((question, mut lineage)), Some((before, _))) =
            (source.with_steps(number, kept), source.with_steps(number, &kept[..kept.len() - 1]))
        else {
            return Ok(None);
        };
        let asked = self.finding.evidence.lineage.as_ref().and_then(|it| it.steps.last());
        let rule = |step: &StepText| (step.technique.clone(), step.rule.clone());
        // A step that begins with something else may come to something else.
        if lineage.steps.last().map(rule) != asked.map(rule) {
            return Ok(None);
        }
        self.calls += 1;
        let seat = SeatId::new(0);
        let setting = &self.accused[seat];
        let known = question.known.at(0).filter(|known| known.is_proven());
        let heard = Heard::thoroughly(&question.text, known, &self.accused, 1)?;
        let Some(reply) = &heard.said[seat] else { return Ok(None) };
        let is_unknown = |it: &Reply| {
            it.answer().is_some_and(|it| VerdictKind::of(&it.verdict) == VerdictKind::Unknown)
        };
        if !is_unknown(reply) {
            return Ok(None);
        }
        let earlier = Processes::new(&self.accused).ask_verdict(seat, &before.text)?.verdict;
        if !matches!(earlier, Verdict::Sat | Verdict::Unsat) {
            return Ok(None);
        }
        let judgement = &heard.judgement;
        let fault = self.finding.fault.clone();
        let name = setting.name();
        let known = known.map(|known| format!("known before anybody was asked: {known}"));
        let told = format!("before the last step, {name} answered {earlier}");
        let remarks = judgement.remarks.iter().cloned().chain(known).chain([told]);
        lineage.before = Some(before.text);
        let size = u32::try_from(question.text.len()).unwrap_or(u32::MAX);
        let scope = Scope { check: 0, checks: 1 };
        let original = Original { finding: self.finding.clone(), ended: Ended::Stopped };
        Ok(Some(Finding {
            kind: self.finding.kind,
            accused: self.finding.accused.clone(),
            fault,
            formula: FormulaId { size, ..self.finding.formula.clone() },
            operators: judgement.operators.clone(),
            evidence: Evidence {
                check: None,
                answers: vec![RecordedReply::of(setting, reply, None, scope)],
                proof: Proof::of_check(judgement, 0),
                outside_standard: judgement.outside_standard.clone(),
                remarks: remarks.collect(),
                lineage: Some(lineage),
                original: Some(Box::new(original)),
                formula: question.text,
            },
        }))
    }

    /// Tells how far it is.
    fn tell(&self, place: usize, watch: &mut Watch<'_>) {
        let bytes = self.finding.evidence.formula.len();
        let places = usize::try_from(own_steps(self.finding)).expect("a walk has few steps");
        let stage = Stage { round: 1, pass: "steps", place: place + 1, places };
        (watch.tell)(Progress { bytes_before: bytes, bytes, calls: self.calls, steps: 0, stage });
    }
}
