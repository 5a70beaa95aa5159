//! Hunts over scripts of several checks that are made of seeds: each check has a known answer of its
//! own, and a lie is found at the check it belongs to.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;

use campaign::Kind;
use serde_json::Value;

use crate::lab::{Lab, code, text};

/// Options by which the mutants of these tests are made.
const MAKING: [&str; 6] = ["--steps", "1", "--incremental", "--witnesses", "6", "--json"];

/// The mutant number 0 of a formula of Ints, as `etude mutate` prints it; `None` if it has none.
fn mutant(lab: &Lab, index: usize) -> Option<Value> {
    let index = index.to_string();
    let words = [&["mutate", "Ints", &index, "--by", "recombine"][..], &MAKING].concat();
    let output = lab.etude(&words).output().unwrap();
    serde_json::from_slice(&output.stdout).ok()
}

fn answers(mutant: &Value) -> Vec<&str> {
    let checks = mutant["checks"].as_array().unwrap();
    checks.iter().map(|check| check["answer"].as_str().unwrap()).collect()
}

#[test]
fn of_eight_checks_the_lie_at_the_fifth_is_found_and_named() {
    let lab = Lab::new();
    for truth in ["sat", "unsat"] {
        let found = (3_000..).find_map(|index| {
            let mutant = mutant(&lab, index)?;
            let is_wanted = answers(&mutant).len() == 8 && answers(&mutant)[4] == truth;
            is_wanted.then_some((index, mutant))
        });
        let (index, mutant) = found.unwrap();
        let lie = if truth == "sat" { "unsat" } else { "sat" };
        let mut said = answers(&mutant);
        let honest = said.join("; echo ");
        said[4] = lie;
        // It is also asked one question, to see whether it is alive.
        let solver = |name: &str, said: &str| {
            let body =
                format!("if echo \"$f\" | grep -q 'push'; then echo {said}; else echo sat; fi");
            lab.solver(name, &body)
        };
        let honest = solver("honest", &honest);
        let liar = solver("liar", &said.join("; echo "));
        let index = index.to_string();
        let campaign = format!("after-{truth}");
        let words = ["--theory", "Ints", "--from", &index, "--count", "1", "--mutate", "recombine"];
        let words = [&words[..], &MAKING[..5], &["--per-seed", "1"]].concat();
        let solvers = ["--solver", &honest, "--solver", &liar, "--campaign", &campaign];
        let output = lab.run(&[&words[..], &solvers].concat());
        assert_eq!(code(&output), 10, "{}", text(&output));
        let [dossier] = &lab.dossiers(&campaign)[..] else { panic!("{}", text(&output)) };
        let finding = &dossier.finding;
        let kind =
            if truth == "sat" { Kind::RefutationUnsoundness } else { Kind::SolutionUnsoundness };
        assert_eq!((finding.kind, finding.evidence.check), (kind, Some(5)));
        assert_eq!(finding.accused.to_string(), "liar");
        assert_eq!(finding.evidence.formula, mutant["formula"].as_str().unwrap());
        // The folder names the check, and holds what is known of each.
        let mut folders = fs::read_dir(lab.path(&campaign).join("findings")).unwrap();
        let folder = folders.next().unwrap().unwrap().path();
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert!(read("report.md").contains("check 5"), "{}", read("report.md"));
        assert!(read("checks.txt").contains("\n8. "), "{}", read("checks.txt"));
        assert!(read("steps.txt").ends_with("2. recombine incremental\n"));
        // The command in it makes the same script again.
        let command = format!(
            "etude mutate Ints {index} --by recombine --steps 1 --incremental --witnesses 6 \
             --number 0 --explain"
        );
        assert!(read("report.md").contains(&command), "{}", read("report.md"));
        // It holds when it is replayed, and the same hunt has nothing left to ask.
        let replay = lab.etude(&["replay"]).arg(&folder).output().unwrap();
        assert_eq!(code(&replay), 10, "{}", text(&replay));
        let again = lab.run(&[&words[..], &solvers].concat());
        assert!(text(&again).contains("(an earlier run found it)"), "{}", text(&again));
    }
}

#[test]
fn what_makes_other_mutants_is_another_track_and_is_kept_beside() {
    let lab = Lab::new();
    let solver = lab.solver("unknown", "echo unknown");
    let hunt = |campaign: &str, options: &[&str]| {
        let words = ["--theory", "Ints", "--from", "3000", "--count", "4", "--per-seed", "2"];
        let ask = ["--solver", &solver, "--campaign", campaign, "--mutate", "recombine"];
        let output = lab.run(&[&words[..], &ask, options].concat());
        assert!([0, 4].contains(&code(&output)), "{}", text(&output));
    };
    hunt("one", &[]);
    hunt("one", &["--witnesses", "9"]);
    hunt("other", &["--incremental"]);
    let titles = |campaign: &str| {
        let store = campaign::Store::open_to_read(&lab.path(campaign)).unwrap();
        let tracks = store.tracks().unwrap();
        tracks.iter().map(|track| track.identity.title()).collect::<Vec<_>>()
    };
    assert_eq!(titles("one"), ["Ints/recombine", "Ints/recombine[witnesses=9]"]);
    let merge = lab.etude(&["merge", "one", "other"]).output().unwrap();
    assert_eq!(code(&merge), 0, "{}", text(&merge));
    let all = ["Ints/recombine", "Ints/recombine[witnesses=9]", "Ints/recombine[incremental]"];
    assert_eq!(titles("one"), all);
}
