//! Everything that can go wrong, with scripts that stand in for pip.
#![cfg(unix)]

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;

use solvers::{InstallError, Installer, Network, PINNED_Z3, Program, Version};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const PLACE: &str = "z3_solver-5.4.0.0.data/data/bin/z3";
const GOOD: &[u8] = b"#!/bin/sh\necho 'Z3 version 5.4.0 - 64 bit'\n";
const VERSIONS: &str = "echo 'ERROR: Could not find a version that satisfies the requirement \
    z3-solver==0 (from versions: 4.5.1.0.post2, 4.8.7.0, 5.4.0.0)' >&2; exit 1";

/// A machine with an empty cache and a pip of our own.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    /// An installer whose pips are the shell scripts `scripts`. A script sees
    /// the folder to download into as `$to`, and what is wanted as `$wanted`.
    fn installer(&self, scripts: &[&str]) -> Installer {
        let commands = scripts.iter().enumerate().map(|(number, script)| {
            let path = self.folder.path().join(format!("pip{number}"));
            // The last two arguments are the folder and the requirement.
            let read = "while [ $# -gt 2 ]; do shift; done; to=$1; wanted=$2";
            fs::write(&path, format!("{read}\n{script}\n")).expect("the script is written");
            vec![OsString::from("sh"), path.into()]
        });
        let commands = commands.collect();
        Installer::new(self.cache()).with_network(Network::Allowed).with_pip(commands)
    }

    /// The script of a pip that downloads a file with these bytes.
    fn delivering(&self, bytes: &[u8]) -> String {
        let path = self.folder.path().join("z3_solver-5.4.0.0-py3-none-any.whl");
        fs::write(&path, bytes).expect("the wheel is written");
        format!("echo \"$wanted\" >> '{}'; cp '{}' \"$to\"", self.log().display(), path.display())
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// What is in the cache, temporary folders included.
    fn kept(&self) -> Vec<String> {
        let Ok(folders) = fs::read_dir(self.cache().join("solvers")) else { return Vec::new() };
        let name = |folder: fs::DirEntry| folder.file_name().to_string_lossy().into_owned();
        folders.map(|folder| name(folder.expect("a folder"))).collect()
    }
}

/// A wheel with one file.
fn wheel(place: &str, content: &[u8]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut zip = ZipWriter::new(&mut bytes);
    zip.start_file(place, SimpleFileOptions::default()).expect("a file in the wheel");
    zip.write_all(content).expect("its content");
    zip.finish().expect("a wheel");
    bytes.into_inner()
}

/// Runs one failing installation: the message holds every one of `parts`, and
/// nothing is left in the cache.
fn check(machine: &Machine, installer: &Installer, parts: &[&str]) -> InstallError {
    let error = installer.z3(&PINNED_Z3).expect_err("an error");
    let message = error.to_string();
    for part in parts {
        assert!(message.contains(part), "`{part}` is not in: {message}");
    }
    assert_eq!(machine.kept(), Vec::<String>::new(), "left behind after: {message}");
    error
}

/// [`check`] with the one pip that `script` is.
fn check_pip(script: &str, parts: &[&str]) -> InstallError {
    let machine = Machine::new();
    check(&machine, &machine.installer(&[script]), parts)
}

/// [`check`] with a pip that delivers these bytes.
fn check_wheel(bytes: &[u8], parts: &[&str]) -> InstallError {
    let machine = Machine::new();
    let script = machine.delivering(bytes);
    check(&machine, &machine.installer(&[&script]), parts)
}

fn assert_installed(machine: &Machine, program: &Program) {
    assert_eq!(program.path, machine.cache().join("solvers/z3-5.4.0/z3"));
    assert_eq!(program.release.to_string(), "5.4.0");
    assert_eq!(machine.kept(), ["z3-5.4.0"]);
    assert_eq!(fs::read_dir(program.path.parent().expect("a folder")).expect("it").count(), 1);
}

#[test]
fn no_pip_anywhere() {
    let machine = Machine::new();
    let installer = machine.installer(&[]).with_pip(vec![
        vec!["/nowhere/python3".into(), "-m".into(), "pip".into()],
        vec!["sh".into(), "-c".into(), "echo 'No module named pip' >&2; exit 1".into()],
        vec!["sh".into(), "-c".into(), "exit 127".into()],
    ]);
    let parts =
        ["/nowhere/python3 -m pip`: not found", "Python has no pip", "not installed", "or uv"];
    assert!(matches!(check(&machine, &installer, &parts), InstallError::NoPip { .. }));
}

#[test]
fn the_second_command_helps_where_the_first_has_no_pip() {
    let machine = Machine::new();
    let good = machine.delivering(&wheel(PLACE, GOOD));
    let installer = machine.installer(&["echo 'No module named pip' >&2; exit 1", &good]);
    assert_installed(&machine, &installer.z3(&PINNED_Z3).unwrap());
}

#[test]
fn no_network() {
    let script = "echo \"WARNING: Retrying after connection broken by 'NewConnectionError(x)'\" >&2
        echo 'ERROR: Could not find a version (from versions: none)' >&2; exit 1";
    let error = check_pip(script, &["the network does not answer", "z3-solver"]);
    assert!(matches!(error, InstallError::NoNetwork { .. }));
}

#[test]
fn an_unknown_version() {
    let error = check_pip(VERSIONS, &["no version 5.4.0", "4.5.1.0, 4.8.7.0, 5.4.0.0"]);
    assert!(matches!(error, InstallError::UnknownVersion { .. }));
}

#[test]
fn no_wheel_for_this_machine() {
    let error =
        check_pip("echo '(from versions: none)' >&2; exit 1", &["no wheel for this machine"]);
    assert!(matches!(error, InstallError::NoWheel { .. }));
}

