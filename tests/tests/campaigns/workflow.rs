//! The workflow for GitHub Actions in `docs/ci.md`, run as a script: its steps in order, as the
//! platform runs them, on `main`, on a pull request that changes nothing, and on one that breaks
//! the solver.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use etude_tests::{etude, path_without_solvers, project};
use solvers::{InstallError, Installer, PINNED_CVC5, PINNED_Z3, cache_dir};

/// A job, as far as a shell can do it.
#[derive(Debug, Default)]
struct Job {
    environment: BTreeMap<String, String>,
    steps: Vec<Step>,
}

#[derive(Debug, Default)]
struct Step {
    name: String,
    condition: String,
    script: String,
}

/// The job of the first block of YAML in a page, in the shape that it has there: a step begins with
/// `- name:`, and a script follows `run:` on the same line or, indented, after `run: |`.
fn read(page: &str) -> Job {
    let block = page.split("```yaml,no-run\n").nth(1).unwrap().split("```").next().unwrap();
    let mut job = Job::default();
    let mut lines = block.lines().peekable();
    while let Some(line) = lines.next() {
        let word = line.trim_start();
        let indent = line.len() - word.len();
        if word == "env:" && job.steps.is_empty() {
            while let Some(line) = lines.next_if(|next| next.starts_with("      ")) {
                let (name, value) = line.trim().split_once(": ").unwrap();
                job.environment.insert(name.to_owned(), value.trim_matches('"').to_owned());
            }
        } else if let Some(name) = word.strip_prefix("- name: ") {
            job.steps.push(Step { name: name.to_owned(), ..Step::default() });
        } else if let Some(condition) = word.strip_prefix("if: ") {
            condition.clone_into(&mut job.steps.last_mut().unwrap().condition);
        } else if word == "run: |" {
            let step = job.steps.last_mut().unwrap();
            let is_inside = |next: &&str| next.len() - next.trim_start().len() > indent;
            while let Some(line) = lines.next_if(is_inside) {
                step.script += &line[indent + 2..];
                step.script.push('\n');
            }
        } else if let Some(script) = word.strip_prefix("run: ") {
            script.clone_into(&mut job.steps.last_mut().unwrap().script);
        }
    }
    job
}

/// Result of a job.
struct Ran {
    /// Exit code of each step that ran.
    codes: Vec<(String, i32)>,
    said: String,
}

/// A machine of the platform: a folder, and programs that stand for those that build.
struct Machine(tempfile::TempDir);

