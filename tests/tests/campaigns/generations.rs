//! Hunts over mutants of mutants, and over mutants whose rules brought most first: what is found is made
//! again by its name, and parts, interruptions and another order change nothing.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::fs;

use campaign::{Kind, Outcome, Store};
use serde_json::Value;

use crate::lab::{Lab, UNSAT, code, text};

const MAKING: [&str; 4] = ["--steps", "1..3", "--generations", "3"];

/// A mutant of a formula of Ints whose parent is a mutant of a mutant: its index, number and object.
fn grandchild(lab: &Lab) -> (String, u64, Value) {
    for index in 3_000..3_040 {
        let index = index.to_string();
        let words = ["mutate", "Ints", &index, "--by", "all", "--count", "12", "--json"];
        let output = lab.etude(&[&words[..], &MAKING].concat()).output().unwrap();
        for (number, line) in String::from_utf8(output.stdout).unwrap().lines().enumerate() {
            let mutant: Value = serde_json::from_str(line).unwrap();
            let parents = mutant["parents"].as_array().map_or(0, Vec::len);
            let is_made = mutant["mutant"].as_str().unwrap().ends_with(&format!("/{number}"));
            if parents == 2 && is_made && !mutant["witness"].is_null() {
                return (index, number as u64, mutant);
            }
        }
    }
    panic!("none of 40 seeds has a mutant of the third generation");
}

/// A solver that lies about one script, which is known by its assertions.
fn liar(lab: &Lab, script: &str) -> String {
    let asserts: Vec<&str> = script.lines().filter(|line| line.starts_with("(assert")).collect();
    let has = asserts.iter().map(|line| format!("echo \"$f\" | grep -qF -e '{line}' &&"));
    let has: Vec<String> = has.collect();
    let count = asserts.len();
    let body = format!(
        "if {} [ $(echo \"$f\" | grep -c '^(assert') = {count} ]; then echo unsat; else echo unknown; fi",
        has.join(" ")
    );
    lab.solver("liar", &body)
}

#[test]
fn a_mutant_of_a_mutant_is_found_named_and_made_again() {
    let lab = Lab::new();
    let (index, number, mutant) = grandchild(&lab);
    let liar = liar(&lab, mutant["formula"].as_str().unwrap());
    let words = ["--theory", "Ints", "--from", &index, "--count", "1", "--mutate", "all"];
    let words =
        [&words[..], &MAKING, &["--per-seed", "12", "--reduce", "0s", "--solver", &liar]].concat();
    let hunt = |campaign: &str, more: &[&str]| {
        lab.run(&[&words[..], &["--campaign", campaign], more].concat())
    };
    let output = hunt("whole", &[]);
    assert_eq!(code(&output), 10, "{}", text(&output));
    let dossiers = lab.dossiers("whole");
    let place = mutant["mutant"].as_str().unwrap();
    assert!(
        place.starts_with(&format!("{index}/weaken,fuse,recombine,graft[generations=3]:1..3/"))
    );
    let dossier = dossiers.iter().find(|it| it.finding.formula.place.to_string() == place).unwrap();
    let finding = &dossier.finding;
    assert_eq!(finding.kind, Kind::RefutationUnsoundness);
    assert_eq!(finding.evidence.formula, mutant["formula"].as_str().unwrap());
    let lineage = finding.evidence.lineage.as_ref().unwrap();
    assert_eq!(lineage.parents.len(), 2);
    let mut folders = fs::read_dir(lab.path("whole").join("findings")).unwrap();
    let folder = folders.next().unwrap().unwrap().path();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("steps.txt").matches("   = mutant ").count(), 2, "{}", read("steps.txt"));
    let command = format!(
        "etude mutate Ints {index} --by weaken,fuse,recombine,graft --steps 1..3 --generations 3 \
         --number {number} --explain"
    );
    assert!(read("report.md").contains(&command), "{}", read("report.md"));
    // By its name, and by its number: the same script.
    let by_name = lab.etude(&["mutate", "Ints", place]).output().unwrap();
    assert_eq!(String::from_utf8(by_name.stdout).unwrap(), mutant["formula"].as_str().unwrap());
    let replay = lab.etude(&["replay"]).arg(&folder).output().unwrap();
    assert_eq!(code(&replay), 10, "{}", text(&replay));
    // Parts that are merged are the whole, on several threads and in another order.
    for (part, more) in [("part1", "1/2"), ("part2", "2/2")] {
        hunt(part, &["--shard", more, "--jobs", "4", "--in-order"]);
    }
    let merge = lab.etude(&["merge", "parts", "part1", "part2"]).output().unwrap();
    assert_eq!(code(&merge), 0, "{}", text(&merge));
    assert_eq!(held(&lab, "parts"), held(&lab, "whole"));
    assert_eq!(yields(&lab, "parts"), yields(&lab, "whole"));
    let again = hunt("parts", &[]);
    assert!(text(&again).contains(place), "{}", text(&again));
    assert_eq!(held(&lab, "parts"), held(&lab, "whole"), "nothing was left");
}

/// The outcome of each mutant that was asked.
fn held(lab: &Lab, campaign: &str) -> BTreeMap<u64, Outcome> {
    let store = Store::open_to_read(&lab.path(campaign)).unwrap();
    let track = store.tracks().unwrap()[0].id;
    let mut outcomes = BTreeMap::new();
    for solver in store.solvers().unwrap() {
        let take = |chunk: campaign::Chunk| {
            outcomes.extend(chunk.numbered().map(|(number, (outcome, _))| (number, outcome)));
        };
        store.best(track, &solver, take).unwrap();
    }
    outcomes
}

/// The yield of mutants, in words.
fn yields(lab: &Lab, campaign: &str) -> String {
    let store = Store::open_to_read(&lab.path(campaign)).unwrap();
    let tracks = store.tracks().unwrap();
    format!("{:?}", store.yields(tracks[0].id, None).unwrap())
}

#[test]
fn what_mutants_brought_stands_in_the_summary_and_in_reports() {
    let lab = Lab::new();
    let solver = lab.solver("unsat", UNSAT);
    let words =
        ["--theory", "Ints", "--from", "3000", "--count", "6", "--mutate", "weaken,recombine"];
    let output = lab.run(&[&words[..], &["--solver", &solver, "--campaign", "here"]].concat());
    let shown = text(&output);
    for technique in ["weaken", "recombine"] {
        let line = shown.lines().find(|line| line.starts_with(&format!("  {technique}: ")));
        let line = line.unwrap_or_else(|| panic!("{technique}: {shown}"));
        assert!(line.contains("new operator combination") && line.contains("finding"), "{line}");
    }
    assert!(shown.contains("  most new per mutant: "), "{shown}");
    let report = |format: &str| {
        let output = lab.etude(&["report", "here", "--format", format]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    for (format, heading) in [
        ("html", "<h2>What mutants brought</h2>"),
        ("md", "## What mutants brought"),
        ("json", "\"brought\""),
    ] {
        let text = report(format);
        assert!(text.contains(heading), "{format}");
        assert!(text.contains("weaken") && text.contains("recombine"), "{format}");
    }
    let again =
        lab.run(&[&words[..], &["--solver", &solver, "--campaign", "here", "--json"]].concat());
    let stdout = String::from_utf8(again.stdout).unwrap();
    let end: Value = serde_json::from_str(stdout.lines().last().unwrap()).unwrap();
    let yields = &end["theories"][0]["yields"];
    let asked = yields["techniques"]["weaken"]["mutants"].as_u64().unwrap();
    assert!(asked > 10, "{end}");
    assert!(yields["rules"].as_object().unwrap().len() > 3, "{end}");
}
