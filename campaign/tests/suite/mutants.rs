//! Whole hunts over mutants, with solvers that lie and with rules that are wrong.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::support::{SAYS_UNSAT, TIME, fake};
use campaign::{
    Dossier, Ending, Event, Finding, Gap, HuntError, Identity, Judge, Kind, KnownAnswers, Manner,
    Mutants, Opponents, Order, Outcome, OwnFault, Plan, Question, SeedAnswers, Setting, Shard,
    Source, Store, Stretch, hunt,
};
use mutation::{Draw, Mutator, Seeds, Specimen, Step, Technique};
use solvers::{Limits, Solver};

pub(crate) const SAT: &str = "(declare-const a Bool)\n(assert a)\n(check-sat)\n";
pub(crate) const UNSAT: &str =
    "(declare-const a Bool)\n(assert a)\n(assert (not a))\n(check-sat)\n";
/// The search does not know.
const OPEN: &str = "(declare-const a Int)\n(declare-const b Int)\n(declare-const c Int)\n\
    (assert (= (+ (* a a a) (* b b b) (* c c c)) 33))\n(check-sat)\n";

/// Right as long as only these scripts are asked.
pub(crate) const RIGHT: &str = "if grep -q '(assert (not a))' $1 && grep -q '(assert a)' $1; then echo unsat; \
    elif grep -q '(assert (not a))' $1; then echo sat; echo '((define-fun a () Bool false))'; \
    else echo sat; echo '((define-fun a () Bool true))'; fi";

/// Scripts that are listed here.
#[derive(Debug)]
struct Scripts {
    identity: Identity,
    texts: Vec<&'static str>,
}

impl Source for Scripts {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        let question = |number: u64| {
            let text = (*self.texts.get(usize::try_from(number).unwrap())?).to_owned();
            let (place, known) = (self.place(number), KnownAnswers::default());
            Some(Question { number, place, text, size: 3, known, rules: Vec::new() })
        };
        numbers.map_while(question).collect()
    }

    fn len(&self) -> Option<u64> {
        Some(self.texts.len() as u64)
    }
}

/// Says an assertion once more, which is right.
#[derive(Debug)]
pub(crate) struct Twice;

/// Drops the last assertion if there are several, which is wrong of an `unsat`.
#[derive(Debug)]
pub(crate) struct Drop;

pub(crate) fn note(specimen: &mut Specimen, rule: &str) {
    specimen.steps.push(Step { technique: Technique::Weaken, rule: rule.into(), place: None });
}

impl Mutator for Twice {
    fn technique(&self) -> Technique {
        Technique::Weaken
    }

    fn step(&self, specimen: &mut Specimen, _: &dyn Seeds, draw: &mut Draw) -> bool {
        let assertion = *draw.one_of(&specimen.assertions).unwrap();
        specimen.assertions.push(assertion);
        note(specimen, "twice");
        true
    }
}

impl Mutator for Drop {
    fn technique(&self) -> Technique {
        Technique::Weaken
    }

    fn step(&self, specimen: &mut Specimen, others: &dyn Seeds, draw: &mut Draw) -> bool {
        if specimen.assertions.len() < 2 {
            return Twice.step(specimen, others, draw);
        }
        specimen.assertions.pop();
        note(specimen, "drop");
        true
    }
}

const PER_SEED: u64 = 20;

