//! Caches after accidents: installations that were killed, programs that were damaged, disks that
//! are full.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::machine;
use crate::traces;

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use machine::{GOOD, Machine, PLACE, wheel, wheel_of};
use solvers::{Care, InstallError, Installer, Network, PINNED_CVC5, PINNED_Z3, Package, Program};

/// A machine that has z3 in its cache, and the pip that it came from.
fn furnished() -> (Machine, Installer, Program) {
    let machine = Machine::new();
    let installer = machine.installer(&[&machine.delivering(&wheel(PLACE, GOOD))]);
    let program = installer.z3(&PINNED_Z3).unwrap();
    (machine, installer, program)
}

/// Counts how often the machine's pip was asked for a wheel.
fn downloads(machine: &Machine) -> usize {
    fs::read_to_string(machine.log()).unwrap_or_default().lines().count()
}

/// Puts `bytes` in the place of the program's file.
fn change(path: &Path, bytes: &[u8]) {
    let modified = path.metadata().unwrap().modified().unwrap();
    fs::write(path, bytes).unwrap();
    // Another time, in case that the clock is coarse.
    set_time(path, modified + Duration::from_secs(1));
}

fn set_time(path: &Path, time: SystemTime) {
    File::options().write(true).open(path).unwrap().set_modified(time).unwrap();
}

/// Checks that what `damage` does to the program is noticed with `care`: offline it is an error
/// that names the file, and with the network it is mended.
fn check(care: Care, damage: impl Fn(&Path)) {
    let (machine, installer, program) = furnished();
    let installer = installer.with_care(care);
    let receipt = program.path.with_file_name("receipt.toml");
    damage(&program.path);
    let z3 = Package::z3(PINNED_Z3);
    assert_eq!(installer.find(&z3), None);
    assert_eq!(installer.installed(), []);
    assert_eq!(installer.damaged().len(), 1);
    let offline = installer.clone().with_network(Network::Forbidden);
    let error = offline.install(&z3).unwrap_err();
    assert!(matches!(error, InstallError::Damaged { .. }), "{error:?}");
    let message = error.to_string();
    let names_file =
        [&program.path, &receipt].iter().any(|it| message.contains(it.to_str().unwrap()));
    assert!(names_file && message.contains("etude solvers install z3@5.4.0"), "{message}");
    let unreachable = "echo 'Network is unreachable' >&2; exit 1";
    let error = machine.installer(&[unreachable]).with_care(care).install(&z3).unwrap_err();
    assert!(matches!(error, InstallError::Damaged { .. }), "{error:?}");

    let installer = machine.installer(&[&machine.delivering(&wheel(PLACE, GOOD))]);
    let installer = installer.with_care(care);
    assert_eq!(installer.install(&z3).unwrap(), program);
    assert_eq!(fs::read(&program.path).unwrap(), GOOD);
    assert_eq!((machine.kept(), downloads(&machine)), (vec!["z3-5.4.0".to_owned()], 2));
    assert_eq!(offline.install(&z3).unwrap(), program);
    assert!(installer.damaged().is_empty());
}

#[test]
fn a_damaged_program_is_noticed_and_mended() {
    let other: Vec<u8> = GOOD.iter().map(|byte| byte ^ 1).collect();
    for care in [Care::Times, Care::Digests] {
        check(care, |path| change(path, b""));
        check(care, |path| change(path, &GOOD[..20]));
        check(care, |path| change(path, &other));
        check(care, |path| fs::remove_file(path).unwrap());
        check(care, |path| fs::write(path.with_file_name("receipt.toml"), "sha256 = 3").unwrap());
    }
}

/// Bytes that changed behind the system's back are found where one looks for them, and from then on
/// everybody knows.
#[test]
fn a_program_that_was_changed_in_secret_is_found_by_its_digest() {
    let (_machine, installer, program) = furnished();
    let modified = program.path.metadata().unwrap().modified().unwrap();
    let other: Vec<u8> = GOOD.iter().map(|byte| byte ^ 1).collect();
    fs::write(&program.path, other).unwrap();
    set_time(&program.path, modified);
    assert_eq!(installer.installed().len(), 1, "nobody has read it");
    let careful = installer.clone().with_care(Care::Digests);
    assert_eq!((careful.installed().len(), careful.damaged().len()), (0, 1));
    assert_eq!((installer.installed().len(), installer.damaged().len()), (0, 1));
    installer.z3(&PINNED_Z3).unwrap();
    assert_eq!(careful.installed().len(), 1);
}

/// One that was only touched is read once, and is known from then on.
#[test]
fn a_program_that_was_touched_is_sound() {
    let (machine, installer, program) = furnished();
    let receipt = program.path.with_file_name("receipt.toml");
    let before = fs::read_to_string(&receipt).unwrap();
    set_time(&program.path, SystemTime::now());
    assert_eq!(installer.z3(&PINNED_Z3).unwrap(), program);
    assert_ne!(fs::read_to_string(&receipt).unwrap(), before);
    assert_eq!(downloads(&machine), 1);
}

