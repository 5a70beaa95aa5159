//! A mutant's walk into a shorter one, the mutant of which shows the same.
//!
//! First the walks that end after the seed itself, after the first step, after the second, …; then the
//! shortest of these that will do without one of its steps, as long as that goes. A walk has few steps,
//! so each of them is worth more than any change of the text.

use mutation::Stage;
use solvers::StartError;

use super::asking::Asked;
use super::crew::{Progress, Watch};
use super::patient::Patient;
use crate::finding::Finding;
use crate::source::Source;
use crate::source::lineage::Lineage;

/// A mutant, as the source knows it that made it: `Ints 9/weaken/1` is number 91 of its source.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<'a> {
    /// The source.
    pub source: &'a dyn Source,
    /// The mutant's number in it.
    pub number: u64,
}

/// A mutant of a shorter walk, which shows the same.
pub(super) struct Shorter {
    pub patient: Patient,
    pub lineage: Lineage,
}

/// Looks for a shorter walk to what a finding shows; `None` if there is none.
///
/// Costs a process for each of the walk's steps, and for some of them another one.
pub(super) fn shorter(
    finding: &Finding,
    mutant: Numbered<'_>,
    asked: Asked<'_>,
    watch: &mut Watch<'_>,
) -> Result<Option<Shorter>, StartError> {
    let steps = own_steps(finding);
    let mut walks = Walks { finding, mutant, asked, calls: 0 };
    let mut found = None;
    for end in 0..steps {
        let kept: Vec<u64> = (0..end).collect();
        if walks.is_stopped(watch, end, steps) {
            return Ok(None);
        }
        if let Some(shorter) = walks.try_steps(&kept)? {
            found = Some((kept, shorter));
            break;
        }
    }
    // Without the last step it is one of those that did not do.
    let mut kept: Vec<u64> = found.as_ref().map_or_else(|| (0..steps).collect(), |it| it.0.clone());
    let mut place = kept.len().saturating_sub(1);
    while place > 0 {
        place -= 1;
        if walks.is_stopped(watch, place as u64, steps) {
            break;
        }
        let mut fewer = kept.clone();
        fewer.remove(place);
        if let Some(shorter) = walks.try_steps(&fewer)? {
            found = Some((fewer.clone(), shorter));
            kept = fewer;
        }
    }
    Ok(found.map(|(_, shorter)| shorter))
}

/// Returns how many steps the last walk to a mutant has: those that made a seed which is a mutant itself
/// stay.
pub(super) fn own_steps(finding: &Finding) -> u64 {
    finding.evidence.lineage.as_ref().map_or(0, |lineage| {
        let inherited = lineage.parents.last().map_or(0, |parent| parent.steps);
        lineage.steps.len().saturating_sub(inherited) as u64
    })
}

struct Walks<'a> {
    finding: &'a Finding,
    mutant: Numbered<'a>,
    asked: Asked<'a>,
    calls: u64,
}

impl Walks<'_> {
    fn try_steps(&mut self, kept: &[u64]) -> Result<Option<Shorter>, StartError> {
        let Numbered { source, number } = self.mutant;
        let Some((question, lineage)) = source.with_steps(number, kept) else { return Ok(None) };
        self.calls += 1;
        let known = question.known.at(0).filter(|known| known.is_proven());
        let examined = Patient::of_text_for(self.finding, &question.text, known, self.asked)?;
        Ok(examined.ok().map(|patient| Shorter { patient, lineage }))
    }

    /// Tells how far it is, and whether to stop.
    fn is_stopped(&self, watch: &mut Watch<'_>, place: u64, steps: u64) -> bool {
        let bytes = self.finding.evidence.formula.len();
        let count = |number: u64| usize::try_from(number).expect("a walk has few steps");
        let (place, places) = (count(place + 1), count(steps));
        let stage = Stage { round: 1, pass: "steps", place, places };
        (watch.tell)(Progress { bytes_before: bytes, bytes, calls: self.calls, steps: 0, stage });
        (watch.halt)()
    }
}
