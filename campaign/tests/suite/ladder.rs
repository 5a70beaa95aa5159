//! Whole hunts with a ladder of time limits, with solvers that are late where they are told to be.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::cell::Cell;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::support::fake;
use campaign::{
    Ending, Event, Finding, Identity, Judge, Kind, KnownAnswers, Ladder, Manner, Opponents, Order,
    Outcome, Plan, Question, Setting, Shard, Source, Store, Stretch, hunt, summarize,
};
use solvers::{Limits, Solver};

/// The shell starts well within it.
const LOW: &str = "300ms:50";
const TOP: Duration = Duration::from_secs(3);

const ANSWER: &str = "echo sat; echo '((define-fun a () Int 100000))'";
/// Late within the lower limit, where the formula is a hard one.
const LATE: &str = "if grep -q 000 \"$1\"; then sleep 1; fi";
/// Late within every limit, and busy all the time.
const NEVER: &str = "if grep -q 000 \"$1\"; then while :; do :; done; fi";

/// Questions of which those that a number divides are hard.
#[derive(Debug)]
struct Numbered {
    identity: Identity,
    len: u64,
    hard: u64,
}

impl Source for Numbered {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        let question = |number: u64| {
            let zeros = if number.is_multiple_of(self.hard) { "000" } else { "" };
            let text =
                format!("(declare-const a Int)\n(assert (> a 1{number}{zeros}))\n(check-sat)\n");
            let (place, known) = (self.place(number), KnownAnswers::default());
            Question { number, place, text, size: 3, known, rules: Vec::new() }
        };
        numbers.filter(|number| *number < self.len).map(question).collect()
    }

    fn len(&self) -> Option<u64> {
        Some(self.len)
    }
}

fn source(name: &str, len: u64, hard: u64) -> Arc<dyn Source> {
    let identity = Identity {
        name: name.to_owned(),
        digest: "0123456789abcdef".to_owned(),
        order: Order::exhaustive(),
        origin: None,
    };
    Arc::new(Numbered { identity, len, hard })
}

fn plan(folder: &Path, sources: &[Arc<dyn Source>], solvers: &[(&str, &str)]) -> Plan {
    let setting = |(name, body): &(&str, &str)| {
        let solver = Solver { name: (*name).to_owned(), ..fake(folder, name, body) };
        Setting::new(solver, Limits::of_time(TOP), Manner::Fresh).unwrap()
    };
    let stretch = |source: &Arc<dyn Source>| Stretch::new(Arc::clone(source), 0..u64::MAX);
    Plan {
        stretches: sources.iter().map(stretch).collect(),
        settings: solvers.iter().map(setting).collect(),
        ladder: LOW.parse().unwrap(),
        shard: Shard::default(),
        jobs: 2,
        time: None,
        judge: Judge::default(),
        opponents: Opponents::All,
    }
}

/// The contents of a campaign: for each solver and limit, the outcomes by number.
type Held = Vec<(String, u64, Vec<(u64, Outcome)>)>;

fn held(store: &Store) -> Held {
    let track = store.tracks().unwrap()[0].id;
    let held = |setting: &campaign::StoredSetting| {
        let mut all = Vec::new();
        let take = |chunk: campaign::Chunk| {
            all.extend(chunk.numbered().map(|(number, (outcome, _))| (number, outcome)));
        };
        store.chunks(track, setting.id, 0..u64::MAX, take).unwrap();
        (setting.name().to_owned(), setting.recorded.limit_ms, all)
    };
    let mut held: Held = store.settings().unwrap().iter().map(held).collect();
    held.sort();
    held
}

fn run(plan: &Plan, store: &mut Store, stop: &dyn Fn() -> bool) -> (Ending, Vec<Finding>) {
    let run = store.begin_run("{}").unwrap();
    let mut findings = Vec::new();
    let ending = hunt(plan, store, run, stop, &mut |event| {
        if let Event::Found { finding, .. } = event {
            findings.push((*finding).clone());
        }
    });
    (ending.unwrap(), findings)
}

