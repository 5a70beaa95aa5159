//! Diagnoses: some scripts of each theory to a solver, and what it can do with them.
//!
//! Which scripts these are is up to the caller; small ones that use one operator each show the
//! operator at fault.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::{Limits, Session, Solver, StartError, Verdict};

/// The time that a solver gets for one script; the smallest ones take milliseconds.
const TIME: Duration = Duration::from_secs(2);
/// Timeouts in one theory after which nothing more is learnt from its other scripts.
const PATIENCE: usize = 3;

/// Kinds of verdict that are no fault.
const GOOD: [&str; 3] = ["sat", "unsat", "unknown"];
/// Kinds of verdict that are faults, the worst first.
const BAD: [&str; 6] = ["crash", "invalid-model", "flawed", "out-of-memory", "rejected", "timeout"];

/// The scripts of one theory. `etude doctor` takes the first formulas of `Core` for one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exercise {
    /// The theory's name.
    pub theory: String,
    /// The scripts, in the order in which they are asked.
    pub scripts: Vec<String>,
}

/// Result of asking a solver scripts of one theory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// The theory's name.
    pub theory: String,
    /// The number of scripts that came to a verdict of each kind: `sat`, `rejected`.
    pub kinds: BTreeMap<&'static str, usize>,
    /// Of each kind that is a fault, the first case.
    pub cases: BTreeMap<&'static str, FaultCase>,
}

/// A script that a solver fails on. A formula of FP that a solver answers by `rejected` is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultCase {
    /// The solver's words on it, if any.
    pub detail: String,
    /// The script.
    pub script: String,
}

/// Puts the scripts of all theories to a solver, several theories at a time: one diagnosis for
/// each, in their order.
pub fn diagnose(solver: &Solver, exercises: &[Exercise]) -> Result<Vec<Diagnosis>, StartError> {
    // Where the system does not say how many threads run at a time, one does.
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..threads.min(exercises.len()) {
            scope.spawn(|| {
                while let Some((place, exercise)) = take(exercises, &next) {
                    let diagnosis = Diagnosis::new(solver, exercise);
                    let mut found = found.lock().expect("no thread dies while it holds the lock");
                    found.insert(place, diagnosis);
                }
            });
        }
    });
    let found = found.into_inner().expect("no thread dies while it holds the lock");
    found.into_values().collect()
}

fn take<'a>(exercises: &'a [Exercise], next: &AtomicUsize) -> Option<(usize, &'a Exercise)> {
    let place = next.fetch_add(1, Ordering::Relaxed);
    exercises.get(place).map(|exercise| (place, exercise))
}

impl Diagnosis {
    fn new(solver: &Solver, exercise: &Exercise) -> Result<Self, StartError> {
        let mut session = Session::new(solver.clone(), Limits::of_time(TIME));
        let (mut kinds, mut cases) = (BTreeMap::new(), BTreeMap::new());
        for script in &exercise.scripts {
            let verdict = session.solve(script)?.verdict;
            let kind = verdict.kind();
            let count: &mut usize = kinds.entry(kind).or_default();
            *count += 1;
            if !GOOD.contains(&kind) {
                let case = || FaultCase { detail: verdict.detail(), script: script.clone() };
                cases.entry(kind).or_insert_with(case);
            }
            if verdict == Verdict::Timeout && *count >= PATIENCE {
                break;
            }
        }
        Ok(Self { theory: exercise.theory.clone(), kinds, cases })
    }

    /// The number of scripts that came to a verdict of a kind.
    pub fn count(&self, kind: &str) -> usize {
        self.kinds.get(kind).map_or(0, |count| *count)
    }

    /// The number of scripts that were asked.
    pub fn asked(&self) -> usize {
        self.kinds.values().sum()
    }

    /// Returns true if the solver decided a script.
    pub fn is_answered(&self) -> bool {
        self.count("sat") + self.count("unsat") > 0
    }

    /// The kinds of verdict that are faults and did occur, each with its first case, the worst
    /// first.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, &FaultCase)> {
        BAD.into_iter().filter_map(|kind| Some((kind, self.cases.get(kind)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_fault_comes_first() {
        let case = |detail: &str| FaultCase { detail: detail.to_owned(), script: String::new() };
        let diagnosis = Diagnosis {
            theory: "Core".to_owned(),
            kinds: BTreeMap::from([("crash", 1), ("rejected", 2), ("unknown", 4)]),
            cases: BTreeMap::from([
                ("rejected", case("no such logic")),
                ("crash", case("SIGSEGV")),
            ]),
        };
        let faults: Vec<&str> = diagnosis.faults().map(|(kind, _)| kind).collect();
        assert_eq!(faults, ["crash", "rejected"]);
        assert_eq!((diagnosis.asked(), diagnosis.count("timeout")), (7, 0));
        assert!(!diagnosis.is_answered());
    }

    #[test]
    #[cfg(unix)]
    fn a_solver_that_cannot_be_started_has_no_diagnosis() {
        let solver = Solver::new(vec!["./no-such-solver".into()]);
        let exercise = |theory: &str| Exercise {
            theory: theory.to_owned(),
            scripts: vec!["(check-sat)".to_owned()],
        };
        assert!(diagnose(&solver, &[exercise("Core"), exercise("Ints")]).is_err());
        assert_eq!(diagnose(&solver, &[]).map(|all| all.len()).ok(), Some(0));
    }
}
