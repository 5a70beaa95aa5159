//! Models that real solvers printed are read, completed and evaluated.
//!
//! A folder of `tests/models` holds a script and one text a solver; the folder is the test. A text
//! under which every assertion is true needs no more. Any other is in the folder's `expect`, a line
//! each: `z3-4.5.1.txt open: the standard leaves open`, `… false`, or `… error: 3:4: …`, of which
//! the beginning is enough.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use smtlib::{Dialect, Limits, Script};

/// The releases whose strings are old and whose text does not say so.
const OLD_STRINGS: &[&str] = &["z3-4.8.10"];

/// `true`, `false`, `open: …` or `error: …`.
fn outcome(script: &str, text: &str, dialect: Dialect) -> String {
    let mut script = Script::parse(script).unwrap_or_else(|error| panic!("the script: {error}"));
    match script.judge(text, dialect, Limits::default()) {
        Ok(judgement) => judgement.truth.display(&script.terms).to_string(),
        Err(error) => format!("error: {error}"),
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn models_of_real_solvers() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for folder in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models")) {
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let script = read(&folder.join("script.smt2"));
        let expect = folder.join("expect");
        let expect = if expect.exists() { read(&expect) } else { String::new() };
        let mut expected: BTreeMap<&str, &str> =
            expect.lines().filter_map(|line| line.split_once(' ')).collect();
        for file in
            files(&folder).iter().filter(|file| file.extension().is_some_and(|e| e == "txt"))
        {
            let solver = file.file_name().expect("a name").to_string_lossy().into_owned();
            let old = OLD_STRINGS.iter().any(|release| solver.starts_with(release));
            let dialect = if old { Dialect::OldStrings } else { Dialect::Standard };
            let found = outcome(&script, &read(file), dialect);
            let wanted = expected.remove(&*solver).unwrap_or("true");
            if !found.starts_with(wanted) {
                wrong.push(format!("{name}: {solver} {found}"));
            }
            count += 1;
        }
        wrong.extend(expected.keys().map(|solver| format!("{name}: there is no {solver}")));
    }
    assert!(wrong.is_empty(), "{} of {count} models:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 100, "only {count} models were found");
}

/// The test above can fail: another value is noticed.
#[test]
fn a_wrong_model_is_noticed() {
    let script = "(declare-const a Int) (assert (= (* a a) 4))";
    let check = |text: &str, expected: &str| {
        assert_eq!(outcome(script, text, Dialect::Standard), expected, "{text}");
    };
    check("((define-fun a () Int (- 2)))", "true");
    check("((define-fun a () Int 3))", "false");
    check("((a 2))", "true");
    check("(= a 3)", "false");
    // What it does not say is not its fault.
    check("()", "open: the model is incomplete: the model gives `a` no value");
}
