//! A hunt on a real cluster, by an array of jobs: what they find together is what one finds alone.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::env;
use std::fs;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

use crate::lab::{Lab, code, text};
use campaign::{Kind, Store, StoredTrack};
use etude_tests::{etude, not_asked};

/// Number of jobs in the array.
const JOBS: u64 = 8;

/// Number of formulas that all of them ask: some blocks of 64 for each.
const FORMULAS: u64 = 1100;

/// Answers slowly enough that a job can be ended in the middle.
const SLOW: &str = "sleep 0.01; case \"$f\" in *not*) echo unsat;; *) echo unknown;; esac";

fn slurm(lab: &Lab, words: &[&str]) -> Output {
    let mut command = Command::new(words[0]);
    // Jobs inherit the variables of who submits them.
    command.env("ETUDE_CONFIG", "").env("ETUDE_OFFLINE", "1");
    let output = command.args(&words[1..]).current_dir(lab.0.path()).output().unwrap();
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

/// Returns the number of questions of a part that were answered; none if it has no database yet.
fn answers(lab: &Lab, campaign: &str) -> u64 {
    let Ok(store) = Store::open_to_read(&lab.path(campaign)) else { return 0 };
    let (tracks, solvers) = (store.tracks().unwrap(), store.solvers().unwrap());
    let Some(solver) = solvers.first() else { return 0 };
    let done = tracks.iter().flat_map(|track| store.done_by(track.id, solver).unwrap());
    done.map(|span| span.end - span.start).sum()
}

/// Returns what a campaign found: for each theory the formulas, whom they accuse, and of what.
fn findings(lab: &Lab, campaign: &str) -> Vec<(String, u64, String, Kind)> {
    let store = Store::open_to_read(&lab.path(campaign)).unwrap();
    let tracks = store.tracks().unwrap();
    let of_track = |track: &StoredTrack| {
        let found = store.found(track.id).unwrap();
        let name = track.name().to_owned();
        found.into_iter().map(move |it| (name.clone(), it.number, it.accused.to_string(), it.kind))
    };
    tracks.iter().flat_map(of_track).collect()
}

#[test]
fn an_array_of_jobs_finds_what_one_machine_finds_also_after_one_was_killed() {
    if env::var_os("ETUDE_TEST_CLUSTER").is_none() {
        return not_asked("a cluster", "`cargo xtask ci --cluster` starts one");
    }
    let lab = Lab::new();
    let slow = lab.solver("slow", SLOW);
    let count = FORMULAS.to_string();
    let hunt = ["--theory", "Core", "--count", &count, "--solver", &slow, "--ladder", "none"];
    let whole = lab.run(&[&hunt[..], &["--campaign", "whole"]].concat());
    assert_eq!(code(&whole), 10, "{}", text(&whole));

    let words = hunt.join(" ");
    let job = format!(
        "#!/bin/sh\nexec {} hunt {words} --jobs 1 --shard auto --campaign part\n",
        etude().display()
    );
    fs::write(lab.path("job.sh"), job).unwrap();
    let array = submit(&lab);
    // One task is killed once it has written something down.
    let deadline = Instant::now() + Duration::from_secs(60);
    while answers(&lab, "part-2-of-8") == 0 {
        assert!(Instant::now() < deadline, "the second job does not begin");
        thread::sleep(Duration::from_millis(20));
    }
    slurm(&lab, &["scancel", "--signal=KILL", "--full", &format!("{array}_2")]);
    wait(&lab, &array);
    let parts: Vec<String> = (1..=JOBS).map(|part| format!("part-{part}-of-{JOBS}")).collect();
    let count = |part: &String| answers(&lab, part);
    let before: Vec<u64> = parts.iter().map(count).collect();

    // The same command again asks what is missing, and nothing else.
    let again = submit(&lab);
    wait(&lab, &again);
    let after: Vec<u64> = parts.iter().map(count).collect();
    assert_eq!(after.iter().sum::<u64>(), FORMULAS, "{after:?}");
    for (place, part) in parts.iter().enumerate() {
        let is_killed = place == 1;
        assert_eq!(before[place] < after[place], is_killed, "{part}: {before:?}, {after:?}");
    }

    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let merged = lab.etude(&[&["merge", "all"], &parts[..]].concat()).output().unwrap();
    assert_eq!(code(&merged), 0, "{}", text(&merged));
    assert_eq!(lab.records("all"), lab.records("whole"));
    assert_eq!(findings(&lab, "all"), findings(&lab, "whole"));
    assert!(!findings(&lab, "all").is_empty());
}
