//! `etude verdicts --formula`: the formulas of a campaign, written again from their numbers.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Output;

use etude_tests::etude_command;
use serde_json::Value;

/// Runs a command line in a folder, without a network.
fn etude(folder: &Path, line: &str) -> Output {
    let mut command = etude_command();
    command.args(line.split(' ')).current_dir(folder).env("ETUDE_OFFLINE", "1");
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn mutants_are_made_again_and_scripts_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let solver = folder.join("silent");
    fs::write(&solver, "#!/bin/sh\necho unknown\n").unwrap();
    fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(folder.join("seeds")).unwrap();
    let seed = "(declare-const x Int)\n(assert (< 2 x 5))\n(check-sat)\n";
    fs::write(folder.join("seeds/a.smt2"), seed).unwrap();

    let asked = "--solver ./silent --follow-up 0s --ladder none";
    let mutants = "--theory Core --from 40 --count 4 --mutate all --per-seed 2";
    let output = etude(folder, &format!("hunt {mutants} --campaign mutants {asked}"));
    let said = text(&output.stdout);
    // As the command line calls all techniques.
    assert!(said.contains("Core/all") && !said.contains("weaken,"), "{output:?}");
    let output = etude(folder, "verdicts mutants --formula --json");
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!lines.is_empty(), "{output:?}");
    for line in &lines {
        let (seed, rest) = line["mutant"].as_str().unwrap().split_once('/').unwrap();
        let number = rest.rsplit_once('/').unwrap().1;
        let made = etude(folder, &format!("mutate Core {seed} --by all --number {number}"));
        assert_eq!(line["formula"].as_str().unwrap().trim(), text(&made.stdout).trim(), "{line}");
    }

    for (name, more) in [("scripts", ""), ("mutants-of-scripts", " --mutate weaken --per-seed 2")] {
        let hunt = format!("hunt --seeds seeds --campaign {name} {asked}{more}");
        etude(folder, &hunt);
        let output = etude(folder, &format!("verdicts {name} --formula"));
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains("are scripts in files"), "{output:?}");
    }
}
