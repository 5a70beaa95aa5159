//! Campaigns on storage that cannot be written: they are read all the same.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::lab::{Lab, UNSAT, code, text};
use campaign::Store;
use etude_tests::etude;

/// Somebody who owns nothing.
const NOBODY: u32 = 65534;

/// A folder with the campaign `etude-hunt`, which was asked ten formulas of Core, and with a copy
/// of the program, which anybody can run.
fn campaign() -> Lab {
    let lab = Lab::new();
    let unsat = lab.solver("unsat", UNSAT);
    // One rung: on a busy machine a formula may be asked within several limits, each a verdict.
    let once = ["--theory", "Core", "--count", "10", "--ladder", "none", "--solver", &unsat];
    let output = lab.run(&once);
    assert_eq!(code(&output), 10, "{}", text(&output));
    // By a process of its own: a file that this one writes may be open in a child of another test
    // when it is started.
    let copied = Command::new("cp").arg(etude()).arg(lab.path("etude")).status().unwrap();
    assert!(copied.success());
    for path in [lab.0.path(), &lab.path("etude")] {
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }
    fs::create_dir(lab.path("free")).unwrap();
    fs::set_permissions(lab.path("free"), Permissions::from_mode(0o777)).unwrap();
    lab
}

/// Takes the right to write from all, and gives it back.
fn seal(folder: &Path, is_sealed: bool) {
    let (of_file, of_folder) = if is_sealed { (0o444, 0o555) } else { (0o644, 0o755) };
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::set_permissions(path, Permissions::from_mode(of_file)).unwrap();
        }
    }
    fs::set_permissions(folder, Permissions::from_mode(of_folder)).unwrap();
}

/// The program as somebody runs it who may write nowhere but in `free`: permissions do not bind
/// the superuser.
fn run(lab: &Lab, words: &str) -> Output {
    let mut command = Command::new(lab.path("etude"));
    command.current_dir(lab.path("free")).args(words.split_whitespace()).stdin(Stdio::null());
    command.env("ETUDE_OFFLINE", "1").env("TMPDIR", lab.path("free"));
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command.output().unwrap()
}

/// Fails unless the campaign can be listed, reported and merged.
fn check(lab: &Lab) {
    let listed = run(lab, "verdicts ../etude-hunt");
    assert_eq!(code(&listed), 0, "{}", text(&listed));
    assert_eq!(String::from_utf8_lossy(&listed.stdout).lines().count(), 10, "{}", text(&listed));
    let report = run(lab, "report ../etude-hunt");
    assert!(text(&report).contains("10 answers of 1 solver"), "{}", text(&report));
    let merged = run(lab, "merge all ../etude-hunt");
    assert!(text(&merged).contains("10 verdicts"), "{}", text(&merged));
    fs::remove_dir_all(lab.path("free/all")).unwrap();
    let left: Vec<_> = fs::read_dir(lab.path("free")).unwrap().collect();
    assert!(left.is_empty(), "no copy is left: {left:?}");
}

#[test]
fn a_campaign_that_was_closed_is_read() {
    let lab = campaign();
    assert!(!lab.path("etude-hunt/campaign.db-wal").exists());
    seal(&lab.path("etude-hunt"), true);
    check(&lab);
    seal(&lab.path("etude-hunt"), false);
}

/// Changes that a killed program left in its journal count too.
#[test]
fn a_campaign_with_a_journal_is_read() {
    let lab = campaign();
    let folder = lab.path("etude-hunt");
    let store = Store::open(&folder).unwrap();
    let copy = lab.path("copy");
    fs::create_dir(&copy).unwrap();
    store.begin_run(r#"{"arguments":["--in-the-journal"]}"#).unwrap();
    // As long as the store is open, the journal is not written back.
    for name in ["campaign.db", "campaign.db-wal", "campaign.lock"] {
        fs::copy(folder.join(name), copy.join(name)).unwrap();
    }
    drop(store);
    fs::remove_dir_all(&folder).unwrap();
    fs::rename(&copy, &folder).unwrap();
    assert!(fs::metadata(folder.join("campaign.db-wal")).unwrap().len() > 0);
    seal(&folder, true);
    let report = run(&lab, "report ../etude-hunt");
    assert!(text(&report).contains("etude hunt --in-the-journal"), "{}", text(&report));
    check(&lab);
    // Where no copy can be made, that is said.
    seal(&lab.path("free"), true);
    let listed = run(&lab, "verdicts ../etude-hunt");
    assert_ne!(code(&listed), 0);
    let said = text(&listed);
    assert!(said.contains("its storage is read-only") && said.contains("no copy"), "{said}");
    fs::set_permissions(lab.path("free"), Permissions::from_mode(0o777)).unwrap();
    seal(&folder, false);
}

/// A campaign that somebody may be writing is not read as if nobody could.
#[test]
fn a_campaign_that_somebody_else_writes_is_not_read_as_it_lies() {
    let lab = campaign();
    let folder = lab.path("etude-hunt");
    // The lock of a writer, without the files that let readers in.
    let lock = fs::File::open(folder.join("campaign.lock")).unwrap();
    lock.lock().unwrap();
    seal(&folder, true);
    let listed = run(&lab, "verdicts ../etude-hunt");
    assert_ne!(code(&listed), 0);
    assert!(text(&listed).contains("in use by another etude"), "{}", text(&listed));
    drop(lock);
    assert_eq!(code(&run(&lab, "verdicts ../etude-hunt")), 0);
    seal(&folder, false);
}
