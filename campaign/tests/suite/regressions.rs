//! Regressions and notes, and what a second look decides; with no solver.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use campaign::{
    Aspect, Bug, Change, Difference, Evidence, Fault, Finding, FormulaId, HuntError, Kind,
    KnownBugs, Machine, NewBug, Note, Order, Outcome, Reproduction, Review, Reviewed, Second,
    SecondLook, Severity, Source, Speed, Store, TheoryDifference, Tolerance, Worse,
    source_of_grammar,
};

const LIMIT: Duration = Duration::from_millis(100);
const NAME: &str = "z3-4.13.0+12ab34cd";

fn source() -> Arc<dyn Source> {
    let space = generated::Theory::find("Core").unwrap().space().clone();
    source_of_grammar("Core", space, Order::exhaustive(), None)
}

/// The bugs that findings of these kinds show, each with an operator of its own.
fn bugs(folder: &Path, kinds: &[Kind]) -> Vec<Bug> {
    let mut store = Store::open(folder).unwrap();
    let run = store.begin_run("{}").unwrap();
    let track = store.track(&source()).unwrap();
    let finding = |(number, kind): (u64, &Kind)| {
        let finding = Finding {
            kind: *kind,
            accused: NAME.parse().unwrap(),
            fault: Fault::parse(*kind, ""),
            formula: FormulaId {
                theory: "Core".to_owned(),
                grammar: String::new(),
                origin: None,
                place: campaign::Place::Index(number.into()),
                size: 2,
            },
            operators: vec![format!("op{number}")],
            evidence: Evidence { formula: "(assert true)\n".to_owned(), ..Evidence::default() },
        };
        (number, finding)
    };
    let findings: Vec<_> = (0..).zip(kinds).map(finding).collect();
    store.commit(track, &[], &findings, run).unwrap();
    store.bugs(None).unwrap()
}

/// A solver that says the same again and again, until its time is up.
struct Scripted {
    says: (Outcome, Duration),
    left: usize,
    ratio: Option<f64>,
}

impl SecondLook for Scripted {
    fn ask(&mut self, _: &dyn Source, _: u64) -> Result<Second, HuntError> {
        if self.left == 0 {
            return Ok(Second::NoTime);
        }
        self.left -= 1;
        Ok(Second::Said(self.says.0, self.says.1))
    }

    fn measure(&mut self, _: &dyn Source, _: &[Change]) -> Result<Option<f64>, HuntError> {
        Ok(self.ratio)
    }
}

fn says(outcome: Outcome, milliseconds: u64) -> Scripted {
    Scripted { says: (outcome, Duration::from_millis(milliseconds)), left: 100, ratio: None }
}

fn review(
    known: &str,
    bugs: &[Bug],
    difference: Option<&Difference>,
    mut look: Scripted,
) -> Reviewed {
    let (sources, known) = ([source()], KnownBugs::parse(known).unwrap());
    let tolerance = Tolerance::default();
    let review = Review {
        fail_on: Severity::Suspicious,
        tested: NAME,
        plain_name: "z3-4.13.0",
        sources: &sources,
        tolerance,
        limit: LIMIT,
        known: &known,
    };
    review.regressions(bugs, difference, &mut look).unwrap()
}

fn difference(theory: TheoryDifference) -> Difference {
    Difference {
        counterpart: "z3-4.12.0".to_owned(),
        machine: Some(Machine { factor: 1.0, pairs: 64, noise: 1.05 }),
        new: Vec::new(),
        fixed: Vec::new(),
        theories: vec![TheoryDifference { name: "Core".to_owned(), ..theory }],
    }
}

fn changes(count: u64) -> Vec<Change> {
    let (then, now) = (Duration::from_millis(1), Duration::from_millis(90));
    let change =
        |number| Change { number, before: (Outcome::Unsat, then), now: (Outcome::Timeout, now) };
    (0..count).map(change).collect()
}

fn titles(reviewed: &Reviewed) -> Vec<String> {
    reviewed
        .regressions
        .iter()
        .map(|it| format!("{}: {}", it.aspect().name(), it.title()))
        .collect()
}

fn notes(reviewed: &Reviewed) -> Vec<String> {
    reviewed.notes.iter().map(Note::to_string).collect()
}

#[test]
fn without_a_baseline_wrong_answers_and_crashes_count() {
    let folder = tempfile::tempdir().unwrap();
    let kinds = [Kind::InvalidModel, Kind::Crash, Kind::Disagreement, Kind::Performance];
    let bugs = bugs(folder.path(), &kinds);
    let known = "[[known]]\nsolver='z3-4.13.0'\nkind='crash'\nreason='#7'";
    let reviewed = review(known, &bugs, None, says(Outcome::SatTrue, 1));
    assert_eq!(
        titles(&reviewed),
        ["answers: invalid-model on Core 0", "answers: disagreement on Core 2"]
    );
    assert_eq!(
        notes(&reviewed),
        [
            "known (#7): z3-4.13.0+12ab34cd: crash on Core 1, 1 formula: op1",
            "z3-4.13.0+12ab34cd: performance on Core 3, 1 formula: op3",
        ]
    );
}

