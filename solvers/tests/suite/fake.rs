//! Everything that can go wrong, with scripts that stand in for pip.
#![cfg(unix)]

use crate::machine;

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use solvers::{
    IndexNote, InstallError, Installer, Network, PINNED_CVC5, PINNED_Z3, Package, Program,
    ResolveError, Version, on_path,
};

use machine::{GOOD, Machine, PLACE, wheel, wheel_of};

const VERSIONS: &str = "echo 'ERROR: Could not find a version that satisfies the requirement \
    z3-solver==0 (from versions: 4.5.1.0.post2, 4.8.7.0, 5.4.0.0)' >&2; exit 1";

/// Runs one failing installation: the message holds every one of `parts`, and
/// nothing is left in the cache.
fn check(machine: &Machine, installer: &Installer, parts: &[&str]) -> InstallError {
    check_package(machine, installer, &Package::z3(PINNED_Z3), parts)
}

/// [`check`] for any package.
fn check_package(
    machine: &Machine,
    installer: &Installer,
    package: &Package,
    parts: &[&str],
) -> InstallError {
    let error = installer.install(package).expect_err("an error");
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
    // The program and its receipt.
    assert_eq!(fs::read_dir(program.path.parent().expect("a folder")).expect("it").count(), 2);
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
fn a_download_ends_when_the_time_is_up() {
    let machine = Machine::new();
    let installer = machine.installer(&["sleep 60"]).with_patience(Duration::from_millis(300));
    let begin = Instant::now();
    let error = check(&machine, &installer, &["z3-solver", "within 300ms"]);
    assert!(matches!(error, InstallError::Late { .. }));
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
    // Who waits as long as it takes gets it.
    let slow = format!("sleep 1; {}", machine.delivering(&wheel(PLACE, GOOD)));
    assert_installed(&machine, &machine.installer(&[&slow]).z3(&PINNED_Z3).unwrap());
}

#[test]
fn an_unknown_version() {
    let error = check_pip(VERSIONS, &["no version 5.4.0", "4.5.1, 4.8.7, 5.4.0"]);
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
    assert_eq!(read(&machine.log()), "z3-solver==5.4.0.*\n");
    let available = installer.available(&Package::z3(Version::Newest)).unwrap();
    let available: Vec<String> = available.iter().map(ToString::to_string).collect();
    assert_eq!(available, ["4.5.1", "4.8.7", "5.4.0"]);
}

#[test]
fn a_solver_by_its_name_alone_asks_the_index_once_a_day() {
    let machine = Machine::new();
    let good = machine.delivering(&wheel(PLACE, GOOD));
    let log = machine.log();
    let script = format!(
        "case \"$wanted\" in *==0) echo asked >> '{}'; {VERSIONS};; esac; {good}",
        log.display()
    );
    let installer = machine.installer(&[&script]);
    let z3 = Package::z3(Version::Newest);
    let mut notes = Vec::new();
    for _ in 0..3 {
        let served = installer.serve(&z3, &mut |note| notes.push(format!("{note:?}")));
        assert_installed(&machine, &served.unwrap());
    }
    assert_eq!(read(&log), "asked\nz3-solver==5.4.0.*\n");
    assert_eq!(notes, ["Asking { name: \"z3\" }"]);
    // A day later it is asked again; where it does not answer, what is there serves.
    let listing = machine.cache().join("index/z3");
    let yesterday = SystemTime::now() - Duration::from_secs(25 * 3600);
    File::options().write(true).open(&listing).unwrap().set_modified(yesterday).unwrap();
    let away = machine.installer(&["echo 'Max retries exceeded' >&2; exit 1"]);
    let mut notes = Vec::new();
    let served = away.serve(&z3, &mut |note| {
        notes.push(matches!(note, IndexNote::Unreachable { program, .. } if program.name == "z3"));
    });
    assert_installed(&machine, &served.unwrap());
    assert_eq!(notes, [false, true]);
    // With nothing there it is an error.
    let empty = Machine::new();
    let away = empty.installer(&["echo 'Max retries exceeded' >&2; exit 1"]);
    let error = away.serve(&z3, &mut |_| {}).unwrap_err();
    assert!(matches!(error, InstallError::NoNetwork { .. }), "{error}");
}

#[test]
fn what_was_tried_and_does_not_run_here_is_not_listed() {
    let machine = Machine::new();
    let mute = machine.delivering(&wheel(PLACE, b"#!/bin/sh\nexit 1\n"));
    let script = format!("case \"$wanted\" in *==0) {VERSIONS};; esac; {mute}");
    let installer = machine.installer(&[&script]);
    let z3 = Package::z3(Version::Newest);
    let available = |installer: &Installer| {
        let releases = installer.available(&z3).unwrap();
        releases.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(available(&installer), ["4.5.1", "4.8.7", "5.4.0"]);
    installer.z3(&PINNED_Z3).unwrap_err();
    assert_eq!(available(&installer), ["4.5.1", "4.8.7"]);
    assert_eq!(installer.unfit(&z3)[0].to_string(), "5.4.0");
    // Whoever names it still gets it, if it runs by now.
    let good = machine.delivering(&wheel(PLACE, GOOD));
    let script = format!("case \"$wanted\" in *==0) {VERSIONS};; esac; {good}");
    let installer = machine.installer(&[&script]);
    installer.z3(&PINNED_Z3).unwrap();
    assert_eq!(available(&installer), ["4.5.1", "4.8.7", "5.4.0"]);
}

#[test]
fn what_is_removed_is_gone_with_all_that_it_took() {
    let machine = Machine::new();
    let good = machine.delivering(&wheel(PLACE, GOOD));
    let installer = machine.installer(&[&good]);
    let z3 = Package::z3(Version::Newest);
    let program = installer.z3(&PINNED_Z3).unwrap();
    let size = installer.size(&program);
    assert!(size > GOOD.len() as u64, "the receipt counts too: {size}");
    let other = "4.8.7".parse().unwrap();
    assert!(installer.remove(&z3, |it| *it == other).unwrap().is_empty());
    assert_eq!(machine.kept(), ["z3-5.4.0"]);
    let removed = installer.remove(&z3, |_| true).unwrap();
    assert_eq!(removed, [(program.release, size)]);
    assert!(machine.kept().is_empty(), "{:?}", machine.kept());
    assert_eq!(installer.find(&z3), None);
}

#[test]
fn releases_cannot_be_listed_without_the_network() {
    let z3 = Package::z3(Version::Newest);
    let machine = Machine::new();
    let script = "echo 'Max retries exceeded' >&2; echo '(from versions: none)' >&2; exit 1";
    let error = machine.installer(&[script]).available(&z3).unwrap_err();
    assert!(matches!(error, InstallError::NoNetwork { .. }), "{error}");
    let offline = machine.installer(&[VERSIONS]).with_network(Network::Forbidden);
    let error = offline.available(&z3).unwrap_err();
    assert!(matches!(error, InstallError::Unlisted { .. }), "{error}");
    assert!(error.to_string().contains("ETUDE_OFFLINE"), "{error}");
    let error = machine.installer(&["echo '(from versions: none)' >&2; exit 1"]).available(&z3);
    assert!(matches!(error.unwrap_err(), InstallError::NoWheel { .. }));
}

/// The files of a wheel of cvc5 and what else stands in it.
const CVC5: &[(&str, &[u8])] = &[
    ("cvc5/__init__.py", b""),
    ("cvc5/cvc5_python_base.so", b""),
    ("cvc5.libs/libcvc5parser-1.so.1.4.2", b""),
    ("cvc5-1.4.2.dist-info/METADATA", b"Version: 1.4.2"),
];
const CVC5_WHEEL: &str = "cvc5-1.4.2-cp311-cp311-any.whl";

#[test]
fn libraries_keep_their_places_and_a_host_runs_them() {
    let machine = Machine::new();
    let script = machine.delivering_as(CVC5_WHEEL, &wheel_of(CVC5));
    let host = machine.program(
        "bin",
        "etude",
        "[ \"$1 $2 $4\" = 'host cvc5 --version' ] || exit 7
         test -f \"$3/cvc5.libs/libcvc5parser-1.so.1.4.2\" && echo 'This is cvc5 version 1.4.2'",
    );
    let installer = machine.installer(&[&script]).with_host(&host);
    let cvc5 = installer.cvc5(&PINNED_CVC5).unwrap();
    let folder = machine.cache().join("solvers/cvc5-1.4.2");
    assert_eq!((cvc5.name.as_str(), &cvc5.path), ("cvc5", &folder));
    let words = cvc5.command.words();
    let words: Vec<&str> = words.iter().map(|word| word.to_str().unwrap()).collect();
    assert_eq!(words, [host.to_str().unwrap(), "host", "cvc5", folder.to_str().unwrap()]);
    assert!(cvc5.command().arg("--version").output().unwrap().status.success());
    assert!(!folder.join("cvc5-1.4.2.dist-info").exists());
    assert_eq!(installer.find(&Package::cvc5(PINNED_CVC5)), Some(cvc5));
}

#[test]
fn libraries_are_taken_from_the_wheel_of_another_python() {
    let machine = Machine::new();
    let good = machine.delivering_as(CVC5_WHEEL, &wheel_of(CVC5));
    let none = "echo '(from versions: 1.0.9)' >&2; exit 1";
    let script = format!("case \"$all\" in *--python-version*) {good};; *) {none};; esac");
    let host = machine.program("bin", "etude", "echo 'This is cvc5 version 1.4.2'");
    let installer = machine.installer(&[&script]).with_host(host);
    // A release whose Python module is what is used must be for this Python, and z3 has none.
    for package in ["cvc5@1.1.2", "z3@1.4.2", "bitwuzla@1.4.2"] {
        let package = package.parse().unwrap();
        let error = check_package(&machine, &installer, &package, &["the nearest are 1.0.9"]);
        assert!(matches!(error, InstallError::UnknownVersion { .. }));
    }
    assert_eq!(installer.cvc5(&PINNED_CVC5).unwrap().release.to_string(), "1.4.2");
}

#[test]
fn a_library_without_a_host() {
    let machine = Machine::new();
    let script = machine.delivering_as(CVC5_WHEEL, &wheel_of(CVC5));
    let cvc5 = Package::cvc5(PINNED_CVC5);
    for host in ["/nowhere/etude", "no-such-etude"] {
        let installer = machine.installer(&[&script]).with_host(host);
        let error = check_package(&machine, &installer, &cvc5, &[host, "host::become_one"]);
        assert!(matches!(error, InstallError::NoHost { .. }));
    }
    assert!(!machine.log().exists(), "it is said before anything is fetched");

    let host =
        machine.program("bin", "etude", "echo 'error: Python 3.13 does not fit' >&2; exit 2");
    let installer = machine.installer(&[&script]).with_host(&host);
    let error = check_package(&machine, &installer, &cvc5, &["Python 3.13 does not fit"]);
    assert!(matches!(error, InstallError::DoesNotRun { .. }));

    // What another program fetched is of no use either.
    let host = machine.program("bin", "etude", "echo 'This is cvc5 version 1.4.2'");
    let installer = machine.installer(&[&script]).with_host(&host);
    installer.install(&cvc5).unwrap();
    fs::remove_file(&host).unwrap();
    assert!(matches!(installer.install(&cvc5), Err(InstallError::NoHost { .. })));
    let resolved = installer.resolve(&"cvc5@1.4.2".parse().unwrap(), &mut |_| {});
    assert!(matches!(resolved, Err(ResolveError::Install(InstallError::NoHost { .. }))));
}

#[test]
fn a_wheel_without_a_library_or_with_one_outside() {
    let machine = Machine::new();
    let cvc5 = Package::cvc5(PINNED_CVC5);
    let host = machine.program("bin", "etude", "echo 'This is cvc5 version 1.4.2'");
    let installer = |script: &str| machine.installer(&[script]).with_host(&host);
    let script = machine.delivering_as(CVC5_WHEEL, &wheel("cvc5/__init__.py", b""));
    let error = check_package(&machine, &installer(&script), &cvc5, &[CVC5_WHEEL]);
    assert!(matches!(error, InstallError::NoLibrary { .. }));
    let script = machine.delivering_as(CVC5_WHEEL, &wheel("../../libcvc5.so", b""));
    let error = check_package(&machine, &installer(&script), &cvc5, &["../../libcvc5"]);
    assert!(matches!(error, InstallError::BadWheel { .. }));
}

#[test]
fn what_is_installed_is_listed_by_name_and_release() {
    let machine = Machine::new();
    let installer = machine.installer(&[]);
    assert_eq!(installer.installed(), []);
    for (folder, file) in [
        ("z3-4.8.12", "z3"),
        ("z3-4.8.7", "z3"),
        ("z3-4.8.6", "half"),
        ("yices-2.6.5", "yices-smt2"),
        ("cvc5-1.4.2", "lib.so"),
        (".fetching-x", "z3"),
        ("other-1.0", "other"),
    ] {
        machine.program(&format!("cache/solvers/{folder}"), file, "");
    }
    let names = |programs: Vec<Program>| {
        let name = |program: &Program| format!("{}@{}", program.name, program.release);
        programs.iter().map(name).collect::<Vec<_>>()
    };
    let expected = ["cvc5@1.4.2", "yices@2.6.5", "z3@4.8.7", "z3@4.8.12"];
    assert_eq!(names(installer.installed()), expected);
}

#[test]
fn solvers_on_the_path_say_their_versions() {
    let machine = Machine::new();
    let first = machine.program("one", "z3", "echo 'Z3 version 4.8.12 - 64 bit'");
    machine.program("two", "z3", "echo 'Z3 version 5.4.0 - 64 bit'");
    let yices = machine.program("two", "yices-smt2", "echo 'Yices 2.6.5'");
    let opensmt = machine.program("two", "opensmt", "echo 'opensmt 2.8.0' >&2");
    let stp = machine.program("two", "stp", "echo 'bridge br0 is down'; exit 3");
    let plain = machine.program("one", "cvc5", "");
    fs::set_permissions(plain, fs::Permissions::from_mode(0o644)).unwrap();
    let path = |names: &[&str]| {
        let folders = names.iter().map(|name| machine.folder.path().join(name));
        std::env::join_paths(folders.chain([PathBuf::from("relative")])).unwrap()
    };
    let found = on_path(&path(&["one", "nowhere", "two"]));
    let found: Vec<_> = found
        .iter()
        .map(|found| {
            let release = found.program.as_ref().map(|program| program.release.to_string());
            (found.name, &found.path, release.map_err(|it| it.to_string().contains("br0 is down")))
        })
        .collect();
    let release = |text: &str| Ok(text.to_owned());
    assert_eq!(
        found,
        [
            ("opensmt", &opensmt, release("2.8.0")),
            ("stp", &stp, Err(true)),
            ("yices", &yices, release("2.6.5")),
            ("z3", &first, release("4.8.12")),
        ]
    );
    assert_eq!(on_path(&path(&["nowhere"])), []);
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
