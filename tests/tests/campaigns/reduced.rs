//! Mutants after a hunt: the smallest formula that shows the same is left, and tells bugs apart.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;

use campaign::{Ended, Kind, Severity, Store};

use crate::lab::{Lab, code, text};

/// Says `unsat` to what has a quantifier, as some seeds get by weakening; else it does not know.
const NO_WITNESSES: &str = "case $f in *'(exists'*) echo unsat;; *) echo unknown;; esac";
/// Takes its time for the same.
const SLOW: &str = "sleep 0.2; case $f in *'(exists'*) echo unsat;; *) echo unknown;; esac";

const MUTANTS: [&str; 14] = [
    "--theory",
    "Ints",
    "--from",
    "2000",
    "--count",
    "3",
    "--mutate",
    "weaken",
    "--steps",
    "4..8",
    "--per-seed",
    "4",
    "--follow-up",
    "0s",
];

#[test]
fn large_mutants_are_told_by_what_they_are_reduced_to() {
    let lab = Lab::new();
    let solver = lab.solver("blind", NO_WITNESSES);
    let hunt = |campaign: &str, reduce: &[&str]| {
        let ask = ["--solver", &solver, "--campaign", campaign];
        lab.run(&[&MUTANTS[..], &ask, reduce].concat())
    };
    let off = hunt("whole", &["--reduce", "0s"]);
    assert_eq!(code(&off), 10, "{}", text(&off));
    assert!(!text(&off).contains("reduced"), "{}", text(&off));
    let whole = lab.dossiers("whole");
    assert!(whole.iter().all(|it| it.finding.evidence.original.is_none()));
    let wrong = |kind: Kind| kind == Kind::RefutationUnsoundness;
    assert!(whole.iter().filter(|it| wrong(it.finding.kind)).count() > 1, "{}", text(&off));

    // The same command without that goes on, with nothing left to ask.
    let on = hunt("whole", &[]);
    assert_eq!(code(&on), 10, "{}", text(&on));
    assert!(text(&on).contains("bytes in the median"), "{}", text(&on));
    let mut bugs = Store::open_to_read(&lab.path("whole")).unwrap().bugs(None).unwrap();
    bugs.retain(|bug| wrong(bug.finding.kind));
    let [bug] = &bugs[..] else { panic!("one mistake, several bugs: {}", text(&on)) };
    assert!(bug.count > 1 && bug.reduced == Some(Ended::Through));
    let small = &bug.finding;
    let evidence = &small.evidence;
    assert!(evidence.formula.contains("(exists") && evidence.formula.len() < 60, "{evidence:?}");
    let asked = small.asked();
    assert!(asked.evidence.formula.len() > 2 * evidence.formula.len());
    assert!(asked.operators.len() > small.operators.len());
    // Some steps of the walk have nothing to do with it; the last one that is told has.
    let (steps, all) =
        (evidence.lineage.as_ref().unwrap(), asked.evidence.lineage.as_ref().unwrap());
    assert!(steps.steps.len() < all.steps.len(), "{}", all.steps_text());
    let last = steps.steps.last().unwrap();
    let before = last.before.as_deref().unwrap_or("");
    let after = last.after.as_deref().unwrap_or("");
    assert!(after.contains("exists") && !before.contains("exists"), "{}", steps.steps_text());

    // The folder shows the small one, and keeps the other; it is asked again as it is shown.
    let folders: Vec<_> = fs::read_dir(lab.path("whole/findings"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("refutation"))
        .collect();
    let [folder] = &folders[..] else { panic!("{folders:?}") };
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("formula.smt2").ends_with(&evidence.formula), "{}", read("formula.smt2"));
    assert!(read("original.smt2").contains(asked.evidence.formula.trim_end()));
    let (above, below) = read("report.md").split_once("<details>").map(owned).unwrap();
    assert!(above.contains(evidence.formula.trim_end()), "{above}");
    assert!(below.contains(" steps ") && below.contains("`original.smt2`"), "{below}");
    let replay = lab.etude(&["replay"]).arg(folder).output().unwrap();
    assert!(code(&replay) == 10 && text(&replay).contains("still holds"), "{}", text(&replay));

    // Nothing is reduced twice, here or where this is merged into.
    let again = hunt("whole", &[]);
    assert!(!text(&again).contains("bytes in the median"), "{}", text(&again));
    let rest = hunt("rest", &["--reduce", "0s"]);
    assert_eq!(code(&rest), 10, "{}", text(&rest));
    let merge = lab.etude(&["merge", "rest", "whole"]).output().unwrap();
    assert_eq!(code(&merge), 0, "{}", text(&merge));
    let merged = Store::open_to_read(&lab.path("rest")).unwrap().bugs(None).unwrap();
    assert_eq!(merged[0].finding, *small);
    let page = lab.etude(&["report", "rest", "--format", "md"]).output().unwrap();
    assert_eq!(code(&page), 0, "{}", text(&page));
    assert!(!text(&page).contains(&asked.evidence.formula), "{}", text(&page));
}

fn owned((one, other): (&str, &str)) -> (String, String) {
    (one.to_owned(), other.to_owned())
}

#[test]
fn short_notes_stay_as_they_are_beside_what_is_wrong() {
    let lab = Lab::new();
    let (blind, sure) = (lab.solver("blind", NO_WITNESSES), lab.solver("sure", "echo sat"));
    let ask = ["--solver", &blind, "--solver", &sure, "--reduce", "5m"];
    let hunt = lab.run(&[&MUTANTS[..], &ask].concat());
    assert_eq!(code(&hunt), 10, "{}", text(&hunt));
    let bugs = Store::open_to_read(&lab.path("etude-hunt")).unwrap().bugs(None).unwrap();
    let of = |severity: Severity| bugs.iter().filter(move |it| it.finding.severity() == severity);
    assert!(of(Severity::Wrong).count() > 0 && of(Severity::Note).count() > 0, "{}", text(&hunt));
    assert!(of(Severity::Wrong).all(|bug| bug.reduced == Some(Ended::Through)));
    for bug in of(Severity::Note) {
        let bytes = bug.finding.asked().evidence.formula.len();
        assert!(bytes > 300 || bug.reduced.is_none(), "{bytes} bytes: {:?}", bug.reduced);
    }
    // What nobody wants to reduce is not what the time is too short for.
    assert!(!text(&hunt).contains("is over"), "{}", text(&hunt));
}

#[test]
fn what_the_time_is_too_short_for_is_said_and_gone_on_with() {
    let lab = Lab::new();
    let solver = lab.solver("slow", SLOW);
    let hunt = |time: &str| {
        let ask = ["--solver", &solver, "--ladder", "none", "--reduce", time];
        lab.run(&[&MUTANTS[..], &ask].concat())
    };
    let short = hunt("1s");
    assert_eq!(code(&short), 10, "{}", text(&short));
    assert!(text(&short).contains("the time of --reduce is over"), "{}", text(&short));
    let bytes = || {
        let dossiers = lab.dossiers("etude-hunt");
        dossiers.iter().map(|it| it.finding.evidence.formula.len()).min().unwrap()
    };
    let before = bytes();
    assert_eq!(code(&hunt("3s")), 10);
    assert!(bytes() <= before);
}
