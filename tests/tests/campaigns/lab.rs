//! A folder in which campaigns are run with solvers that are small scripts.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use campaign::{Dossier, Manner, Outcome, Store};
use etude_tests::etude_command;

/// A folder with solvers and campaigns in it.
pub struct Lab(pub tempfile::TempDir);

/// Content of a campaign: for each theory and setting, the outcome of each formula in order.
pub type Records = BTreeMap<(String, String), Vec<(u64, Outcome)>>;

impl Lab {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A solver that runs `body` with the script in `$f`.
    pub fn solver(&self, name: &str, body: &str) -> String {
        self.program(name, &format!("f=$(cat \"$1\")\n{body}"))
    }

    /// A program of the shell.
    pub fn program(&self, name: &str, body: &str) -> String {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path.display().to_string()
    }

    /// The program in this folder, without a network.
    pub fn etude(&self, arguments: &[&str]) -> Command {
        let mut command = etude_command();
        command.current_dir(self.0.path()).args(arguments);
        command.env("ETUDE_OFFLINE", "1").stdin(Stdio::null());
        command
    }

    pub fn hunt(&self, arguments: &[&str]) -> Command {
        self.etude(&[&["hunt"], arguments].concat())
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.hunt(arguments).output().unwrap()
    }

    pub fn records(&self, campaign: &str) -> Records {
        records(&self.path(campaign))
    }

    pub fn dossiers(&self, campaign: &str) -> Vec<Dossier> {
        let Ok(folders) = fs::read_dir(self.path(campaign).join("findings")) else {
            return Vec::new();
        };
        let mut paths: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
        // What is being written is hidden.
        paths.retain(|path| !path.file_name().unwrap().to_string_lossy().starts_with('.'));
        paths.sort();
        paths.iter().map(|path| Dossier::read(path).unwrap()).collect()
    }
}

/// Fails if a formula was written down twice, or, but for a reference that is asked only where it
/// is needed, one is missing.
pub fn records(campaign: &Path) -> Records {
    let store = Store::open_to_read(campaign).unwrap();
    let mut records = Records::new();
    for track in store.tracks().unwrap() {
        for solver in store.solvers().unwrap() {
            let is_reference = solver.name() == "reference";
            for rung in solver.rungs() {
                let mut next = 0;
                let take = |chunk: campaign::Chunk| {
                    assert!(chunk.first >= next, "in order, each once");
                    next = chunk.first + chunk.outcomes.len() as u64;
                };
                store.chunks(track.id, rung.id, 0..u64::MAX, take).unwrap();
            }
            let mut outcomes: Vec<(u64, Outcome)> = Vec::new();
            let take = |chunk: campaign::Chunk| {
                let next = outcomes.last().map_or(0, |(number, _)| number + 1);
                assert!(is_reference || chunk.first == next, "none missing");
                let spoken = chunk.outcomes.into_iter().map(|(outcome, _)| outcome);
                outcomes.extend((chunk.first..).zip(spoken));
            };
            store.best(track.id, &solver, take).unwrap();
            let is_timed = matches!(solver.recorded().manner, Manner::Timed { .. });
            let manner = if is_timed { ", timed" } else { "" };
            let purpose = if solver.is_yardstick() { ", yardstick" } else { "" };
            let name = format!("{}{manner}{purpose}", solver.name());
            records.insert((track.name().to_owned(), name), outcomes);
        }
    }
    records
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

pub fn text(output: &Output) -> String {
    let stdout = String::from_utf8_lossy(&output.stdout);
    format!("{stdout}{}", String::from_utf8_lossy(&output.stderr))
}

/// Says `unsat` to everything.
pub const UNSAT: &str = "echo unsat";

/// Says `sat` and gives a model in which every boolean is true.
pub const ALL_TRUE: &str = r#"echo sat
echo "("
echo "$f" | grep -o '(declare-const [^ ]* Bool)' |
    sed 's/(declare-const \([^ ]*\) Bool)/(define-fun \1 () Bool true)/'
echo ")""#;

/// The processes that run something in a folder.
pub fn left_behind(folder: &Path) -> Vec<String> {
    let is_in = |line: &String| line.contains(&*folder.to_string_lossy());
    let deadline = Instant::now() + Duration::from_secs(3);
    loop {
        let found: Vec<String> = command_lines().into_iter().filter(is_in).collect();
        if found.is_empty() || Instant::now() > deadline {
            return found;
        }
        thread::sleep(Duration::from_millis(50));
    }
}

fn command_lines() -> Vec<String> {
    let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
    processes
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok())
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .map(|words| String::from_utf8_lossy(&words).replace('\0', " "))
        .collect()
}
