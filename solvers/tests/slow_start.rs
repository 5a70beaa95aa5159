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

/// A solver that does `first` when it is started for the time with number `which`.
fn solver(folder: &Path, which: u32, first: &str) -> Solver {
    let keeper = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo/keeper");
    let path = folder.join("solver");
    let text = format!(
        "#!/bin/sh\necho started >> {starts}\n\
         if [ $(wc -l < {starts}) = {which} ]; then {first}; fi\n\
         answer() {{ echo sat; }}\n. {keeper}\n",
        starts = folder.join("starts").display(),
        keeper = keeper.display(),
    );
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    Solver::new(vec![path.into_os_string()]).with_family(Family::Z3)
}

/// Asks until the process with number `which` was late, and then whether the next answers.
fn check(which: u32, first: &str, has_session: bool) {
    let folder = tempfile::tempdir().unwrap();
    let limits = Limits::of_time(Duration::from_secs(3));
    let solver = solver(folder.path(), which, first);
    let mut session = Session::new(solver, limits).with_renewal(solvers::Renewal {
        // A new process for each script, until one is late.
        scripts: if which > 1 { 1 } else { 1000 },
        ..solvers::Renewal::default()
    });
    for _ in 1..which {
        assert_eq!(session.solve(SCRIPT).unwrap().verdict, Verdict::Sat);
    }
    assert_eq!(session.solve(SCRIPT).unwrap().verdict, Verdict::Timeout);
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
