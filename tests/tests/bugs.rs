//! Bugs that old releases have and new ones have not: each file in `tests/bugs` is one.
//!
//! A file is a formula of a theory, with lines above it that say which release gives the
//! wrong answer (`; solver: z3@4.8.7`), what is wrong (`; kind: invalid-model`), where the formula
//! comes from (`; theory: Strings 1791`), and who answers it well (`; gone: z3@5.4.0`). The judge
//! must accuse the first and not the last.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use campaign::{Heard, Judge, Kind, Manner, Setting};
use etude_tests::{etude, files};
use solvers::{
    Family, InstallError, Installer, Limits, Package, Request, Solver, Want, cache_dir,
    said_version,
};

/// A file of `tests/bugs`.
struct Bug {
    solver: String,
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
        let theory = line("theory");
        let (theory, index) = theory.split_once(' ').unwrap();
        let formula: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
        Self {
            solver: line("solver"),
            kind: Kind::named(&line("kind")).expect("a kind of finding"),
            gone: line("gone"),
            theory: theory.to_owned(),
            index: index.to_owned(),
            formula: formula.join("\n") + "\n",
        }
    }
}

/// The solver with a name and version, fetched; or that on the `PATH`, if it is of this version.
fn solver(name: &str) -> Option<Solver> {
    let Ok(Request::Named { family, version: Some(version), options }) = name.parse() else {
        panic!("`{name}` is no solver with a version");
    };
    let is_packaged = matches!(family, Family::Z3 | Family::Cvc5);
    if let Some(path) = Solver::in_path(family) {
        let mut solver = Solver::new(vec![path.into_os_string()]).with_family(family);
        solver.version = said_version(&solver);
        if solver.version.is_some_and(|found| version.is_met_by(&found)) {
            return Some(solver.with_options(options));
        }
    }
    let missing = |reason: &str| {
        // Past the capture of the test harness: a person should see it.
        writeln!(io::stderr(), "{name} was not asked: {reason}").expect("stderr can be written");
        None
    };
    if !is_packaged {
        return missing("it is not on the PATH");
    }
    let package: Package = format!("{family}@{version}").parse().unwrap();
    match Installer::new(cache_dir().unwrap()).with_host(etude()).install(&package) {
        Ok(program) => Some(Solver::of_program(&program).with_options(options)),
        Err(error @ (InstallError::Offline { .. } | InstallError::Unlisted { .. })) => {
            missing(&error.to_string())
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// What the judge accuses a solver of.
fn accusations(solver: Solver, formula: &str) -> Vec<Kind> {
    let limits = Limits::of_time(Duration::from_secs(20));
    let answer = solver.solve_for(formula, &limits, Want::Model).unwrap();
    let setting = Setting::new(solver, limits, Manner::Fresh).unwrap();
    let heard = [Some(Heard::Now(&answer))];
    let judgement = Judge::default().judge(formula, &[setting], &heard);
    judgement.suspicions.iter().map(|suspicion| suspicion.kind).collect()
}

#[test]
fn old_releases_give_up_their_bugs() {
    let paths = files("tests/bugs", "smt2");
    let mut seen = 0;
    for path in &paths {
        let bug = Bug::read(path);
        let shown = Command::new(etude()).args(["show", &bug.theory, &bug.index]).output().unwrap();
        let shown = String::from_utf8_lossy(&shown.stdout);
        assert_eq!(shown, bug.formula, "{} is another formula", path.display());
        let (Some(old), Some(new)) = (solver(&bug.solver), solver(&bug.gone)) else { continue };
        let found = accusations(old, &bug.formula);
        assert!(
            found.contains(&bug.kind),
            "{}: {} is accused of {found:?}",
            path.display(),
            bug.solver
        );
        let found = accusations(new, &bug.formula);
        assert_eq!(found, [], "{}: {}", path.display(), bug.gone);
        seen += 1;
    }
    // Without a network nobody need be there; with one, most can be fetched.
    let is_offline = env::var_os("ETUDE_OFFLINE").is_some();
    assert!(is_offline || seen * 2 > paths.len(), "only {seen} of {} bugs were seen", paths.len());
}
