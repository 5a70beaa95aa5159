//! Models that the search finds are printed in a form that the reader of models knows, and are
//! true.
//!
//! Every script of the test folders is searched, and every case of the corpus as the assertion that
//! the term has its value; `search/*.smt2` hold scripts whose values have no notation in the
//! standard.

use std::fs;
use std::path::{Path, PathBuf};

use smtlib::{Budget, Dialect, Found, Limits, Script, Truth, search};

/// All files below a folder, in a fixed order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the tests") {
            let path = entry.expect("a file of the tests").path();
            if path.is_dir() { waiting.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// The scripts of a file: the whole file, or one for each case of the corpus.
fn scripts(path: &Path) -> Vec<String> {
    let text = || fs::read_to_string(path).expect("a file of the tests can be read");
    let is_of = |end: &str| path.extension().is_some_and(|extension| extension == end);
    if is_of("smt2") {
        return vec![text()];
    }
    if !is_of("txt") || !path.components().any(|part| part.as_os_str() == "corpus") {
        return Vec::new();
    }
    let (mut declarations, mut scripts) = (String::new(), Vec::new());
    for line in text().lines().map(str::trim) {
        match line.rsplit_once(" => ") {
            _ if line.starts_with(';') => {}
            Some((_, "open" | "refused")) => {}
            Some((term, value)) => scripts.push(format!(
                "{declarations}(declare-const found Bool)(assert (= found (= {term} {value})))"
            )),
            None => declarations += line,
        }
    }
    scripts
}

/// Returns whether there is a model, or what is wrong with the one that is found.
fn check(text: &str) -> Result<bool, String> {
    let Ok(mut script) = Script::parse(text) else { return Ok(false) };
    let queries = script.queries();
    let Some(query) = queries.last() else { return Ok(false) };
    let budget = Budget { evaluations: 3_000, all_steps: 60_000, ..Budget::default() };
    let Found::Sat(model) = search(&script.terms, query, &budget) else { return Ok(false) };
    let printed = model.text(&script.terms, &query.functions);
    let complaint = |what: String| format!("{text}\n{printed}\n    {what}");
    match script.judge(&printed, Dialect::Standard, Limits::default()) {
        Ok(judgement) if judgement.truth == Truth::True => Ok(true),
        Ok(judgement) => Err(complaint(judgement.truth.display(&script.terms).to_string())),
        Err(error) => Err(complaint(error.to_string())),
    }
}

#[test]
fn models_are_read_back_and_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let (mut found, mut wrong) = (0, Vec::new());
    for path in files(&folder) {
        for script in scripts(&path) {
            match check(&script) {
                Ok(is_found) => found += usize::from(is_found),
                Err(complaint) => wrong.push(format!("{}: {complaint}", path.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{} models:\n{}", wrong.len(), wrong.join("\n"));
    assert!(found > 500, "only {found} models were found");
}
