//! A finding of a campaign into the same finding of a smaller formula.
//!
//! Enumerated formulas are small. Mutants and scripts of a corpus are not: a person would have to find
//! out which part of them matters, and so would whoever compares two of them.

use std::num::NonZeroUsize;

use super::asking::Asked;
use super::crew::Watch;
use super::patient::Patient;
use super::walks::{Numbered, shorter};
use super::{ReduceError, reduce};
use crate::finding::Finding;
use crate::finding::reduced::{Ended, ReducedFinding};
use crate::judge::kind::Kind;
use crate::judge::verdict_kind::VerdictKind;
use crate::seat::setting::{Manner, Setting};
use crate::source::lineage::{CheckText, Lineage};

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
    let small = patient.finding(asked, lineage.map(of_another_script), &reduced)?;
    // What was seen before it was gone on with is not lost.
    let small = small.or_else(|| is_begun.then(|| finding.clone()));
    Ok(ReducedFinding { ended: reduced.ended, finding: small })
}

/// Returns the lineage of a script to which another one was reduced: it tells how that was made, and
/// proves nothing of this.
fn of_another_script(lineage: Lineage) -> Lineage {
    let unproven = |check: CheckText| CheckText { is_refuted: false, ..check };
    let checks = lineage.checks.into_iter().map(unproven).collect();
    Lineage { is_refuted: false, checks, ..lineage }
}

/// Returns the settings of those who are to blame, and of who must be asked beside them. `None` if it
/// is not the formula alone that shows what is wrong, or somebody cannot be asked.
fn asked_again(finding: &Finding, settings: &[Setting]) -> Option<(Vec<Setting>, Vec<Setting>)> {
    let evidence = &finding.evidence;
    let has_before = evidence.lineage.as_ref().is_some_and(|it| it.before.is_some());
    if finding.kind == Kind::SessionOnly || has_before {
        return None;
    }
    let setting = |name: &str| {
        let setting = settings.iter().find(|it| it.name() == name)?;
        let mut setting = setting.clone();
        setting.manner = Manner::Fresh;
        Some(setting)
    };
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
