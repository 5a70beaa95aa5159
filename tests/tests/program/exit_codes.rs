//! Ends of commands: `tests/exit-codes.txt` holds a line for each case.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(target_os = "linux")]

use std::env;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use etude_tests::{etude, path_without_solvers, project};

use crate::cli::commands;

/// The files of the folder in which all is run.
const FILES: &[(&str, &str)] = &[
    ("good.g4", "grammar Good;\nstart : 'a' | '(' start ')' ;\n"),
    ("bad.g4", "grammar Bad;\nstart : missing ;\n"),
    ("true.smt2", "(declare-const a Bool)\n(assert a)\n(check-sat)\n"),
    ("true.txt", "((define-fun a () Bool true))\n"),
    ("false.txt", "((define-fun a () Bool false))\n"),
    ("open.smt2", "(declare-const a Int)\n(assert (= (div a 0) 1))\n(check-sat)\n"),
    ("open.txt", "((define-fun a () Int 1))\n"),
];

/// The solvers of that folder, as programs of the shell.
const SOLVERS: &[(&str, &str)] = &[
    ("fine", "etude search \"$1\" --budget 100000"),
    ("reference", "etude search \"$1\"  --budget 100000"),
    ("wrong", "echo unsat"),
    ("mute", "exit 0"),
    ("dead", "exit 1"),
];

/// The lines of the table: a code and a command.
fn lines(table: &str) -> Vec<(i32, &str)> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (code, command) = line.split_once(' ').unwrap();
            (code.parse().unwrap(), command.trim_start())
        })
        .collect()
}

fn furnish(folder: &Path) {
    for (name, text) in FILES {
        fs::write(folder.join(name), text).unwrap();
    }
    for (name, body) in SOLVERS {
        fs::write(folder.join(name), format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(folder.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::create_dir(folder.join("bin")).unwrap();
    symlink(etude(), folder.join("bin/etude")).unwrap();
}

#[test]
fn every_command_ends_by_the_one_scheme() {
    let table = fs::read_to_string(project().join("tests/exit-codes.txt")).unwrap();
    let table = lines(&table);
    for command in commands("") {
        let words = format!("etude {command} ");
        assert!(table.iter().any(|(_, line)| format!("{line} ").contains(&words)), "no {words}");
    }
    let folder = tempfile::tempdir().unwrap();
    furnish(folder.path());
    let bin = [folder.path().join("bin")].into_iter();
    let path = env::join_paths(bin.chain(env::split_paths(path_without_solvers()))).unwrap();
    let mut wrong = Vec::new();
    for (code, line) in table {
        let output = Command::new("sh")
            .args(["-c", line])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("ETUDE_OFFLINE", "1")
            .env("ETUDE_CONFIG", "")
            .env("ETUDE_CACHE", folder.path().join("cache"))
            .env_remove("GITHUB_ACTIONS")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        // Whoever runs a shell sees a signal as a code.
        if output.status.code() != Some(code) {
            wrong.push(format!("{line}\n  {code} expected, {}: {said}", output.status));
        }
        assert!(!said.contains("panicked"), "{line}: {said}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
