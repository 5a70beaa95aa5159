//! Regressions, looked at again where one look is not enough.

use std::sync::Arc;
use std::time::Duration;

use super::second_look::{Second, SecondLook};
use super::{AskedAgain, Complaint, Note, Regression, Worse};
use crate::ask::hunt::HuntError;
use crate::finding::Finding;
use crate::finding::known_bugs::KnownBugs;
use crate::history::baseline::{Change, Difference, NewBug, TheoryDifference, Tolerance};
use crate::judge::outcome::Outcome;
use crate::judge::severity::Severity;
use crate::source::Source;
use crate::store::Bug;

/// Formulas of each theory that are asked again; they speak for the others.
const AGAIN: usize = 20;

/// The rules by which differences become regressions. A bug in `known` is a note, and no
/// regression.
#[derive(Clone, Copy, Debug)]
pub struct Review<'a> {
    /// The name of the solver under test.
    pub tested: &'a str,
    /// Its name in lists and hunts, which do not know which build it is.
    pub plain_name: &'a str,
    /// The theories, in the order of the differences.
    pub sources: &'a [Arc<dyn Source>],
    /// From when on a difference counts.
    pub tolerance: Tolerance,
    /// The time that a solver has for one formula.
    pub limit: Duration,
    /// The bugs that are no news.
    pub known: &'a KnownBugs,
    /// Findings of at least this weight are regressions, others are notes.
    pub fail_on: Severity,
}

/// The result of a review. A build without a regression has notes such as `reported as #1234`.
#[derive(Clone, Debug, Default)]
pub struct Reviewed {
    /// All that is worse.
    pub regressions: Vec<Regression>,
    /// All that is to be known without being a regression.
    pub notes: Vec<Note>,
}

