//! Each `problems/*.g4` is compiled; what comes out stands beside it in `*.expected`: the
//! productions with their costs, unless the grammar is rejected, and then everything that is
//! said of it.
//!
//! To add a case, add a `.g4` file and run the command that the failing test prints.

use std::fs;
use std::path::{Path, PathBuf};

use grammar_compiler::{Options, Severity, Style, compile, render};

/// Every fixture, sorted.
fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/problems");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("readable fixtures")
        .map(|entry| entry.expect("readable fixtures").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "g4"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

/// What compiling `text` gives, as a person would read it.
fn outcome(name: &str, text: &str) -> String {
    let outcome = compile(text, &Options::default());
    let is_error = |severity: Severity| severity == Severity::Error;
    let has_error = outcome.diagnostics.iter().any(|diagnostic| is_error(diagnostic.severity));
    assert_eq!(outcome.compiled.is_none(), has_error, "{name}: rejected if there is an error");
    let mut found = match outcome.compiled {
        Some(compiled) => format!("{:?}", compiled.rtg),
        None => "rejected\n".to_owned(),
    };
    if !outcome.diagnostics.is_empty() {
        found += "\n";
        found += &render(&outcome.diagnostics, name, text, Style::Plain);
    }
    found
}

#[test]
fn every_fixture_compiles_as_expected() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut failures = Vec::new();
    for path in fixtures() {
        let name = path.file_name().unwrap().to_string_lossy();
        let found = outcome(&name, &fs::read_to_string(&path).unwrap());
        let golden = path.with_extension("expected");
        if update {
            fs::write(golden, found).unwrap();
        } else {
            let expected = fs::read_to_string(golden).unwrap_or_default();
            if found != expected {
                failures.push(format!("== {name}: expected\n{expected}\n== found\n{found}\n"));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{}To accept what was found: UPDATE=1 cargo test -p grammar-compiler",
        failures.concat()
    );
}
