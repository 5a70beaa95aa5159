//! Hunts that ask first what brought most: the same order in the same state, and all in the end.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::support::{TIME, fake};
use campaign::{
    Ending, Event, Identity, Judge, KnownAnswers, Ladder, Manner, Mutants, Opponents, Order,
    Outcome, Plan, Question, SeedAnswers, Setting, Shard, Source, Store, Stretch, Turns, Yields,
    hunt,
};
use mutation::{Draw, Mutator, Seeds, Specimen, Step, Technique};
use smtlib::Op;
use solvers::{Limits, Solver};

const SEED: &str = "(declare-const a Bool)\n(assert a)\n(check-sat)\n";
const PER_SEED: u64 = 320;
/// Right: what is made of the seed is true where it is.
const HONEST: &str = "echo sat; echo '((define-fun a () Bool true))'";

/// One script.
#[derive(Debug)]
struct One(Identity);

impl Source for One {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn questions(&self, numbers: Range<u64>) -> Vec<Question> {
        let question = |number: u64| Question {
            number,
            place: self.place(number),
            text: SEED.to_owned(),
            size: 3,
            known: KnownAnswers::default(),
            rules: Vec::new(),
        };
        numbers.take_while(|number| *number == 0).map(question).collect()
    }

    fn len(&self) -> Option<u64> {
        Some(1)
    }
}

/// Asserts what is true anyway, with other operators each time.
#[derive(Debug)]
struct Rich;

/// Says an assertion once more, with no operator at all.
#[derive(Debug)]
struct Poor;

fn assert(specimen: &mut Specimen, term: smtlib::Term, technique: Technique, rule: &str) -> bool {
    specimen.assertions.push(term);
    specimen.steps.push(Step { technique, rule: rule.into(), place: None });
    true
}

impl Mutator for Rich {
    fn technique(&self) -> Technique {
        Technique::Weaken
    }

    fn step(&self, specimen: &mut Specimen, _: &dyn Seeds, draw: &mut Draw) -> bool {
        let a = specimen.assertions[0];
        let mut term = a;
        for op in [Op::And, Op::Xor, Op::Implies, Op::Eq, Op::Distinct, Op::Not] {
            if draw.chance(1, 2) {
                let arguments = if op == Op::Not { vec![term] } else { vec![term, a] };
                term = specimen.terms.op(op, arguments).unwrap();
            }
        }
        let term = specimen.terms.op(Op::Or, vec![a, term]).unwrap();
        assert(specimen, term, Technique::Weaken, "rich")
    }
}

impl Mutator for Poor {
    fn technique(&self) -> Technique {
        Technique::Graft
    }

    fn step(&self, specimen: &mut Specimen, _: &dyn Seeds, _: &mut Draw) -> bool {
        let a = specimen.assertions[0];
        assert(specimen, a, Technique::Graft, "poor")
    }
}

fn source() -> Arc<dyn Source> {
    let identity = Identity {
        name: "One".to_owned(),
        digest: "0123456789abcdef".to_owned(),
        order: Order::exhaustive(),
        origin: None,
    };
    let making = "weaken,graft:1..2".parse().unwrap();
    let mutators: Vec<Arc<dyn Mutator>> = vec![Arc::new(Rich), Arc::new(Poor)];
    let seeds = Arc::new(One(identity));
    Arc::new(Mutants::with(seeds, &making, mutators, PER_SEED, SeedAnswers::default()))
}

fn plan(folder: &Path, source: &Arc<dyn Source>, turns: Turns) -> Plan {
    let solver = Solver { name: "honest".to_owned(), ..fake(folder, "honest", HONEST) };
    let setting = Setting::new(solver, Limits::of_time(TIME), Manner::Fresh).unwrap();
    Plan {
        stretches: vec![Stretch::new(source.clone(), 0..u64::MAX).in_turns(turns)],
        settings: vec![setting].into(),
        ladder: Ladder::none(),
        shard: Shard::default(),
        jobs: 1,
        time: None,
        judge: Judge::default(),
        opponents: Opponents::All,
    }
}

/// The numbers that a hunt asked, in the order in which they were written down, until `most` were.
fn asked(plan: &Plan, store: &mut Store, most: usize) -> Vec<u64> {
    let run = store.begin_run("{}").unwrap();
    let (mut numbers, count) = (Vec::new(), Cell::new(0));
    let ending = hunt(plan, store, run, &|| count.get() >= most, &mut |event| {
        if let Event::Asked { answers, .. } = event {
            let chunks = answers.iter().flatten();
            numbers.extend(chunks.flat_map(campaign::Chunk::numbered).map(|(number, _)| number));
            count.set(numbers.len());
        }
    });
    let expected = if count.get() >= most { Ending::Stopped } else { Ending::Done };
    assert_eq!(ending.unwrap(), expected);
    numbers
}