#[test]
fn what_stays_open_is_asked_again_for_longer_and_only_then_is_late() {
    let folder = tempfile::tempdir().unwrap();
    let (late, never) = (format!("{LATE}\n{ANSWER}"), format!("{NEVER}\n{ANSWER}"));
    let solvers = [("quick", ANSWER), ("late", &*late), ("never", &*never)];
    let plan = plan(folder.path(), &[source("Numbers", 7, 5)], &solvers);
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let (ending, findings) = run(&plan, &mut store, &|| false);
    assert_eq!(ending, Ending::Done);
    let all = |outcome: Outcome| (0..7).map(|it| (it, outcome)).collect::<Vec<_>>();
    let hard = |outcome: Outcome| vec![(0, outcome), (5, outcome)];
    let mixed = || -> Vec<(u64, Outcome)> {
        let late = |it: u64| if it.is_multiple_of(5) { Outcome::Timeout } else { Outcome::SatTrue };
        (0..7).map(|it| (it, late(it))).collect()
    };
    let expected = [
        ("late", 300, mixed()),
        ("late", 3000, hard(Outcome::SatTrue)),
        ("never", 300, mixed()),
        ("never", 3000, hard(Outcome::Timeout)),
        ("quick", 300, all(Outcome::SatTrue)),
        ("quick", 3000, Vec::new()),
    ];
    let expected = expected.map(|(name, limit, said)| (name.to_owned(), limit, said));
    assert_eq!(held(&store), expected);
    // Being late within the lower limit is nobody's fault.
    assert!(!findings.is_empty());
    for finding in &findings {
        assert_eq!(finding.kind, Kind::Performance);
        assert_eq!(finding.accused.alone().unwrap().as_str(), "never");
        let late = &finding.evidence.answers.iter().find(|it| it.solver.name == "never").unwrap();
        assert_eq!(late.limit, TOP);
    }
    // Nothing is left to be asked, nor with the limit of the lowest rung alone.
    let before = held(&store);
    let lower = Plan { settings: plan.settings.map(|it| it.within(TOP / 10)), ..plan.clone() };
    for plan in [&plan, &lower] {
        assert_eq!(run(plan, &mut store, &|| false).0, Ending::Done);
        assert_eq!(held(&store), before);
    }
    let summary = summarize(&plan, &store).unwrap();
    assert_eq!((summary.theories[0].formulas, summary.theories[0].climbing), (7, 0));
    // A longer limit than ever before asks those that are open, and nobody else.
    let longer = Plan { settings: plan.settings.map(|it| it.within(TOP + TOP / 2)), ..plan };
    run(&longer, &mut store, &|| false);
    let new: Held = held(&store).into_iter().filter(|(_, limit, _)| *limit == 4500).collect();
    let asked = |(name, _, said): &(String, u64, Vec<(u64, Outcome)>)| {
        (name.clone(), said.iter().map(|(number, _)| *number).collect::<Vec<u64>>())
    };
    let names = |name: &str, numbers: &[u64]| (name.to_owned(), numbers.to_vec());
    let expected = [names("late", &[]), names("never", &[0, 5]), names("quick", &[])];
    assert_eq!(new.iter().map(asked).collect::<Vec<_>>(), expected);
}

#[test]
fn a_hunt_that_is_interrupted_all_the_time_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let late = format!("{LATE}\n{ANSWER}");
    let solvers = [("quick", ANSWER), ("late", &*late)];
    let plan = plan(folder.path(), &[source("Numbers", 200, 20)], &solvers);
    let mut whole = Store::open(&folder.path().join("whole")).unwrap();
    run(&plan, &mut whole, &|| false);
    let mut pieces = Store::open(&folder.path().join("pieces")).unwrap();
    let mut endings = Vec::new();
    while endings.last() != Some(&Ending::Done) {
        // Each time a little later, so that every part of the work is cut somewhere.
        let looks = Cell::new(0);
        let patience = 4 + endings.len() * 3;
        let stop = || {
            looks.set(looks.get() + 1);
            looks.get() > patience
        };
        endings.push(run(&plan, &mut pieces, &stop).0);
        assert!(endings.len() < 200, "it never ends");
    }
    assert!(endings.len() > 3, "{endings:?}");
    assert_eq!(held(&pieces), held(&whole));
}

#[test]
fn a_wrong_answer_that_comes_late_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let liar = format!("{LATE}\necho unsat");
    let plan =
        plan(folder.path(), &[source("Numbers", 1, 1)], &[("right", ANSWER), ("liar", &liar)]);
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let (_, findings) = run(&plan, &mut store, &|| false);
    let found: Vec<(Kind, String)> =
        findings.iter().map(|it| (it.kind, it.accused.to_string())).collect();
    assert_eq!(found, [(Kind::RefutationUnsoundness, "liar".to_owned())]);
}

#[test]
fn sources_take_turns_by_the_time_that_they_use() {
    let folder = tempfile::tempdir().unwrap();
    let slow = format!("if grep -q 000 \"$1\"; then sleep 0.1; fi\n{ANSWER}");
    let sources = [source("Slow", 256, 1), source("Quick", 256, 1000)];
    let plan = Plan { jobs: 1, ..plan(folder.path(), &sources, &[("solver", &slow)]) };
    let mut store = Store::open(&folder.path().join("campaign")).unwrap();
    let run = store.begin_run("{}").unwrap();
    let mut done = [0, 0];
    let is_over = Cell::new(false);
    let mut tell = |event: &Event| {
        if let Event::Asked { stretch, formulas, .. } = event {
            done[*stretch] += formulas;
            is_over.set(done[1] == 256);
        }
    };
    hunt(&plan, &mut store, run, &|| is_over.get(), &mut tell).unwrap();
    assert!(done[0] <= 128, "the slow one took as many turns as the quick one: {done:?}");
}

#[test]
fn a_ladder_above_the_limit_is_none() {
    let ladder: Ladder = "1s:30,10s:30".parse().unwrap();
    assert_eq!(ladder.cut(TOP).to_string(), "1000ms:30");
    assert_eq!(ladder.cut(Duration::from_millis(500)), Ladder::none());
}