#[test]
fn pip_fails_oddly() {
    check_pip("echo 'Traceback: boom' >&2; exit 3", &["z3-solver==5.4.0.*", "Traceback: boom"]);
    check_pip("exit 3", &["without a word"]);
    let error = check_pip("exit 0", &["failed"]);
    assert!(matches!(error, InstallError::Pip { .. }));
}

#[test]
fn a_wheel_that_is_no_zip_or_cut_short() {
    let error = check_wheel(b"<html>sign in</html>", &["z3_solver-5.4.0.0-py3-none-any.whl"]);
    assert!(matches!(error, InstallError::BadWheel { .. }));
    let whole = wheel(PLACE, GOOD);
    let error = check_wheel(&whole[..whole.len() / 2], &["cut short"]);
    assert!(matches!(error, InstallError::BadWheel { .. }));
}

#[test]
fn a_wheel_with_a_damaged_program() {
    let mut damaged = wheel(PLACE, &GOOD.repeat(100));
    // Inside the compressed bytes, which follow the header and the name.
    let start = 30 + PLACE.len();
    damaged[start..start + 8].fill(0xff);
    let error = check_wheel(&damaged, &["cannot be unpacked"]);
    assert!(matches!(error, InstallError::BadWheel { .. }));
}

#[test]
fn a_wheel_without_a_program() {
    let error = check_wheel(&wheel("z3/lib/libz3.so", b""), &["holds no program `z3`"]);
    assert!(matches!(error, InstallError::NoProgram { .. }));
}

#[test]
fn a_program_for_another_machine() {
    // A header that says ELF, 64 bits, and a processor that nobody has.
    let mut program = b"\x7fELF\x02\x01\x01".to_vec();
    program.resize(64, 0);
    program[16..20].copy_from_slice(&[2, 0, 0xfe, 0xfe]);
    let error = check_wheel(&wheel(PLACE, &program), &["is not for this machine"]);
    assert!(matches!(error, InstallError::WrongPlatform { .. }));
}

#[test]
fn a_program_that_does_not_run() {
    for (program, part) in [
        ("#!/bin/sh\necho 'libgomp is missing' >&2\nexit 9", "libgomp is missing"),
        ("#!/bin/sh\necho hello", "printed no version but `hello`"),
    ] {
        let error = check_wheel(&wheel(PLACE, program.as_bytes()), &["does not run", part]);
        assert!(matches!(error, InstallError::DoesNotRun { .. }));
    }
}

#[test]
fn a_program_of_another_version() {
    let other = b"#!/bin/sh\necho 'Z3 version 4.8.7 - 64 bit'\n";
    let error = check_wheel(&wheel(PLACE, other), &["says that it is 4.8.7", "5.4.0 was asked"]);
    assert!(matches!(error, InstallError::WrongVersion { .. }));
}

#[test]
fn a_cache_that_cannot_be_written() {
    let machine = Machine::new();
    let installer = machine.installer(&["exit 3"]);
    File::create(machine.cache()).unwrap();
    let error = check(&machine, &installer, &["cannot be used", "ETUDE_CACHE"]);
    assert!(matches!(error, InstallError::Cache { .. }));
}

#[test]
fn the_network_is_forbidden() {
    let machine = Machine::new();
    let good = machine.delivering(&wheel(PLACE, GOOD));
    let installer = machine.installer(&[&good]);
    let offline = installer.clone().with_network(Network::Forbidden);
    let error = check(&machine, &offline, &["z3 5.4.0", "ETUDE_OFFLINE"]);
    assert!(matches!(error, InstallError::Offline { .. }));

    let program = installer.z3(&PINNED_Z3).unwrap();
    assert_installed(&machine, &program);
    assert_eq!(offline.z3(&PINNED_Z3).unwrap(), program);
    assert_eq!(offline.z3(&Version::Newest).unwrap(), program);
}

#[test]
fn the_second_call_asks_nobody() {
    let machine = Machine::new();
    let good = machine.delivering(&wheel(PLACE, GOOD));
    let program = machine.installer(&[&good]).z3(&PINNED_Z3).unwrap();
    let without_pip = machine.installer(&[]);
    for version in ["5", "5.4", "5.4.0", "5.4.0.0"] {
        assert_eq!(without_pip.z3(&version.parse().unwrap()).unwrap(), program, "{version}");
    }
    assert!(without_pip.z3(&"5.3".parse().unwrap()).is_err());
}

#[test]
fn the_newest_is_looked_up_and_downloaded_once() {
    let machine = Machine::new();
    let good = machine.delivering(&wheel(PLACE, GOOD));
    let script = format!("case \"$wanted\" in *==0) {VERSIONS};; esac; {good}");
    let installer = machine.installer(&[&script]);
    for _ in 0..2 {
        assert_installed(&machine, &installer.z3(&Version::Newest).unwrap());
    }
    assert_eq!(read(&machine.log()), "z3-solver==5.4.0.0.*\n");
    let available = installer.available("z3-solver").unwrap();
    assert_eq!(available.len(), 3);
}

#[test]
fn many_at_once_get_one_program() {
    let machine = Machine::new();
    // Slow enough that all have looked into the empty cache before one is done.
    let good = format!("sleep 0.5; {}", machine.delivering(&wheel(PLACE, GOOD)));
    let installer = machine.installer(&[&good]);
    let start = Barrier::new(8);
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                start.wait();
                let program = installer.z3(&PINNED_Z3).unwrap();
                assert_eq!(program.path, machine.cache().join("solvers/z3-5.4.0/z3"));
                assert!(program.path.is_file());
            });
        }
    });
    assert_eq!(machine.kept(), ["z3-5.4.0"]);
    assert!(read(&machine.log()).lines().count() > 1, "there was a race");
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a text file")
}
