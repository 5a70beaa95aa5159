//! After a program that runs solvers was killed, nothing of it is left.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod traces;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use solvers::{Limits, Solver};

/// Says which animal a program is to ask; set only in the programs that are killed.
const ANIMAL: &str = "ETUDE_TEST_ANIMAL";

/// Starts this very program, so that it does nothing but [`ask_for_ever`].
fn start(animal: &str, temp: &Path) -> Child {
    let animal = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo").join(animal);
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "ask_for_ever"])
        .env(ANIMAL, animal)
        .env("TMPDIR", temp)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The program that is killed. Without an animal to ask it has nothing to do.
#[test]
fn ask_for_ever() {
    let Some(animal) = std::env::var_os(ANIMAL) else { return };
    let solver = Solver::new(vec![animal]);
    let limits = Limits::of_time(Duration::from_secs(60));
    loop {
        solver.solve("(check-sat)\n", &limits).unwrap();
    }
}

/// Waits until `is_so`, for ten seconds at most.
fn wait_until(what: &str, is_so: impl Fn() -> bool) -> Duration {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(10), "{what} did not happen");
        sleep(Duration::from_millis(10));
    }
    start.elapsed()
}

/// The folders of runs in `temp`, by name.
fn runs(temp: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(temp).unwrap().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("etude-run-")).collect()
}

fn check(animal: &str, processes: usize, signal: &str) {
    let temp = tempfile::tempdir().unwrap();
    let mut driver = start(animal, temp.path());
    wait_until("a run", || !runs(temp.path()).is_empty());
    let run = runs(temp.path()).pop_first().unwrap();
    wait_until("all processes", || traces::marked(&run).len() >= processes);

    let killed = Command::new("kill").arg(signal).arg(driver.id().to_string()).status().unwrap();
    assert!(killed.success());
    driver.wait().unwrap();
    let took = wait_until("the end of all", || {
        traces::marked(&run).is_empty() && runs(temp.path()).is_empty()
    });
    assert!(took < Duration::from_secs(2), "{animal} after {signal}: {took:?}");
}

#[test]
fn nothing_is_left_after_a_kill() {
    check("hangs", 2, "-KILL");
    check("forks-and-hangs", 4, "-KILL");
    check("forks-escapees-and-hangs", 5, "-KILL");
}

#[test]
fn nothing_is_left_after_an_interrupt() {
    check("hangs", 2, "-INT");
    check("forks-escapees-and-hangs", 5, "-INT");
}
