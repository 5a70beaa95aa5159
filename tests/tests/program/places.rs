//! Places to which commands write: what `--out` names is followed, written into or replaced whole;
//! and files with names that are no text.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(target_os = "linux")]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use etude_tests::etude_command;

/// A folder with a campaign, a grammar and solvers.
struct Folder(tempfile::TempDir);

/// Every way to name a file that is written, with what it must begin with; `@` is its place.
const WAYS: &[(&str, &str)] = &[
    ("enumerate Core --count 3 --one-file --out @", "(declare-const a Bool)"),
    ("enumerate Core --count 3 --json --one-file --out @", "{\"formula\""),
    ("report campaign --format md --out @", "# Campaign campaign"),
    ("report campaign --format json --out @", "{"),
    ("grammar compile good.g4 --out @", "//! `Good`"),
    (
        "ci --theory Core --count 2 --budget 1m --solver ./wrong --reference ./other \
         --reference-cache r.db --campaign ci --junit @",
        "<?xml",
    ),
];

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        fs::write(folder.path("good.g4"), "grammar Good;\nstart : 'a' | '(' start ')' ;\n")
            .unwrap();
        for (name, body) in [("wrong", "echo unsat"), ("other", "echo unknown")] {
            fs::write(folder.path(name), format!("#!/bin/sh\n{body}\n")).unwrap();
            fs::set_permissions(folder.path(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let output =
            folder.run(&words("hunt --theory Core --count 5 --solver ./wrong --campaign campaign"));
        assert_eq!(output.status.code(), Some(10), "{output:?}");
        folder
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, words: &[OsString]) -> Command {
        let mut command = etude_command();
        command.current_dir(self.0.path()).args(words).env("ETUDE_OFFLINE", "1");
        command.env("ETUDE_CACHE", self.path("cache")).stdin(Stdio::null());
        command
    }

    fn run(&self, words: &[OsString]) -> Output {
        self.command(words).output().unwrap()
    }

    /// Runs a way to write to `place`.
    fn write(&self, way: &str, place: impl AsRef<OsStr>) -> Output {
        let words: Vec<OsString> = way
            .split_whitespace()
            .map(|word| if word == "@" { place.as_ref().to_owned() } else { word.into() })
            .collect();
        let output = self.run(&words);
        let code = output.status.code().unwrap();
        assert!(code == 0 || code == 10, "{way}: {output:?}");
        output
    }

    fn has_no_rest(&self) {
        let names = fs::read_dir(self.0.path()).unwrap().map(|it| it.unwrap().file_name());
        assert!(!names.map(|it| it.to_string_lossy().into_owned()).any(|it| it.contains(".part")));
    }
}

fn words(line: &str) -> Vec<OsString> {
    line.split_whitespace().map(OsString::from).collect()
}

#[test]
fn a_file_is_replaced_and_keeps_its_permissions() {
    let folder = Folder::new();
    let path = folder.path("it");
    for (way, start) in WAYS {
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        folder.write(way, "it");
        assert!(fs::read_to_string(&path).unwrap().starts_with(start), "{way}");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640, "{way}");
    }
    folder.has_no_rest();
}

#[test]
fn a_link_is_followed() {
    let folder = Folder::new();
    symlink("target", folder.path("link")).unwrap();
    for (way, start) in WAYS {
        folder.write(way, "link");
        assert!(fs::symlink_metadata(folder.path("link")).unwrap().is_symlink(), "{way}");
        assert!(fs::read_to_string(folder.path("target")).unwrap().starts_with(start), "{way}");
    }
}

#[test]
fn a_pipe_is_written_into() {
    let folder = Folder::new();
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap();
    assert!(made.success());
    for (way, start) in WAYS {
        let path = folder.path("pipe");
        let reader = thread::spawn(move || fs::read_to_string(path).unwrap());
        folder.write(way, "pipe");
        // If the pipe is a file now, its reader waits for ever: it is not waited for.
        assert!(fs::metadata(folder.path("pipe")).unwrap().file_type().is_fifo(), "{way}");
        assert!(reader.join().unwrap().starts_with(start), "{way}");
    }
}

