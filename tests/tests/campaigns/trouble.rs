//! `etude hunt` in trouble: killed, interrupted, asked for what cannot be, on a full disk. Nothing
//! is lost, nothing is asked twice, and the trouble is told.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::lab::{Lab, UNSAT, code, left_behind, text};
use campaign::Store;
#[cfg(target_os = "linux")]
use etude_tests::etude;

/// An answer that depends on the formula, and takes a moment.
const VARIED: &str = "sleep 0.005; case \"$f\" in *distinct*) echo unsat;; *=\\>*) echo unknown;; *) echo sat;; esac";

#[test]
fn killed_at_any_moment_nothing_is_lost_and_nothing_is_asked_twice() {
    let lab = Lab::new();
    let (one, two) = (lab.solver("one", VARIED), lab.solver("two", UNSAT));
    let arguments = [
        "--theory",
        "Core,Ints",
        "--count",
        "200",
        "--solver",
        &one,
        "--solver",
        &two,
        "--jobs",
        "2",
    ];
    let calm = lab.run(&[&arguments[..], &["--campaign", "calm"]].concat());
    assert_eq!(code(&calm), 10, "{}", text(&calm));
    let disturbed = [&arguments[..], &["--campaign", "disturbed"]].concat();
    let mut moment = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..10 {
        // Moments that differ, and are the same in every run of the test.
        moment ^= moment << 13;
        moment ^= moment >> 7;
        moment ^= moment << 17;
        let mut child =
            lab.hunt(&disturbed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(50 + moment % 900));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = lab.run(&disturbed);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let (calm, disturbed) = (lab.records("calm"), lab.records("disturbed"));
    assert!(calm.values().all(|outcomes| outcomes.len() == 200));
    assert_eq!(calm, disturbed);
    let names = |campaign: &str| -> Vec<String> {
        lab.dossiers(campaign).iter().map(|it| campaign::folder_name(&it.finding)).collect()
    };
    assert_eq!(names("calm"), names("disturbed"));
    assert_eq!(left_behind(lab.0.path()), [""; 0]);
}

#[test]
fn an_interrupt_saves_what_was_answered() {
    let lab = Lab::new();
    let slow = lab.solver("slow", "sleep 0.02; echo unknown");
    let arguments = ["--theory", "Core", "--count", "5000", "--solver", &slow, "--jobs", "2"];
    let child = lab.hunt(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_millis(1500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success());
    let said = text(&output);
    assert!(said.contains("formulas of Core"), "{said}");
    let store = Store::open_to_read(&lab.path("etude-hunt")).unwrap();
    let (track, solver) = (&store.tracks().unwrap()[0], &store.solvers().unwrap()[0]);
    let done = store.done_by(track.id, solver).unwrap();
    assert!(!done.is_empty(), "{said}");
    drop(store);
    // It goes on by itself: the campaign knows what was asked for.
    let more = lab.run(&["--time", "1s", "--theory", "Core", "--solver", &slow, "--count", "5000"]);
    assert_eq!(code(&more), 0, "{}", text(&more));
    assert_eq!(left_behind(lab.0.path()), [""; 0]);
}

#[test]
fn trouble_is_told_and_has_its_exit_code() {
    let lab = Lab::new();
    let solver = lab.solver("fine", UNSAT);
    let hunt = |arguments: &[&str]| {
        let output = lab.run(&[&["--theory", "Core", "--count", "5"], arguments].concat());
        (code(&output), text(&output))
    };
    fs::write(lab.path("notes.db"), "these are my notes, and no database at all\n".repeat(99))
        .unwrap();
    let (exit, said) = hunt(&["--campaign", "notes.db", "--solver", &solver]);
    assert_eq!(exit, 2, "{said}");
    assert!(said.contains("notes.db is no campaign of etude"), "{said}");

    fs::write(lab.path("file"), "").unwrap();
    let (exit, said) = hunt(&["--campaign", "file/inside", "--solver", &solver]);
    assert_eq!(exit, 5, "{said}");
    assert!(said.contains("cannot use file/inside"), "{said}");

    let (exit, said) = hunt(&["--solver", "./no-such-solver"]);
    assert_eq!(exit, 4, "{said}");
    assert!(said.contains("no-such-solver"), "{said}");

    let dead = lab.solver("dead", "exit 1");
    let (exit, said) = hunt(&["--solver", &dead]);
    assert_eq!(exit, 4, "{said}");
    assert!(said.contains("dead is broken"), "{said}");

    let picky =
        lab.solver("picky", "case \"$f\" in *QF_BV*) echo sat;; *) echo '(error \"no\")';; esac");
    let (exit, said) = hunt(&["--solver", &picky, "--campaign", "of-picky"]);
    assert_eq!(exit, 4, "{said}");
    assert!(said.contains("tests nothing"), "{said}");

    // A cache that cannot be used, when a solver must be fetched.
    let mut command = lab.hunt(&["--theory", "Core", "--count", "5", "--solver", "z3@4.8.7"]);
    let output = command.env("ETUDE_CACHE", lab.path("file")).output().unwrap();
    assert_eq!(code(&output), 4, "{}", text(&output));

    let (exit, said) = hunt(&["--solver", &solver, "--theory", "Nonsense"]);
    assert_eq!(exit, 2, "{said}");
    let (exit, said) = hunt(&["--solver", &solver, "--size", "0", "--sample", "--theory", "Ints"]);
    assert!(exit == 2 && said.contains("no formulas of size 0"), "{exit} {said}");
}

/// On a small disk, the hunt ends with a clear word, and goes on when there is room.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_loses_nothing() {
    let lab = Lab::new();
    let solver = lab.solver("fine", "case \"$f\" in *distinct*) echo unsat;; *) echo sat;; esac");
    let script = format!(
        "mkdir small && mount -t tmpfs -o size=200k tmpfs small || exit 77
         {0} hunt --theory Core --count 1500 --jobs 2 --solver {solver} --campaign small/c; echo exit $?
         head -c 100M /dev/zero > small/filler
         {0} hunt --theory Core --count 2000 --jobs 2 --solver {solver} --campaign small/c; echo exit $?
         mount -o remount,size=20m small; rm small/filler
         {0} hunt --theory Core --count 500 --jobs 2 --solver {solver} --campaign small/c; echo exit $?
         cp -r small/c kept; umount small",
        etude().display()
    );
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", &script])
        .current_dir(lab.0.path())
        .output();
    let Ok(output) = output else { return tell_untested("there is no `unshare`") };
    let said = text(&output);
    if code(&output) == 77 || said.contains("Operation not permitted") {
        return tell_untested("this user may not mount");
    }
    assert!(said.contains("exit 5"), "{said}");
    assert!(said.contains("the disk is full"), "{said}");
    let last = said.lines().rfind(|line| line.starts_with("exit ")).unwrap();
    assert!(last == "exit 0" || last == "exit 10", "{said}");
    let records = lab.records("kept");
    assert!(records.values().all(|outcomes| outcomes.len() >= 500), "{said}");
}

#[cfg(target_os = "linux")]
fn tell_untested(reason: &str) {
    use std::io::Write as _;
    // Past the capture of the test harness: a person should see it.
    let _ = writeln!(std::io::stderr(), "a full disk was not tried: {reason}");
}
