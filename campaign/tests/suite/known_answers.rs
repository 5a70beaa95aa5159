//! Whole hunts over questions made by hand, with solvers that lie: a proven answer blames, all else
//! blames nobody, and a known answer that is wrong is a fault of etude.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::ops::Range;
use std::sync::Arc;

use crate::support::{SAYS_THREE, SAYS_UNSAT, TIME, fake};
use campaign::{
    Decision, Ending, Event, Finding, HuntError, Identity, Judge, KnownAnswer, Manner, Opponents,
    Order, Outcome, OwnFault, Plan, Proof, Question, Setting, Shard, Source, Store, Stretch, hunt,
};
use mutation::{Incremental, KnownAnswers, Seed};
use smtlib::{Budget, Script};
use solvers::{Limits, Solver};

const ABOVE_TWO: &str = crate::support::ABOVE_TWO;
const THREE: &str = "((define-fun a () Int 3))";
const SAYS_SAT: &str = "echo sat";

/// Questions that are listed here.
#[derive(Debug)]
struct Listed {
    identity: Identity,
    questions: Vec<(String, KnownAnswers)>,
}

impl Source for Listed {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        let question = |number: u64| {
            let (text, known) = self.questions.get(usize::try_from(number).unwrap())?;
            let place = self.place(number);
            let (text, known) = (text.clone(), known.clone());
            Some(Question { number, place, text, size: 3, known, rules: Vec::new() })
        };
        numbers.map_while(question).collect()
    }

    fn len(&self) -> Option<u64> {
        Some(self.questions.len() as u64)
    }
}

/// The findings of a hunt, and how it ended.
struct Hunted {
    findings: Vec<Finding>,
    faults: Vec<OwnFault>,
    ending: Result<Ending, HuntError>,
    outcomes: Vec<Vec<Outcome>>,
}

impl Hunted {
    /// Each finding as `kind: solver, index`.
    fn found(&self) -> Vec<String> {
        let findings = self.findings.iter();
        findings
            .map(|it| format!("{}: {}, {}", it.kind.name(), it.accused, it.formula.place))
            .collect()
    }
}

/// Hunts over some questions with solvers of a line of shell each.
fn hunted(
    opponents: Opponents,
    solvers: &[(&str, &str)],
    questions: Vec<(&'static str, KnownAnswer)>,
) -> Hunted {
    let questions = questions.into_iter().map(|(text, known)| (text.to_owned(), known.into()));
    hunted_scripts(opponents, solvers, questions.collect())
}

/// The same over scripts of several checks.
fn hunted_scripts(
    opponents: Opponents,
    solvers: &[(&str, &str)],
    questions: Vec<(String, KnownAnswers)>,
) -> Hunted {
    let folder = tempfile::tempdir().unwrap();
    let setting = |(name, body): &(&str, &str)| {
        let solver = Solver { name: (*name).to_owned(), ..fake(folder.path(), name, body) };
        Setting::new(solver, Limits::of_time(TIME), Manner::Fresh).unwrap()
    };
    let identity = Identity {
        name: "Listed".to_owned(),
        digest: "0123456789abcdef".to_owned(),
        order: Order::exhaustive(),
        origin: None,
    };
    let source: Arc<dyn Source> = Arc::new(Listed { identity, questions });
    let plan = Plan {
        stretches: vec![Stretch::new(source, 0..10)],
        settings: solvers.iter().map(setting).collect(),
        ladder: campaign::Ladder::none(),
        shard: Shard::default(),
        jobs: 1,
        time: None,
        judge: Judge::default(),
        opponents,
    };
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let run = store.begin_run("{}").unwrap();
    let (mut findings, mut faults) = (Vec::new(), Vec::new());
    let ending = hunt(&plan, &mut store, run, &|| false, &mut |event| match event {
        Event::Found { finding, .. } => findings.push((*finding).clone()),
        Event::OwnFault(fault) => faults.push((*fault).clone()),
        Event::Asked { .. } | Event::Waiting { .. } => {}
    });
    let track = store.tracks().unwrap()[0].id;
    let said = |setting: &Setting| {
        let mut said = Vec::new();
        let setting = store.setting(setting).unwrap();
        store.chunks(track, setting, 0..10, |chunk| said.extend(chunk.outcomes)).unwrap();
        said.into_iter().map(|(outcome, _)| outcome).collect()
    };
    let outcomes = plan.settings.iter().map(said).collect();
    Hunted { findings, faults, ending, outcomes }
}

#[test]
fn proven_answers_convict_liars_and_declared_ones_do_not() {
    let hunted = hunted(
        Opponents::All,
        &[("unsat", SAYS_UNSAT)],
        vec![(ABOVE_TWO, KnownAnswer::witnessed(THREE)), (ABOVE_TWO, KnownAnswer::exhausted(5))],
    );
    // What is known here of the second is wrong, and nobody shows a model of it.
    assert_eq!(hunted.found(), ["refutation-unsoundness: unsat, 0"]);
    let evidence = &hunted.findings[0].evidence;
    assert_eq!(evidence.proof, Some(Proof::Model(THREE.to_owned())));
    assert!(evidence.remarks.iter().any(|it| it.contains("sat, with a model")), "{evidence:?}");
    assert_eq!(hunted.outcomes, [[Outcome::Unsat, Outcome::UnsatProven]]);
    assert_eq!(hunted.ending.unwrap(), Ending::Done);
}

#[test]
fn a_proven_unsat_convicts_who_says_sat() {
    let derived = KnownAnswer::derived("and-drop of Ints 7");
    let declared = KnownAnswer::declared(Decision::Unsat, ":status");
    let root = "(declare-const a Int)\n(assert (= (* a a) 2))\n(check-sat)\n";
    let hunted = hunted(
        Opponents::All,
        &[("sat", SAYS_SAT)],
        vec![(root, KnownAnswer::exhausted(5)), (root, derived), (root, declared)],
    );
    let expected =
        ["solution-unsoundness: sat, 0", "solution-unsoundness: sat, 1", "disagreement: sat, 2"];
    assert_eq!(hunted.found(), expected);
    let [exhausted, derived, declared] = &hunted.findings[..] else { panic!("three") };
    assert_eq!(exhausted.evidence.proof, Some(Proof::Refuted { evaluations: 5 }));
    assert_eq!(derived.evidence.proof, None);
    let has_remark = |finding: &Finding, words: &str| {
        finding.evidence.remarks.iter().any(|remark| remark.contains(words))
    };
    assert!(has_remark(derived, "unsat, derived: and-drop of Ints 7"), "{derived:?}");
    assert_eq!(declared.fault.to_string(), "sat and declared unsat by :status");
    assert!(has_remark(declared, "which proves nothing"), "{declared:?}");
}

#[test]
fn a_known_answer_that_is_wrong_is_our_fault_and_the_hunt_goes_on() {
    let hunted = hunted(
        Opponents::All,
        &[("three", SAYS_THREE), ("unsat", SAYS_UNSAT)],
        vec![
            (ABOVE_TWO, KnownAnswer::derived("a wrong rule")),
            (ABOVE_TWO, KnownAnswer::witnessed("((define-fun a () Int 1))")),
            (ABOVE_TWO, KnownAnswer::witnessed(THREE)),
        ],
    );
    assert_eq!(hunted.found(), ["refutation-unsoundness: unsat, 2"]);
    let words: Vec<String> = hunted.faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "Listed 0 should be unsat, derived: a wrong rule, but the evaluator says true under \
             the model of three: ((define-fun a () Int 3))",
            "Listed 1 should be sat, with a model, but under that model the evaluator says false",
        ]
    );
    let error = hunted.ending.unwrap_err();
    assert!(matches!(error, HuntError::OwnFaults { count: 2, .. }), "{error:?}");
    let words = error.to_string();
    assert!(words.starts_with("2 known answers of etude are wrong, and no solver is"), "{words}");
    assert!(words.contains("Please report this") && words.contains(ABOVE_TWO), "{words}");
    // What was said is written down all the same.
    assert_eq!(hunted.outcomes[0], [Outcome::SatTrue; 3]);
}

