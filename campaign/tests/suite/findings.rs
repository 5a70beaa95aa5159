//! Findings as earlier versions wrote them: each file in `tests/findings` is one, as a database and
//! `evidence.json` hold it. It is read, and written again byte for byte.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;

use campaign::{Dossier, Finding, Order, Severity, Store, Trigger, source_of_grammar};
use rusqlite::Connection;
use serde_json::Value;

/// The name and the text of every finding in the folder.
fn kept() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/findings");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut kept: Vec<(String, String)> = files
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap().trim_end().to_owned())
        })
        .collect();
    kept.sort();
    assert!(kept.len() > 10, "{kept:?}");
    kept
}

#[test]
fn what_is_read_is_written_again() {
    for (name, text) in kept() {
        let finding: Finding =
            serde_json::from_str(&text).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(serde_json::to_string(&finding).unwrap(), text, "{name}");
    }
}

#[test]
fn folders_hold_the_same_fields() {
    for (name, text) in kept() {
        let dossier = Dossier::new(serde_json::from_str(&text).unwrap());
        let (_, evidence) = dossier.files().pop().unwrap();
        let written: Value = serde_json::from_str(&evidence).unwrap();
        let expected: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(written["finding"], expected, "{name}");
    }
}

/// The columns say what the text says, and a bug is what its columns and its text say it is.
#[test]
fn databases_hold_the_same_columns() {
    let space = generated::Theory::find("Core").unwrap().space().clone();
    let source = source_of_grammar("Core", space, Order::exhaustive(), None);
    for (name, text) in kept() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path()).unwrap();
        let run = store.begin_run("{}").unwrap();
        let id = store.track(&source).unwrap();
        let finding: Finding = serde_json::from_str(&text).unwrap();
        store.commit(id, &[], &[(7, finding.clone())], run).unwrap();
        let bugs = store.bugs(None).unwrap();
        assert_eq!(bugs[0].finding, finding, "{name}");
        let accusation = store.found(id).unwrap().remove(0);
        assert_eq!(accusation.accused, finding.accused, "{name}");
        assert_eq!(accusation.severity, finding.severity(), "{name}");
        let is_wrong = finding.kind.is_wrong_answer() && finding.severity() == Severity::Wrong;
        assert_eq!(accusation.is_wrong_answer(), is_wrong, "{name}");
        let stored = store.path().to_owned();
        drop(store);
        let row: [String; 5] = Connection::open(stored)
            .unwrap()
            .query_row("SELECT solver, kind, detail, operators, finding FROM finding", [], |row| {
                Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?])
            })
            .unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        let field = |name: &str| value[name].as_str().unwrap().to_owned();
        assert_eq!(row[..3], ["solver", "kind", "detail"].map(field), "{name}");
        assert_eq!((&row[3], &row[4]), (&finding.operators.join(" "), &text), "{name}");
    }
}

/// Bugs are the same in every version: SARIF files and baselines know them by their fingerprints.
#[test]
fn fingerprints_stay() {
    let text = &kept().into_iter().find(|(name, _)| name == "disagreement").unwrap().1;
    let finding: Finding = serde_json::from_str(text).unwrap();
    assert_eq!(Trigger::of(&finding).fingerprint(), "9ddf73e75717e0a4a6e38f603f26b0c5");
}

#[test]
fn what_contradicts_itself_is_refused() {
    let text = &kept().into_iter().find(|(name, _)| name == "solution-unsoundness").unwrap().1;
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        serde_json::from_str::<Finding>(&text.replace(from, to)).unwrap_err().to_string()
    };
    for (from, to, part) in [
        ("\"refuted_after\":", "\"witness\":\"()\",\"refuted_after\":", "has a model and that it"),
        ("\"solver\":\"alltrue\"", "\"solver\":\"\"", "which solver it accuses"),
        ("\"index\":\"", "\"index\":\"x", "no index in decimal"),
        ("\"verdict\":\"unsat\"", "\"verdict\":\"sloth\"", "no verdict `sloth`"),
        ("\"seconds\":0", "\"seconds\":-1", "negative"),
    ] {
        let said = refused(from, to);
        assert!(said.contains(part), "{said}");
    }
}
