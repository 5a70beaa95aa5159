//! Bugs that old releases have and new ones have not: each file in `tests/bugs` is one.
//!
//! A file is a formula of a theory, with lines above it that say which release gives the
//! wrong answer (`; solver: z3@4.8.7`), what is wrong (`; kind: invalid-model`), where the formula
//! comes from (`; theory: Strings 1791`), and who answers it well (`; gone: z3@5.4.0`). The judge
//! must accuse the first and not the last. A release that no package has, only some systems, is
//! marked by `; source: system`. A mutant is kept by its seeds, technique and number
//! (`; theory: Strings 1041/fuse/3`): its known answer comes with it when it is made again.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use campaign::{
    Judge, Kind, KnownAnswer, KnownAnswers, Manner, OldTrigger, Opponents, Replies, Reply, Setting,
    Subject, mutant_parts,
};
use etude_tests::{etude, etude_command, files, not_asked, system_solver};
use serde_json::Value;
use solvers::{
    Family, InstallError, Installer, Limits, Package, Release, Request, Solver, Version, Want,
    cache_dir, said_version,
};

/// Place from which a release comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Package,
    System,
}

/// A file of `tests/bugs`.
struct Bug {
    solver: String,
    source: Source,
    kind: Kind,
    gone: String,
    theory: String,
    index: String,
    formula: String,
}

impl Bug {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let line = |name: &str| -> String {
            let start = format!("; {name}: ");
            let found = text.lines().find_map(|line| line.strip_prefix(&start));
            found.unwrap_or_else(|| panic!("{} says no {name}", path.display())).to_owned()
        };
        let source = match text.lines().find_map(|line| line.strip_prefix("; source: ")) {
            None => Source::Package,
            Some("system") => Source::System,
            Some(other) => panic!("{}: `{other}` is no source", path.display()),
        };
        let theory = line("theory");
        let (theory, index) = theory.split_once(' ').unwrap();
        let formula: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        Self {
            solver: line("solver"),
            source,
            kind: Kind::named(&line("kind")).expect("a kind of finding"),
            gone: line("gone"),
            theory: theory.to_owned(),
            index: index.to_owned(),
            formula: formula.join("\n") + "\n",
        }
    }
}

