//! A finding of a campaign into the same finding of a smaller formula.
//!
//! Enumerated formulas are small. Mutants and scripts of a corpus are not: a person would have to find
//! out which part of them matters, and so would whoever compares two of them.

use std::num::NonZeroUsize;

use super::asking::Asked;
use super::crew::Watch;
use super::patient::Patient;
use super::walks::{Numbered, shorter};
use super::{ReduceError, implications, reduce};
use crate::finding::Finding;
use crate::finding::reduced::{Ended, ReducedFinding};
use crate::judge::kind::Kind;
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::setting::{Manner, Setting};

/// Reduces the formula of a finding, or goes on where an earlier try was stopped. `settings` are those of
/// the campaign's solvers, `mutant` is where the formula comes from if it is one.
///
/// The accused are asked what they were asked, within the same limits, and the same judge says
/// whether they fail alike; beside those whose answer is only worse than another's, one other is asked.
pub fn reduce_finding(
    finding: &Finding,
    settings: &[Setting],
    mutant: Option<Numbered<'_>>,
    threads: NonZeroUsize,
    watch: &mut Watch<'_>,
) -> Result<ReducedFinding, ReduceError> {
    let nothing = ReducedFinding { ended: Ended::Through, finding: None };
    let asked = finding.asked();
    if is_implication(asked) {
        let accused = asked.accused.alone().and_then(|name| setting_of(name.as_str(), settings));
        let (Some(mutant), Some(accused)) = (mutant, accused) else { return Ok(nothing) };
        let mut reduced = implications::shorten(asked, mutant, &accused, watch)?;
        // What was seen before it was gone on with is not lost.
        let before = (finding.evidence.original.is_some()).then(|| finding.clone());
        reduced.finding = reduced.finding.or(before);
        return Ok(reduced);
    }
    let Some((accused, rivals)) = asked_again(asked, settings) else { return Ok(nothing) };
    let again = Asked { accused: &accused, rivals: &rivals };
    let is_begun = finding.evidence.original.is_some();
    let mut lineage = finding.evidence.lineage.clone();
    let Ok(mut patient) = Patient::of_finding_among(finding, again)? else { return Ok(nothing) };
    if let Some(mutant) = mutant.filter(|_| !is_begun)
        && let Some(shorter) = shorter(asked, mutant, again, watch)?
    {
        (patient, lineage) = (shorter.patient, Some(shorter.lineage));
    }
    let reduced = reduce(&patient, threads, watch)?;
    let small = patient.finding(asked, lineage, &reduced)?;
    // What was seen before it was gone on with is not lost.
    let small = small.or_else(|| is_begun.then(|| finding.clone()));
    Ok(ReducedFinding { ended: reduced.ended, finding: small })
}

/// Whether the finding is that the accused decided what the mutant was before its last step.
fn is_implication(finding: &Finding) -> bool {
    finding.evidence.lineage.as_ref().is_some_and(|it| it.before.is_some())
}

/// Returns the setting of a solver, which is asked in processes of its own.
fn setting_of(name: &str, settings: &[Setting]) -> Option<Setting> {
    let mut setting = settings.iter().find(|it| it.name() == name)?.clone();
    setting.manner = Manner::Fresh;
    Some(setting)
}

/// Returns the settings of those who are to blame, and of who must be asked beside them. `None` if it
/// is not the formula alone that shows what is wrong, or somebody cannot be asked.
fn asked_again(finding: &Finding, settings: &[Setting]) -> Option<(Vec<Setting>, Vec<Setting>)> {
    let evidence = &finding.evidence;
    if finding.kind == Kind::SessionOnly {
        return None;
    }
    let setting = |name: &str| setting_of(name, settings);
    let replies = finding.accused_replies();
    let accused: Option<Vec<Setting>> = replies.iter().map(|it| setting(&it.solver.name)).collect();
    let accused = accused.filter(|it| !it.is_empty())?;
    if !finding.kind.is_of_time() {
        return Some((accused, Vec::new()));
    }
    let others = evidence.answers.iter().filter(|it| !replies.contains(it));
    let decided = others.filter(|it| matches!(it.verdict, VerdictKind::Sat | VerdictKind::Unsat));
    let rival = decided.min_by_key(|it| it.time)?;
    Some((accused, vec![setting(&rival.solver.name)?]))
}
