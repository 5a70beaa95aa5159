//! The process between us and a solver costs next to nothing, and is gone with it.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod traces;

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use solvers::{Family, Limits, Session, Solver, Verdict, Want};

const SCRIPT: &str = "(declare-const a Bool)\n(assert a)\n(check-sat)\n";

fn animal(name: &str) -> Solver {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo").join(name);
    Solver::new(vec![OsString::from(path)]).with_family(Family::Z3)
}

/// The bytes of memory that a process holds and shares with no file.
fn held(pid: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap_or("0");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() << 10
}

/// A supervisor begins as a copy of us. What we hold it gives back at once, or as many sessions
/// would keep as many copies of what we have long freed.
#[test]
fn a_supervisor_does_not_hold_what_we_hold() {
    let ballast = vec![1_u8; 256 << 20];
    let mut session = Session::new(animal("well"), Limits::default());
    assert_eq!(session.solve(SCRIPT).unwrap().verdict, Verdict::Sat);
    let start = Instant::now();
    let held = || -> u64 { traces::children_of(std::process::id()).into_iter().map(held).sum() };
    assert!(!traces::children_of(std::process::id()).is_empty());
    while held() > 64 << 20 {
        assert!(start.elapsed() < Duration::from_secs(30), "supervisors hold {}", held());
        sleep(Duration::from_millis(10));
    }
    assert_eq!(session.solve(SCRIPT).unwrap().verdict, Verdict::Sat);
    assert!(ballast.iter().step_by(4096).all(|byte| *byte == 1));
}

/// A limit on memory holds for all that a solver started, wherever that went.
#[test]
fn the_memory_of_those_who_left_counts() {
    let eater = "import time; hoard = b'x' * 300_000_000; time.sleep(60)";
    let command = format!(
        "sh -c '(setsid env -i PATH=\"$PATH\" python3 -c \"$0\" </dev/null >/dev/null 2>&1 &); \
         sleep 60' \"{eater}\""
    );
    let limits = Limits { memory: Some(200 << 20), ..Limits::of_time(Duration::from_secs(50)) };
    let solver = Solver::parse(&command).unwrap();
    let answer = Solver { addresses: solvers::Addresses::Free, ..solver }.solve(SCRIPT, &limits);
    assert_eq!(answer.unwrap().verdict, Verdict::OutOfMemory);
}

/// One that ends between its answer and its model has answered, and has given no model.
#[test]
fn a_model_that_never_came_is_none() {
    let limits = Limits::default();
    let answer = animal("answers-and-leaves").solve_for(SCRIPT, &limits, Want::Model).unwrap();
    assert_eq!((&answer.verdict, answer.model()), (&Verdict::Sat, None), "{answer:?}");
    let mut session = Session::new(animal("answers-and-leaves"), limits).with_want(Want::Model);
    for _ in 0..2 {
        let answer = session.solve(SCRIPT).unwrap();
        assert_eq!((&answer.verdict, answer.model()), (&Verdict::Sat, None), "{answer:?}");
    }
}
