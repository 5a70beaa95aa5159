//! The outcome of a real hunt: its page, and the folders of two of its findings, as they were read
//! and
//! found good. The database is that of the hunt, so times and machines are those of that day; only
//! the
//! version of etude is another one, and is replaced.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use campaign::{EVIDENCE, FORMULA, Identity, KnownBugs, REPORT, Source, Store, source_again};
use report::{History, Report, figures};
use serde_json::Value;

/// Stands for the version of etude.
const VERSION: &str = "VERSION";

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/hunt")
}

fn store() -> (tempfile::TempDir, Store) {
    // A reader may leave files beside a database.
    let folder = tempfile::tempdir().unwrap();
    fs::copy(golden().join("campaign.db"), folder.path().join("campaign.db")).unwrap();
    let store = Store::open_to_read(folder.path()).unwrap();
    (folder, store)
}

fn known_source(identity: &Identity) -> Option<Arc<dyn Source>> {
    source_again(identity, generated::Theory::find(&identity.name)?.space().clone())
}

fn report(store: &Store) -> Report {
    let mut report =
        Report::read(store, "hunt", &KnownBugs::default(), &known_source).unwrap();
    report.etude = VERSION.to_owned();
    for run in &mut report.runs {
        run.etude = VERSION.to_owned();
    }
    report.figures = figures(&History::read(store).unwrap());
    report
}

/// Compares a text with the file of that name, or writes it there.
fn check(name: &str, found: &str) {
    let path = golden().join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, found).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let first = expected.lines().zip(found.lines()).find(|(one, other)| one != other);
    assert!(
        expected == found,
        "{name} is another one, first in {first:?}. To accept what was found: UPDATE=1 cargo test -p \
         report golden"
    );
}

#[test]
fn the_page_of_a_real_hunt_is_as_it_was_found_good() {
    let (_folder, store) = store();
    let mut report = report(&store);
    for bug in &report.bugs {
        report.folders.insert(bug.id.clone(), format!("findings/{}", bug.id));
    }
    check("page.html", &report::html::render(&report));
}

#[test]
fn folders_of_a_real_hunt_are_as_they_were_found_good() {
    let (_folder, store) = store();
    let parent = tempfile::tempdir().unwrap();
    let bugs = store.bugs(None).unwrap();
    campaign::write_folders(parent.path(), &KnownBugs::default(), &bugs).unwrap();
    // The worst of all, and the worst of another kind.
    let first = &bugs[0];
    let other = bugs.iter().find(|bug| bug.finding.kind != first.finding.kind).unwrap();
    for bug in [first, other] {
        let name = campaign::folder_name(&bug.finding);
        let folder = campaign::findings_folder(parent.path()).join(&name);
        let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap();
        check(&format!("findings/{name}/{FORMULA}"), &read(FORMULA));
        let report = read(REPORT);
        let end = format!("Found by etude {}.\n", env!("CARGO_PKG_VERSION"));
        let report = report.strip_suffix(&end).expect("a report ends with the version");
        let report = format!("{report}Found by etude {VERSION}.\n");
        check(&format!("findings/{name}/{REPORT}"), &report);
        let mut evidence: Value = serde_json::from_str(&read(EVIDENCE)).unwrap();
        evidence["etude"] = VERSION.into();
        check(&format!("findings/{name}/{EVIDENCE}"), &format!("{evidence:#}\n"));
    }
}