#[test]
fn where_the_answer_is_proven_no_arbiter_is_asked() {
    let arbiter = Opponents::Arbiter(campaign::SeatId::new(1));
    let hunted = hunted(
        arbiter,
        &[("sat", SAYS_SAT), ("arbiter", SAYS_THREE)],
        vec![
            (ABOVE_TWO, KnownAnswer::witnessed(THREE)),
            (ABOVE_TWO, KnownAnswer::declared(Decision::Sat, ":status")),
        ],
    );
    assert!(hunted.findings.is_empty());
    // The second alone needed it.
    assert_eq!(hunted.outcomes[1], [Outcome::SatTrue]);
    assert_eq!(hunted.ending.unwrap(), Ending::Done);
}

/// A script of eight checks, made of a seed.
fn eight_checks(number: u64) -> (String, KnownAnswers) {
    let text = "(declare-const a Int)(declare-const b Bool)(assert (=> b (> (* a a) 10)))
        (assert (or b (< a 7)))(check-sat)";
    let script = Script::parse(text).unwrap();
    let seed = Seed::by_search("a test", &script, 0, &Budget::default()).unwrap();
    let recipe = Incremental { checks: 8..=8, ..Incremental::default() };
    let made = recipe.script(&seed, number).unwrap();
    (made.text().to_owned(), made.known().clone())
}

/// A line of shell that gives the known answers, but for the check of this number.
fn lies_at(lie: Option<usize>, known: &KnownAnswers) -> String {
    let word = |check: usize| match (known.at(check).unwrap().answer(), lie == Some(check)) {
        (Decision::Sat, false) | (Decision::Unsat, true) => "echo sat",
        _ => "echo unsat",
    };
    (0..8).map(word).collect::<Vec<_>>().join("; ")
}

#[test]
fn of_eight_checks_the_one_with_the_lie_is_named() {
    // Scripts whose fifth check is sat, and scripts where it is not.
    for wanted in [Decision::Sat, Decision::Unsat] {
        let (text, known) = (0..100)
            .map(eight_checks)
            .find(|(_, known)| known.at(4).unwrap().answer() == wanted)
            .unwrap();
        let (liar, honest) = (lies_at(Some(4), &known), lies_at(None, &known));
        let solvers = [("liar", liar.as_str()), ("honest", honest.as_str())];
        let hunted = hunted_scripts(Opponents::All, &solvers, vec![(text.clone(), known)]);
        let kind = match wanted {
            Decision::Sat => "refutation-unsoundness",
            Decision::Unsat => "solution-unsoundness",
        };
        assert_eq!(hunted.found(), [format!("{kind}: liar, 0")], "{text}");
        assert_eq!(hunted.findings[0].evidence.check, Some(5), "{text}");
        assert!(hunted.faults.is_empty());
    }
}