fn held(store: &Store) -> (BTreeMap<u64, Outcome>, Yields) {
    let track = store.tracks().unwrap()[0].id;
    let mut outcomes = BTreeMap::new();
    for setting in store.settings().unwrap() {
        let take = |chunk: campaign::Chunk| {
            outcomes.extend(chunk.numbered().map(|(number, (outcome, _))| (number, outcome)));
        };
        store.chunks(track, setting.id, 0..u64::MAX, take).unwrap();
    }
    (outcomes, store.yields(track, None).unwrap())
}

#[test]
fn what_brought_most_is_asked_first_and_all_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let source = source();
    let open = |name: &str| Store::open(&folder.path().join(name)).unwrap();
    let mut in_order = open("in-order");
    let plain = asked(&plan(folder.path(), &source, Turns::ByNumber), &mut in_order, usize::MAX);
    assert!(plain.is_sorted() && plain.len() as u64 == PER_SEED);
    let expected = held(&in_order);
    let all = expected.1.all();
    assert_eq!(all.mutants, PER_SEED);
    assert_eq!(&*expected.1.best(1)[0].0.rule, "rich");

    // Nothing is known at first: the beginning is the same. Then a run learns what the first found.
    let by_yield = plan(folder.path(), &source, Turns::ByYield);
    let mut begun = open("begun");
    let first = asked(&by_yield, &mut begun, 64);
    assert_eq!(first, plain[..first.len()]);
    drop(begun);
    let copy = |name: &str| {
        fs::create_dir(folder.path().join(name)).unwrap();
        let file = |name: &str| folder.path().join(name).join("campaign.db");
        fs::copy(file("begun"), file(name)).unwrap();
        open(name)
    };
    let (mut one, mut other) = (copy("one"), copy("other"));
    let rest = asked(&by_yield, &mut one, usize::MAX);
    assert_eq!(asked(&by_yield, &mut other, usize::MAX), rest, "one state has one order");
    assert_eq!(rest.len() + first.len(), plain.len());
    assert!(!rest.is_sorted(), "something was put aside");
    let is_rich = |number: &&u64| {
        source.questions(**number..**number + 1)[0].rules.iter().any(|it| &*it.rule == "rich")
    };
    let half = rest.len() / 2;
    let (early, late) = (&rest[..half], &rest[half..]);
    let (early, late) = (early.iter().filter(is_rich).count(), late.iter().filter(is_rich).count());
    assert!(early > late, "{early} and {late} of {half}");
    assert_eq!((held(&one), held(&other)), (expected.clone(), expected.clone()));
    assert!(asked(&by_yield, &mut one, usize::MAX).is_empty(), "nothing is left");
}

#[test]
fn interruptions_threads_parts_and_merges_change_no_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let source = source();
    let open = |name: &str| Store::open(&folder.path().join(name)).unwrap();
    let mut in_order = open("in-order");
    asked(&plan(folder.path(), &source, Turns::ByNumber), &mut in_order, usize::MAX);
    let expected = held(&in_order);
    let by_yield = plan(folder.path(), &source, Turns::ByYield);
    let mut torn = open("torn");
    let mut total = 0;
    for most in [1, 70, 40, usize::MAX] {
        let part = Plan { jobs: 3, ..by_yield.clone() };
        total += asked(&part, &mut torn, most).len();
    }
    assert_eq!(total as u64, PER_SEED, "each was asked once");
    assert_eq!(held(&torn), expected);
    let mut merged = open("merged");
    for number in 1..=2 {
        let mut part = open(&format!("part{number}"));
        let shard = Shard { number, of: 2 };
        asked(&Plan { shard, ..by_yield.clone() }, &mut part, 64);
        asked(&Plan { shard, ..by_yield.clone() }, &mut part, usize::MAX);
        merged.merge(&part).unwrap();
    }
    assert_eq!(held(&merged), expected);
    assert!(asked(&by_yield, &mut merged, usize::MAX).is_empty(), "the parts are the whole");
}

#[test]
fn a_campaign_of_before_is_opened_and_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let source = source();
    let campaign = folder.path().join("campaign");
    let by_yield = plan(folder.path(), &source, Turns::ByYield);
    let mut store = Store::open(&campaign).unwrap();
    let first = asked(&by_yield, &mut store, 64).len();
    drop(store);
    let database = rusqlite::Connection::open(campaign.join("campaign.db")).unwrap();
    database.execute_batch("DROP TABLE mutant; DROP TABLE mutation_rule").unwrap();
    drop(database);
    let store = Store::open_to_read(&campaign).unwrap();
    let track = store.tracks().unwrap()[0].id;
    assert_eq!(store.yields(track, None).unwrap(), Yields::default());
    drop(store);
    let mut store = Store::open(&campaign).unwrap();
    let rest = asked(&by_yield, &mut store, usize::MAX).len();
    assert_eq!((first + rest) as u64, PER_SEED);
    assert_eq!(held(&store).1.all().mutants, rest as u64);
}