#[test]
fn the_receipt_has_the_digests_of_the_wheel_and_of_all_files() {
    let (machine, _, program) = furnished();
    let receipt = fs::read_to_string(program.path.with_file_name("receipt.toml")).unwrap();
    let wheel = machine.folder.path().join("z3_solver-5.4.0.0-py3-none-any.whl");
    for file in [&wheel, &program.path] {
        let output = Command::new("sha256sum").arg(file).output().unwrap();
        let digest = String::from_utf8(output.stdout).unwrap();
        let digest = digest.split_whitespace().next().unwrap();
        assert!(receipt.contains(digest), "{digest} of {} is not in {receipt}", file.display());
    }

    let files: [(&str, &[u8]); 2] =
        [("cvc5.libs/libcvc5parser.so.1", b"parser"), ("cvc5/__init__.py", b"")];
    let host = machine.program("bin", "etude", "echo 'This is cvc5 version 1.4.2'");
    let script = machine.delivering_as("cvc5-1.4.2-any.whl", &wheel_of(&files));
    let installer = machine.installer(&[&script]).with_host(host);
    let cvc5 = installer.cvc5(&PINNED_CVC5).unwrap();
    let receipt = fs::read_to_string(cvc5.path.join("receipt.toml")).unwrap();
    assert!(files.iter().all(|(path, _)| receipt.contains(path)), "{receipt}");
    change(&cvc5.path.join(files[0].0), b"PARSER");
    assert_eq!(installer.find(&Package::cvc5(PINNED_CVC5)), None);
    assert_eq!(installer.cvc5(&PINNED_CVC5).unwrap(), cvc5);
    assert_eq!(fs::read(cvc5.path.join(files[0].0)).unwrap(), b"parser");
}

/// An installation from before there were receipts is used as it is.
#[test]
fn a_program_without_a_receipt_is_used() {
    let (machine, installer, program) = furnished();
    fs::remove_file(program.path.with_file_name("receipt.toml")).unwrap();
    assert_eq!(installer.z3(&PINNED_Z3).unwrap(), program);
    assert_eq!(downloads(&machine), 1);
}

#[test]
fn many_at_once_mend_one_program() {
    let (machine, _, program) = furnished();
    change(&program.path, b"");
    let good = format!("sleep 0.3; {}", machine.delivering(&wheel(PLACE, GOOD)));
    let installer = machine.installer(&[&good]);
    let start = Barrier::new(8);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                assert_eq!(installer.z3(&PINNED_Z3).unwrap(), program);
                assert_eq!(fs::read(&program.path).unwrap(), GOOD);
            });
        }
    });
    assert_eq!(machine.kept(), ["z3-5.4.0"]);
}

/// Set only in the program that is killed while it installs.
const CACHE: &str = "ETUDE_TEST_CACHE";
const PIP: &str = "ETUDE_TEST_PIP";

/// The program that is killed. Without a cache it has nothing to do.
#[test]
fn install_for_ever() {
    let (Some(cache), Some(pip)) = (std::env::var_os(CACHE), std::env::var_os(PIP)) else { return };
    let installer = Installer::new(cache).with_network(Network::Allowed);
    let _ = installer.with_pip(vec![vec!["sh".into(), pip]]).z3(&PINNED_Z3);
}

#[test]
fn the_next_installation_removes_what_a_killed_one_left() {
    let machine = Machine::new();
    // The last two arguments are the folder and the requirement.
    let pip = "while [ $# -gt 2 ]; do shift; done; echo half >\"$1/half.whl\"; \
               echo temporary >\"$TMPDIR/pip-unpack\"; touch \"$1/ready\"; exec sleep 60";
    let path = machine.folder.path().join("slow-pip");
    fs::write(&path, pip).unwrap();
    let mut killed = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "cache::install_for_ever"])
        .env(CACHE, machine.cache())
        .env(PIP, path)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let is_ready = || {
        let kept = machine.kept();
        kept.iter().any(|name| machine.cache().join("solvers").join(name).join("ready").exists())
    };
    while !is_ready() {
        assert!(start.elapsed() < Duration::from_secs(30), "nothing is installed");
        thread::sleep(Duration::from_millis(10));
    }
    let good = machine.delivering(&wheel(PLACE, GOOD));
    machine.installer(&[&good]).z3(&PINNED_Z3).unwrap();
    assert_eq!(machine.kept().len(), 2, "that of the living is left alone");
    fs::remove_dir_all(machine.cache().join("solvers/z3-5.4.0")).unwrap();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(machine.kept().len(), 1);
    // Neither does its pip live on.
    let entry = format!("{CACHE}={}", machine.cache().display());
    while cfg!(target_os = "linux") && !traces::started_with(&entry).is_empty() {
        assert!(start.elapsed() < Duration::from_secs(50), "pip is still there");
        thread::sleep(Duration::from_millis(10));
    }
    machine.installer(&[&good]).z3(&PINNED_Z3).unwrap();
    assert_eq!(machine.kept(), ["z3-5.4.0"]);
}

/// A disk that is full is told apart from a solver that is not to be had.
#[test]
fn a_full_disk_is_the_caches_fault() {
    for (complaint, kind) in [
        (
            "ERROR: Could not install: [Errno 28] No space left on device",
            io::ErrorKind::StorageFull,
        ),
        ("OSError: [Errno 122] Disk quota exceeded", io::ErrorKind::QuotaExceeded),
        ("OSError: [Errno 30] Read-only file system: '/x'", io::ErrorKind::ReadOnlyFilesystem),
    ] {
        let machine = Machine::new();
        let installer = machine.installer(&[&format!("echo \"{complaint}\" >&2; exit 1")]);
        match installer.z3(&PINNED_Z3).unwrap_err() {
            InstallError::Cache { reason, .. } => assert_eq!(reason.kind(), kind),
            other => panic!("{other}"),
        }
    }
}
