//! A hunt on a real cluster, by an array of jobs: what they find together is what one finds alone.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::env;
use std::fs;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use crate::lab::{Lab, code, text};
use campaign::Store;
use etude_tests::{etude, not_asked};

/// Number of jobs in the array.
const JOBS: u64 = 8;

/// Answers slowly enough that a job can be ended in the middle.
const SLOW: &str = "sleep 0.01; case \"$f\" in *not*) echo unsat;; *) echo unknown;; esac";

fn slurm(lab: &Lab, words: &[&str]) -> Output {
    let output = Command::new(words[0]).args(&words[1..]).current_dir(lab.0.path()).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{words:?}: {}", text(&output));
    output
}

/// Submits the array and returns its number.
fn submit(lab: &Lab) -> String {
    let array = format!("--array=1-{JOBS}");
    let output = slurm(lab, &["sbatch", "--parsable", "--output=job-%a.txt", &array, "job.sh"]);
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Waits until no job of the array is left.
fn wait(lab: &Lab, array: &str) {
    let deadline = Instant::now() + Duration::from_secs(180);
    while !slurm(lab, &["squeue", "--noheader", "--me"]).stdout.is_empty() {
        assert!(Instant::now() < deadline, "the array {array} does not end");
        thread::sleep(Duration::from_millis(200));
    }
}

/// Returns the number of questions of a part that were answered.
fn answers(lab: &Lab, campaign: &str) -> u64 {
    let store = Store::open_to_read(&lab.path(campaign)).unwrap();
    let (tracks, solvers) = (store.tracks().unwrap(), store.solvers().unwrap());
    let done = tracks.iter().flat_map(|track| store.done_by(track.id, &solvers[0]).unwrap());
    done.map(|span| span.end - span.start).sum()
}

#[test]
fn an_array_of_jobs_finds_what_one_machine_finds_also_after_one_was_killed() {
    if env::var_os("ETUDE_TEST_CLUSTER").is_none() {
        return not_asked("a cluster", "`cargo xtask ci --cluster` starts one");
    }
    let lab = Lab::new();
    let slow = lab.solver("slow", SLOW);
    let hunt = ["--theory", "Core", "--count", "1100", "--solver", &slow, "--ladder", "none"];
    let whole = lab.run(&[&hunt[..], &["--campaign", "whole"]].concat());
    assert_eq!(code(&whole), 10, "{}", text(&whole));

    let words = hunt.join(" ");
    let job = format!(
        "#!/bin/sh\nexec {} hunt {words} --jobs 1 --shard auto --campaign part\n",
        etude().display()
    );
    fs::write(lab.path("job.sh"), job).unwrap();
    let array = submit(&lab);
    // Its folder is there once it works.
    let deadline = Instant::now() + Duration::from_secs(60);
    while !lab.path("part-2-of-8").exists() {
        assert!(Instant::now() < deadline, "the second job does not begin");
        thread::sleep(Duration::from_millis(20));
    }
    thread::sleep(Duration::from_millis(500));
    slurm(&lab, &["scancel", "--signal=KILL", "--full", &format!("{array}_2")]);
    wait(&lab, &array);
    let killed = answers(&lab, "part-2-of-8");

    // The same command again asks what is missing, and nothing else.
    let again = submit(&lab);
    wait(&lab, &again);
    let done = answers(&lab, "part-2-of-8");
    assert!(killed < done, "it was killed in the middle: {killed} of {done}");

    let parts: Vec<String> = (1..=JOBS).map(|part| format!("part-{part}-of-{JOBS}")).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let merged = lab.etude(&[&["merge", "all"], &parts[..]].concat()).output().unwrap();
    assert_eq!(code(&merged), 0, "{}", text(&merged));
    assert_eq!(lab.records("all"), lab.records("whole"));
}
