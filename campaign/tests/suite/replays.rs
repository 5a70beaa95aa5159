//! A finding holds until its solver is mended, and its releases tell when that was.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support;

use std::fs;

use campaign::{
    Bisection, Breadth, Edge, Health, Judge, Kind, Proof, Recurrence, ReplayError, Replayed,
    Replaying, Tested, VerdictKind, boundaries, replay,
};
use support::{ABOVE_TWO, CRASHES, REJECTS, SAYS_THREE, SAYS_UNSAT, SAYS_ZERO, fake, finding};
use tempfile::tempdir;

const ABSURD: &str = "(declare-const a Bool)\n(assert (and a (not a)))\n(check-sat)\n";
const TANGENT: &str = "(declare-const a Real)\n(assert (= (tan a) 1.0))\n(check-sat)\n";

fn again(finding: &campaign::Finding) -> Replayed {
    replay(finding, &Replaying::default(), |testimony| Ok(testimony.solver.solver())).unwrap()
}

#[test]
fn a_finding_holds_until_its_solver_is_mended() {
    let changed = |kind: Kind| Some(vec![kind]);
    // A formula, a faulty solver, what it is after it was mended, and what is wrong then.
    for (formula, faulty, mended, kind, still) in [
        (ABOVE_TWO, SAYS_UNSAT, SAYS_THREE, Kind::RefutationUnsoundness, None),
        (ABOVE_TWO, SAYS_ZERO, SAYS_THREE, Kind::InvalidModel, None),
        (ABOVE_TWO, CRASHES, SAYS_THREE, Kind::Crash, None),
        (ABSURD, "echo sat", SAYS_UNSAT, Kind::SolutionUnsoundness, None),
        (TANGENT, "echo sat", SAYS_UNSAT, Kind::Disagreement, None),
        (
            ABOVE_TWO,
            SAYS_ZERO,
            SAYS_UNSAT,
            Kind::InvalidModel,
            changed(Kind::RefutationUnsoundness),
        ),
        (ABOVE_TWO, SAYS_UNSAT, CRASHES, Kind::RefutationUnsoundness, changed(Kind::Crash)),
        (ABOVE_TWO, CRASHES, "kill -ABRT $$", Kind::Crash, changed(Kind::Crash)),
    ] {
        let folder = tempdir().unwrap();
        let right = if formula == ABOVE_TWO { SAYS_THREE } else { SAYS_UNSAT };
        let solvers = [fake(folder.path(), "faulty", faulty), fake(folder.path(), "right", right)];
        let found = finding(formula, &solvers);
        assert_eq!(found.kind, kind);
        let replayed = again(&found);
        assert_eq!(replayed.standing, Recurrence::Holds, "{formula}{faulty}");
        assert!(replayed.answers.iter().all(|it| Some(it.old_verdict) == it.new_verdict));
        fake(folder.path(), "faulty", mended);
        let replayed = again(&found);
        match (&replayed.standing, &still) {
            (Recurrence::Gone, None) => {}
            (Recurrence::Changed { now, .. }, Some(kinds)) if now == kinds => {}
            (standing, _) => panic!("{faulty} became {mended}: {standing:?}"),
        }
        assert_eq!(replayed.answers[1].new_verdict, Some(found.evidence.answers[1].verdict));
    }
}