impl Review<'_> {
    /// Sorts the bugs of a run and its differences from a baseline into regressions and notes.
    ///
    /// Without a baseline all findings of enough weight count.
    pub fn regressions(
        &self,
        bugs: &[Bug],
        difference: Option<&Difference>,
        look: &mut dyn SecondLook,
    ) -> Result<Reviewed, HuntError> {
        let mut reviewed = Reviewed::default();
        let Some(difference) = difference else {
            for bug in bugs {
                let is_bad = bug.finding.severity() <= self.fail_on;
                let worse = Worse::Bug { bug: Box::new(bug.clone()), may_be_old: false };
                self.sort(bug, is_bad.then_some(worse), &mut reviewed);
            }
            return Ok(reviewed);
        };
        for NewBug { bug, was_asked } in &difference.new {
            let is_bad = bug.finding.severity() <= self.fail_on;
            let worse = Worse::Bug { bug: Box::new(bug.clone()), may_be_old: !was_asked };
            self.sort(bug, is_bad.then_some(worse), &mut reviewed);
        }
        let old = bugs.len() - difference.new.len().min(bugs.len());
        if old > 0 {
            reviewed.notes.push(Note::InBaseline(old));
        }
        reviewed.notes.extend(difference.fixed.iter().map(|bug| Note::Gone(Box::new(bug.clone()))));
        let noise = difference.machine.map_or(1.0, |machine| machine.noise);
        for (theory, source) in difference.theories.iter().zip(self.sources) {
            self.completeness(theory, source, look, &mut reviewed)?;
            self.speed(theory, source, noise, look, &mut reviewed)?;
            self.laggards(theory, source, look, &mut reviewed)?;
        }
        Ok(reviewed)
    }

    /// A bug that is known or not bad is a note.
    fn sort(&self, bug: &Bug, worse: Option<Worse>, reviewed: &mut Reviewed) {
        match (self.reason(bug), worse) {
            (Some(reason), _) => {
                reviewed.notes.push(Note::Known { bug: Box::new(bug.clone()), reason });
            }
            (None, Some(worse)) => {
                let theory = bug.finding.formula.theory.clone();
                reviewed.regressions.push(Regression { theory, worse });
            }
            (None, None) => reviewed.notes.push(Note::Minor(Box::new(bug.clone()))),
        }
    }

    /// Returns why a bug is no news. Lists and hunts do not know which build this is.
    fn reason(&self, bug: &Bug) -> Option<String> {
        let of_any_build = || {
            let accused = bug.finding.accused.renamed(self.tested, self.plain_name);
            self.known.reason(&Finding { accused, ..bug.finding.clone() })
        };
        self.known.reason(&bug.finding).or_else(of_any_build)
    }

    fn completeness(
        &self,
        theory: &TheoryDifference,
        source: &dyn Source,
        look: &mut dyn SecondLook,
        reviewed: &mut Reviewed,
    ) -> Result<(), HuntError> {
        let is_bad = |_: &Change, outcome: Outcome, time: Duration| {
            // A solver that hardly got a core is late for no fault of its own.
            !outcome.is_decided() && (outcome != Outcome::Timeout || time * 8 >= self.limit)
        };
        let again = ask_again(source, &theory.undecided, look, is_bad)?;
        add(theory, Complaint::Undecided, again, reviewed);
        Ok(())
    }

    fn speed(
        &self,
        theory: &TheoryDifference,
        source: &dyn Source,
        noise: f64,
        look: &mut dyn SecondLook,
        reviewed: &mut Reviewed,
    ) -> Result<(), HuntError> {
        let (theory_name, speed) = (theory.name.clone(), theory.speed);
        if !speed.is_slower {
            return Ok(());
        }
        match look.measure(source, &theory.sample)? {
            Some(again) if again < self.tolerance.ratio * noise => {
                let (theory, ratio) = (theory_name, speed.ratio);
                reviewed.notes.push(Note::NotSlower { theory, ratio, again });
            }
            again => {
                let worse = Worse::Slower { speed, again };
                reviewed.regressions.push(Regression { theory: theory_name, worse });
            }
        }
        Ok(())
    }

    fn laggards(
        &self,
        theory: &TheoryDifference,
        source: &dyn Source,
        look: &mut dyn SecondLook,
        reviewed: &mut Reviewed,
    ) -> Result<(), HuntError> {
        let Tolerance { times, slow, .. } = self.tolerance;
        let is_bad = |change: &Change, _: Outcome, time: Duration| {
            time > slow && time >= change.before.1 * times
        };
        let again = ask_again(source, &theory.laggards, look, is_bad)?;
        add(theory, Complaint::Lagging { times }, again, reviewed);
        Ok(())
    }
}

/// Asks some formulas again; `is_bad` says whether one is bad again.
fn ask_again(
    source: &dyn Source,
    changes: &[Change],
    look: &mut dyn SecondLook,
    is_bad: impl Fn(&Change, Outcome, Duration) -> bool,
) -> Result<AskedAgain, HuntError> {
    let mut again = AskedAgain { suspected: changes.len(), ..AskedAgain::default() };
    for change in changes.iter().take(AGAIN) {
        match look.ask(source, change.number)? {
            Second::NoTime => break,
            Second::NoFormula => again.asked += 1,
            Second::Said(outcome, time) => {
                again.asked += 1;
                if is_bad(change, outcome, time) {
                    again.standing.push(*change);
                }
            }
        }
    }
    Ok(again)
}

/// Those that are bad again are a regression; if none is, it is to be known.
fn add(
    theory: &TheoryDifference,
    complaint: Complaint,
    asked_again: AskedAgain,
    reviewed: &mut Reviewed,
) {
    let theory = theory.name.clone();
    let AskedAgain { suspected, asked, .. } = asked_again;
    if !asked_again.standing.is_empty() {
        let worse = Worse::Formulas { complaint, asked_again };
        reviewed.regressions.push(Regression { theory, worse });
    } else if suspected > 0 {
        reviewed.notes.push(Note::NoneAgain { theory, complaint, suspected, asked });
    }
}
