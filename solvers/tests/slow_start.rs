//! A process that is late because the machine is busy is not one that answers only at the end of
//! its input: it keeps its session.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use solvers::{Family, Limits, Session, Solver, Verdict};

const SCRIPT: &str = "(declare-const a Bool)\n(assert a)\n(check-sat)\n";

/// A solver that does `first` whenever it is started, for the time with number `$start`.
fn solver(folder: &Path, first: &str) -> Solver {
    let keeper = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo/keeper");
    let path = folder.join("solver");
    let text = format!(
        "#!/bin/sh\necho started >> {starts}\nstart=$(wc -l < {starts})\n{first}\n\
         answer() {{ echo sat; }}\n. {keeper}\n",
        starts = folder.join("starts").display(),
        keeper = keeper.display(),
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    Solver::new(vec![path.into_os_string()]).with_family(Family::Z3)
}

/// Asks until the process with number `which` was started, and whether the next script finds a
/// process that lives on.
fn check(which: u32, first: &str, has_session: bool) {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits::of_time(Duration::from_secs(1));
    let solver = solver(folder.path(), &format!("if [ $start = {which} ]; then {first}; fi"));
    let mut session = Session::new(solver, limits).with_renewal(solvers::Renewal {
        // A new process for each script, until one is late.
        scripts: if which > 1 { 1 } else { 1000 },
        ..solvers::Renewal::default()
    });
    for _ in 1..which {
        assert_eq!(session.solve(SCRIPT).unwrap().verdict, Verdict::Sat);
    }
    // This one is asked in a process of its own, which starts well.
    let late = session.solve(SCRIPT).unwrap();
    assert_eq!((late.verdict, late.status.is_some()), (Verdict::Sat, true));
    let answer = session.solve(SCRIPT).unwrap();
    assert_eq!(answer.verdict, Verdict::Sat);
    // The process of a session lives on; one that was asked alone has ended.
    assert_eq!(answer.status.is_none(), has_session, "{first} at start {which}");
}

#[test]
fn who_is_busy_at_first_keeps_its_session() {
    check(1, "while :; do :; done", true);
}

#[test]
fn who_has_answered_before_keeps_its_session() {
    check(2, "sleep 60", true);
}

#[test]
fn who_waits_at_first_is_asked_alone() {
    check(1, "sleep 60", false);
}

/// Time and work of a process before it reads do not count for the first script: the script has a
/// tenth of a second here and the start takes longer, every time.
#[test]
fn starting_is_no_scripts_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; sleep 0.2";
    let solver = solver(folder.path(), first).with_family(Family::Cvc5);
    let mut session = Session::new(solver, Limits::of_time(Duration::from_millis(100)));
    for _ in 0..3 {
        let answer = session.solve(SCRIPT).unwrap();
        assert_eq!((answer.verdict, answer.status), (Verdict::Sat, None));
        assert!(answer.time < Duration::from_millis(100));
    }
    // It was not replaced for having worked long: that work was its start.
    let starts = fs::read_to_string(folder.path().join("starts")).unwrap();
    assert_eq!(starts.lines().count(), 1);
}

/// A crash is asked again without the limit on memory. A busy machine must not make of it that the
/// solver died of our limit.
#[test]
fn a_crash_that_is_slow_to_come_again_is_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let first = "if [ $start = 2 ]; then sleep 0.4; fi; kill -SEGV $$";
    let solver = solver(folder.path(), first);
    let limits = Limits::of_time(Duration::from_millis(200));
    assert!(limits.memory.is_some());
    let answer = solver.solve(SCRIPT, &limits).unwrap();
    assert!(matches!(answer.verdict, Verdict::Crash(_)), "{answer:?}");
}
