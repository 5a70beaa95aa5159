//! Output of solvers, and its verdict: every case of every file in
//! `tests/answers/`.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use solvers::{Observed, Status, Stop, classify};

#[derive(Deserialize)]
struct File {
    case: Vec<Case>,
}

/// A case: what was seen, and what follows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    about: String,
    #[serde(default = "z3")]
    family: String,
    #[serde(default = "one")]
    checks: usize,
    #[serde(default)]
    stdout: String,
    #[serde(default)]
    stderr: String,
    exit: Option<i32>,
    signal: Option<i32>,
    stopped: Option<String>,
    /// Verdict as it is displayed.
    verdict: String,
    /// The single answers, if they are to be looked at.
    answers: Option<String>,
    model: Option<String>,
}

fn z3() -> String {
    "z3".to_owned()
}

fn one() -> usize {
    1
}

#[test]
fn every_case_has_its_verdict() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answers");
    let mut cases = 0;
    let mut wrong = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file: File = toml::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for case in file.case {
            cases += 1;
            let classified = classify(&Observed {
                family: case.family.parse().unwrap(),
                checks: case.checks,
                stdout: &case.stdout,
                stderr: &case.stderr,
                status: case.exit.map(Status::Exit).or(case.signal.map(Status::Signal)),
                stopped: case.stopped.as_deref().map(|limit| match limit {
                    "time" => Stop::Time,
                    "memory" => Stop::Memory,
                    "output" => Stop::Output,
                    other => panic!("{other} is no limit"),
                }),
            });
            let answers: Vec<String> =
                classified.answers().map(|check| check.to_string()).collect();
            let mut check = |expected: &str, found: &str| {
                if expected != found {
                    let (file, about) = (path.display(), &case.about);
                    wrong.push(format!(
                        "{file}: {about}\n  expected {expected}\n  found    {found}"
                    ));
                }
            };
            check(&case.verdict, &classified.verdict.to_string());
            if let Some(expected) = &case.answers {
                check(expected, &answers.join(" "));
            }
            if let Some(expected) = &case.model {
                check(
                    expected,
                    classified
                        .checks
                        .last()
                        .and_then(|last| last.model.as_deref())
                        .unwrap_or("none"),
                );
            }
        }
    }
    assert!(cases > 50, "only {cases} cases were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