/// A solver with a name and version, fetched; `None`, which is told, if it cannot be fetched here.
pub(super) fn fetched(name: &str) -> Option<Solver> {
    let (family, release, options) = named(name);
    let package: Package = format!("{family}@{release}").parse().unwrap();
    match Installer::new(cache_dir().unwrap()).with_host(etude()).install(&package) {
        Ok(program) => Some(Solver::of_program(&program).with_options(options)),
        Err(error) if is_excused(&error) => {
            not_asked(name, &error.to_string());
            None
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// Whether a solver may be missing: nothing may be fetched, or this is no machine that every release
/// was built for.
fn is_excused(error: &InstallError) -> bool {
    let has_all = cfg!(all(target_os = "linux", target_arch = "x86_64"));
    match error {
        InstallError::Offline { .. } => true,
        InstallError::UnknownVersion { .. } | InstallError::NoWheel { .. } => !has_all,
        _ => false,
    }
}

/// The machine's own solver, if it is of this version; `None`, which is told, if it is not.
fn of_the_system(name: &str) -> Option<Solver> {
    let (family, version, options) = named(name);
    let mut solver = system_solver(family)?;
    solver.version = said_version(&solver);
    if !solver.version.is_some_and(|found| version.is_met_by(&found)) {
        not_asked(name, &format!("the system has {:?}", solver.version));
        return None;
    }
    Some(solver.with_options(options))
}

fn named(name: &str) -> (Family, Release, Vec<OsString>) {
    let Ok(Request::Named { family, version: Some(Version::Exact(release)), options }) =
        name.parse()
    else {
        panic!("`{name}` is no solver with a version");
    };
    (family, release, options)
}

/// A mutant made again, as `etude mutate` tells it; `None` of a formula of a theory.
fn mutant(bug: &Bug) -> Option<Value> {
    mutant_parts(&bug.index)?;
    let words = ["mutate", &bug.theory, &bug.index, "--json"];
    let output = etude_command().args(words).output().unwrap();
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

/// Returns the known answers to a mutant's checks.
fn known_answers(mutant: &Value) -> KnownAnswers {
    let known = |check: &Value| match check["witness"].as_str() {
        Some(witness) => KnownAnswer::witnessed(witness),
        None => KnownAnswer::derived(check["known"].as_str().unwrap()),
    };
    assert_eq!(mutant["is_proven"], true);
    match mutant["checks"].as_array() {
        Some(checks) => checks.iter().map(|check| Some(known(check))).collect(),
        None => known(mutant).into(),
    }
}

/// Returns the kinds of fault of which the judge accuses a solver.
fn accusations(solver: Solver, bug: &Bug) -> Vec<Kind> {
    let limits = Limits::of_time(Duration::from_secs(20));
    let answer = solver.solve_for(&bug.formula, &limits, Want::Model).unwrap();
    let setting = Setting::new(solver, limits, Manner::Fresh).unwrap();
    let said = vec![Some(Reply::alone(answer, limits.wall))].into();
    let known = mutant(bug).as_ref().map_or_else(KnownAnswers::default, known_answers);
    let mut subject = Subject::new(&bug.formula, known);
    let settings = vec![setting].into();
    let replies = Replies { settings: &settings, opponents: &Opponents::All, said: &said };
    let judgement = Judge::default().judge_subject(&mut subject, replies);
    assert!(judgement.flaws.is_empty(), "{:?}", judgement.flaws);
    judgement.suspicions.iter().map(|suspicion| suspicion.kind).collect()
}

/// Whether a bug was seen in the release that has it, and not in the one that has it no more; `false`
/// if one of them is not there.
fn is_seen(path: &Path, bug: &Bug, old: Option<Solver>) -> bool {
    let (Some(old), Some(new)) = (old, fetched(&bug.gone)) else { return false };
    let (path, who) = (path.display(), &bug.solver);
    let found = accusations(old, bug);
    assert!(found.contains(&bug.kind), "{path}: {who} is accused of {found:?}");
    let found = accusations(new, bug);
    assert_eq!(found, [], "{path}: {}", bug.gone);
    true
}

#[test]
fn every_bug_is_a_formula_of_its_theory() {
    for path in files("tests/bugs", "smt2") {
        let bug = Bug::read(&path);
        let shown = if let Some(mutant) = mutant(&bug) {
            mutant["formula"].as_str().unwrap().to_owned()
        } else {
            let words = ["show", &bug.theory, &bug.index];
            let shown = etude_command().args(words).output().unwrap();
            String::from_utf8_lossy(&shown.stdout).into_owned()
        };
        assert_eq!(shown, bug.formula, "{} is another formula", path.display());
    }
}

#[test]
fn old_releases_give_up_their_bugs() {
    let mut bugs: Vec<(PathBuf, Bug)> = files("tests/bugs", "smt2")
        .into_iter()
        .map(|path| (path.clone(), Bug::read(&path)))
        .collect();
    bugs.retain(|(_, bug)| bug.source == Source::Package);
    let seen = bugs.iter().filter(|(path, bug)| is_seen(path, bug, fetched(&bug.solver))).count();
    // Without a network nobody need be there; with one, most can be fetched.
    let is_offline = env::var_os("ETUDE_OFFLINE").is_some();
    assert!(is_offline || seen * 2 > bugs.len(), "only {seen} of {} bugs were seen", bugs.len());
}

#[test]
fn old_releases_of_the_system_give_up_their_bugs() {
    for path in files("tests/bugs", "smt2") {
        let bug = Bug::read(&path);
        if bug.source == Source::System {
            is_seen(&path, &bug, of_the_system(&bug.solver));
        }
    }
}

/// Every formula of a theory that is a test here is asked first by `etude ci` everywhere.
#[test]
fn ci_knows_every_bug() {
    let known = OldTrigger::known();
    for path in files("tests/bugs", "smt2") {
        let bug = Bug::read(&path);
        if mutant_parts(&bug.index).is_some() {
            continue;
        }
        let family = bug.solver.split_once('@').expect("a solver with a version").0;
        let kin = if family == "cvc4" { "cvc5" } else { family }.to_owned();
        let trigger = OldTrigger { kin, theory: bug.theory, index: bug.index.parse().unwrap() };
        assert!(known.contains(&trigger), "{} is missing: add {trigger:?}", path.display());
    }
}

/// Ten seconds are too few to come to these formulas in their order.
#[test]
fn ci_finds_known_bugs_of_an_old_release_in_seconds() {
    let names = ["z3@4.8.7", "z3@5.4.0"];
    if names.map(fetched).iter().any(Option::is_none) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("references.db");
    let mut command = etude_command();
    command.current_dir(&folder).env_remove("GITHUB_ACTIONS");
    command.args(["ci", "--campaign", "ci", "--solver", names[0], "--reference", names[1]]);
    command.args(["--theory", "Strings", "--budget", "10s", "--jobs", "1", "--json"]);
    let output = command.arg("--reference-cache").arg(&cache).output().unwrap();
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    let outcome: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let regressions = outcome["regressions"].as_array().unwrap();
    for index in ["1791", "2471", "3835"] {
        let is_told = regressions.iter().any(|it| it["index"] == index);
        assert!(is_told, "Strings {index}: {outcome:#}");
    }
}
