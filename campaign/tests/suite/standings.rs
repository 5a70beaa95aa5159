//! A campaign's words on itself, by answers that nobody gave: how many formulas have which
//! standing, and
//! who spoiled it.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::sync::Arc;
use std::time::Duration;

use campaign::{
    Chunk, Evidence, Fault, Finding, FormulaId, Identity, Kind, Manner, Order, Outcome, Reason,
    Setting, SettingId, Source, Standing, Store, Summary, source_again, source_of_grammar,
    summarize_stored,
};
use solvers::{Limits, Solver};

/// A campaign in a folder that goes with it.
struct Lab {
    store: Store,
    source: Arc<dyn Source>,
    folder: tempfile::TempDir,
}

impl Lab {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let space = generated::Theory::find("Core").unwrap().space().clone();
        let source = source_of_grammar("Core", space, Order::exhaustive(), None);
        Self { store, source, folder }
    }

    fn setting(&self, line: &str) -> SettingId {
        let solver = Solver::parse(line).unwrap().with_name(line);
        let setting = Setting::new(solver, Limits::default(), Manner::Session).unwrap();
        self.store.setting(&setting).unwrap()
    }

    /// Writes down what solvers said of the formulas from `first` on, and what was found.
    fn say(&mut self, first: u64, said: &[(&str, &[Outcome])], found: &[(u64, &str, Kind)]) {
        let run = self.store.begin_run("{}").unwrap();
        let track = self.store.track(&self.source).unwrap();
        let time = Duration::from_millis(1);
        let chunk = |outcomes: &[Outcome]| Chunk {
            first,
            outcomes: outcomes.iter().map(|outcome| (*outcome, time)).collect(),
        };
        let chunks: Vec<(SettingId, Chunk)> =
            said.iter().map(|(line, all)| (self.setting(line), chunk(all))).collect();
        let found: Vec<(u64, Finding)> =
            found.iter().map(|(number, solver, kind)| (*number, finding(solver, *kind))).collect();
        self.store.commit(track, &chunks, &found, run).unwrap();
    }

    fn summaries(&self) -> Vec<Summary> {
        let space = || generated::Theory::find("Core").unwrap().space().clone();
        let find = |identity: &Identity| source_again(identity, space());
        summarize_stored(&self.store, &find).unwrap()
    }
}

fn finding(solver: &str, kind: Kind) -> Finding {
    Finding {
        kind,
        accused: solver.parse().unwrap(),
        fault: Fault::Reason(String::new()),
        formula: FormulaId {
            theory: "Core".to_owned(),
            grammar: String::new(),
            origin: None,
            place: campaign::Place::Index(0.into()),
            size: 2,
        },
        operators: Vec::new(),
        evidence: Evidence::default(),
    }
}

/// Returns how many formulas have which standing, without those that none has.
fn standings(summary: &Summary) -> Vec<(Standing, u64)> {
    summary.theories[0].standings.iter().filter(|(_, count)| *count > 0).collect()
}

#[test]
fn two_that_refuse_everything_agree_on_nothing() {
    let mut lab = Lab::new();
    lab.say(0, &[("z3", &[Outcome::Rejected; 10]), ("cvc5", &[Outcome::Rejected; 10])], &[]);
    let [summary] = &lab.summaries()[..] else { panic!("one panel") };
    assert_eq!(standings(summary), [(Standing::Open, 10)]);
    let theory = &summary.theories[0];
    let sentence = theory.guarantee(&summary.solvers);
    assert!(!sentence.contains("agree") && sentence.contains("10 open"), "{sentence}");
    assert!(!theory.is_clean());
    assert_eq!(theory.gaps(&summary.solvers).len(), 2);
}

#[test]
fn each_formula_has_the_standing_that_its_answers_and_findings_give() {
    use Outcome::{SatChosen, SatTrue, Timeout, Unsat, UnsatProven};
    let mut lab = Lab::new();
    let z3 = [SatTrue, UnsatProven, Unsat, Unsat, Timeout, SatChosen, Unsat, Unsat];
    let cvc5 = [Timeout, Unsat, Unsat, Timeout, Timeout, Unsat, Timeout, SatChosen];
    let found = [(6, "z3", Kind::RefutationUnsoundness), (7, "cvc5", Kind::SolutionUnsoundness)];
    lab.say(0, &[("z3", &z3), ("cvc5", &cvc5)], &found);
    let [summary] = &lab.summaries()[..] else { panic!("one panel") };
    let expected = [
        (Standing::ProvenSat, 2),
        (Standing::ProvenUnsat, 2),
        (Standing::Agreed, 1),
        (Standing::Claimed, 1),
        (Standing::Open, 1),
        (Standing::Disputed, 1),
    ];
    assert_eq!(standings(summary), expected);
    let theory = &summary.theories[0];
    assert_eq!((theory.formulas, theory.standings.total(), theory.wrong), (8, 8, 2));
}

