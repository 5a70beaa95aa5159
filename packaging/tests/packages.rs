//! Packages of a small program, installed as people install them: by pip into an environment of its
//! own, by Debian's tools into a folder.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use packaging::{Item, Payload, container, deb, wheel};

fn payload() -> Payload<'static> {
    let items = vec![
        Item::program("bin/greet", b"#!/bin/sh\necho \"hello, $1\"\n".to_vec()),
        Item::text("share/man/man1/greet.1", b".TH greet 1\n".to_vec()),
        Item::text("share/zsh/site-functions/_greet", b"#compdef greet\n".to_vec()),
    ];
    Payload { name: "greet", version: "1.2.3", about: "Says hello", items }
}

/// Runs a command, which must succeed, and returns what it prints.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn greets(program: &Path) {
    assert_eq!(run(Command::new(program).arg("you")), "hello, you\n");
}

#[test]
fn pip_installs_the_wheel_and_takes_it_away_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let machine = std::env::consts::ARCH;
    let file = path(&wheel::file_name(&payload(), machine));
    fs::write(&file, wheel::build(&payload(), machine).unwrap()).unwrap();
    // A pip of its own would take longer to put there than all else takes.
    run(Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(path("venv")));
    let pip = |words: &[&str]| {
        let mut command = Command::new("python3");
        command.args(["-m", "pip", "--disable-pip-version-check", "--python"]);
        run(command.arg(path("venv/bin/python")).args(words))
    };
    pip(&["install", "--no-index", file.to_str().unwrap()]);
    greets(&path("venv/bin/greet"));
    assert!(path("venv/share/man/man1/greet.1").is_file());
    let shown = pip(&["show", "--files", "greet"]);
    assert!(shown.contains("Version: 1.2.3") && shown.contains("bin/greet"), "{shown}");
    // Every file is listed with its digest: what pip installed it removes.
    pip(&["uninstall", "--yes", "greet"]);
    assert!(!path("venv/bin/greet").exists() && !path("venv/share/man/man1/greet.1").exists());
}

/// The members of an `ar` archive: names and contents.
fn members(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut rest = archive.strip_prefix(b"!<arch>\n").unwrap();
    let mut members = Vec::new();
    while !rest.is_empty() {
        let (header, behind) = rest.split_at(60);
        let field = |from: usize, to: usize| std::str::from_utf8(&header[from..to]).unwrap().trim();
        let length: usize = field(48, 58).parse().unwrap();
        assert_eq!(&header[58..], b"`\n");
        members.push((field(0, 16).to_owned(), behind[..length].to_vec()));
        rest = &behind[length + length % 2..];
    }
    members
}

#[test]
fn a_debian_package_holds_what_is_installed() {
    let package = deb::build(&payload(), "x86_64").unwrap();
    assert_eq!(package, deb::build(&payload(), "x86_64").unwrap(), "the same bytes each time");
    let members = members(&package);
    let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
    let mut found = Vec::new();
    for (_, archive) in &members[1..] {
        let mut archive = tar::Archive::new(GzDecoder::new(archive.as_slice()));
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let path = entry.path().unwrap().display().to_string();
            found.push((path, entry.header().mode().unwrap(), text));
        }
    }
    let control = &found.iter().find(|(path, ..)| path == "control").unwrap().2;
    for line in ["Package: greet", "Version: 1.2.3", "Architecture: amd64", "Installed-Size: 1"] {
        assert!(control.lines().any(|it| it == line), "{control}");
    }
    let mode = |path: &str| found.iter().find(|it| it.0 == path).map(|it| it.1);
    assert_eq!(mode("usr/bin/greet"), Some(0o755), "{found:?}");
    assert_eq!(mode("usr/share/man/man1/greet.1"), Some(0o644));
    // Debian's zsh does not look where zsh's own build does.
    assert_eq!(mode("usr/share/zsh/vendor-completions/_greet"), Some(0o644));
    assert!(deb::build(&payload(), "pdp11").is_err());
}

#[test]
fn debian_unpacks_the_package() {
    if Command::new("dpkg-deb").arg("--version").output().is_err() {
        eprintln!("dpkg-deb was not asked: it is not on the PATH");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(deb::file_name(&payload(), "x86_64").unwrap());
    fs::write(&file, deb::build(&payload(), "x86_64").unwrap()).unwrap();
    let root: PathBuf = folder.path().join("root");
    run(Command::new("dpkg-deb").arg("-x").arg(&file).arg(&root));
    greets(&root.join("usr/bin/greet"));
    let said = run(Command::new("dpkg-deb").arg("--field").arg(&file).arg("Version"));
    assert_eq!(said, "1.2.3\n");
}

#[test]
fn a_container_is_built_from_the_wheel_beside_it() {
    let file = container::file("greet-1.2.3-py3-none-any.whl");
    let copied = file.lines().filter(|line| line.starts_with("COPY "));
    assert_eq!(copied.collect::<Vec<_>>(), ["COPY greet-1.2.3-py3-none-any.whl /tmp/"]);
    assert!(file.lines().any(|line| line == "ENTRYPOINT [\"etude\"]"));
}