#[test]
fn with_a_baseline_only_what_is_new_counts() {
    let folder = tempfile::tempdir().unwrap();
    let all = bugs(folder.path(), &[Kind::InvalidModel, Kind::Crash, Kind::Incompleteness]);
    let new = |bug: &Bug, was_asked| NewBug { bug: bug.clone(), was_asked };
    let difference = Difference {
        new: vec![new(&all[0], false), new(&all[2], true)],
        fixed: vec![all[1].clone()],
        ..difference(TheoryDifference::default())
    };
    let reviewed = review("", &all, Some(&difference), says(Outcome::SatTrue, 1));
    let [regression] = &reviewed.regressions[..] else { panic!("{reviewed:?}") };
    assert!(matches!(regression.worse, Worse::Bug { may_be_old: true, .. }));
    assert_eq!((regression.aspect(), regression.index().as_deref()), (Aspect::Answers, Some("0")));
    let how = Reproduction {
        campaign: Path::new("nightly.db"),
        tested: NAME,
        words: "./it's/z3",
        timeout: LIMIT,
    };
    assert_eq!(
        regression.text(&how),
        "z3-4.13.0+12ab34cd: invalid-model on Core 0, 1 formula: op0\n\
         the baseline was not asked this formula, so this may be an old bug\n\
         (assert true)\n\
         see it again: etude replay nightly.findings/z3-4.13.0+12ab34cd-invalid-model-Core-0\n\
         or: etude show Core 0 | etude solve - --solver './it'\\''s/z3' --timeout 100ms"
    );
    assert_eq!(
        notes(&reviewed),
        [
            "z3-4.13.0+12ab34cd: incompleteness on Core 2, 1 formula: op2",
            "1 of the findings are in the baseline, too",
            "gone: z3-4.13.0+12ab34cd: crash on Core 1, 1 formula: op1",
        ]
    );
}

#[test]
fn what_is_decided_when_it_is_asked_again_is_a_note() {
    let undecided = TheoryDifference { undecided: changes(30), ..TheoryDifference::default() };
    let difference = difference(undecided);
    let check = |look, expected: &[&str], expected_notes: &[&str]| {
        let reviewed = review("", &[], Some(&difference), look);
        assert_eq!(titles(&reviewed), expected);
        assert_eq!(notes(&reviewed), expected_notes);
    };
    let none = "Core: 30 formulas no longer decided; of 20 that were asked again, none";
    check(says(Outcome::SatTrue, 1), &[], &[none]);
    // Those that were asked again speak for the rest.
    let some = "completeness: Core: about 30 formulas no longer decided";
    check(says(Outcome::Unknown, 1), &[some], &[]);
    check(says(Outcome::Timeout, 90), &[some], &[]);
    // A solver that hardly got a core is late for no fault of its own.
    check(says(Outcome::Timeout, 2), &[], &[none]);
    // Without time nothing is asked, and nothing is said of the formulas but that.
    let unasked = "Core: 30 formulas no longer decided; of 0 that were asked again, none";
    check(Scripted { left: 0, ..says(Outcome::Unknown, 1) }, &[], &[unasked]);
    let few = Scripted { left: 3, ..says(Outcome::Unknown, 1) };
    check(few, &[some], &[]);
}

#[test]
fn one_formula_that_is_far_slower_counts_if_it_is_slow_again() {
    let lagging = TheoryDifference { laggards: changes(1), ..TheoryDifference::default() };
    let difference = difference(lagging);
    let reviewed = review("", &[], Some(&difference), says(Outcome::Unsat, 600));
    assert_eq!(titles(&reviewed), ["speed: Core: 1 formula 10 times as slow, or worse"]);
    let reviewed = review("", &[], Some(&difference), says(Outcome::Unsat, 400));
    assert_eq!(
        notes(&reviewed),
        ["Core: 1 formula 10 times as slow, or worse; of 1 that were asked again, none"]
    );
}

#[test]
fn a_slower_theory_is_measured_again() {
    let speed = Speed { pairs: 2000, ratio: 1.5, probability: 1e-9, is_slower: true };
    let difference = difference(TheoryDifference { speed, ..TheoryDifference::default() });
    let check = |ratio| {
        let look = Scripted { ratio, ..says(Outcome::Unsat, 1) };
        let reviewed = review("", &[], Some(&difference), look);
        (titles(&reviewed), notes(&reviewed))
    };
    let slower = vec!["speed: Core is slower: 1.50 times as long".to_owned()];
    assert_eq!(check(Some(1.4)), (slower.clone(), vec![]));
    // Without time for it the first look stands.
    assert_eq!(check(None), (slower, vec![]));
    // The tolerance is 1.1 times the noise of the machine, 1.05.
    let note = "Core looked slower, 1.50 times as long; measured again, 1.15 times".to_owned();
    assert_eq!(check(Some(1.15)), (vec![], vec![note]));
}