/// A proof of the evidence holds with nobody to confirm it.
#[test]
fn those_who_are_not_to_blame_may_be_missing() {
    let folder = tempdir().unwrap();
    let solvers =
        [fake(folder.path(), "faulty", SAYS_UNSAT), fake(folder.path(), "right", SAYS_THREE)];
    let mut found = finding(ABOVE_TWO, &solvers);
    found.evidence.proof = None;
    fs::remove_file(folder.path().join("right")).unwrap();
    let replayed = again(&found);
    assert_eq!(replayed.standing, Recurrence::Holds);
    assert_eq!((replayed.answers[1].new_verdict, &replayed.answers[1].now), (None, &None));

    // A model that was tampered with proves nothing.
    found.evidence.answers.truncate(1);
    found.evidence.proof = Some(Proof::Model("((define-fun a () Int 1))".to_owned()));
    found.evidence.formula = ABOVE_TWO.replace("(> a 2)", "(= (* a a a) 123456789012345)");
    assert_eq!(again(&found).standing, Recurrence::Gone);

    fs::remove_file(folder.path().join("faulty")).unwrap();
    let missing = replay(&found, &Replaying::default(), |it| Ok(it.solver.solver()));
    assert!(matches!(missing, Err(ReplayError::Missing { .. })), "{missing:?}");
    found.accused = "somebody".parse().unwrap();
    let nobody = replay(&found, &Replaying::default(), |it| Ok(it.solver.solver()));
    assert!(matches!(nobody, Err(ReplayError::NobodyAccused { .. })), "{nobody:?}");
}

#[test]
fn an_answer_that_tells_nothing_is_no_mending() {
    let folder = tempdir().unwrap();
    let found = finding(ABOVE_TWO, &[fake(folder.path(), "faulty", SAYS_ZERO)]);
    for body in [REJECTS, "echo sat", "echo sat; echo '((define-fun a () Itn 3))'"] {
        fake(folder.path(), "faulty", body);
        let replayed = again(&found);
        assert!(matches!(replayed.standing, Recurrence::Open { .. }), "{body}: {replayed:?}");
    }
}

#[test]
fn a_fault_of_sessions_needs_one() {
    let folder = tempdir().unwrap();
    let mut found = finding(ABOVE_TWO, &[fake(folder.path(), "faulty", SAYS_ZERO)]);
    found.kind = Kind::SessionOnly;
    fake(folder.path(), "faulty", SAYS_THREE);
    let Recurrence::Open { reason } = again(&found).standing else { panic!() };
    assert!(reason.contains("lives on"), "{reason}");
}

/// Returns what five releases say, where the bug came and went, and what was tested.
#[test]
fn releases_tell_when_a_bug_came_and_went() {
    let good = SAYS_THREE;
    let edge = |good: usize, bad: usize| Some(Edge { good, bad });
    for (bad, kind, releases, introduced, fixed) in [
        (SAYS_UNSAT, Kind::RefutationUnsoundness, "ggbbb", edge(1, 2), None),
        (SAYS_ZERO, Kind::InvalidModel, "gb?bg", edge(0, 1), edge(4, 3)),
        (CRASHES, Kind::Crash, "g??bb", edge(0, 3), None),
        (SAYS_UNSAT, Kind::RefutationUnsoundness, "bbbbg", None, edge(4, 3)),
    ] {
        let folder = tempdir().unwrap();
        let solvers: Vec<_> = releases
            .chars()
            .enumerate()
            .map(|(place, health)| {
                let body = match health {
                    'g' => good,
                    'b' => bad,
                    _ => REJECTS,
                };
                fake(folder.path(), &format!("release-{place}"), body)
            })
            .collect();
        let found =
            finding(ABOVE_TWO, &[solvers[3].clone(), fake(folder.path(), "right", SAYS_THREE)]);
        assert_eq!(found.kind, kind);
        let judge = Judge::default();
        let bisection = Bisection::new(&found, &judge, |_| true).unwrap();
        for breadth in [Breadth::Few, Breadth::All] {
            let mut rows: Vec<Tested> = Vec::new();
            let edges = boundaries(solvers.len(), 3, breadth, |place| {
                let tested = bisection.test(solvers[place].clone());
                rows.push(tested.clone());
                tested.health
            });
            assert_eq!((edges.introduced, edges.fixed), (introduced, fixed), "{releases} {rows:?}");
            let is_rejected = |row: &&Tested| row.verdict == Some(VerdictKind::Rejected);
            assert!(rows.iter().filter(is_rejected).all(|row| row.health == Health::Untestable));
        }
    }
}
