//! A build against an earlier one: what counts as worse, what does not, and what is said if there
//! is nothing to compare with.
#![allow(clippy::unwrap_used, reason = "a test")]
#![cfg(unix)]

use crate::support;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use campaign::{
    BaselineError, Chunk, Difference, Evidence, Fault, Finding, FormulaId, Kind, Manner, Order,
    Outcome, Place, Setting, Source, Store, Tolerance, compare, recall, remember,
    source_of_grammar,
};
use solvers::{Limits, Solver};
use support::fake;

const LIMIT: Duration = Duration::from_secs(1);

fn source(theory: &str, order: Order) -> Arc<dyn Source> {
    let space = generated::Theory::find(theory).unwrap().space().clone();
    source_of_grammar(theory, space, order, None)
}

/// A folder in which builds and campaigns lie.
struct Lab {
    folder: tempfile::TempDir,
    source: Arc<dyn Source>,
    reference: Setting,
}

/// An answer to one formula.
type Said = (Outcome, Duration);

impl Lab {
    fn new() -> Self {
        let mut solver = Solver::parse("cvc5 --incremental").unwrap();
        solver.version = "1.3.4".parse().ok();
        Self {
            folder: tempfile::tempdir().unwrap(),
            source: source("Core", Order::exhaustive()),
            reference: setting(solver),
        }
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    /// A build of z3: its file tells it from others.
    fn build(&self, name: &str) -> Setting {
        let folder = self.path(name);
        std::fs::create_dir_all(&folder).unwrap();
        let mut solver = fake(&folder, "z3", &format!("echo {name}"));
        solver.name = format!("z3-{name}");
        setting(solver)
    }

    /// A campaign in which a build said this, and the yardstick took this long for each formula.
    fn campaign(&self, name: &str, build: &Setting, said: &[Said], yard: Option<u64>) -> Store {
        let mut store = Store::open(&self.path(name)).unwrap();
        let run = store.begin_run("{}").unwrap();
        let track = store.track(&self.source).unwrap();
        let tested = store.setting(build).unwrap();
        let mut chunks = vec![(tested, Chunk { first: 0, outcomes: said.to_vec() })];
        if let Some(micros) = yard {
            let yardstick = store.setting(&self.reference.yardstick()).unwrap();
            let time = Duration::from_micros(micros);
            let outcomes = vec![(Outcome::Unsat, time); 64];
            chunks.push((yardstick, Chunk { first: 0, outcomes }));
        }
        store.commit(track, &chunks, &[], run).unwrap();
        store
    }

    fn compare(
        &self,
        now: (&Store, &Setting),
        baseline: &Store,
    ) -> Result<Difference, BaselineError> {
        let tolerance = Tolerance::default();
        compare(now.0, baseline, now.1, &self.reference, &[Arc::clone(&self.source)], &tolerance)
    }

    /// The difference between two lists of answers.
    fn differ(&self, before: (&[Said], Option<u64>), now: (&[Said], Option<u64>)) -> Difference {
        let (old, new) = (self.build("old"), self.build("new"));
        for name in ["before.db", "now.db"] {
            let _ = std::fs::remove_file(self.path(name));
        }
        let baseline = self.campaign("before.db", &old, before.0, before.1);
        let store = self.campaign("now.db", &new, now.0, now.1);
        self.compare((&store, &new), &baseline).unwrap()
    }
}

fn setting(solver: Solver) -> Setting {
    let limits = Limits { wall: LIMIT, ..Limits::default() };
    Setting::new(solver, limits, Manner::Session).unwrap()
}

/// Times about `micros`, which differ as those of real runs do, the same for the same seed.
fn times(count: u64, micros: u64, seed: u64) -> Vec<Said> {
    let time = |number: u64| {
        let mixed = (number + 1).wrapping_mul(seed * 2 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let hard = (number * 37 % 11 + 1) * micros;
        (Outcome::Unsat, Duration::from_micros(hard + hard * (mixed >> 56) / 512))
    };
    (0..count).map(time).collect()
}

fn finding(lab: &Lab, solver: &str, kind: Kind, detail: &str, number: u64) -> (u64, Finding) {
    let finding = Finding {
        kind,
        accused: solver.parse().unwrap(),
        fault: Fault::parse(kind, detail),
        formula: FormulaId {
            theory: "Core".to_owned(),
            grammar: lab.source.identity().digest.clone(),
            origin: None,
            place: Place::Index(number.into()),
            size: 2,
        },
        operators: vec!["and".to_owned()],
        evidence: Evidence::default(),
    };
    (number, finding)
}

#[test]
fn equal_builds_do_not_differ() {
    let lab = Lab::new();
    let difference =
        lab.differ((&times(500, 100, 1), Some(1000)), (&times(500, 100, 2), Some(1000)));
    let theory = &difference.theories[0];
    assert_eq!((theory.compared, theory.speed.pairs), (500, 500));
    assert!(!theory.speed.is_slower, "{theory:?}");
    assert!((50..=64).contains(&theory.sample.len()) && theory.sample.last().unwrap().number > 480);
    assert!(theory.undecided.is_empty() && theory.laggards.is_empty());
    assert!(difference.new.is_empty() && difference.fixed.is_empty());
    assert_eq!(difference.counterpart, "z3-old");
}

#[test]
fn slower_is_told_and_a_slow_machine_is_no_slow_solver() {
    let lab = Lab::new();
    let before = times(200, 100, 1);
    let slower = |count, micros, yard: Option<u64>| {
        let difference =
            lab.differ((&before, yard.map(|_| 1000)), (&times(count, micros, 2), yard));
        (difference.theories[0].speed, difference.machine)
    };
    let (speed, machine) = slower(200, 150, Some(1000));
    assert!(speed.is_slower && (1.3..1.7).contains(&speed.ratio), "{speed:?}");
    assert!(speed.probability < 1e-6);
    assert!(machine.is_some_and(|it| (it.factor - 1.0).abs() < 0.01 && it.pairs == 64));
    // The reference, too, takes half as long again.
    let (speed, machine) = slower(200, 150, Some(1500));
    assert!(!speed.is_slower, "{speed:?}");
    assert!(machine.is_some_and(|it| (it.factor - 1.5).abs() < 0.01));
    // Nobody knows the machine: what was measured counts as it is.
    let (speed, machine) = slower(200, 150, None);
    assert!(speed.is_slower && machine.is_none());
    // Certain, but too little to mind.
    let (speed, _) = slower(200, 106, Some(1000));
    assert!(!speed.is_slower, "{speed:?}");
    // Much, but of too few formulas.
    let (speed, _) = slower(19, 200, Some(1000));
    assert!(!speed.is_slower && speed.probability > 0.99, "{speed:?}");
}

/// While one theory was asked, the machine was busy: the reference tells.
#[test]
fn what_slows_the_reference_in_one_theory_is_noise() {
    let lab = Lab::new();
    let ints = source("Ints", Order::exhaustive());
    let (old, new) = (lab.build("old"), lab.build("new"));
    let check = |name: &str, yard: u64, tested: u64| {
        let campaign = |file: String, build: &Setting, seed, yard, tested| {
            let mut store = lab.campaign(&file, build, &times(200, 100, seed), Some(1000));
            let run = store.begin_run("{}").unwrap();
            let track = store.track(&ints).unwrap();
            let said = |setting: &Setting, outcomes| {
                (store.setting(setting).unwrap(), Chunk { first: 0, outcomes })
            };
            let chunks = [
                said(build, times(200, tested, seed)),
                said(&lab.reference.yardstick(), times(30, yard, seed)),
            ];
            store.commit(track, &chunks, &[], run).unwrap();
            store
        };
        let before = campaign(format!("{name}-before.db"), &old, 1, 100, 100);
        let now = campaign(format!("{name}-now.db"), &new, 2, yard, tested);
        let sources = [&lab.source, &ints].map(Arc::clone);
        let tolerance = Tolerance::default();
        let difference =
            compare(&now, &before, &new, &lab.reference, &sources, &tolerance).unwrap();
        assert!(!difference.theories[0].speed.is_slower);
        (difference.theories[1].speed.is_slower, difference.machine.unwrap().noise)
    };
    let (is_slower, noise) = check("busy", 150, 150);
    assert!(!is_slower && (1.3..1.7).contains(&noise), "{noise}");
    let (is_slower, noise) = check("calm", 100, 150);
    assert!(is_slower && noise < 1.2, "{noise}");
}

#[test]
fn what_is_no_longer_decided_is_listed() {
    let lab = Lab::new();
    let fast = Duration::from_millis(1);
    let late = Duration::from_millis(600);
    let before = [
        (Outcome::Unsat, fast),
        (Outcome::SatTrue, fast),
        (Outcome::SatTrue, late),
        (Outcome::Unknown, fast),
        (Outcome::SatFalse, fast),
        (Outcome::Unsat, fast),
        (Outcome::Unsat, fast),
    ];
    let now = [
        (Outcome::Unknown, fast),
        (Outcome::Timeout, LIMIT),
        // It was nearly late before.
        (Outcome::Timeout, LIMIT),
        (Outcome::Timeout, LIMIT),
        // It was wrong before.
        (Outcome::Unknown, fast),
        (Outcome::Unsat, late),
        (Outcome::Unsat, fast * 20),
    ];
    let theory = &lab.differ((&before, None), (&now, None)).theories[0];
    let numbers = |changes: &[campaign::Change]| -> Vec<u64> {
        changes.iter().map(|change| change.number).collect()
    };
    assert_eq!(numbers(&theory.undecided), [0, 1]);
    assert_eq!(numbers(&theory.laggards), [5]);
}

#[test]
fn new_bugs_are_new_whatever_builds_are_called() {
    let lab = Lab::new();
    let (old, new) = (lab.build("old"), lab.build("new"));
    let said = vec![(Outcome::Unsat, Duration::from_millis(1)); 10];
    let longer = vec![(Outcome::Unsat, Duration::from_millis(1)); 20];
    let mut baseline = lab.campaign("before.db", &old, &said, None);
    let mut store = lab.campaign("now.db", &new, &longer, None);
    let add = |store: &mut Store, findings: &[(u64, Finding)]| {
        let run = store.begin_run("{}").unwrap();
        let track = store.track(&lab.source).unwrap();
        store.commit(track, &[], findings, run).unwrap();
    };
    add(
        &mut baseline,
        &[
            finding(&lab, "z3-old", Kind::InvalidModel, "sat", 3),
            finding(&lab, "z3-old", Kind::Crash, "bad index at a.cpp:7", 4),
            finding(&lab, "cvc5-1.3.3 and z3-old", Kind::Disagreement, "sat and unsat", 5),
            finding(&lab, "cvc5-1.3.3", Kind::Crash, "theirs", 6),
            finding(&lab, "z3-old", Kind::Flawed, "gone", 7),
        ],
    );
    add(
        &mut store,
        &[
            finding(&lab, "z3-new", Kind::InvalidModel, "sat", 3),
            finding(&lab, "z3-new", Kind::Crash, "bad index at a.cpp:9", 4),
            finding(&lab, "cvc5-1.3.4 and z3-new", Kind::Disagreement, "sat and unsat", 5),
            finding(&lab, "cvc5-1.3.4", Kind::Crash, "theirs too", 6),
            finding(&lab, "z3-new", Kind::RefutationUnsoundness, "unsat", 8),
            finding(&lab, "z3-new", Kind::Crash, "deep at b.cpp:1", 15),
            finding(&lab, "z3-older", Kind::Crash, "of another build", 1),
        ],
    );
    let difference = lab.compare((&store, &new), &baseline).unwrap();
    let named: Vec<(Kind, u64, bool)> = difference
        .new
        .iter()
        .map(|new| (new.bug.finding.kind, new.bug.number, new.was_asked))
        .collect();
    assert_eq!(named, [(Kind::RefutationUnsoundness, 8, true), (Kind::Crash, 15, false)]);
    let fixed: Vec<String> =
        difference.fixed.iter().map(|bug| bug.finding.fault.to_string()).collect();
    assert_eq!(fixed, ["gone"]);
}

/// Far out an index is no number of the database: what was asked is asked by number.
#[test]
fn bugs_of_formulas_far_out_are_compared_too() {
    let mut lab = Lab::new();
    let base: feat_runtime::Index = "10^30".parse().unwrap();
    lab.source = source("Core", Order::Exhaustive { base: base.clone() });
    let (old, new) = (lab.build("old"), lab.build("new"));
    let said = |count| vec![(Outcome::Unsat, Duration::from_millis(1)); count];
    let mut baseline = lab.campaign("before.db", &old, &said(10), None);
    // The same track has another place in another database.
    let mut store = Store::open(&lab.path("now.db")).unwrap();
    let near = source("Core", Order::exhaustive());
    store.track(&near).unwrap();
    drop(store);
    store = lab.campaign("now.db", &new, &said(20), None);
    let far = |solver: &str, detail: &str, number: u64| {
        let (number, mut finding) = finding(&lab, solver, Kind::Crash, detail, number);
        finding.formula.place = Place::Index((base.number() + number).into());
        (number, finding)
    };
    let add = |store: &mut Store, findings: &[(u64, Finding)]| {
        let run = store.begin_run("{}").unwrap();
        let track = store.track(&lab.source).unwrap();
        store.commit(track, &[], findings, run).unwrap();
    };
    add(&mut baseline, &[far("z3-old", "gone", 7)]);
    add(&mut store, &[far("z3-new", "new", 3), far("z3-new", "perhaps old", 15)]);
    let difference = lab.compare((&store, &new), &baseline).unwrap();
    let new: Vec<(String, bool)> =
        difference.new.iter().map(|it| (it.bug.finding.fault.to_string(), it.was_asked)).collect();
    assert_eq!(new, [("new".to_owned(), true), ("perhaps old".to_owned(), false)]);
    let fixed: Vec<String> =
        difference.fixed.iter().map(|bug| bug.finding.fault.to_string()).collect();
    assert_eq!(fixed, ["gone"]);
}

#[test]
fn without_an_earlier_build_there_is_nothing_to_compare() {
    let lab = Lab::new();
    let (old, new) = (lab.build("old"), lab.build("new"));
    let said = times(30, 100, 1);
    let store = lab.campaign("now.db", &new, &said, None);
    let refuses = |baseline: &Store| {
        let error = lab.compare((&store, &new), baseline).unwrap_err();
        assert!(matches!(error, BaselineError::NoCounterpart { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains("no other z3 was asked there with `time=1000ms"), "{text}");
    };
    refuses(&Store::open(&lab.path("empty.db")).unwrap());
    // Another limit is another way of asking.
    let mut patient = old.clone();
    patient.limits.wall *= 2;
    refuses(&lab.campaign("patient.db", &patient, &said, None));
    // The reference, and its yardstick, are no builds.
    refuses(&lab.campaign("reference.db", &lab.reference, &said, Some(100)));
    refuses(&lab.campaign("yardstick.db", &old.yardstick(), &said, None));
    // The same build is a build.
    let same = lab.campaign("same.db", &new, &said, None);
    assert_eq!(lab.compare((&store, &new), &same).unwrap().counterpart, "z3-new");
    // Of several builds, the last counts.
    let mut both = lab.campaign("both.db", &old, &said, None);
    both.merge(&same).unwrap();
    assert_eq!(lab.compare((&store, &new), &both).unwrap().counterpart, "z3-new");
}

fn told(path: &Path, lab: &Lab) -> u64 {
    let store = Store::open_to_read(path).unwrap();
    let Some(setting) = store.settings().unwrap().into_iter().find(|it| it.name() == "cvc5") else {
        return 0;
    };
    assert_eq!(setting.key, lab.reference.key());
    let track = &store.tracks().unwrap()[0];
    store.done(track.id, setting.id).unwrap().iter().map(|span| span.end - span.start).sum()
}

#[test]
fn what_a_reference_said_is_kept_from_campaign_to_campaign() {
    let lab = Lab::new();
    let cache = lab.path("deep/references.db");
    let sources = [Arc::clone(&lab.source)];
    let mut fresh = Store::open(&lab.path("fresh.db")).unwrap();
    assert_eq!(
        recall(&mut fresh, &cache, std::slice::from_ref(&lab.reference), &sources).unwrap(),
        0
    );
    assert!(!cache.exists(), "a cache that is not there is not made by looking");

    let first = lab.campaign("first.db", &lab.reference, &times(100, 10, 1), Some(100));
    assert_eq!(
        remember(&first, &cache, std::slice::from_ref(&lab.reference), &sources).unwrap(),
        100
    );
    assert_eq!(
        remember(&first, &cache, std::slice::from_ref(&lab.reference), &sources).unwrap(),
        0,
        "twice is once"
    );
    let kept = Store::open_to_read(&cache).unwrap().settings().unwrap();
    assert_eq!(kept.len(), 1, "the yardstick is for its day alone");

    assert_eq!(
        recall(&mut fresh, &cache, std::slice::from_ref(&lab.reference), &sources).unwrap(),
        100
    );
    assert_eq!(told(&lab.path("fresh.db"), &lab), 100);
    let mut patient = lab.reference.clone();
    patient.limits.wall *= 2;
    assert_eq!(recall(&mut fresh, &cache, std::slice::from_ref(&patient), &sources).unwrap(), 0);

    // A longer campaign adds what is missing; other theories are not touched.
    let longer = lab.campaign("longer.db", &lab.reference, &times(150, 10, 1), None);
    assert_eq!(remember(&longer, &cache, std::slice::from_ref(&lab.reference), &[]).unwrap(), 0);
    assert_eq!(
        remember(&longer, &cache, std::slice::from_ref(&lab.reference), &sources).unwrap(),
        50
    );
    assert_eq!(told(&cache, &lab), 150);

    // A cache that somebody writes can be read, and is not waited for.
    let writer = Store::open(&cache).unwrap();
    assert!(remember(&longer, &cache, std::slice::from_ref(&lab.reference), &sources).is_err());
    assert_eq!(
        recall(&mut fresh, &cache, std::slice::from_ref(&lab.reference), &sources).unwrap(),
        50
    );
    drop(writer);
}