#[test]
fn a_family_alone_agrees_with_nobody() {
    for (pair, expected) in [
        (["z3", "cvc5"], Standing::Agreed),
        (["z3", "z3 smt.random_seed=7"], Standing::Claimed),
        (["cvc4", "cvc5"], Standing::Claimed),
        // Of two programs that nobody knows it is not known that they are different.
        (["mine", "yours"], Standing::Claimed),
        (["mine", "z3"], Standing::Agreed),
        // What formulas mean to it is its own affair.
        (["cvc5", "z3 hi_div0=false"], Standing::Claimed),
    ] {
        let mut lab = Lab::new();
        lab.say(0, &pair.map(|line| (line, &[Outcome::Unsat; 3][..])), &[]);
        assert_eq!(standings(&lab.summaries()[0]), [(expected, 3)], "{pair:?}");
    }
    let mut lab = Lab::new();
    lab.say(0, &[("z3 hi_div0=false", &[Outcome::SatTrue; 3])], &[]);
    assert_eq!(standings(&lab.summaries()[0]), [(Standing::Claimed, 3)]);
}

/// More formulas than are weighed at a time, in chunks that end where no window does.
#[test]
fn each_of_many_formulas_has_exactly_one_standing() {
    let mut lab = Lab::new();
    let mixed = |number: u64, salt: u64| {
        let mixed = (number * 31 + salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        Outcome::ALL[usize::try_from(mixed).unwrap() % Outcome::ALL.len()]
    };
    let mut first = 0;
    while first < 30_000 {
        let length = 997;
        let said = |salt| (first..first + length).map(|it| mixed(it, salt)).collect::<Vec<_>>();
        lab.say(first, &[("z3", &said(1)), ("cvc5", &said(2)), ("yices", &said(3))], &[]);
        first += length;
    }
    let [summary] = &lab.summaries()[..] else { panic!("one panel") };
    let theory = &summary.theories[0];
    assert_eq!((theory.standings.total(), theory.formulas), (first, first));
    let voices = ["z3", "cvc5", "yices"];
    let mut expected = campaign::Standings::default();
    for number in 0..first {
        let mut weighed = campaign::Weighed::default();
        for (family, salt) in voices.into_iter().zip(1..) {
            let voice = campaign::Voice { family, is_standard: true };
            weighed.add(voice, mixed(number, salt));
        }
        expected.add(weighed.standing());
    }
    assert_eq!(theory.standings, expected);
}

#[test]
fn words_are_kept_counted_and_merged_once() {
    let mut lab = Lab::new();
    lab.say(0, &[("z3", &[Outcome::Rejected; 10])], &[]);
    let run = lab.store.begin_run("{}").unwrap();
    let (track, z3) = (lab.store.track(&lab.source).unwrap(), lab.setting("z3"));
    let reason = |message: &str, count, number| {
        let (outcome, message) = (Outcome::Rejected, message.to_owned());
        (z3, Reason { outcome, message, count, number })
    };
    let said = [reason("no `xor`", 2, 7), reason("no `and`", 3, 4)];
    lab.store
        .commit_all(track, campaign::Entry { reasons: &said, ..campaign::Entry::default() }, run)
        .unwrap();
    let said = [reason("no `xor`", 5, 1)];
    lab.store
        .commit_all(track, campaign::Entry { reasons: &said, ..campaign::Entry::default() }, run)
        .unwrap();
    let expected = [("no `xor`", 7, 1), ("no `and`", 3, 4)];
    let told = |store: &Store| -> Vec<(String, u64, u64)> {
        let (track, setting) = (store.tracks().unwrap()[0].id, store.settings().unwrap()[0].id);
        let all = store.reasons(track, setting).unwrap().into_iter();
        all.map(|it| (it.message, it.count, it.number)).collect()
    };
    let expected = expected.map(|(message, count, number)| (message.to_owned(), count, number));
    assert_eq!(told(&lab.store), expected);
    let into = tempfile::tempdir().unwrap();
    let mut other = Store::open(into.path()).unwrap();
    for _ in 0..2 {
        other.merge(&lab.store).unwrap();
        assert_eq!(told(&other), expected);
    }
    // A solver that never says the same twice fills no disk.
    let many: Vec<_> = (0..500).map(|it| reason(&format!("no `{it}`"), 1, it)).collect();
    lab.store
        .commit_all(track, campaign::Entry { reasons: &many, ..campaign::Entry::default() }, run)
        .unwrap();
    let told = told(&lab.store);
    assert!(told.len() < 100, "{}", told.len());
    assert_eq!(told.iter().map(|(_, count, _)| count).sum::<u64>(), 510);
}

/// A campaign of before has no words, no scripts that cannot be read, and no tables for them.
#[test]
fn a_campaign_of_before_is_read_and_gone_on_with() {
    let mut lab = Lab::new();
    lab.say(0, &[("z3", &[Outcome::Rejected; 10])], &[]);
    let Lab { store, source, folder } = lab;
    drop(store);
    let database = rusqlite::Connection::open(folder.path().join("campaign.db")).unwrap();
    database.execute_batch("DROP TABLE reason; DROP TABLE unread").unwrap();
    drop(database);
    let store = Store::open_to_read(folder.path()).unwrap();
    let lab = Lab { store, source, folder };
    assert_eq!(standings(&lab.summaries()[0]), [(Standing::Open, 10)]);
    assert_eq!(lab.summaries()[0].theories[0].reasons, [[]; 1]);
    let store = Store::open(lab.folder.path()).unwrap();
    let mut lab = Lab { store, ..lab };
    lab.say(10, &[("z3", &[Outcome::Unsat; 2])], &[]);
    let expected = [(Standing::Claimed, 2), (Standing::Open, 10)];
    assert_eq!(standings(&lab.summaries()[0]), expected);
}