pub(crate) fn source(
    texts: &[&'static str],
    mutator: Arc<dyn Mutator>,
    steps: &str,
) -> Arc<dyn Source> {
    source_made(texts, mutator, &format!("weaken:{steps}"))
}

/// Scripts as a source.
pub(crate) fn scripts(texts: &[&'static str]) -> Arc<dyn Source> {
    let identity = Identity {
        name: "Scripts".to_owned(),
        digest: "0123456789abcdef".to_owned(),
        order: Order::exhaustive(),
        origin: None,
    };
    Arc::new(Scripts { identity, texts: texts.to_vec() })
}

/// The same, made in a way that may have options.
pub(crate) fn source_made(
    texts: &[&'static str],
    mutator: Arc<dyn Mutator>,
    making: &str,
) -> Arc<dyn Source> {
    let seeds = scripts(texts);
    let making = making.parse().unwrap();
    let answers = SeedAnswers::default();
    Arc::new(Mutants::with(seeds, &making, vec![mutator], PER_SEED, answers))
}

pub(crate) fn plan(folder: &Path, source: &Arc<dyn Source>, solvers: &[(&str, &str)]) -> Plan {
    let setting = |(name, body): &(&str, &str)| {
        let solver = Solver { name: (*name).to_owned(), ..fake(folder, name, body) };
        Setting::new(solver, Limits::of_time(TIME), Manner::Fresh).unwrap()
    };
    Plan {
        stretches: vec![Stretch::new(source.clone(), 0..u64::MAX)],
        settings: solvers.iter().map(setting).collect(),
        ladder: campaign::Ladder::none(),
        shard: Shard::default(),
        jobs: 1,
        time: None,
        judge: Judge::default(),
        opponents: Opponents::All,
    }
}

/// The events of a hunt.
pub(crate) struct Told {
    pub findings: Vec<Finding>,
    pub faults: Vec<OwnFault>,
    pub formulas: u64,
    pub ending: Result<Ending, HuntError>,
}

pub(crate) fn run(plan: &Plan, store: &mut Store) -> Told {
    let run = store.begin_run("{}").unwrap();
    let (mut findings, mut faults, mut formulas) = (Vec::new(), Vec::new(), 0);
    let ending = hunt(plan, store, run, &|| false, &mut |event| match event {
        Event::Found { finding, .. } => findings.push((*finding).clone()),
        Event::OwnFault(fault) => faults.push((*fault).clone()),
        Event::Asked { formulas: asked, .. } => formulas += asked,
        Event::Waiting { .. } => {}
    });
    Told { findings, faults, formulas, ending }
}

/// Returns the contents of a campaign: the outcomes by number, and the numbers without a mutant by
/// the
/// reason.
fn held(store: &Store) -> (BTreeMap<u64, Outcome>, BTreeMap<Gap, u64>) {
    let track = store.tracks().unwrap()[0].id;
    let mut outcomes = BTreeMap::new();
    for setting in store.settings().unwrap() {
        let take = |chunk: campaign::Chunk| {
            outcomes.extend(chunk.numbered().map(|(number, (outcome, _))| (number, outcome)));
        };
        store.chunks(track, setting.id, 0..u64::MAX, take).unwrap();
    }
    let whole = std::iter::once(0..u64::MAX).collect::<Vec<_>>();
    (outcomes, store.gap_counts(track, &whole).unwrap())
}

#[test]
fn a_liar_is_convicted_by_the_witness_and_the_folder_tells_all() {
    let folder = tempfile::tempdir().unwrap();
    let source = source(&[SAT, OPEN], Arc::new(Twice), "2");
    let plan = plan(folder.path(), &source, &[("liar", SAYS_UNSAT)]);
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let told = run(&plan, &mut store);
    assert_eq!(told.ending.unwrap(), Ending::Done);
    assert_eq!(told.findings.len() as u64, PER_SEED);
    assert_eq!(held(&store).1, BTreeMap::from([(Gap::NoSeed, PER_SEED)]));
    let finding = &told.findings[3];
    assert_eq!(finding.kind, Kind::RefutationUnsoundness);
    assert_eq!(finding.formula.name().to_string(), "Scripts 0/weaken:2/3");
    let lineage = finding.evidence.lineage.as_ref().unwrap();
    let rules: Vec<&str> = lineage.steps.iter().map(|step| &*step.rule).collect();
    assert_eq!(rules, ["twice", "twice"]);
    let dossier = Dossier::new(finding.clone());
    let path = dossier.write(folder.path()).unwrap();
    assert!(path.ends_with("liar-refutation-unsoundness-Scripts-0-weaken_2-3"), "{path:?}");
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    assert!(read("seed.smt2").ends_with(SAT), "{}", read("seed.smt2"));
    assert!(read("steps.txt").starts_with("1. weaken twice\n2. weaken twice\n"));
    assert!(read("witness.txt").contains("(define-fun a () Bool true)"));
    assert!(read("report.md").contains("etude mutate Scripts 0 --by weaken --steps 2 --number 3"));
    assert_eq!(Dossier::read(&path).unwrap(), dossier);
}

#[test]
fn a_wrong_rule_is_switched_off_for_good_and_nobody_is_blamed() {
    let folder = tempfile::tempdir().unwrap();
    let texts = [UNSAT; 10];
    let source = source(&texts, Arc::new(Drop), "1");
    let plan = plan(folder.path(), &source, &[("right", RIGHT)]);
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let told = run(&plan, &mut store);
    assert!(told.findings.is_empty(), "{:?}", told.findings[0].kind);
    let error = told.ending.unwrap_err();
    assert!(matches!(error, HuntError::OwnFaults { .. }), "{error}");
    assert!(error.to_string().contains("switched off in this campaign: weaken drop"), "{error}");
    assert_eq!(told.faults[0].rules.len(), 1);
    let off = store.rules_off().unwrap();
    assert_eq!(off.iter().map(ToString::to_string).collect::<Vec<_>>(), ["weaken drop"]);
    // What was under way was asked; the rest is left out.
    let (outcomes, gaps) = held(&store);
    assert!(outcomes.len() < 200 && gaps.contains_key(&Gap::RuleOff), "{}", outcomes.len());
    assert_eq!(outcomes.len() as u64 + gaps.values().sum::<u64>(), 10 * PER_SEED);
    // Asked again, by another solver too: it stays off.
    let again = run(&self::plan(folder.path(), &source, &[("other", RIGHT)]), &mut store);
    assert!(again.faults.is_empty() && again.ending.is_ok());
    // A campaign that gets it leaves it out as well.
    let mut other = Store::open(&folder.path().join("merged")).unwrap();
    other.merge(&store).unwrap();
    assert_eq!(other.rules_off().unwrap(), off);
}

#[test]
fn a_finding_that_rests_on_a_wrong_rule_is_withdrawn() {
    let folder = tempfile::tempdir().unwrap();
    let source = source(&[UNSAT], Arc::new(Drop), "1");
    // One that shows no model is blamed, until another shows one.
    let says_sat = "echo sat";
    let alone = plan(folder.path(), &source, &[("says-sat", says_sat)]);
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let told = run(&alone, &mut store);
    assert_eq!(told.findings[0].kind, Kind::SolutionUnsoundness);
    assert!(store.finding_count().unwrap() > 0);
    let mut other = Store::open(&folder.path().join("other")).unwrap();
    let right = plan(folder.path(), &source, &[("right", RIGHT)]);
    assert!(run(&right, &mut other).ending.is_err());
    let merged = store.merge(&other).unwrap();
    assert_eq!(merged.withdrawn, PER_SEED);
    assert_eq!(store.finding_count().unwrap(), 0);
}

#[test]
fn shards_threads_and_interruptions_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let texts = [SAT, OPEN, UNSAT, SAT, SAT, OPEN, UNSAT, SAT];
    let source = source(&texts, Arc::new(Twice), "1..5");
    let solvers = [("right", RIGHT)];
    let open = |name: &str| Store::open(&folder.path().join(name)).unwrap();
    let mut whole = open("whole");
    let told = run(&plan(folder.path(), &source, &solvers), &mut whole);
    assert_eq!(told.formulas, 8 * PER_SEED);
    let expected = held(&whole);
    assert_eq!(expected.1, BTreeMap::from([(Gap::NoSeed, 2 * PER_SEED)]));
    assert_eq!(expected.0.len() as u64, 6 * PER_SEED);
    let again = run(&plan(folder.path(), &source, &solvers), &mut whole);
    assert_eq!(again.formulas, 0, "all was asked");
    let mut threads = open("threads");
    run(&Plan { jobs: 4, ..plan(folder.path(), &source, &solvers) }, &mut threads);
    assert_eq!(held(&threads), expected);
    let mut merged = open("merged");
    for number in 1..=2 {
        let mut part = open(&format!("part{number}"));
        let shard = Shard { number, of: 2 };
        run(&Plan { shard, ..plan(folder.path(), &source, &solvers) }, &mut part);
        merged.merge(&part).unwrap();
    }
    assert_eq!(held(&merged), expected);
    let rest = run(&plan(folder.path(), &source, &solvers), &mut merged);
    assert_eq!(rest.formulas, 0, "the parts are the whole");
}

#[test]
fn what_was_decided_a_step_before_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let source = source(&[SAT], Arc::new(Twice), "2..3");
    // Four assertions are too many.
    let weary = "if [ $(grep -c assert $1) -ge 4 ]; then echo unknown; else \
        echo sat; echo '((define-fun a () Bool true))'; fi";
    let plan = plan(folder.path(), &source, &[("weary", weary)]);
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let told = run(&plan, &mut store);
    assert!(!told.findings.is_empty());
    let (outcomes, _) = held(&store);
    let unknown = outcomes.values().filter(|it| **it == Outcome::Unknown).count();
    assert_eq!(told.findings.len(), unknown);
    for finding in &told.findings {
        assert_eq!(finding.kind, Kind::Incompleteness);
        assert_eq!(finding.fault.to_string(), "implication by weaken twice");
        let before = finding.evidence.lineage.as_ref().unwrap().before.as_ref().unwrap();
        assert_eq!(before.matches("assert").count(), 3);
    }
    let solvers = &plan.settings;
    let find = |_: &campaign::RecordedReply| Ok(solvers.iter().next().unwrap().solver.clone());
    let replayed = campaign::replay(&told.findings[0], &campaign::Replaying::default(), find);
    assert_eq!(replayed.unwrap().standing, campaign::Recurrence::Holds);
}
