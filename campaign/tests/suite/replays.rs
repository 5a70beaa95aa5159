//! A finding holds until its solver is mended, and its releases tell when that was.
#![allow(clippy::unwrap_used, reason = "a test")]

use crate::support;

use std::collections::BTreeMap;
use std::fs;

use campaign::{
    Bisection, Breadth, Dossier, Edge, FORMULA, Fault, Health, Judge, Kind, Proof, REPORT,
    Recurrence, ReplayError, Replayed, Replaying, Sequel, Tested, VerdictKind, boundaries,
    follow_up, replay,
};
use solvers::Family;
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

/// Says `sat` to a formula, and dies of it when it was asked before.
const REMEMBERS: &str = r#"echo sat
if grep -q reset "$1"; then kill -SEGV $$; fi
echo '((define-fun a () Int 3))'"#;

/// Says `sat` however often it is asked.
const FORGETS: &str = r#"echo sat
if grep -q reset "$1"; then echo sat; else echo '((define-fun a () Int 3))'; fi"#;

/// That a fresh process answers says nothing of a session: releases are asked the formula twice.
#[test]
fn releases_are_asked_twice_about_what_only_a_session_showed() {
    let folder = tempdir().unwrap();
    let release = |version: &str, body: &str| {
        let mut solver = fake(folder.path(), &format!("z3-{version}"), body);
        solver.version = Some(version.parse().unwrap());
        solver.with_name(format!("z3-{version}")).with_family(Family::Z3)
    };
    let accused = release("4.8.7", SAYS_ZERO);
    let mut found = finding(ABOVE_TWO, std::slice::from_ref(&accused));
    (found.kind, found.fault) = (Kind::SessionOnly, Fault::parse(Kind::SessionOnly, "SIGSEGV"));
    let releases = [release("4.8.8", REMEMBERS), release("5.4.0", FORGETS)];
    let follow = |same: &str| {
        let same = release("4.8.7", same);
        follow_up(&found, Some(same), &releases, None, &|| false).unwrap()
    };
    // Where asking twice shows nothing, nothing is known of releases.
    assert_eq!(follow(FORGETS), Sequel::default());
    let sequel = follow(REMEMBERS);
    let words = sequel.lifetime.as_ref().unwrap().words();
    assert_eq!(words, "z3 4.8.7 to 4.8.8; fixed between 4.8.8 and 5.4.0");
    let repeated = sequel.repeated.clone().unwrap();
    assert_eq!(repeated.script, format!("{ABOVE_TWO}(reset)\n{ABOVE_TWO}"));
    assert_eq!(repeated.said, "sat\n(crash: SIGSEGV)");

    let dossier = Dossier { sequel: Some(sequel), ..Dossier::new(found.clone()) };
    let files: BTreeMap<String, String> = dossier.files().into_iter().collect();
    assert!(files[FORMULA].ends_with(&repeated.script), "{files:?}");
    assert!(files[REPORT].contains("sat\n(crash: SIGSEGV)\n"), "{files:?}");
    let options = Replaying { repeated: Some(repeated.script), ..Replaying::default() };
    let again = || replay(&found, &options, |it| Ok(it.solver.solver())).unwrap().standing;
    fake(folder.path(), "z3-4.8.7", REMEMBERS);
    assert_eq!(again(), Recurrence::Holds);
    fake(folder.path(), "z3-4.8.7", FORGETS);
    assert_eq!(again(), Recurrence::Gone);
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
