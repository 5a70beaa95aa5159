//! Scripts on which old releases err, reduced: each file in `tests/reduce` is one.
//!
//! A line above the script says which release errs (`; solver: z3@4.8.7`). Each script has two
//! kilobytes or more, and a twentieth of that is enough to show what is wrong with it; that it is
//! wrong is proven by the evaluator and the search, with no other solver.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use campaign::{Ended, Manner, Patient, Reduced, Setting, Watch, reduce};
use etude_tests::files;
use solvers::Limits;

use crate::bugs::fetched;

/// The most bytes that are left, in hundredths of those before, of the script in the middle.
const MEDIAN: usize = 5;

/// A script before and after; `None` if its solver is not there.
fn reduced(path: &Path) -> Option<(Patient, Reduced)> {
    let text = fs::read_to_string(path).unwrap();
    let name = text.lines().find_map(|line| line.strip_prefix("; solver: "));
    let solver = fetched(name.expect("a line says the solver"))?;
    let limits = Limits::of_time(Duration::from_secs(30));
    let setting = Setting::new(solver, limits, Manner::Fresh).unwrap();
    let patient = Patient::examine(&text, &[setting], None).unwrap();
    let patient = patient.unwrap_or_else(|unfit| panic!("{}: {unfit:?}", path.display()));
    let mut watch = Watch { halt: &|| false, tell: &mut |_| {} };
    let reduced = reduce(&patient, NonZeroUsize::new(2).unwrap(), &mut watch).unwrap();
    Some((patient, reduced))
}

#[test]
fn large_findings_become_small_ones() {
    let mut shares = Vec::new();
    for path in files("tests/reduce", "smt2") {
        let Some((before, after)) = reduced(&path) else { continue };
        let path = path.display();
        assert!(before.text.len() >= 2048, "{path} is small");
        assert_eq!(after.ended, Ended::Through, "{path}");
        let again = Patient::examine(&after.text, &before.accused, None).unwrap();
        let again = again.unwrap_or_else(|unfit| panic!("{path}: {unfit:?}: {}", after.text));
        assert_eq!(again.symptom, before.symptom, "{path}: {}", after.text);
        shares.push(after.text.len() * 100 / before.text.len());
    }
    shares.sort_unstable();
    // Without a network nobody need be there.
    let is_offline = env::var_os("ETUDE_OFFLINE").is_some();
    assert!(is_offline || shares.len() >= 10, "only {} were reduced", shares.len());
    assert!(shares.is_empty() || shares[shares.len() / 2] <= MEDIAN, "{shares:?}");
}
