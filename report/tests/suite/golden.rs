//! The outcome of a real hunt: its page, and the folders of its findings, the first of each kind, as
//! they were read and found good.
//!
//! `tests/golden/hunt/campaign.db` is the database that the hunt wrote, so times and machines are those of
//! that day (`README.md` beside it has the commands). Only the version of etude that renders is another
//! one, and is replaced.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use campaign::{EVIDENCE, Identity, KnownBugs, REPORT, Source, Store, source_again};
use report::{History, Report, figures};
use serde_json::Value;

/// Stands for the version of etude that renders.
const VERSION: &str = "VERSION";

const RENEW: &str = "To accept what was found: UPDATE=1 cargo test -p report golden";

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/hunt")
}

/// The campaign, in a folder that goes with it: a reader may leave files beside a database.
fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(golden().join("campaign.db"), folder.path().join("campaign.db")).unwrap();
    let store = Store::open_to_read(folder.path()).unwrap();
    (folder, store)
}

fn known_source(identity: &Identity) -> Option<Arc<dyn Source>> {
    source_again(identity, generated::Theory::find(&identity.name)?.space().clone())
}

/// Compares texts with the files of those names, or writes them there. No other file may be in the folder.
fn check(folder: &Path, found: &BTreeMap<String, String>) {
    if std::env::var_os("UPDATE").is_some() {
        if folder.is_dir() {
            fs::remove_dir_all(folder).unwrap();
        }
        for (name, text) in found {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    let expected = files(folder, folder);
    let names = |of: &BTreeMap<String, String>| of.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&expected), names(found), "{RENEW}");
    for (name, text) in found {
        let was = &expected[name];
        let line = was.lines().zip(text.lines()).position(|(one, other)| one != other);
        let shown = |text: &str| line.and_then(|line| text.lines().nth(line).map(str::to_owned));
        assert!(
            was == text,
            "{name} is another one, first in line {:?}:\n{:?}\n{:?}\n{RENEW}",
            line.map(|line| line + 1),
            shown(was),
            shown(text)
        );
    }
}

/// The files below a folder, by their ways from `base`; nothing where there is none.
fn files(base: &Path, folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let mut found = BTreeMap::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(base, &path));
        } else {
            let name = path.strip_prefix(base).unwrap().to_str().unwrap().to_owned();
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    found
}

#[test]
fn the_page_of_a_real_hunt_is_as_it_was_found_good() {
    let (_folder, store) = store();
    let mut report = Report::read(&store, "hunt", &KnownBugs::default(), &known_source).unwrap();
    VERSION.clone_into(&mut report.etude);
    report.figures = figures(&History::read(&store).unwrap());
    for bug in &report.bugs {
        report.folders.insert(bug.id.clone(), format!("findings/{}", bug.id));
    }
    let pages = [
        ("page.html".to_owned(), report::html::render(&report)),
        ("page.md".to_owned(), report::markdown::render(&report)),
    ];
    check(&golden().join("page"), &BTreeMap::from(pages));
}

#[test]
fn folders_of_a_real_hunt_are_as_they_were_found_good() {
    let (_folder, store) = store();
    let parent = tempfile::tempdir().unwrap();
    let bugs = store.bugs(None).unwrap();
    campaign::write_folders(parent.path(), &KnownBugs::default(), &bugs).unwrap();
    let mut found = BTreeMap::new();
    let mut told = BTreeSet::new();
    for bug in &bugs {
        // The first of each kind.
        if !told.insert(bug.finding.kind) {
            continue;
        }
        let name = campaign::folder_name(&bug.finding);
        let folder = campaign::findings_folder(parent.path()).join(&name);
        for (file, text) in files(&folder, &folder) {
            found.insert(format!("{name}/{file}"), versionless(&file, text));
        }
    }
    assert!(told.len() >= 3, "an answer, a model and a note: {told:?}");
    check(&golden().join("findings"), &found);
}

/// Replaces the version of etude that wrote a file of a finding's folder.
fn versionless(file: &str, text: String) -> String {
    match file {
        REPORT => {
            let end = format!("Found by etude {}.\n", env!("CARGO_PKG_VERSION"));
            let report = text.strip_suffix(&end).expect("a report ends with the version");
            format!("{report}Found by etude {VERSION}.\n")
        }
        EVIDENCE => {
            let evidence: Value = serde_json::from_str(&text).unwrap();
            let wrote = format!("  \"etude\": {},\n", evidence["etude"]);
            assert_eq!(text.matches(&wrote).count(), 1, "{text}");
            text.replace(&wrote, &format!("  \"etude\": \"{VERSION}\",\n"))
        }
        _ => text,
    }
}
