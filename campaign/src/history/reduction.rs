//! A script that shows something wrong into the smallest script that is found to show the same.
//!
//! `patient` says what is wrong with a script, as `heard` hears of it, `symptom` what of it must stay,
//! `command` lets any command say it, and `crew` puts the candidates of [`mutation::Reduction`] to all
//! cores. `of_finding` makes a finding of a campaign small, `walks` the way to a mutant short before that,
//! and `implications` the way to a pair of mutants. Candidates are asked in processes that live on; what is
//! left in the end is confirmed by a fresh one, or reduced anew with a fresh process for each candidate.

mod asking;
pub(crate) mod command;
pub(crate) mod crew;
mod heard;
mod implications;
pub(crate) mod of_finding;
pub(crate) mod patient;
pub(crate) mod symptom;
pub(crate) mod walks;

use std::num::NonZeroUsize;

use mutation::Reduction;
use solvers::{StartError, standalone};
use thiserror::Error;

use crate::finding::Finding;
use crate::finding::folder::{families, want};
use crate::finding::reduced::Ended;
use crate::seat::setting::Manner;
use command::CommandTest;
use crew::{Course, Taken, Test, Watch, run};
use patient::{Patience, Patient};

/// A script that was reduced. Its text has the same fault in fewer bytes: `100 → 38 bytes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// The smaller script; the old one, if nothing smaller shows the same.
    pub text: String,
    /// A model of it, as solvers print them, where that proves what is wrong.
    pub witness: Option<String>,
    /// Number of scripts that were tried.
    pub calls: u64,
    /// Number of them that were taken, one after the other.
    pub steps: u64,
    /// Whether there was nothing left to try.
    pub ended: Ended,
}

/// A script that cannot be reduced. A script of `(assert` alone is one.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReduceError {
    /// It has no structure.
    #[error("{0}; only S-expressions can be reduced")]
    Text(#[from] smtlib::Error),
    /// A solver or a command cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Makes a script smaller as long as its solvers show the same of it, as many candidates at once as
/// there are threads. The result does not depend on their number, as long as the answers do not.
pub fn reduce(
    patient: &Patient,
    threads: NonZeroUsize,
    watch: &mut Watch<'_>,
) -> Result<Reduced, ReduceError> {
    let before = Taken { text: patient.text.clone(), witness: patient.witness.clone() };
    let mut course = Course { taken: vec![before], ..Course::default() };
    let fresh = patient.test(Manner::Fresh, Patience::Full);
    let short = [Patience::Short].into_iter().filter(|_| patient.takes_long());
    let patiences: Vec<Patience> = short.chain([Patience::Usual]).collect();
    for manner in [Manner::Session, Manner::Fresh] {
        for &patience in &patiences {
            let test = patient.test(manner, patience);
            let mut tests: Vec<_> = (0..threads.get()).map(|_| test.begin()).collect();
            lengthen(&mut course, &mut tests, patient.text.len(), watch)?;
            if course.is_stopped {
                break;
            }
        }
        // What only a process shows that had answered other scripts is taken back.
        let mut is_confirmed = true;
        while let [_, .., last] = course.taken.as_slice() {
            if fresh.begin().test(&last.text, last.witness.as_deref())?.is_some() {
                break;
            }
            is_confirmed = false;
            course.taken.pop();
        }
        if is_confirmed || course.is_stopped {
            break;
        }
    }
    Ok(reduced(course))
}

/// Makes a script smaller as long as a command is content with it. Precondition: it is with this one.
pub fn reduce_by_command(
    text: &str,
    command: &CommandTest,
    threads: NonZeroUsize,
    watch: &mut Watch<'_>,
) -> Result<Reduced, ReduceError> {
    let before = Taken { text: text.to_owned(), witness: None };
    let mut course = Course { taken: vec![before], ..Course::default() };
    let mut tests = vec![command.clone(); threads.get()];
    lengthen(&mut course, &mut tests, text.len(), watch)?;
    Ok(reduced(course))
}

/// Goes on with a course from its last script.
fn lengthen<T: Test>(
    course: &mut Course,
    tests: &mut [T],
    bytes_before: usize,
    watch: &mut Watch<'_>,
) -> Result<(), ReduceError> {
    let last = course.taken.last().expect("it begins with a script");
    let mut reduction = Reduction::new(&last.text, last.witness.as_deref())?;
    let further = run(&mut reduction, tests, course, bytes_before, watch)?;
    course.taken.extend(further.taken);
    course.calls += further.calls;
    course.is_stopped = further.is_stopped;
    Ok(())
}

/// The smallest script of a course. Our own words may be longer than what they were put for.
fn reduced(course: Course) -> Reduced {
    let Course { taken, calls, is_stopped } = course;
    let steps = (taken.len() - 1) as u64;
    let smallest = taken.into_iter().min_by_key(|it| it.text.len());
    let Taken { text, witness } = smallest.expect("it begins with a script");
    let ended = if is_stopped { Ended::Stopped } else { Ended::Through };
    Reduced { text, witness, calls, steps, ended }
}

/// The file of a finding's folder that holds its formula reduced.
pub const REDUCED: &str = "reduced.smt2";

/// Returns the text of that file: the script as the accused run it, below what is known of it.
pub fn reduced_formula(finding: &Finding, reduced: &Reduced) -> String {
    let mut text = format!(
        "; {}: {}\n; {}, reduced\n",
        finding.kind,
        finding.accused_labels(),
        finding.formula.name(),
    );
    if let Some(witness) = &reduced.witness {
        text.push_str("; true under this model:\n");
        for line in witness.lines() {
            text.push_str("; ");
            text.push_str(line);
            text.push('\n');
        }
    }
    text + &standalone(&reduced.text, &families(finding), want(finding))
}
