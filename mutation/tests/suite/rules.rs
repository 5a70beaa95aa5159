//! The tables that come with the program: each rule is sound, and is what it says.

use std::fs;
use std::path::Path;

use mutation::RuleSet;

#[test]
fn no_assignment_refutes_a_rule() {
    let mut problems = Vec::new();
    for rule in RuleSet::shipped().rules() {
        let check = rule.check(10_000);
        if let Some(counterexample) = &check.counterexample {
            problems.push(format!("{}: {counterexample:?}", rule.name()));
        } else if check.applied == 0 {
            problems.push(format!("{}: nothing was tried: {check:?}", rule.name()));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A line with its sides and its directions exchanged.
fn turned(line: &str) -> String {
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let (left, right) = columns[2].split_once(" => ").unwrap();
    let sides = format!("{right} => {left}");
    let rest = columns[3..].iter().map(|column| match *column {
        "only weaken" => "only strengthen",
        "only strengthen" => "only weaken",
        other => other,
    });
    [columns[0], columns[1], &sides].into_iter().chain(rest).collect::<Vec<_>>().join(" | ")
}

#[test]
fn a_rule_that_is_no_equivalence_is_caught_when_it_is_turned_round() {
    let mut problems = Vec::new();
    for rule in RuleSet::shipped().rules().iter().filter(|rule| !rule.is_equivalence()) {
        let line = turned(rule.text());
        let turned = RuleSet::parse("turned", "turned.rules", &line).unwrap();
        let check = turned.rules()[0].check(10_000);
        if check.counterexample.is_none() {
            problems.push(format!("{line}: {check:?}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_is_known_to_be_wrong_is_refuted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unsound");
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy();
        for rule in RuleSet::parse("unsound", &name, &text).unwrap().rules() {
            let check = rule.check(10_000);
            assert!(check.counterexample.is_some(), "{}: {check:?}", rule.text());
        }
    }
}