#[test]
fn standard_output_has_a_name() {
    let folder = Folder::new();
    for (way, start) in WAYS {
        for place in ["-", "/dev/stdout", "/dev/fd/1"] {
            let output = folder.write(way, place);
            let said = String::from_utf8(output.stdout).unwrap();
            assert!(said.starts_with(start), "{way}, {place}: {said}");
        }
    }
    assert!(!folder.path("-").exists());
    // What stands in a file before it stays.
    let file = fs::File::options().create(true).append(true).open(folder.path("log")).unwrap();
    fs::write(folder.path("log"), "before\n").unwrap();
    let mut command = folder.command(&words("grammar compile good.g4 --out /dev/stdout"));
    assert!(command.stdout(file).status().unwrap().success());
    assert!(fs::read_to_string(folder.path("log")).unwrap().starts_with("before\n//! `Good`"));
}

/// No text in any encoding that is in use.
fn odd(ending: &str) -> OsString {
    let mut name = OsStr::from_bytes(b"odd-\xff\xfe").to_owned();
    name.push(ending);
    name
}

#[test]
fn names_of_files_need_not_be_text() {
    let folder = Folder::new();
    let check = |code: i32, line: &str| {
        let words: Vec<OsString> = line
            .split_whitespace()
            .map(|word| word.strip_prefix('@').map_or_else(|| word.into(), odd))
            .collect();
        let output = folder.run(&words);
        assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
        output
    };
    fs::copy(folder.path("good.g4"), folder.path(odd(".g4"))).unwrap();
    fs::write(
        folder.path(odd(".smt2")),
        "(declare-const a Bool)\n(declare-const b Bool)\n(assert a)\n(check-sat)\n",
    )
    .unwrap();
    fs::write(
        folder.path(odd(".txt")),
        "((define-fun a () Bool true) (define-fun b () Bool true))\n",
    )
    .unwrap();
    fs::write(folder.path(odd(".solvers")), "./wrong\n").unwrap();

    check(0, "show --grammar @.g4 3");
    check(0, "grammar check @.g4");
    check(0, "grammar compile @.g4 --out @.rs");
    check(0, "enumerate Core --count 2 --one-file --out @.out");
    check(0, "enumerate Core --count 2 --out @.folder");
    check(0, "search @.smt2");
    check(0, "eval @.smt2 --model @.txt");
    check(10, "solve @.smt2 --solver ./wrong");
    check(10, "solve @.smt2 --solvers-from @.solvers --json");
    check(0, "rank Core @.smt2");

    let hunt = "hunt --theory Core --count 20 --solver ./wrong --campaign @.hunt";
    check(10, hunt);
    // It goes on by its name alone: the words are kept as they were.
    check(10, "hunt --campaign @.hunt --json");
    check(10, "hunt --theory Core --count 5 --grammar @.g4 --solver ./wrong --campaign @.grammar");
    check(10, "hunt --campaign @.grammar");
    check(0, "hunt --theory Core --count 20 --solver ./wrong --campaign @.known --known @.hunt");
    check(0, "verdicts @.hunt");
    check(0, "report @.hunt --out @.html --figures @.figures");
    check(0, "report @.hunt --format json");
    check(0, "merge @.all @.hunt @.grammar --json");
    let finding = fs::read_dir(folder.path(odd(".hunt")).join("findings")).unwrap().next();
    fs::rename(finding.unwrap().unwrap().path(), folder.path(odd(".finding"))).unwrap();
    check(10, "replay @.finding --json");
    check(0, "bisect @.finding --solver ./other");
    check(
        10,
        "evolve --theory Core --count 2 --repeat 1 --solver ./wrong --reference ./other --campaign @.evolution",
    );
    let ci = "ci --theory Core --count 2 --budget 1m --solver ./wrong --reference ./other \
              --reference-cache @.cache --campaign @.ci.db";
    let code = folder.run(&words(&ci.replace('@', "plain"))).status.code().unwrap();
    check(code, &format!("{ci} --junit @.xml --json"));
    check(0, &ci.replace("@.ci.db", "@.later --baseline @.ci.db --json"));
    check(2, "report @.missing");
    check(2, "show --grammar @.missing 3");
}
