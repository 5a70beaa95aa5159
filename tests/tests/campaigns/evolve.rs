//! `etude evolve` as a person uses it, with releases that are small scripts.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::lab::{Lab, code, text};
use campaign::{Manner, Store};
use etude_tests::etude;
use serde_json::Value;

/// Answers as the judge itself would.
fn sound() -> String {
    format!("echo \"$f\" | {} search - --budget 100000", etude().display())
}

fn arguments<'a>(old: &'a str, new: &'a str, reference: &'a str) -> Vec<&'a str> {
    let words = ["evolve", "--theory", "Core,Ints", "--count", "40", "--repeat", "2"];
    let solvers = ["--solver", old, "--solver", new, "--reference", reference];
    words.into_iter().chain(solvers).collect()
}

#[test]
fn releases_are_held_against_their_reference_and_measured() {
    let lab = Lab::new();
    let (old, new) = (lab.solver("old", "echo unsat"), lab.solver("new", &sound()));
    let reference = lab.solver("reference", &format!("{}\n# another program", sound()));
    let arguments = arguments(&old, &new, &reference);
    let output = lab.etude(&[&arguments[..], &["--json"]].concat()).output().unwrap();
    assert_eq!(code(&output), 10, "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let last: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    let row = |name: &str| {
        let releases = last["releases"].as_array().unwrap();
        releases.iter().find(|it| it["solver"] == name).unwrap().clone()
    };
    for name in ["old", "new", "reference"] {
        assert_eq!(row(name)["asked"], 80, "{said}");
    }
    assert!(row("old")["triggers"]["refutation-unsoundness"].as_u64().unwrap() > 10, "{said}");
    assert_eq!(row("new")["triggers"], serde_json::json!({}), "{said}");
    // Nobody but the one that is wrong has a folder; slowness has none.
    for dossier in lab.dossiers("etude-evolution") {
        assert!(dossier.finding.accused.include("old"), "{:?}", dossier.finding);
        assert!(!dossier.finding.accused.include("new"), "{:?}", dossier.finding);
    }

    // Times are kept apart from answers, one for each formula and release.
    let store = Store::open_to_read(&lab.path("etude-evolution")).unwrap();
    let solvers = store.solvers().unwrap();
    let timed = |it: &&campaign::StoredSolver| {
        let recorded = it.recorded();
        recorded.manner == Manner::Timed { repetitions: 2 } && recorded.limit_ms == 8000
    };
    assert_eq!((solvers.len(), solvers.iter().filter(timed).count()), (6, 3));
    assert!(solvers.iter().all(|it| it.recorded().description.built.is_some()));
    drop(store);
    let records = lab.records("etude-evolution");
    assert!(records.values().all(|outcomes| outcomes.len() == 40), "{records:?}");

    // The same again asks nothing.
    let again = lab.etude(&arguments).output().unwrap();
    assert_eq!(code(&again), 10, "{}", text(&again));
    assert_eq!(lab.records("etude-evolution"), records);
    assert!(text(&again).contains("invalid model"), "{}", text(&again));
}

#[test]
fn a_killed_evolution_goes_on_where_it_was() {
    let lab = Lab::new();
    let old = lab.solver("old", "sleep 0.005; echo unsat");
    let new = lab.solver("new", "case \"$f\" in *=*) echo unsat;; *) echo sat;; esac");
    let reference = lab.solver("reference", "echo unsat");
    let arguments = arguments(&old, &new, &reference);
    let calm = lab.etude(&[&arguments[..], &["--campaign", "calm"]].concat()).output().unwrap();
    assert_eq!(code(&calm), 10, "{}", text(&calm));
    for moment in [150, 400, 700, 1100] {
        let mut command = lab.etude(&[&arguments[..], &["--campaign", "disturbed"]].concat());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(moment));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let command = [&arguments[..], &["--campaign", "disturbed"]].concat();
    let output = lab.etude(&command).output().unwrap();
    assert_eq!(code(&output), 10, "{}", text(&output));
    assert_eq!(lab.records("calm"), lab.records("disturbed"));
}

#[test]
fn wrong_requests_are_told() {
    let lab = Lab::new();
    let said = |arguments: &[&str]| {
        let output = lab.etude(&[&["evolve"], arguments].concat()).output().unwrap();
        (code(&output), text(&output))
    };
    let (exit, message) = said(&[]);
    assert_eq!(exit, 2, "{message}");
    assert!(message.contains("--solver z3@all"), "{message}");
    let (exit, message) = said(&["--solver", "z3@4.8.5..x"]);
    assert_eq!(exit, 2, "{message}");
    let (exit, message) = said(&["--solver", "./nobody"]);
    assert_eq!(exit, 4, "{message}");
    assert!(!lab.path("etude-evolution").exists());
    // One of many that does not work does not keep the others from being asked, and is named.
    let (good, broken) = (lab.solver("good", "echo unsat"), lab.solver("broken", "exit 7"));
    let solvers = ["--solver", &good, "--solver", &broken, "--reference", &good];
    let few = ["--theory", "Core", "--count", "2", "--only", "correctness"];
    let (exit, message) = said(&[&solvers[..], &few].concat());
    assert_eq!(exit, 10, "{message}");
    assert!(message.contains("warning: left out: ") && message.contains("broken"), "{message}");
}

#[test]
fn releases_are_asked_the_same_mutants() {
    let lab = Lab::new();
    let blind = "case $f in *'(exists'*) echo unsat;; *) echo unknown;; esac";
    let (old, new) = (lab.solver("old", blind), lab.solver("new", "echo unknown"));
    let reference = lab.solver("reference", "echo unknown\n# another program");
    let words =
        ["evolve", "--theory", "Ints", "--from", "2000", "--count", "3", "--mutate", "weaken"];
    let more = ["--steps", "4..8", "--per-seed", "4", "--repeat", "1", "--reference", &reference];
    let solvers = ["--solver", &old, "--solver", &new, "--json"];
    let output = lab.etude(&[&words[..], &more, &solvers].concat()).output().unwrap();
    assert_eq!(code(&output), 10, "{}", text(&output));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let last: Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    let releases = last["releases"].as_array().unwrap();
    let asked: Vec<u64> = releases.iter().map(|it| it["asked"].as_u64().unwrap()).collect();
    assert!(asked.len() == 3 && asked.iter().all(|it| *it == asked[0] && *it > 8), "{said}");
    for dossier in lab.dossiers("etude-evolution") {
        assert!(dossier.finding.accused.include("old"), "{:?}", dossier.finding);
        assert!(dossier.finding.evidence.lineage.is_some());
    }
}
