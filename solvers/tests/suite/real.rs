//! The pinned z3, really fetched and really run.
//!
//! Uses the ordinary cache, so that only a machine's first run downloads it.

use std::io::Write;
use std::process::Stdio;

use solvers::{InstallError, Installer, PINNED_Z3, cache_dir};

#[test]
fn the_pinned_z3_answers() {
    let installer = Installer::new(cache_dir().unwrap());
    let z3 = match installer.z3(&PINNED_Z3) {
        Ok(z3) => z3,
        // Asked for by ETUDE_OFFLINE=1; any other failure fails the test.
        Err(InstallError::Offline { .. }) => return,
        Err(error) => panic!("{error}"),
    };
    assert_eq!(z3.name, "z3");
    assert!(PINNED_Z3.is_met_by(&z3.release));

    let mut child =
        z3.command().arg("-in").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let script = b"(declare-const a Bool)(assert a)(check-sat)(assert (not a))(check-sat)";
    child.stdin.take().unwrap().write_all(script).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "sat\nunsat\n");

    assert_eq!(installer.z3(&PINNED_Z3).unwrap(), z3, "the second call finds the same");
}