impl Machine {
    /// `cmake` makes the solver appear; `cargo install` need do nothing, since etude is there.
    fn new() -> Self {
        let machine = Self(tempfile::tempdir().unwrap());
        let bin = machine.path("bin");
        fs::create_dir(&bin).unwrap();
        symlink(etude(), bin.join("etude")).unwrap();
        program(&bin.join("cargo"), "test \"$1\" = install");
        program(&bin.join("cmake"), "mkdir -p build && cp -P ../z3 build/z3");
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs a job as for a change of a branch, in a fresh folder into which the baseline that was
    /// saved is restored.
    fn run(&self, job: &Job, name: &str, branch: &str) -> Ran {
        let folder = self.path(name);
        fs::create_dir(&folder).unwrap();
        let saved = self.path("saved.db");
        if saved.exists() {
            fs::copy(&saved, folder.join("baseline.db")).unwrap();
        }
        let mut ran = Ran { codes: Vec::new(), said: String::new() };
        for step in job.steps.iter().filter(|step| !step.script.is_empty()) {
            let is_always = step.condition.contains("always()");
            let has_failed = ran.codes.iter().any(|(_, code)| *code != 0);
            let is_elsewhere =
                step.condition.contains("refs/heads/main") && branch != "refs/heads/main";
            if is_elsewhere || has_failed && !is_always {
                continue;
            }
            let output = self.shell(job, &folder, &step.script);
            let (code, said) = output;
            ran.codes.push((step.name.clone(), code));
            ran.said += &said;
        }
        if branch == "refs/heads/main" {
            fs::copy(folder.join("baseline.db"), saved).unwrap();
        }
        ran
    }

    /// A script as the platform runs one that names no shell.
    fn shell(&self, job: &Job, folder: &Path, script: &str) -> (i32, String) {
        assert!(!script.contains("${{"), "what only the platform knows stays out of scripts");
        let path = path_without_solvers().to_string_lossy();
        let references = self.path("references.db");
        // Small, and with patience: machines that run tests are busy.
        let options = format!(
            "--theory Core,Ints --count 40 --timeout 20s --slower 900% --reference-cache {}",
            references.display()
        );
        let output = Command::new("bash")
            .args(["-e", "-c", script])
            .current_dir(folder)
            .envs(&job.environment)
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .env("GITHUB_ACTIONS", "true")
            .env("ETUDE_CI_BUDGET", "5m")
            .env("ETUDE_CI_OPTIONS", options)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        (output.status.code().unwrap_or(-1), said)
    }
}

fn program(path: &Path, body: &str) {
    let _ = fs::remove_file(path);
    fs::write(path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The program of the pinned z3, if it and the pinned cvc5 are there or can be fetched.
fn solvers() -> Option<PathBuf> {
    let installer = Installer::new(cache_dir().unwrap()).with_host(etude());
    let both = installer.z3(&PINNED_Z3).and_then(|z3| Ok((z3, installer.cvc5(&PINNED_CVC5)?)));
    match both {
        Ok((z3, _)) => Some(PathBuf::from(z3.command.program().unwrap())),
        Err(error @ InstallError::Offline { .. }) => {
            // Past the capture of the test harness: a person should see it.
            let _ = writeln!(std::io::stderr(), "the workflow was not run: {error}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_workflow_of_the_documentation_does_what_it_says() {
    let page = fs::read_to_string(project().join("docs/ci.md")).unwrap();
    let job = read(&page);
    let scripts = job.steps.iter().filter(|step| !step.script.is_empty()).count();
    assert_eq!((scripts, job.steps.len()), (4, 11), "{job:#?}");
    let names: Vec<&str> = job.environment.keys().map(String::as_str).collect();
    assert_eq!(names, ["ETUDE_CI_BUDGET", "ETUDE_CI_OPTIONS"]);
    let Some(z3) = solvers() else { return };
    let machine = Machine::new();
    let solver = machine.path("z3");
    symlink(&z3, &solver).unwrap();

    // On main, for the first time: there is no baseline yet.
    let first = machine.run(&job, "first", "refs/heads/main");
    let codes: Vec<i32> = first.codes.iter().map(|(_, code)| *code).collect();
    assert_eq!(codes, [0, 0, 0, 0], "{}", first.said);
    assert!(first.said.contains("PASS: nothing is wrong (there is no baseline"), "{}", first.said);

    // A pull request that changes nothing.
    let same = machine.run(&job, "same", "refs/pull/1/merge");
    let codes: Vec<i32> = same.codes.iter().map(|(_, code)| *code).collect();
    assert_eq!(codes, [0, 0, 0], "{}", same.said);
    assert!(same.said.contains("PASS: no regression against baseline.db"), "{}", same.said);
    assert!(!same.said.contains("::error"), "{}", same.said);
    let junit = fs::read_to_string(machine.path("same/etude-junit.xml")).unwrap();
    assert!(junit.contains("tests=\"6\" failures=\"0\""), "{junit}");

    // One that takes what has no model for what has one.
    program(&solver, &format!("'{}' \"$@\" | sed -u 's/^unsat$/sat/'", z3.display()));
    let broken = machine.run(&job, "broken", "refs/pull/2/merge");
    let last = broken.codes.last().unwrap();
    assert_eq!((&*last.0, last.1), ("Test the solver", 10), "{}", broken.said);
    assert!(broken.said.contains("FAIL: "), "{}", broken.said);
    let annotations: Vec<&str> =
        broken.said.lines().filter(|line| line.starts_with("::error title=")).collect();
    assert!(annotations.iter().any(|line| line.contains("solution-unsoundness on Core 1")));
    assert!(annotations.iter().all(|line| line.contains("%0A")), "{annotations:#?}");
    let junit = fs::read_to_string(machine.path("broken/etude-junit.xml")).unwrap();
    assert!(junit.contains("<failure message=\"solution-unsoundness on Core 1"), "{junit}");
    let findings = fs::read_dir(machine.path("broken/etude-ci.findings")).unwrap().count();
    assert!(findings > 0);
}

#[test]
fn the_reference_of_the_workflow_is_the_pinned_one() {
    let page = fs::read_to_string(project().join("docs/ci.md")).unwrap();
    assert!(page.contains(&format!("--reference cvc5@{PINNED_CVC5} ")));
}
