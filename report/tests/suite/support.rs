//! A campaign with a bit of everything, written through the store as a hunt writes it.
#![allow(clippy::unwrap_used, reason = "for tests")]

use std::sync::Arc;
use std::time::Duration;

use campaign::{
    Chunk, Evidence, Fault, Finding, FormulaId, Identity, Kind, KnownBugs, Manner, Order, Outcome,
    Proof, Reason, RecordedReply, Setting, SettingId, Source, Store, VerdictKind, source_again,
    source_of_grammar,
};
use feat_runtime::Space;
use report::Report;
use solvers::{Limits, Solver};

/// A campaign in a folder that goes with it.
pub struct Lab {
    pub store: Store,
    _folder: tempfile::TempDir,
}

impl Lab {
    /// Lets another run find something in Ints.
    pub fn add(&mut self, findings: &[(u64, Finding)]) {
        let run = self.store.begin_run("{}").unwrap();
        let track = self.store.tracks().unwrap()[0].id;
        self.store.commit(track, &[], findings, run).unwrap();
    }

    /// Its report, by an etude that has Ints compiled in, and `Mine` in another version.
    pub fn report(&self) -> Report {
        let find = |identity: &Identity| match &*identity.name {
            "Ints" => source_again(identity, space("Ints")),
            "Mine" => source_again(identity, space("Reals")),
            _ => None,
        };
        Report::read(&self.store, "nightly", &KnownBugs::default(), &find).unwrap()
    }
}

fn source(name: &str, theory: &str) -> Arc<dyn Source> {
    source_of_grammar(name, space(theory), Order::exhaustive(), None)
}

fn space(theory: &str) -> Space {
    generated::Theory::find(theory).unwrap().space().clone()
}

fn setting(family: &str, version: &str, manner: Manner) -> Setting {
    let mut solver = Solver::parse(family).unwrap().with_name(format!("{family}-{version}"));
    solver.version = Some(version.parse().unwrap());
    Setting::new(solver, Limits::of_time(Duration::from_secs(2)), manner).unwrap()
}

fn said(
    setting: &Setting,
    verdict: &str,
    model: Option<&str>,
    evaluation: Option<&str>,
) -> RecordedReply {
    RecordedReply {
        solver: setting.description(),
        verdict: VerdictKind::named(verdict).unwrap(),
        detail: String::new(),
        time: Duration::from_millis(125),
        limit: Duration::from_secs(2),
        limit_memory: None,
        is_fresh: true,
        model: model.map(str::to_owned),
        cut: None,
        values: Vec::new(),
        evaluation: evaluation.map(|text| text.parse().unwrap()),
    }
}

const ABOVE_TWO: &str = "(declare-const a Int)\n(assert (> a 2))\n(check-sat)\n";
const ZERO: &str = "((define-fun a () Int 0))";
const THREE: &str = "((define-fun a () Int 3))";

fn finding(kind: Kind, solver: &str, index: u64, answers: Vec<RecordedReply>) -> Finding {
    let detail = match kind {
        Kind::Crash => "SIGSEGV",
        Kind::RefutationUnsoundness => "unsat",
        _ => "sat",
    };
    Finding {
        kind,
        accused: solver.parse().unwrap(),
        fault: Fault::parse(kind, detail),
        formula: FormulaId {
            theory: "Ints".to_owned(),
            grammar: "0123456789abcdef".to_owned(),
            origin: None,
            place: campaign::Place::Index(index.into()),
            size: 2,
        },
        operators: vec![">".to_owned()],
        evidence: Evidence { formula: ABOVE_TWO.to_owned(), answers, ..Evidence::default() },
    }
}

/// A crash of cvc5 that no other finding is like.
pub fn crash(index: u64) -> Finding {
    let cvc5 = setting("cvc5", "1.2.0", Manner::Session);
    let mut reply = said(&cvc5, "crash", None, None);
    reply.detail = "SIGABRT".to_owned();
    let mut finding = finding(Kind::Crash, "cvc5-1.2.0", index, vec![reply]);
    finding.fault = Fault::parse(Kind::Crash, "SIGABRT");
    finding.operators = vec!["div".to_owned()];
    finding
}

/// 300 formulas of Ints to five releases of z3, to cvc5, and to one release of z3 for times; ten of
/// a grammar that nobody knows any more to the newest z3.
pub fn campaign() -> Lab {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let run = store.begin_run(r#"{"arguments":["--count","300","--campaign","a b"]}"#).unwrap();
    let ints = store.track(&source("Ints", "Ints")).unwrap();
    let mine = store.track(&source("Mine", "Core")).unwrap();
    let z3: Vec<Setting> = ["4.8.4", "4.8.5", "4.8.6", "4.8.7", "4.8.8"]
        .map(|version| setting("z3", version, Manner::Session))
        .into();
    let cvc5 = setting("cvc5", "1.2.0", Manner::Session);
    let timed = setting("z3", "4.8.8", Manner::Timed { repetitions: 3 });

    // Formula 7: a wrong model in 4.8.4, a right one in 4.8.5, `unknown` in 4.8.6, then wrong.
    let on_seven = [
        Outcome::SatFalse,
        Outcome::SatTrue,
        Outcome::Unknown,
        Outcome::SatFalse,
        Outcome::SatFalse,
    ];
    let chunk = |at_seven: Outcome| Chunk {
        first: 0,
        outcomes: (0..300)
            .map(|number| {
                let outcome = match number {
                    7 => at_seven,
                    _ if number % 3 == 0 => Outcome::SatTrue,
                    _ => Outcome::Unsat,
                };
                (outcome, Duration::from_micros(500 + number))
            })
            .collect(),
    };
    let slow = Chunk {
        first: 0,
        outcomes: (0..300)
            .map(|number| match number {
                50 => (Outcome::Timeout, Duration::from_secs(2)),
                _ => (Outcome::Unsat, Duration::from_millis(1 + number)),
            })
            .collect(),
    };
    let mut chunks: Vec<(SettingId, Chunk)> = Vec::new();
    for (setting, outcome) in z3.iter().zip(on_seven) {
        chunks.push((store.setting(setting).unwrap(), chunk(outcome)));
    }
    chunks.push((store.setting(&cvc5).unwrap(), slow));
    chunks.push((store.setting(&timed).unwrap(), chunk(Outcome::SatUnread)));

    let newest = &z3[4];
    let fine = said(&cvc5, "sat", Some(THREE), Some("true"));
    let wrong = |setting: &Setting| {
        let answers = vec![said(setting, "sat", Some(ZERO), Some("false")), fine.clone()];
        (7, finding(Kind::InvalidModel, setting.name(), 7, answers))
    };
    // The same bug in three releases; a larger formula shows the newest one's too.
    let mut findings = vec![wrong(&z3[0]), wrong(&z3[3]), wrong(newest)];
    let mut larger = wrong(newest).1;
    (larger.formula.place, larger.formula.size) = (campaign::Place::Index(12.into()), 3);
    findings.push((12, larger));

    let unsat = vec![said(newest, "unsat", None, None), fine.clone()];
    let mut refuted = finding(Kind::RefutationUnsoundness, "z3-4.8.8", 7, unsat);
    refuted.evidence.proof = Some(Proof::Model(THREE.to_owned()));
    findings.push((7, refuted));

    let mut crash = said(&cvc5, "crash", None, None);
    crash.detail = "SIGSEGV\u{1b}[0m | at <a & \"b\">".into();
    let mut crash = finding(Kind::Crash, "cvc5-1.2.0", 9, vec![crash]);
    crash.evidence.formula = "(assert (str.<= \"<b>&amp;\" \"</pre>\"))\n(check-sat)\n".into();
    crash.operators = vec!["str.<=".to_owned()];
    findings.push((9, crash));

    let both = vec![said(newest, "sat", None, None), said(&cvc5, "unsat", None, None)];
    findings.push((7, finding(Kind::Disagreement, "z3-4.8.8 and cvc5-1.2.0", 7, both)));
    store.commit(ints, &chunks, &findings, run).unwrap();

    // Of a grammar that is another one by now; one more formula to an older release.
    let few = Chunk { first: 5, outcomes: vec![(Outcome::SatOpen, Duration::from_millis(4)); 10] };
    let newest = store.setting(newest).unwrap();
    let older = store.setting(&z3[3]).unwrap();
    let more = Chunk { first: 5, outcomes: vec![(Outcome::SatOpen, Duration::from_millis(4)); 11] };
    store.commit(mine, &[(newest, few), (older, more)], &[], run).unwrap();
    Lab { store, _folder: folder }
}

/// Returns a campaign with what z3 and cvc5 said of the first formulas of Ints.
pub fn answers(z3: &[Outcome], cvc5: &[Outcome]) -> Lab {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let run = store.begin_run("{}").unwrap();
    let ints = store.track(&source("Ints", "Ints")).unwrap();
    for (family, version, outcomes) in [("z3", "4.8.8", z3), ("cvc5", "1.2.0", cvc5)] {
        let setting = store.setting(&setting(family, version, Manner::Session)).unwrap();
        let time = Duration::from_millis(3);
        let outcomes = outcomes.iter().map(|outcome| (*outcome, time)).collect();
        store.commit(ints, &[(setting, Chunk { first: 0, outcomes })], &[], run).unwrap();
    }
    Lab { store, _folder: folder }
}

/// Two solvers that refuse ten formulas, one of them with words.
pub fn refusals() -> Lab {
    let mut lab = answers(&[Outcome::Rejected; 10], &[Outcome::Rejected; 10]);
    let run = lab.store.begin_run("{}").unwrap();
    let (track, setting) = (lab.store.tracks().unwrap()[0].id, lab.store.settings().unwrap()[1].id);
    let reason = |message: &str, count, number| {
        let (outcome, message) = (Outcome::Rejected, message.to_owned());
        (setting, Reason { outcome, message, count, number })
    };
    let reasons = [reason("no `mod`", 1, 0), reason("no `div` at line N", 9, 1)];
    lab.store
        .commit_all(track, campaign::Entry { reasons: &reasons, ..campaign::Entry::default() }, run)
        .unwrap();
    lab
}
